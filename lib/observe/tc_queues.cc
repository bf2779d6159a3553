// What each queue of a port has sent and dropped, where Linux itself queues by class: the leaves of
// HTB in `tc -s -j qdisc show`. A class `1:1n` is priority n's, as the lab lays them; another class
// keeps its own number. Switches whose chip queues have no HTB, and give nothing here.

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "observe/lenient_json.h"
#include "observe/observe.h"

namespace weft::collectors {
namespace {

// "1:13" is 3.
std::optional<std::int64_t> class_of(const std::string& parent) {
  const auto colon = parent.find(':');
  if (colon == parent.npos) return {};
  std::int64_t minor = 0;
  const char* end = parent.data() + parent.size();
  const auto read = std::from_chars(parent.data() + colon + 1, end, minor, 16);
  if (read.ec != std::errc() || read.ptr != end || minor < 0) return {};
  return minor >= 0x10 && minor <= 0x17 ? minor - 0x10 : minor;
}

Result<void> parse(const Answer& answer, NodeState& node, Notes& notes) {
  WEFT_TRY(const Json json, lenient_json(answer, notes));
  if (json.array() == nullptr)
    return fail_at({answer.from, 1, 1}, "is JSON, but no list of queues",
                   "expected the output of `tc -s -j qdisc show`");
  std::vector<QueueCounters> queues;
  bool has_classes = false;
  for (const Json& one : *json.array()) {
    has_classes |= text_of(one.find("kind")) == "htb";
    const std::string port = text_of(one.find("dev")), parent = text_of(one.find("parent"));
    if (port.empty() || parent.empty()) continue;
    const auto traffic_class = class_of(parent);
    if (!traffic_class) {
      notes.warn(one.place(answer.from), "a queue below '" + printable(parent) + "', no class");
      continue;
    }
    queues.push_back({port,
                      traffic_class,
                      integer_of(one.find("packets")),
                      integer_of(one.find("bytes")),
                      integer_of(one.find("drops")),
                      {}});
  }
  if (has_classes) node.queues = std::move(queues);
  return {};
}

void collect(Host& host, NodeState& node, Notes& notes) {
  static const Request requests[] = {
      {{"tc", "-s", "-j", "qdisc", "show"}, {"tc -s -j qdisc", "tc qdisc"}}};
  collect_first(host, requests, "queues of ports", parse, node, notes);
}

}  // namespace

extern const Collector tc_queues = {"Packets, bytes and drops of each port's classes", parse,
                                    collect};

}  // namespace weft::collectors
