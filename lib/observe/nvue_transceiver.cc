// What is plugged into each port, from `nv show platform transceiver -o json`: the module's vendor,
// part and serial number, so that a finding can name the thing to replace. Reference facts 5.4.

#include <fmt/format.h>

#include "base/text.h"
#include "observe/lenient_json.h"
#include "observe/observe.h"

namespace weft::collectors {
namespace {

std::optional<std::string> first_of(const Json& from, std::initializer_list<const char*> keys) {
  for (const char* key : keys)
    if (std::string text = text_of(from.find(key)); !text.empty()) return text;
  return {};
}

Result<void> parse(const Answer& answer, NodeState& node, Notes& notes) {
  WEFT_TRY(const Json json, lenient_json(answer, notes));
  const Json* map = json.find("transceiver");  // a level that some releases add
  if (map == nullptr) map = &json;
  if (map->object() == nullptr)
    return fail_at({answer.from, 1, 1}, "is JSON, but no map of transceivers");
  for (const auto& member : *map->object()) {
    if (member.value.object() == nullptr) {
      notes.warn(member.value.place(answer.from),
                 fmt::format("'{}' is not a transceiver, left out", printable(member.key)));
      continue;
    }
    const auto vendor = first_of(member.value, {"vendor-name", "vendor"});
    const auto part = first_of(member.value, {"vendor-pn", "part-number"});
    const auto serial = first_of(member.value, {"vendor-sn", "serial-number"});
    if (!vendor && !part && !serial) continue;  // an empty cage
    Interface& out = interface_of(node, member.key);
    out.module_vendor = vendor;
    out.module_part = part;
    out.module_serial = serial;
  }
  return {};
}

void collect(Host& host, NodeState& node, Notes& notes) {
  static const Request requests[] = {
      {{"nv", "show", "platform", "transceiver", "-o", "json"}, {"transceiver", "transceivers"}}};
  collect_first(host, requests, "transceivers", parse, node, notes);
}

}  // namespace

extern const Collector nvue_transceiver = {"What is plugged into each port of a switch", parse,
                                           collect};

}  // namespace weft::collectors
