// Table and chains are called weft_qos, classes and marks: "ecn" and "fwd" are words of nft's own.

#include "lab/qos.h"

#include <fmt/format.h>

#include <algorithm>

namespace weft {
namespace {

std::string counter_of(const std::string& port) {
  std::string out = "ecn_" + port;
  std::ranges::replace(out, '@', '_');
  return out;
}

}  // namespace

std::string dscp_rules(std::int64_t priority_of_roce) {
  return fmt::format(
      "flush chain ip weft_qos classes\n"
      "add rule ip weft_qos classes meta priority set ip dscp map {{ {} : 1:1{}, {} : 1:1{} }}\n",
      roce_dscp, priority_of_roce, cnp_dscp, cnp_priority);
}

std::string ecn_rules(const LabOptions& options, const LabNode& node, bool marks) {
  std::string out = "flush chain ip weft_qos marks\n";
  const double rate = 0.95 * options.rate.bps / 8 / static_cast<double>(options.mtu);
  for (const LabPort& port : node.ports)
    if (marks)
      out += fmt::format(
          "add rule ip weft_qos marks oifname \"{}\" ip ecn != not-ect limit rate over "
          "{:.0f}/second burst 8 packets ip ecn set ce counter name \"{}\"\n",
          port.name, std::max(1.0, rate), counter_of(port.name));
  return out;
}

std::string qos_table(const LabOptions& options, const LabNode& node) {
  std::string out = "table ip weft_qos {\n";
  for (const LabPort& port : node.ports)
    out += fmt::format(" counter {} {{ }}\n", counter_of(port.name));
  out +=
      " chain classes { type filter hook postrouting priority mangle; }\n"
      " chain marks { type filter hook postrouting priority filter; }\n}\n";
  return out + dscp_rules(roce_priority) + ecn_rules(options, node, true);
}

}  // namespace weft
