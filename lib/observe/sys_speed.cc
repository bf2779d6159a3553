// Link speed from /sys/class/net/NAME/speed (Mb/s), where nothing else told it: a machine without
// ethtool, or a kind of interface that ethtool is not asked about. The kernel gives -1 or an error
// for a link that is down or knows no speed; neither is a gap, the speed stays unseen.
// Source: Documentation/ABI/testing/sysfs-class-net of the kernel.

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "observe/observe.h"
#include "observe/tables.h"

namespace weft::collectors {
namespace {

Result<std::optional<BitRate>> speed_in(const Answer& answer) {
  const auto megabits = parse_double(trim(answer.text));
  if (!megabits) return fail_at({answer.from, 1, 1}, "is no link speed in Mb/s");
  if (!is_known_speed(*megabits)) return std::optional<BitRate>();
  return BitRate{*megabits * 1e6};
}

// The file's name is the same for every interface: alone it belongs to none.
Result<void> parse(const Answer& answer, NodeState&, Notes&) {
  return fail_at({answer.from, 1, 1}, "does not say which interface it is about");
}

bool is_wanted(const Interface& one) {
  constexpr std::string_view kinds[] = {"eth", "swp", "veth"};
  return !one.speed && one.up != false && one.name != "lo" &&
         one.name.find_first_of("/@ ") == one.name.npos && one.name != "." && one.name != ".." &&
         (!one.kind || std::ranges::find(kinds, *one.kind) != std::end(kinds));
}

void collect(Host& host, NodeState& node, Notes& notes) {
  if (!node.interfaces) return;
  for (Interface& one : *node.interfaces) {
    if (!is_wanted(one)) continue;
    const auto answer = host.read("/sys/class/net/" + one.name + "/speed");
    if (!answer || !*answer) continue;
    if (auto speed = speed_in(**answer))
      one.speed = *speed;
    else
      notes.gap("speed of " + one.name, speed.error().text());
  }
}

}  // namespace

extern const Collector sys_speed = {"Speed of each link as the Linux kernel has it", parse, collect,
                                    2};

}  // namespace weft::collectors
