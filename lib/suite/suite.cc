// Reads suites. The field engine reads the shape (SuiteText, StepText) with places; what people
// write for sizes and times is then read by suite/values.h. Mistakes are collected on the way.

#include "suite/suite.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/fields.h"
#include "base/text.h"
#include "suite/needs.h"
#include "suite/values.h"

namespace weft {
namespace {

constexpr std::uint64_t our_major = 1, our_minor = 0;
constexpr std::array<std::string_view, 3> transports{"mpi", "udp", "verbs"};

// A suite as it is written. Members whose content needs a second look stay JSON.
struct StepText {
  Json id, about, pattern, transport, sizes, round_time, deadline, needs, precision, min_hosts,
      seed, queue_pairs, rate, dscp, queue_depth, service_level, root;
  Metric metric = Metric::bandwidth;
  MemoryKind memory = MemoryKind::host;
  Operation operation = Operation::write;
  DataType data_type = DataType::float32;
  Reduction reduction = Reduction::sum;
  bool duplex = false, in_place = false;
  Extra extra;

  static constexpr auto fields() {
    return std::tuple{defaulted("id", &StepText::id),
                      defaulted("about", &StepText::about),
                      field("pattern", &StepText::pattern),
                      defaulted("metric", &StepText::metric),
                      defaulted("transport", &StepText::transport),
                      defaulted("memory", &StepText::memory),
                      field("sizes", &StepText::sizes),
                      defaulted("duplex", &StepText::duplex),
                      defaulted("queue_pairs", &StepText::queue_pairs),
                      defaulted("rate", &StepText::rate),
                      defaulted("dscp", &StepText::dscp),
                      defaulted("operation", &StepText::operation),
                      defaulted("queue_depth", &StepText::queue_depth),
                      defaulted("service_level", &StepText::service_level),
                      defaulted("data_type", &StepText::data_type),
                      defaulted("reduction", &StepText::reduction),
                      defaulted("root", &StepText::root),
                      defaulted("in_place", &StepText::in_place),
                      defaulted("round_time", &StepText::round_time),
                      defaulted("deadline", &StepText::deadline),
                      defaulted("precision", &StepText::precision),
                      defaulted("seed", &StepText::seed),
                      defaulted("min_hosts", &StepText::min_hosts),
                      defaulted("needs", &StepText::needs)};
  }
};

struct SuiteText {
  std::string schema, title, about;
  Json time_budget;
  Json steps;
  Extra extra;

  static constexpr auto fields() {
    return std::tuple{field("schema", &SuiteText::schema), defaulted("title", &SuiteText::title),
                      defaulted("about", &SuiteText::about),
                      defaulted("time_budget", &SuiteText::time_budget),
                      field("steps", &SuiteText::steps)};
  }
};

class Reader : public ValueReader {
 public:
  Reader(std::string file, std::span<const std::string_view> patterns)
      : ValueReader(std::move(file)), patterns_(patterns) {}

  Result<Suite> read(std::string_view text);

