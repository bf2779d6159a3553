// Reads suites. The field engine reads the shape (SuiteText, StepText) with places; what people
// write for sizes and times is then read here, each mistake kept with the place of its value.

#include "suite/suite.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "base/fields.h"
#include "base/text.h"
#include "model/run.h"

namespace weft {
namespace {

constexpr std::uint64_t our_major = 1, our_minor = 0;
constexpr std::array<std::string_view, 5> capabilities{"rdma", "cuda", "pfc", "qos_counters",
                                                       "can_disrupt"};
constexpr std::array<std::string_view, 3> transports{"mpi", "udp", "verbs"};

// A suite as it is written. Members whose content needs a second look stay JSON.
struct StepText {
  Json id, about, pattern, transport, sizes, round_time, deadline, needs, precision, min_hosts, seed;
  Metric metric = Metric::bandwidth;
  MemoryKind memory = MemoryKind::host;
  bool duplex = false;
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
    return std::tuple{field("schema", &SuiteText::schema),
                      defaulted("title", &SuiteText::title),
                      defaulted("about", &SuiteText::about),
                      defaulted("time_budget", &SuiteText::time_budget),
                      field("steps", &SuiteText::steps)};
  }
};

struct RangeText {
  Json from, to, factor;
  static constexpr auto fields() {
    return std::tuple{field("from", &RangeText::from), field("to", &RangeText::to),
                      defaulted("factor", &RangeText::factor)};
  }
};

template <class T>
std::vector<std::string_view> names_of() {
  std::vector<std::string_view> out;
  std::apply([&](const auto&... f) { (out.push_back(f.name), ...); }, T::fields());
  return out;
}

std::string shown(const Json& json) {
  if (const std::string* text = json.text()) return fmt::format("'{}'", printable(*text, 60));
  std::int64_t whole = 0;
  if (json.integer(whole)) return fmt::format("{}", whole);
  double number = 0;
  if (json.number(number)) return fmt::format("{}", number);
  return std::string(json.kind());
}

class Reader {
 public:
  Reader(std::string file, std::span<const std::string_view> patterns)
      : file_(std::move(file)), fields_(file_), patterns_(patterns) {}

  Result<Suite> read(std::string_view text);

 private:
  // `path` is where in the document, for the reader's eye: "steps[2].sizes[0]".
  void mistake(const Json& at, std::string_view path, std::string_view what) {
    fields_.report(at, std::string(path), std::string(what));
  }
  void expected(const Json& at, std::string_view path, std::string_view wanted) {
    mistake(at, path, fmt::format("expected {}, got {}", wanted, shown(at)));
  }

  bool version(const Json& schema, const std::string& text);
  void keys(const Json& object, const std::string& path, std::span<const std::string_view> known);
  void steps(const Json& list, Suite& out);
  Step step(const Json& json, const std::string& path);
  std::string word_in(const Json& json, const std::string& path, std::string_view kind,
                      std::span<const std::string_view> words);
  std::string id_of(const StepText& text, const Step& step, const std::string& path);
  std::string sentence(const Json& json, const std::string& path);
  std::optional<Nanos> time(const Json& json, const std::string& path, Nanos least, Nanos most);
  std::int64_t count(const Json& json, const std::string& path, std::int64_t least,
                     std::int64_t most, std::int64_t otherwise);
  std::optional<Bytes> size(const Json& json, const std::string& path);
  std::vector<Bytes> sizes(const Json& json, const std::string& path);
  std::vector<Bytes> range(const Json& json, const std::string& path);

