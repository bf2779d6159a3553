// Every switch hashes alike: a flow that went left once goes left everywhere, and links stay idle.

#include "fault/fault.h"

namespace weft::faults {
namespace {

Result<void> set(const FaultSite& site, bool equal) {
  for (const LabNode* node : site.layout.switches())
    WEFT_CHECK(node_output(node->name, {"sysctl", "-q", "-w",
                                        "net.ipv4.fib_multipath_hash_seed=" +
                                            std::to_string(equal ? 1 : node->hash_seed)}));
  return {};
}

Result<void> inject(const FaultSite& site) { return set(site, true); }
Result<void> heal(const FaultSite& site) { return set(site, false); }

}  // namespace

extern const Fault equal_hash_seeds = {"Equal hash seeds on all switches",
                                       "All switches choose their ways with the same seed.",
                                       "",
                                       PlaceKind::nothing,
                                       0,
                                       false,
                                       inject,
                                       heal};

}  // namespace weft::faults
