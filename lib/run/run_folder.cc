// Reading and writing a run folder; see run_folder.h.

#include "run/run_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <set>

#include "base/text.h"
#include "model/plan.h"
#include "model/run_json.h"

namespace weft {
namespace {

template <class T>
Result<T> read_document(const fs::path& path) {
  WEFT_TRY(const std::string text, read_file(path));
  WEFT_TRY(const Json json, parse_json(text, path.string()));
  const Json* schema = json.find("schema");
  if (schema == nullptr || schema->text() == nullptr)
    return fail_at(json.place(path.string()), "no \"schema\" member: this is no document of weft");
  WEFT_CHECK(check_schema(*schema->text(), path.string()));
  return from_json<T>(json, path.string(), is_newer_minor(*schema->text()));
}

template <class T>
Result<void> write_document(const fs::path& path, const T& value) {
  return write_file(path, to_json_text(value, 2) + "\n");
}

// The hosts as a plan without links: what a run without a wiring plan knows.
Plan plan_of(const RunRequest& request) {
  Plan plan;
  plan.source = request.hosts;
  std::set<std::string> seen;
  for (const Endpoint& endpoint : request.layout.endpoints)
    if (seen.insert(endpoint.host).second) {
      Node node;
      node.name = endpoint.host;
      node.role = Role::host;
      plan.nodes.push_back(std::move(node));
    }
  return plan;
}

// Step ids and host names become file names: nothing but these characters.
std::string file_name(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '_' || c == '-' || c == '.';
    out += plain ? c : '_';
  }
  return out.starts_with('.') ? "_" + out : out;
}

// A document of a newer major version is never replaced by ours. Looks at the beginning only.
Result<void> refuse_newer(const fs::path& path) {
  std::ifstream file(path);
  std::string head(4096, '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, file.gcount())));
  const std::size_t key = head.find("\"schema\"");
  if (key == std::string::npos) return {};
  const std::size_t from = head.find('"', key + 8), to = head.find('"', from + 1);
  if (to == std::string::npos) return {};
  return check_schema(head.substr(from + 1, to - from - 1), path.string());
}

// Members are endpoints of the layout, each once.
Result<void> check_members(const StepRecord& record, std::size_t endpoints) {
  std::vector<bool> seen(endpoints);
  for (const std::uint32_t member : record.members) {
    if (member >= endpoints)
      return fail(fmt::format("member {} is no endpoint: there are {}", member, endpoints));
    if (seen[member]) return fail(fmt::format("member {} is there twice", member));
    seen[member] = true;
  }
  return {};
}

}  // namespace

Result<void> RunFolder::lock() {
  const int fd = ::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0 || ::flock(fd, LOCK_EX | LOCK_NB) != 0) {
    const int problem = errno;
    if (fd >= 0) ::close(fd);
    if (problem != EWOULDBLOCK)
      return fail(
          fmt::format("cannot lock '{}': {}", printable(path_.string()), errno_text(problem)));
    return fail(fmt::format("a run is in progress in '{}'", printable(path_.string())),
                "wait for its end, or give another --out");
  }
  lock_ = std::shared_ptr<int>(new int(fd), [](int* held) {
    ::close(*held);
    delete held;
  });
  for (const char* name : {"fabric.json", "run.json"}) WEFT_CHECK(refuse_newer(path_ / name));
  return {};
}

Result<RunFolder> RunFolder::create(const fs::path& path, const RunRequest& request,
                                    const Plan* plan) {
  std::error_code error;
  if (fs::exists(path / "request.json", error))
    return fail(fmt::format("'{}' holds a run already", printable(path.string())),
                "give another --out, or go on with --resume");
  WEFT_CHECK(make_folders(path / "samples"));
  WEFT_CHECK(make_folders(path / "site"));
  RunFolder folder(path, request);
  WEFT_CHECK(folder.lock());
  WEFT_CHECK(write_document(path / "request.json", request));
  WEFT_CHECK(write_file(path / "plan.json", write_plan_json(plan ? *plan : plan_of(request))));
  return folder;
}