 private:
  bool version(const Json& schema, const std::string& text);
  void keys(const Json& object, const std::string& path, std::span<const std::string_view> known);
  void steps(const Json& list, Suite& out);
  Step step(const Json& json, const std::string& path);
  void packets(const Json& json, const StepText& text, const std::string& path, Step& out);
  void collective(const Json& json, const StepText& text, const std::string& path, Step& out);
  std::string id_of(const StepText& text, const Step& step, const std::string& path);
  std::span<const std::string_view> patterns_;
  bool newer_ = false;  // a newer minor version: its keys are not mistakes
  std::vector<std::string> notes_;
};

// False when the version cannot be read at all: then nothing else in the file means anything.
bool Reader::version(const Json& schema, const std::string& text) {
  const auto parts = split(text, '.');
  const auto major = parse_uint(parts[0]);
  const auto minor = parts.size() == 2 ? parse_uint(parts[1]) : std::nullopt;
  if (!major || !minor) {
    expected(schema, "schema", "a version such as \"1.0\"");
    return false;
  }
  if (*major != our_major) {
    mistake(schema, "schema",
            fmt::format("version {} is not readable by this weft, which reads {}.x",
                        printable(text, 40), our_major));
    return false;
  }
  newer_ = *minor > our_minor;
  return true;
}

void Reader::keys(const Json& object, const std::string& path,
                  std::span<const std::string_view> known) {
  if (object.object() == nullptr) return;
  std::set<std::string_view> seen;
  for (const auto& member : *object.object()) {
    if (!seen.insert(member.key).second)
      mistake(member.value, path, fmt::format("'{}' is there twice", printable(member.key)));
    if (std::find(known.begin(), known.end(), member.key) != known.end()) continue;
    const std::string name = printable(member.key);
    if (newer_)
      notes_.push_back(fmt::format("{}: '{}' of a newer version is left out",
                                   member.value.place(file_).text(), name));
    else
      mistake(member.value, path,
              fmt::format("unknown key '{}'{}", name, did_you_mean(member.key, known)));
  }
}

std::string Reader::id_of(const StepText& text, const Step& step, const std::string& path) {
  if (text.id.is_null())
    return step.pattern.empty() ? "" : fmt::format("{}_{}", step.pattern, word(step.metric));
  const std::string* given = text.id.text();
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  };
  if (given == nullptr || given->empty() || given->size() > 64 ||
      !std::all_of(given->begin(), given->end(), fits))
    return expected(text.id, path + ".id", "an id of a-z, 0-9 and '_', such as \"ring_small\""), "";
  return *given;
}

Step Reader::step(const Json& json, const std::string& path) {
  Step out;
  if (json.object() == nullptr) return expected(json, path, "an object"), out;
  StepText text;
  fields_.read(json, text, path);
  keys(json, path, names_of<StepText>());
  if (json.find("pattern") != nullptr)
    out.pattern = word_in(text.pattern, path + ".pattern", "the id of a pattern", patterns_);
  out.metric = text.metric;
  out.memory = text.memory;
  out.duplex = text.duplex;
  out.about = sentence(text.about, path + ".about");
  if (!text.transport.is_null())
    out.transport = word_in(text.transport, path + ".transport", "text", transports);
  if (json.find("sizes") != nullptr) out.sizes = sizes(text.sizes, path + ".sizes");
  out.round_time = time(text.round_time, path + ".round_time", suite_limit::shortest_round,
                        suite_limit::longest_round)
                       .value_or(out.round_time);
  const auto deadline = time(text.deadline, path + ".deadline", suite_limit::shortest_deadline,
                             suite_limit::longest_time);
  // A long round that says nothing about its deadline gets one that it can keep.
  out.deadline = deadline.value_or(std::max(out.deadline, out.round_time * 4));
  if (deadline && *deadline < out.round_time * 2)
    mistake(
        text.deadline, path + ".deadline",
        fmt::format("{} is too near to the round_time of {}: a healthy round would be taken for "
                    "hanging, expected at least twice as long",
                    weft::text(*deadline), weft::text(out.round_time)));
  if (!text.precision.is_null() && !(text.precision.number(out.precision.value) &&
                                     out.precision.value >= 0.001 && out.precision.value <= 1))
    expected(text.precision, path + ".precision", "a ratio from 0.001 to 1, such as 0.05");
  out.seed = static_cast<std::uint64_t>(count(text.seed, path + ".seed", 0, INT64_MAX, 1));
  out.min_hosts = count(text.min_hosts, path + ".min_hosts", 1, 1'000'000, 1);
  packets(json, text, path, out);
  collective(json, text, path, out);
  if (const auto* list = text.needs.array())
    for (std::size_t i = 0; i < list->size(); ++i)
      out.needs.push_back(
          word_in((*list)[i], fmt::format("{}.needs[{}]", path, i), "a capability", capabilities));
  else if (!text.needs.is_null())
    expected(text.needs, path + ".needs", "a list such as [\"rdma\"]");
  out.id = id_of(text, out, path);
  return out;
}

// What only some transports know.
void Reader::packets(const Json& json, const StepText& text, const std::string& path, Step& out) {
  out.queue_pairs = count(text.queue_pairs, path + ".queue_pairs", 1, 1024, 1);
  out.queue_depth = count(text.queue_depth, path + ".queue_depth", 1, 1024, 0);
  if (!text.dscp.is_null()) out.dscp = count(text.dscp, path + ".dscp", 0, 63, 0);
  out.rate = rate(text.rate, path + ".rate");
  out.service_level = count(text.service_level, path + ".service_level", 0, 7, 0);
  out.operation = text.operation;
  const auto only = [&](std::string_view key, std::vector<std::string_view> with) {
    const Json* given = json.find(key);
    if (given == nullptr || std::ranges::count(with, out.transport) > 0) return;
    mistake(*given, fmt::format("{}.{}", path, key),
            fmt::format("needs \"transport\": \"{}\"", fmt::join(with, "\" or \"")));
  };
  only("queue_pairs", {"udp", "verbs"});
  only("dscp", {"udp", "verbs"});
  only("rate", {"udp"});
  only("operation", {"verbs"});
  only("service_level", {"verbs"});
}

void Reader::collective(const Json& json, const StepText& text, const std::string& path,
                        Step& out) {
  out.data_type = text.data_type;
  out.reduction = text.reduction;
  out.in_place = text.in_place;
  out.root = count(text.root, path + ".root", 0, 1'000'000, 0);
  const bool is_one = collective_named(out.pattern).has_value();
  for (const std::string_view key : {"data_type", "reduction", "root", "in_place"})
    if (const Json* given = json.find(key); given != nullptr && !is_one)
      mistake(*given, fmt::format("{}.{}", path, key), "needs a collective as the pattern");
  if (!is_one) return;
  if (out.metric != Metric::bandwidth)
    mistake(json, path + ".metric",
            "a collective is measured as bandwidth; its times are kept too");
  if (out.transport != "mpi")
    mistake(text.transport, path + ".transport", "a collective of host memory goes over \"mpi\"");
}

void Reader::steps(const Json& list, Suite& out) {
  if (list.array() == nullptr) return expected(list, "steps", "a list of steps");
  if (list.array()->empty()) return mistake(list, "steps", "is empty, expected at least one step");
  if (list.array()->size() > suite_limit::most_steps)
    return mistake(list, "steps",
                   fmt::format("has {} steps, at most {} are run", list.array()->size(),
                               suite_limit::most_steps));
  std::map<std::string, std::uint32_t> lines;
  for (std::size_t i = 0; i < list.array()->size(); ++i) {
    const Json& json = (*list.array())[i];
    const std::string path = fmt::format("steps[{}]", i);
    out.steps.push_back(step(json, path));
    const std::string& id = out.steps.back().id;
    if (id.empty()) continue;
    const auto [first, fresh] = lines.emplace(id, json.line);
    if (fresh) continue;
    const Json* given = json.find("id");
    mistake(given != nullptr ? *given : json, path,
            fmt::format("the id '{}' is already that of the step in line {}{}", id, first->second,
                        given != nullptr ? "" : ", give this one an \"id\" of its own"));
  }
}

Result<Suite> Reader::read(std::string_view text) {
  WEFT_TRY(const Json json, parse_json(text, file_));
  if (json.object() == nullptr)
    return fail_at(json.place(file_),
                   fmt::format("expected a suite, an object, got {}", json.kind()));
  Suite out;
  SuiteText parts;
  const Json* schema = json.find("schema");
  if (schema != nullptr && schema->text() != nullptr && !version(*schema, *schema->text()))
    return Failure(collected(take()));
  fields_.read(json, parts, "");
  keys(json, "", names_of<SuiteText>());
  std::string_view name = file_;
  name.remove_prefix(std::min(name.size(), name.rfind('/') + 1));
  out.id = name.substr(0, name.ends_with(".json") ? name.size() - 5 : name.size());
  out.title = parts.title.empty() ? out.id : parts.title;
  out.about = parts.about;
  out.time_budget =
      time(parts.time_budget, "time_budget", std::chrono::seconds(1), suite_limit::longest_time);
  if (json.find("steps") != nullptr) steps(parts.steps, out);
  out.notes = std::move(notes_);
  if (auto errors = take(); !errors.empty()) return Failure(collected(std::move(errors)));
  return out;
}

}  // namespace

Result<Suite> read_suite(std::string_view text, const std::string& file,
                         std::span<const std::string_view> pattern_ids) {
  return Reader(file, pattern_ids).read(text);
}

}  // namespace weft
