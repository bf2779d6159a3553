// weft twin faults: what can be broken in the twin, where, and which check must say so.

#include <fmt/format.h>

#include "base/fields.h"
#include "base/text.h"
#include "page.h"
#include "twin_open.h"

namespace weft {
namespace {

struct TwinFaultRow {
  std::string kind, title, about, expects, later;
  std::int64_t places = 0;

  static constexpr auto fields() {
    return std::tuple{field("kind", &TwinFaultRow::kind),
                      field("title", &TwinFaultRow::title),
                      field("about", &TwinFaultRow::about),
                      field("places", &TwinFaultRow::places, "how many it wants"),
                      field("expects", &TwinFaultRow::expects, "check and verdict"),
                      field("later", &TwinFaultRow::later, "the part that will find it")};
  }
};

struct TwinFaultList {
  std::string schema = "1.0";
  std::vector<TwinFaultRow> faults;

  static constexpr auto fields() {
    return std::tuple{field("schema", &TwinFaultList::schema),
                      field("faults", &TwinFaultList::faults)};
  }
};

TwinFaultRow row_of(std::string_view id, const TwinFault& fault) {
  std::vector<std::string> expects;
  for (const TwinExpectation& one : fault.expects)
    expects.push_back(fmt::format("{} {}", one.check, word(one.verdict)));
  return {command_name(id),      std::string(fault.title), std::string(fault.about),
          join(expects, " or "), std::string(fault.later), std::int64_t(fault.places)};
}

int list(bool json) {
  TwinFaultList out;
  for (const auto& [id, fault] : twin_faults::all()) out.faults.push_back(row_of(id, fault));
  if (json) return print_result(to_json_text(out, 2) + "\n");
  std::vector<std::vector<std::string>> rows;
  for (const TwinFaultRow& one : out.faults)
    rows.push_back({one.kind, one.about, one.later.empty() ? one.expects : one.later});
  return print_result(grid({{"kind"}, {"what", 50}, {"must be found by"}}, rows));
}

}  // namespace

std::function<int()> declare_twin_faults(CLI::App& app) {
  auto json = std::make_shared<bool>(false);
  app.add_flag("--json", *json, "One JSON document instead of text");
  return [json] { return list(*json); };
}

}  // namespace weft
