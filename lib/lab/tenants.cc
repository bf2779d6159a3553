// See tenants.h.

#include "lab/tenants.h"

#include <fmt/format.h>

#include <map>

#include "base/text.h"

namespace weft {

std::string tenant_table(const LabLayout& layout) {
  std::map<std::string, std::vector<std::string>> addresses;
  for (const LabNode* host : layout.hosts())
    for (const LabPort& port : host->ports)
      if (!host->tenant.empty()) addresses[host->tenant].push_back(port.address);
  if (addresses.size() < 2) return "";
  std::string sets, rules;
  std::size_t n = 0;
  for (const auto& [tenant, own] : addresses) {
    sets += fmt::format(" set tenant{} {{ type ipv4_addr; elements = {{ {} }} }}\n", n,
                        join(own, ", "));
    for (std::size_t other = 0; other < addresses.size(); ++other)
      if (other != n)
        rules += fmt::format("  ip saddr @tenant{} ip daddr @tenant{} drop\n", n, other);
    ++n;
  }
  return "table ip weft_tenants {\n" + sets +
         " chain between {\n  type filter hook forward priority filter;\n" + rules + " }\n}\n";
}

std::string no_tenant_table() { return "delete table ip weft_tenants\n"; }

}  // namespace weft
