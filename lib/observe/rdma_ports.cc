// See rdma_ports.h. Files: Documentation/ABI/stable/sysfs-class-infiniband of the kernel.

#include "observe/rdma_ports.h"

#include <algorithm>

#include "base/text.h"

namespace weft {
namespace {

constexpr std::string_view devices = "/sys/class/infiniband";
// GIDs take the first free place, so that a long run of empty ones is the end of a table of 1024.
constexpr int most_empty = 16;

// A value of one line; nothing where there is no such file or the driver will not say.
std::optional<std::string> value_of(Host& host, const std::string& path) {
  const auto answer = host.read(path);
  if (!answer || !*answer) return std::nullopt;
  const std::string text(trim((*answer)->text));
  return text.empty() ? std::nullopt : std::optional(text);
}

bool is_empty(std::string_view gid) { return gid.find_first_not_of("0:") == gid.npos; }

std::vector<Gid> gids_of(Host& host, const std::string& folder) {
  std::vector<Gid> out;
  int empty = 0;
  for (std::int64_t index = 0; empty < most_empty; ++index) {
    const std::string number = std::to_string(index);
    const auto gid = value_of(host, folder + "/gids/" + number);
    if (!gid || is_empty(*gid)) {
      ++empty;
      continue;
    }
    empty = 0;
    out.push_back({index, *gid, value_of(host, folder + "/gid_attrs/types/" + number),
                   value_of(host, folder + "/gid_attrs/ndevs/" + number)});
  }
  return out;
}

RdmaPort port_of(Host& host, const std::string& device, std::int64_t number) {
  RdmaPort port{device, number};
  const std::string base = std::string(devices) + "/" + device;
  const std::string folder = base + "/ports/" + std::to_string(number);
  const auto parsed = [&](const char* name, auto parse) {
    const auto text = value_of(host, folder + name);
    return text ? parse(*text) : decltype(parse(""))();
  };
  port.state = parsed("/state", rdma_state);
  port.physical = parsed("/phys_state", rdma_state);
  port.rate = parsed("/rate", rdma_rate);
  port.board = value_of(host, base + "/board_id");
  port.firmware = value_of(host, base + "/fw_ver");
  if (const auto node = value_of(host, base + "/device/numa_node"))
    if (const auto value = parse_uint(*node)) port.numa_node = static_cast<std::int64_t>(*value);
  port.gids = gids_of(host, folder);
  // A GID of a VLAN names that; the port's own interface has the first.
  for (const Gid& gid : port.gids)
    if (gid.interface && !port.interface) port.interface = gid.interface;
  return port;
}

}  // namespace

std::optional<BitRate> rdma_rate(std::string_view text) {
  const auto parts = words(text);
  if (parts.size() < 2 || parts[1] != "Gb/sec") return std::nullopt;
  const auto gigabits = parse_double(parts[0]);
  if (!gigabits || *gigabits <= 0) return std::nullopt;
  return BitRate{*gigabits * 1e9};
}

std::optional<std::string> rdma_state(std::string_view text) {
  const auto colon = text.find(':');
  const std::string_view word = trim(colon == text.npos ? text : text.substr(colon + 1));
  if (word.empty()) return std::nullopt;
  return std::string(word);
}

std::vector<RdmaPort> read_rdma_ports(Host& host) {
  std::vector<RdmaPort> out;
  const auto names = host.list(std::string(devices));
  if (!names || !*names) return out;
  for (const std::string& device : **names) {
    const auto ports = host.list(std::string(devices) + "/" + device + "/ports");
    if (!ports || !*ports) continue;
    for (const std::string& name : **ports)
      if (const auto number = parse_uint(name))
        out.push_back(port_of(host, device, static_cast<std::int64_t>(*number)));
  }
  return out;
}

}  // namespace weft