  std::string file_;
  FieldReader fields_;
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

std::string Reader::word_in(const Json& json, const std::string& path, std::string_view kind,
                            std::span<const std::string_view> words) {
  if (json.text() == nullptr) return expected(json, path, kind), "";
  if (words.empty()) return *json.text();
  // Both spellings of an id are taken, as on the command line.
  std::string word = *json.text();
  std::replace(word.begin(), word.end(), '-', '_');
  if (std::find(words.begin(), words.end(), word) != words.end()) return word;
  mistake(json, path, one_of(words, json));
  return "";
}

std::string Reader::sentence(const Json& json, const std::string& path) {
  if (json.is_null()) return "";
  if (json.text() == nullptr) return expected(json, path, "text"), "";
  return *json.text();
}

std::optional<Nanos> Reader::time(const Json& json, const std::string& path, Nanos least,
                                  Nanos most) {
  if (json.is_null()) return std::nullopt;
  const std::string wanted =
      fmt::format("a time from {} to {}, such as \"50ms\" or \"30s\"", text(least), text(most));
  if (json.text() != nullptr) {
    const auto value = parse_duration(*json.text());
    if (value && *value >= least && *value <= most) return *value;
  }
  expected(json, path, wanted);
  return std::nullopt;
}

std::int64_t Reader::count(const Json& json, const std::string& path, std::int64_t least,
                           std::int64_t most, std::int64_t otherwise) {
  std::int64_t value = 0;
  if (json.is_null()) return otherwise;
  if (json.integer(value) && value >= least && value <= most) return value;
  expected(json, path, fmt::format("a whole number from {} to {}", least, most));
  return otherwise;
}

std::optional<Bytes> Reader::size(const Json& json, const std::string& path) {
  std::optional<Bytes> value;
  std::int64_t number = 0;
  if (json.integer(number)) value = Bytes{number};
  if (json.text() != nullptr)
    if (const auto parsed = parse_bytes(*json.text())) value = *parsed;
  if (value && *value >= suite_limit::smallest_size && *value <= suite_limit::largest_size)
    return value;
  expected(json, path,
           fmt::format("a size from {} to {}, such as 8, \"64KiB\" or \"8MiB\"",
                       text(suite_limit::smallest_size), text(suite_limit::largest_size)));
  return std::nullopt;
}

// Both ends and what lies between: the last stride may be shorter.
std::vector<Bytes> Reader::range(const Json& json, const std::string& path) {
  RangeText parts;
  fields_.read(json, parts, path);
  if (json.find("from") == nullptr || json.find("to") == nullptr) return {};
  const auto from = size(parts.from, path + ".from");
  const auto to = size(parts.to, path + ".to");
  const std::int64_t factor = count(parts.factor, path + ".factor", 2, 1 << 20, 2);
  if (!from || !to) return {};
  if (*from > *to) {
    mistake(parts.to, path + ".to",
            fmt::format("{} is smaller than \"from\", {}", text(*to), text(*from)));
    return {};
  }
  std::vector<Bytes> out;
  for (Bytes at = *from; at < *to; at = at * factor) out.push_back(at);
  out.push_back(*to);
  return out;
}

std::vector<Bytes> Reader::sizes(const Json& json, const std::string& path) {
  if (json.object() != nullptr) return range(json, path);
  if (json.array() == nullptr) {
    expected(json, path, "a list such as [\"8\", \"64KiB\"] or {\"from\": \"8\", \"to\": \"8MiB\"}");
    return {};
  }
  if (json.array()->empty()) mistake(json, path, "is empty, expected at least one size");
  if (json.array()->size() > suite_limit::most_sizes)
    return mistake(json, path, fmt::format("has {} sizes, at most {} are measured in one step",
                                           json.array()->size(), suite_limit::most_sizes)),
           std::vector<Bytes>{};
  std::vector<Bytes> out;
  for (std::size_t i = 0; i < json.array()->size(); ++i) {
    const Json& item = (*json.array())[i];
    const std::string where = fmt::format("{}[{}]", path, i);
    const auto value = size(item, where);
    if (!value) continue;
    if (std::find(out.begin(), out.end(), *value) != out.end())
      mistake(item, where, fmt::format("{} is there twice", text(*value)));
    out.push_back(*value);
  }
  return out;
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
  if (!text.pattern.is_null())
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
    mistake(text.deadline, path + ".deadline",
            fmt::format("{} is too near to the round_time of {}: a healthy round would be taken for "
                        "hanging, expected at least twice as long",
                        weft::text(*deadline), weft::text(out.round_time)));
  if (!text.precision.is_null() &&
      !(text.precision.number(out.precision.value) && out.precision.value >= 0.001 &&
        out.precision.value <= 1))
    expected(text.precision, path + ".precision", "a ratio from 0.001 to 1, such as 0.05");
  out.seed = static_cast<std::uint64_t>(count(text.seed, path + ".seed", 0, INT64_MAX, 1));
  out.min_hosts = count(text.min_hosts, path + ".min_hosts", 1, 1'000'000, 1);
  if (const auto* list = text.needs.array())
    for (std::size_t i = 0; i < list->size(); ++i)
      out.needs.push_back(word_in((*list)[i], fmt::format("{}.needs[{}]", path, i),
                                  "a capability", capabilities));
  else if (!text.needs.is_null())
    expected(text.needs, path + ".needs", "a list such as [\"rdma\"]");
  out.id = id_of(text, out, path);
  return out;
}

void Reader::steps(const Json& list, Suite& out) {
  if (list.array() == nullptr) return expected(list, "steps", "a list of steps");
  if (list.array()->empty()) return mistake(list, "steps", "is empty, expected at least one step");
  if (list.array()->size() > suite_limit::most_steps)
    return mistake(list, "steps", fmt::format("has {} steps, at most {} are run",
                                              list.array()->size(), suite_limit::most_steps));
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
    return fail_at(json.place(file_), fmt::format("expected a suite, an object, got {}", json.kind()));
  Suite out;
  SuiteText parts;
  const Json* schema = json.find("schema");
  if (schema != nullptr && schema->text() != nullptr && !version(*schema, *schema->text()))
    return Failure(collected(fields_.take()));
  fields_.read(json, parts, "");
  keys(json, "", names_of<SuiteText>());
  std::string_view name = file_;
  name.remove_prefix(std::min(name.size(), name.rfind('/') + 1));
  out.id = name.substr(0, name.ends_with(".json") ? name.size() - 5 : name.size());
  out.title = parts.title.empty() ? out.id : parts.title;
  out.about = parts.about;
  out.time_budget = time(parts.time_budget, "time_budget", std::chrono::seconds(1),
                         suite_limit::longest_time);
  if (json.find("steps") != nullptr) steps(parts.steps, out);
  out.notes = std::move(notes_);
  if (auto errors = fields_.take(); !errors.empty()) return Failure(collected(std::move(errors)));
  return out;
}

}  // namespace

Result<Suite> read_suite(std::string_view text, const std::string& file,
                         std::span<const std::string_view> pattern_ids) {
  return Reader(file, pattern_ids).read(text);
}

std::string why_skipped(const Step& step, const FabricInfo& fabric, std::int64_t hosts) {
  const auto lacks = [&](std::string_view need) {
    return (need == "rdma" && !fabric.rdma) || (need == "cuda" && !fabric.cuda) ||
           (need == "pfc" && !fabric.pfc) || (need == "qos_counters" && !fabric.qos_counters) ||
           (need == "can_disrupt" && !fabric.can_disrupt);
  };
  if (hosts < step.min_hosts)
    return fmt::format("needs {}, there is {}", count_of(step.min_hosts, "host"), hosts);
  if (step.transport == "verbs" && !fabric.rdma) return "needs an RDMA device, none was found";
  if (step.memory == MemoryKind::cuda && !fabric.cuda) return "needs a GPU, none was found";
  for (const std::string& need : step.needs) {
    if (!lacks(need)) continue;
    if (need == "rdma") return "needs an RDMA device, none was found";
    if (need == "cuda") return "needs a GPU, none was found";
    if (need == "pfc") return "needs priority flow control, which this fabric does not have";
    if (need == "qos_counters") return "needs the switches' QoS counters, which cannot be read here";
    return "disturbs the fabric: needs --allow-disruptive";
  }
  return "";
}

}  // namespace weft
