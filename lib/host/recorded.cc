// A machine that was written down as a folder; the naming is in host.h.

#include <fmt/format.h>

#include <map>
#include <system_error>

#include "base/text.h"
#include "host/command_names.h"
#include "host/host.h"

namespace weft {
namespace {

// Larger than any real answer; a mistaken huge file is refused rather than swallowed.
constexpr std::size_t largest = std::size_t{256} << 20;

class RecordedHost : public Host {
 public:
  RecordedHost(std::string name, fs::path folder)
      : name_(std::move(name)), folder_(std::move(folder)) {
    index(folder_);
    index(folder_ / "commands");  // the documented place wins
  }

  std::string name() const override { return name_; }

  Result<std::optional<Answer>> run(const Request& request) override {
    if (const auto it = by_name_.find(command_file_name(request.argv) + ".out");
        it != by_name_.end())
      return answer(it->second);
    if (const auto it = by_key_.find(command_key(join(request.argv, " "))); it != by_key_.end())
      return answer(it->second);
    for (const std::string& name : request.known_as)
      if (const auto it = by_key_.find(command_key(name)); it != by_key_.end())
        return answer(it->second);
    return std::optional<Answer>();
  }

  Result<std::optional<Answer>> read(const std::string& path) override {
    const fs::path file = inside(path);
    std::error_code error;
    if (!fs::is_regular_file(file, error)) return std::optional<Answer>();
    return answer(file);
  }

  Result<std::optional<std::vector<std::string>>> list(const std::string& path) override {
    const fs::path folder = inside(path);
    std::error_code error;
    if (!fs::is_directory(folder, error)) return std::optional<std::vector<std::string>>();
    WEFT_TRY(auto names, list_folder(folder));
    return names;
  }

 private:
  fs::path inside(const std::string& path) const {
    return folder_ / fs::path(path).relative_path();
  }

  void index(const fs::path& folder) {
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
      const fs::path file = it->path();
      if (file.extension() == ".err" || !it->is_regular_file(error)) continue;
      const std::string name = file.filename().string();
      by_key_[command_key(name)] = file;
      by_name_[name] = file;
    }
  }

  Result<std::optional<Answer>> answer(const fs::path& file) const {
    Answer out;
    WEFT_TRY(out.text, read_file(file, largest));
    out.from = file.string();
    fs::path beside = file;
    std::error_code error;
    if (!fs::exists(beside.replace_extension(".err"), error)) return out;
    WEFT_TRY(const std::string said, read_file(beside, largest));
    // First line "exit status N", then standard error: what recording_host writes.
    const auto first = lines(said);
    out.status = 1;
    out.error = said;
    if (!first.empty() && first[0].starts_with("exit status ")) {
      out.status = static_cast<int>(parse_uint(trim(first[0].substr(12))).value_or(1));
      out.error = said.substr(std::min(said.size(), first[0].size() + 1));
    }
    return out;
  }

  std::string name_;
  fs::path folder_;
  std::map<std::string, fs::path> by_name_, by_key_;
};

}  // namespace

Result<std::unique_ptr<Host>> recorded_host(std::string name, const fs::path& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error))
    return fail(fmt::format("there is no folder '{}'", printable(folder.string())));
  return std::unique_ptr<Host>(std::make_unique<RecordedHost>(std::move(name), folder));
}

}  // namespace weft