Result<RunFolder> RunFolder::open(const fs::path& path) {
  std::error_code error;
  if (!fs::exists(path / "request.json", error))
    return fail(
        fmt::format("'{}' is no run folder: it holds no request.json", printable(path.string())),
        "name the folder that `weft run` wrote");
  WEFT_TRY(RunRequest request, read_document<RunRequest>(path / "request.json"));
  return RunFolder(path, std::move(request));
}

Result<void> RunFolder::write_fabric(const FabricRecord& record) const {
  return write_document(path_ / "fabric.json", record);
}

Result<FabricRecord> RunFolder::read_fabric() const {
  std::error_code error;
  if (fs::exists(path_ / "fabric.json", error))
    return read_document<FabricRecord>(path_ / "fabric.json");
  FabricRecord record;
  record.info.headline = "The fabric was never reached.";
  record.layout = request_.layout;
  return record;
}

Result<void> RunFolder::write_site(const std::string& node, const std::string& name,
                                   std::string_view text) const {
  const fs::path folder = path_ / "site" / file_name(node) / "commands";
  WEFT_CHECK(make_folders(folder));
  return write_file(folder / file_name(name), text);
}

Result<void> RunFolder::append_step(const StepRecord& record) const {
  WEFT_TRY(AppendFile file, AppendFile::open(path_ / "steps.jsonl"));
  return file.append(write_step_record(record) + "\n");
}

Result<std::vector<StepRecord>> RunFolder::read_steps(std::vector<std::string>& notes) const {
  std::vector<StepRecord> records;
  const fs::path path = path_ / "steps.jsonl";
  std::error_code error;
  if (!fs::exists(path, error)) return records;
  WEFT_TRY(const std::string text, read_file(path));
  const auto all = lines(text);
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto record = read_step_record(all[i], path.string());
    if (!record && i + 1 == all.size() && !text.ends_with('\n')) {
      notes.push_back(fmt::format("steps.jsonl:{}: the last line is torn and was left out", i + 1));
      break;
    }
    if (record)
      if (const auto members = check_members(*record, request_.layout.endpoints.size()); !members)
        record = Failure(Error{members.error().what, {path.string(), 0, 0}, "", {}});
    if (!record) {
      Error broken = std::move(record).error();
      broken.place.line = static_cast<std::uint32_t>(i + 1);
      return Failure(std::move(broken));
    }
    const auto same = [&](const StepRecord& r) { return r.step.id == record->step.id; };
    const auto old = std::ranges::find_if(records, same);
    if (old == records.end())
      records.push_back(std::move(*record));
    else
      *old = std::move(*record);
  }
  return records;
}

std::string RunFolder::samples_name(const Step& step) const {
  return fmt::format("samples/{}.bin", file_name(step.id));
}

Result<SampleFile> RunFolder::read_samples(const Step& step) const {
  const fs::path path = path_ / samples_name(step);
  std::error_code error;
  if (!fs::exists(path, error)) return SampleFile{};
  WEFT_TRY(const std::string bytes, read_file(path));
  SampleFile file = decode_samples(bytes);
  if (file.torn) file.torn = fmt::format("{}: {}", samples_name(step), *file.torn);
  return file;
}

Result<AppendFile> RunFolder::append_samples(const Step& step) const {
  WEFT_TRY(const SampleFile there, read_samples(step));
  WEFT_TRY(AppendFile file, AppendFile::open(path_ / samples_name(step)));
  if (there.torn) WEFT_CHECK(file.truncate(there.whole_bytes));
  return file;
}

Result<void> RunFolder::write_run(const Run& run) const {
  WEFT_CHECK(refuse_newer(path_ / "run.json"));
  return write_file(path_ / "run.json", weft::write_run(run));
}

}  // namespace weft
