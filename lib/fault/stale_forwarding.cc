// The routing daemon says several ways, the kernel uses one: as FRR 8.4.4 with nexthop objects
// leaves it after a link flap.

#include <fmt/format.h>

#include "base/text.h"
#include "fault/fault.h"

namespace weft::faults {
namespace {

// "10.1.2.0/31 proto bgp metric 20" and its "nexthop ..." lines, as ip prints them; the daemon does
// not undo what bears its own mark.
Result<void> rewrite(const FaultSite& site, bool first_only) {
  const std::string saved = site.folder.of_node(site.node()) / "ways.txt";
  std::string text;
  if (first_only) {
    WEFT_TRY(text, node_output(site.node(), {"ip", "-4", "route", "show", "proto", "bgp"}));
    WEFT_CHECK(write_file(saved, text));
  } else {
    WEFT_TRY(text, read_file(saved));
  }
  std::string batch;
  bool has_way = false;
  for (const std::string_view line : lines(text)) {
    const std::string_view words = trim(line);
    if (words.empty()) continue;
    if (!words.starts_with("nexthop")) {
      batch += fmt::format("\nroute replace {}{}", words,
                           words.find(" proto ") == words.npos ? " proto bgp" : "");
      has_way = false;
    } else if (!first_only || !has_way) {
      batch += fmt::format(" {}", words);
      has_way = true;
    }
  }
  return run_batch("ip", site.node(), batch + "\n");
}

Result<void> inject(const FaultSite& site) { return rewrite(site, true); }
Result<void> heal(const FaultSite& site) { return rewrite(site, false); }

}  // namespace

extern const Fault stale_forwarding = {"Stale forwarding",
                                       "BGP's table has all ways, the kernel uses one of them.",
                                       "weft check routing",
                                       PlaceKind::any_switch,
                                       1,
                                       true,
                                       inject,
                                       heal};

}  // namespace weft::faults
