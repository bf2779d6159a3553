// See cable.h.

#include "fault/cable.h"

#include <fmt/format.h>

#include "lab/texts.h"

namespace weft {

Result<void> remove_port(const Port& port) {
  auto removed = run_batch("ip", port.node, fmt::format("link del {}\n", port.name));
  // Gone already, with its other end or in a fault that was only half made.
  if (!removed && removed.error().what.find("Cannot find device") != std::string::npos) return {};
  return removed;
}

Result<void> unplug(const FaultSite&, const Port& port) { return remove_port(port); }

Result<void> plug(const FaultSite& site, const Port& a, const Port& b) {
  WEFT_CHECK(run_batch("ip", "", cable_batch(site.layout, {a, b})));
  WEFT_CHECK(furnish_port(site.layout, site.folder, a));
  return furnish_port(site.layout, site.folder, b);
}

// The other end lies in the operator's namespace and stays down, like a cable that ends nowhere.
Result<void> leave_open(const FaultSite& site, const Port& port) {
  const LabPort& planned = *site.layout.node(port.node)->port(port.name);
  std::string end = planned.mac;  // a name of its own for the end that lies there
  std::erase(end, ':');
  WEFT_CHECK(
      run_batch("ip", "",
                fmt::format("link add name {} netns {} address {} mtu {} type veth peer name o{}\n",
                            port.name, port.node, planned.mac, site.layout.options.mtu, end)));
  return furnish_port(site.layout, site.folder, port);
}

Result<void> nft(const std::string& node, const std::string& text) {
  WEFT_CHECK(node_output(node, {"nft", "-f", "-"}, text));
  return {};
}

}  // namespace weft
