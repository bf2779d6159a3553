// See catalog.h. To show a new table: include its header and add its line to `all_kinds`.

#include "catalog.h"

#include <fmt/format.h>

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "check/check.h"
#include "command.h"
#include "fault/fault.h"
#include "hostlist/host_format.h"
#include "judge/finding_kinds.h"
#include "observe/observe.h"
#include "pattern/pattern.h"
#include "plan/plan.h"
#include "reports/report.h"
#include "suite/find.h"
#include "suites_folder.h"
#include "twin_fault/twin_fault.h"

namespace weft {
namespace {

// The rows of a table as things, by the fields that its type has.
template <auto all>
std::vector<Thing> rows() {
  std::vector<Thing> out;
  for (const auto& [id, item] : all()) {
    Thing thing{.id = command_name(id), .title = {}, .parts = {}};
    const auto add = [&](std::string_view heading, std::string_view text) {
      if (!text.empty()) thing.parts.push_back({std::string(heading), std::string(text)});
    };
    if constexpr (requires { item.hidden; })
      if (item.hidden) continue;
    if constexpr (requires { item.title; })
      thing.title = item.title;
    else if constexpr (requires { item.summary; })
      thing.title = item.summary;
    else if constexpr (requires { item.about; })
      thing.title = item.about;
    if constexpr (requires { item.about; })
      if (thing.title != item.about) add("What", item.about);
    if constexpr (requires { item.why; }) add("Why", item.why);
    if constexpr (requires { item.fix; }) add("Next", item.fix);
    if constexpr (requires { item.facts; }) add("Source", item.facts);
    if constexpr (requires { item.source; }) add("Source", item.source);
    if constexpr (requires { item.later; }) add("Found by", item.later);
    if constexpr (requires { item.example; }) add("Example", item.example);
    out.push_back(std::move(thing));
  }
  return out;
}

std::vector<Thing> findings() {
  std::vector<Thing> out;
  for (const FindingKind& kind : finding_kinds)
    out.push_back({command_name(kind.id),
                   std::string(kind.title),
                   {{"What", std::string(kind.about)}, {"Next", std::string(kind.fix)}}});
  return out;
}

std::string text_member(const Json& json, std::string_view key) {
  const Json* value = json.find(key);
  return value != nullptr && value->text() != nullptr ? *value->text() : "";
}

Thing suite_thing(const std::string& id, const fs::path& path) {
  Thing thing{.id = id, .title = "cannot be read", .parts = {}};
  if (const auto text = read_file(path, std::size_t{4} << 20))
    if (const auto json = parse_json(*text, path.string())) {
      thing.title = text_member(*json, "title");
      if (const std::string about = text_member(*json, "about"); !about.empty())
        thing.parts.push_back({"What", about});
    }
  thing.parts.push_back({"Example", "weft run " + id});
  return thing;
}

std::vector<Thing> suites() {
  std::vector<Thing> out;
  for (const SuiteFile& file : list_suites(suite_folders()))
    out.push_back(suite_thing(file.name, file.path));
  return out;
}

std::vector<Thing> formats() {
  std::vector<Thing> out;
  for (auto* table : {rows<plan_formats::all>, rows<host_formats::all>, rows<report_formats::all>})
    for (Thing& thing : table()) out.push_back(std::move(thing));
  return out;
}

constexpr Kind all_kinds[] = {
    {"commands", "command", "Subcommands of weft", rows<commands::all>},
    {"suites", "suite", "What to run and what to expect, as files: `weft run SUITE`", suites},
    {"patterns", "pattern", "Who sends to whom, round by round", rows<patterns::all>},
    {"checks", "check", "What `weft check` judges", rows<checks::all>},
    {"findings", "finding", "What `weft run` finds", findings},
    {"collectors", "collector", "What is read from hosts and switches", rows<collectors::all>},
    {"faults", "fault", "What `weft lab fault` can break, and who names it", rows<faults::all>},
    {"twin-faults", "twin-fault", "What `weft twin` can break, and which check must name it",
     rows<twin_faults::all>},
    {"formats", "format", "Every format of plans, host lists and reports", formats},
    {"plan-formats", "plan-format", "Wiring plans that can be read and written",
     rows<plan_formats::all>},
    {"report-formats", "report-format", "What `weft report --to` writes",
     rows<report_formats::all>},
    {"host-formats", "host-format", "Host lists that can be read", rows<host_formats::all>},
    {"verdicts", "verdict", "What can be said of a part, from good to bad", verdict_things},
    {"exit-codes", "exit-code", "What the program ends with", exit_code_things},
    {"words", "word", "The words of reports and messages", word_things},
};

}  // namespace

std::span<const Kind> kinds() { return all_kinds; }

const Kind* find_kind(std::string_view name) {
  const std::string wanted = command_name(name);
  for (const Kind& kind : all_kinds)
    if (wanted == kind.name || wanted == kind.one) return &kind;
  return nullptr;
}

}  // namespace weft
