// Files below /sys of a Linux machine: what the kernel says of each port, and of a host what the
// mlx5 driver counts of RoCE (kernel documentation, mlx5/counters.rst; reference facts 9.2). The
// k-th port of a host is mlx5_k.

#include <fmt/format.h>

#include <functional>
#include <utility>

#include "twin/host_text.h"

namespace weft {
namespace {

using Write = std::function<void(std::string path, std::string text)>;

void net_files(const TwinPort& port, const Write& write) {
  const std::string at = fmt::format("/sys/class/net/{}/", port.name);
  const auto put_line = [&](const char* name, const std::string& text) {
    write(at + name, text + "\n");
  };
  put_line("address", port.mac);
  put_line("mtu", std::to_string(port.mtu));
  put_line("operstate", port.up ? "up" : "down");
  put_line("carrier_changes", std::to_string(port.carrier_changes));
  if (port.enabled) put_line("carrier", port.up ? "1" : "0");  // the kernel refuses it otherwise
  put_line("speed", port.up ? fmt::format("{:.0f}", port.rate.bps / 1e6) : "-1");
  std::uint64_t rx = 0, tx = 0;
  for (const auto& one : port.counters.priorities) rx += one.rx_bytes, tx += one.tx_bytes;
  put_line("statistics/rx_bytes", std::to_string(rx));
  put_line("statistics/tx_bytes", std::to_string(tx));
  put_line("statistics/rx_errors", std::to_string(port.counters.rx_errors));
}

void rdma_files(const TwinPort& port, std::size_t index, const Write& write) {
  const std::string device = fmt::format("/sys/class/infiniband/mlx5_{}/", index);
  const std::string at = device + "ports/1/";
  const auto number = [&](const std::string& name, std::uint64_t value) {
    write(at + name, fmt::format("{}\n", value));
  };
  write(device + "device/net/" + port.name + "/operstate", port.up ? "up\n" : "down\n");
  write(device + "device/current_link_width", fmt::format("{}\n", port.pcie_width));
  write(device + "device/current_link_speed", fmt::format("{:.1f} GT/s PCIe\n", port.pcie_gts));
  write(at + "state", port.up ? "4: ACTIVE\n" : "1: DOWN\n");
  write(at + "link_layer", "Ethernet\n");
  const TwinCounters& c = port.counters;
  std::uint64_t rx = 0, tx = 0, rx_packets = 0, tx_packets = 0;
  for (const auto& one : c.priorities) {
    rx += one.rx_bytes, tx += one.tx_bytes;
    rx_packets += one.rx_packets, tx_packets += one.tx_packets;
  }
  number("counters/port_rcv_data", rx / 4);  // in words of four bytes
  number("counters/port_xmit_data", tx / 4);
  number("counters/port_rcv_packets", rx_packets);
  number("counters/port_xmit_packets", tx_packets);
  number("hw_counters/out_of_sequence", c.out_of_sequence);
  number("hw_counters/packet_seq_err", c.packet_seq_err);
  number("hw_counters/local_ack_timeout_err", c.local_ack_timeout_err);
  number("hw_counters/roce_adp_retrans", c.adaptive_retransmissions);
  number("hw_counters/np_cnp_sent", c.cnp_sent);
  number("hw_counters/rp_cnp_handled", c.cnp_handled);
  number("hw_counters/rp_cnp_ignored", c.cnp_ignored);
  number("hw_counters/np_ecn_marked_roce_packets", c.ecn_marked_packets);
}

void all_files(const TwinView& of, const Write& write) {
  const TwinNode& node = of.node();
  for (std::size_t i = 0; i < node.ports.size(); ++i) {
    if (node.ports[i].absent) continue;
    net_files(node.ports[i], write);
    if (node.is_host()) rdma_files(node.ports[i], i, write);
  }
}

}  // namespace

std::optional<std::string> sysfs_text(const TwinView& of, const std::string& path) {
  std::optional<std::string> out;
  all_files(of, [&](std::string name, std::string text) {
    if (name == path) out = std::move(text);
  });
  return out;
}

std::vector<std::string> sysfs_paths(const TwinView& of) {
  std::vector<std::string> out;
  all_files(of, [&](std::string name, const std::string&) { out.push_back(std::move(name)); });
  return out;
}

}  // namespace weft
