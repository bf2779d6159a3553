// Which command has which text; see host.h.

#include "twin/host.h"

#include <fmt/format.h>

#include <set>

#include "base/text.h"
#include "twin/host_text.h"

namespace weft {
namespace {

using Words = std::vector<std::string>;

// Nothing: this machine has no such command.
using Said = std::optional<Answer>;

Said said(std::string text) { return Answer{std::move(text), "", 0, ""}; }
Said refused(int status, std::string error) { return Answer{"", "", status, std::move(error)}; }

Said ethtool(const TwinView& of, const Words& argv) {
  const std::string& device = argv.back();
  if (argv.size() == 2) {
    if (auto text = ethtool_text(of, device)) return said(std::move(*text));
    return refused(75, "netlink error: no device matches name (offset 24)\n");
  }
  if (argv.size() != 3) return refused(1, "ethtool: bad command line argument(s)\n");
  std::optional<std::string> text;
  if (argv[1] == "--show-fec") text = ethtool_fec_text(of, device);
  if (argv[1] == "-m") text = ethtool_module_text(of, device);
  if (argv[1] == "-S") text = ethtool_statistics_text(of, device);
  if (text) return said(std::move(*text));
  return refused(1, "Cannot get information: Operation not supported\n");
}

Said lldpctl(const TwinView& of, const Words& argv) {
  if (!of.node().lldpd)
    return refused(1, "lldpctl: unable to connect to socket /run/lldpd.socket\n");
  return said(lldpctl_text(of, argv.back() == "json0"));
}

Said ip(const TwinView& of, const std::string& command) {
  if (command == "ip -d -j addr") return said(ip_addr_text(of));
  if (command == "ip -j -4 route") return said(ip_route_text(of));
  return refused(255, "Object unknown, try \"ip help\".\n");
}

Said vtysh(const TwinView& of, const std::string& command) {
  if (!of.node().is_switch()) return {};
  if (!of.node().frr) return refused(1, "Exiting: failed to connect to any daemons.\n");
  if (command == "vtysh -c show bgp summary json") return said(frr_bgp_text(of));
  if (command == "vtysh -c show ip route json") return said(frr_route_text(of));
  if (command == "vtysh -c show ipv6 route json") return said("{}\n");
  return refused(1, "% Unknown command\n");
}

Said nv(const TwinView& of, const Words& argv, const std::string& command) {
  if (!of.node().is_switch() || !of.node().nvue) return {};
  static constexpr std::pair<std::string_view, std::string (*)(const TwinView&)> texts[] = {
      {"nv show interface -o json", nvue_interface_text},
      {"nv show interface lldp-detail -o json", nvue_lldp_text},
      {"nv show platform transceiver -o json", nvue_transceiver_text},
      {"nv show vrf default router bgp neighbor -o json", nvue_bgp_text},
      {"nv show vrf default router rib ipv4 route -o json", nvue_rib_text},
      {"nv show qos roce -o json", nvue_roce_text},
      {"nv show router adaptive-routing -o json", nvue_adaptive_routing_text}};
  for (const auto& [words, text] : texts)
    if (words == command) return said(text(of));
  if (command == "nv show vrf default router rib ipv6 route -o json") return said("{}\n");
  if (argv.size() == 8 && command.ends_with(" counters qos -o json"))
    if (auto text = nvue_qos_text(of, argv[3])) return said(std::move(*text));
  return refused(1, "Error: The requested item does not exist.\n");
}

class TwinHost : public Host {
 public:
  TwinHost(std::shared_ptr<const TwinState> state, std::int32_t node)
      : state_(std::move(state)), of_{*state_, node} {}

  std::string name() const override { return of_.node().name; }

  Result<std::optional<Answer>> run(const Request& request) override {
    WEFT_CHECK(reach());
    Said out = answer(request.argv, join(request.argv, " "));
    if (out) out->from = fmt::format("{}: {}", name(), join(request.argv, " "));
    return out;
  }

  Result<std::optional<Answer>> read(const std::string& path) override {
    WEFT_CHECK(reach());
    auto text = sysfs_text(of_, path);
    if (!text) return Said{};
    return Said{Answer{std::move(*text), fmt::format("{}:{}", name(), path), 0, ""}};
  }

  Result<std::optional<Words>> list(const std::string& path) override {
    WEFT_CHECK(reach());
    std::set<std::string> names;
    for (const std::string& file : sysfs_paths(of_)) {
      if (!file.starts_with(path + "/")) continue;
      const std::string rest = file.substr(path.size() + 1);
      names.insert(rest.substr(0, rest.find('/')));
    }
    if (names.empty()) return std::optional<Words>();
    return Words(names.begin(), names.end());
  }

 private:
  Result<void> reach() const {
    if (!of_.node().powered || of_.node().answer == TwinAnswer::unreachable)
      return fail(fmt::format("ssh: connect to host {} port 22: No route to host", name()));
    if (of_.node().answer == TwinAnswer::frozen)
      return fail(fmt::format("{} took the connection and did not answer within 20 s", name()));
    return {};
  }

  Said answer(const Words& argv, const std::string& command) const {
    if (argv.empty()) return {};
    if (argv[0] == "true") return said("");
    if (argv[0] == "lldpctl") return lldpctl(of_, argv);
    if (argv[0] == "ip") return ip(of_, command);
    if (argv[0] == "ethtool") return ethtool(of_, argv);
    if (argv[0] == "vtysh") return vtysh(of_, command);
    if (argv[0] == "nv") return nv(of_, argv, command);
    return {};
  }

  std::shared_ptr<const TwinState> state_;
  TwinView of_;
};

}  // namespace

std::unique_ptr<Host> twin_host(std::shared_ptr<const TwinState> state, std::int32_t node) {
  return std::make_unique<TwinHost>(std::move(state), node);
}

}  // namespace weft
