// Tenants that can reach each other: the walls are down on every switch.

#include "fault/cable.h"
#include "lab/tenants.h"

namespace weft::faults {
namespace {

Result<void> on_switches(const FaultSite& site, const std::string& text) {
  for (const LabNode* node : site.layout.switches()) WEFT_CHECK(nft(node->name, text));
  return {};
}

Result<void> inject(const FaultSite& site) {
  if (tenant_table(site.layout).empty())
    return fail("joined_tenants needs a plan with two tenants");
  return on_switches(site, no_tenant_table());
}
Result<void> heal(const FaultSite& site) { return on_switches(site, tenant_table(site.layout)); }

}  // namespace

extern const Fault joined_tenants = {"Tenants that reach each other",
                                     "No switch keeps the tenants' traffic apart any more.",
                                     "",
                                     PlaceKind::nothing,
                                     0,
                                     false,
                                     inject,
                                     heal};

}  // namespace weft::faults
