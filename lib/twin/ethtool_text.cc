// `ethtool DEV`, `--show-fec`, `-m` and `-S` as ethtool 5.16 prints them; the names of statistics
// are mlx5's (kernel documentation, mlx5/counters.rst).

#include <fmt/format.h>

#include "twin/host_text.h"

namespace weft {
namespace {

const TwinPort* port_of(const TwinView& of, const std::string& device) {
  const std::int32_t port = of.node().port(device);
  return port < 0 || of.node().ports[std::size_t(port)].absent
             ? nullptr
             : &of.node().ports[std::size_t(port)];
}

std::string why_down(const TwinPort& port) {
  if (!port.enabled) return "";
  return port.far.there() || port.outside ? " (Remote fault)" : " (No cable)";
}

}  // namespace

std::optional<std::string> ethtool_text(const TwinView& of, const std::string& device) {
  if (device == "eth0" && of.has_eth0())
    return fmt::format(
        "Settings for eth0:\n\tSpeed: 1000Mb/s\n\tDuplex: Full\n\tAuto-negotiation: on\n"
        "\tPort: Twisted Pair\n\tLink detected: yes\n");
  const TwinPort* port = port_of(of, device);
  if (port == nullptr) return {};
  std::string out = fmt::format("Settings for {}:\n", device);
  out += "\tSupported ports: [ FIBRE ]\n";
  if (port->up)
    out += fmt::format("\tSpeed: {:.0f}Mb/s\n\tLanes: {}\n\tDuplex: Full\n", port->rate.bps / 1e6,
                       port->lanes);
  else
    out += "\tSpeed: Unknown!\n\tDuplex: Unknown! (255)\n";
  out += fmt::format("\tAuto-negotiation: {}\n", port->autonegotiation ? "on" : "off");
  out += "\tPort: FIBRE\n\tPHYAD: 0\n\tTransceiver: internal\n";
  return out + fmt::format("\tLink detected: {}\n", port->up ? "yes" : "no" + why_down(*port));
}

std::optional<std::string> ethtool_fec_text(const TwinView& of, const std::string& device) {
  const TwinPort* port = port_of(of, device);
  if (port == nullptr) return {};
  std::string out = fmt::format("FEC parameters for {}:\nSupported/Configured FEC encodings: {}\n",
                                device, port->fec == "rs" ? "Auto RS" : "Off");
  if (port->up) out += fmt::format("Active FEC encoding: {}\n", port->fec == "rs" ? "RS" : "Off");
  return out;
}

std::optional<std::string> ethtool_module_text(const TwinView& of, const std::string& device) {
  const TwinPort* port = port_of(of, device);
  if (port == nullptr || port->module_serial.empty()) return {};
  return fmt::format(
      "\tIdentifier                                : {}\n"
      "\tVendor name                               : NVIDIA\n"
      "\tVendor PN                                 : {}\n"
      "\tVendor SN                                 : {}\n",
      of.node().is_switch() ? "0x19 (OSFP 8X Pluggable Transceiver)" : "0x1e (QSFP+ or later)",
      module_part(of.node()), port->module_serial);
}

std::optional<std::string> ethtool_statistics_text(const TwinView& of, const std::string& device) {
  const TwinPort* port = port_of(of, device);
  if (port == nullptr) return {};
  std::string out = "NIC statistics:\n";
  const auto line = [&](const std::string& name, std::uint64_t value) {
    out += fmt::format("     {}: {}\n", name, value);
  };
  const TwinCounters& c = port->counters;
  line("rx_crc_errors_phy", c.rx_errors);
  for (std::size_t p = 0; p < c.priorities.size(); ++p) {
    const auto& one = c.priorities[p];
    const std::string rx = fmt::format("rx_prio{}_", p), tx = fmt::format("tx_prio{}_", p);
    line(rx + "bytes", one.rx_bytes);
    line(rx + "packets", one.rx_packets);
    line(rx + "pause", one.rx_pauses);
    line(tx + "bytes", one.tx_bytes);
    line(tx + "packets", one.tx_packets);
    line(tx + "pause", one.tx_pauses);
  }
  return out;
}

}  // namespace weft
