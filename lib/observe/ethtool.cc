// Link settings of each interface from `ethtool DEV`, FEC from `ethtool --show-fec DEV`, and what
// the module says about itself from `ethtool -m DEV`. Text; "Speed: Unknown!" is no speed.

#include <fmt/format.h>

#include "base/text.h"
#include "observe/observe.h"
#include "observe/tables.h"

namespace weft::collectors {
namespace {

void read_setting(std::string_view key, std::string_view value, Interface& out) {
  const std::string low = lower(value);
  if (key == "Speed" && value.ends_with("Mb/s")) {
    const auto megabits = parse_uint(value.substr(0, value.size() - 4));
    if (megabits && is_known_speed(static_cast<double>(*megabits)))
      out.speed = BitRate{static_cast<double>(*megabits) * 1e6};
  }
  if (key == "Duplex" && !low.starts_with("unknown")) out.duplex = low;
  if (key == "Auto-negotiation") out.autonegotiation = low == "on";
  if (key == "Link detected") {
    out.up = low.starts_with("yes");
    if (const auto open = value.find('('); open != value.npos && !*out.up)
      out.down_reason = std::string(value.substr(open + 1, value.find(')') - open - 1));
  }
  if (key == "Active FEC encoding" || key == "Active FEC encodings") out.fec = low;
  if (key == "Vendor name") out.module_vendor = std::string(value);
  if (key == "Vendor PN") out.module_part = std::string(value);
  if (key == "Vendor SN") out.module_serial = std::string(value);
}

// "Settings for eth0:", "FEC parameters for eth0:"; the module's text does not say whose it is.
std::string_view device_in(std::string_view line) {
  for (const std::string_view head : {"Settings for ", "FEC parameters for "})
    if (line.starts_with(head) && line.ends_with(':'))
      return line.substr(head.size(), line.size() - head.size() - 1);
  return {};
}

// `device` names the interface where the text does not.
Result<void> parse_for(const Answer& answer, std::string_view device, NodeState& node) {
  bool any = false;
  std::string name(device);
  for (const std::string_view raw : lines(answer.text)) {
    const std::string_view line = trim(raw);
    if (const auto named = device_in(line); !named.empty()) {
      name = std::string(named);
      any = true;
      continue;
    }
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || name.empty()) continue;
    any = true;
    read_setting(trim(line.substr(0, colon)), trim(line.substr(colon + 1)),
                 interface_of(node, name));
  }
  if (any) return {};
  return fail_at({answer.from, 1, 1}, "is not the output of ethtool");
}

Result<void> parse(const Answer& answer, NodeState& node, Notes&) {
  return parse_for(answer, "", node);
}

void ask(Host& host, std::vector<std::string> argv, bool needs_root, const std::string& device,
         NodeState& node, Notes& notes) {
  argv.push_back(device);
  auto answer = host.run({argv, {}, needs_root});
  const std::string what = join(argv, " ");
  if (!answer) return notes.gap(what, answer.error().text());
  // A port without a module, or a device that knows no FEC, says so: nothing is wrong.
  if (!*answer || (*answer)->status != 0) return;
  if (auto read = parse_for(**answer, device, node); !read) notes.gap(what, read.error().text());
}

bool is_physical(const Interface& one) {
  return one.name != "lo" && !one.kind.has_value() &&
         one.name.find_first_of("@/ ") == one.name.npos;
}

void collect(Host& host, NodeState& node, Notes& notes) {
  std::vector<std::string> devices;
  if (node.interfaces)
    for (const Interface& one : *node.interfaces)
      if (is_physical(one) || one.kind == "swp" || one.kind == "eth") devices.push_back(one.name);
  for (const std::string& device : devices) {
    ask(host, {"ethtool"}, false, device, node, notes);
    ask(host, {"ethtool", "--show-fec"}, true, device, node, notes);
    ask(host, {"ethtool", "-m"}, true, device, node, notes);
  }
}

}  // namespace

extern const Collector ethtool = {"Speed, FEC, autonegotiation and module of each interface", parse,
                                  collect, 1};

}  // namespace weft::collectors
