// See rdma_link.h.

#include "observe/rdma_link.h"

#include "base/json.h"

namespace weft {
namespace {

std::optional<std::string> text_at(const Json& object, std::string_view key) {
  const Json* found = object.find(key);
  if (found == nullptr || found->text() == nullptr) return std::nullopt;
  return *found->text();
}

}  // namespace

Result<std::vector<RdmaPort>> parse_rdma_link(std::string_view text, const std::string& from) {
  WEFT_TRY(const Json json, parse_json(text, from));
  if (json.array() == nullptr)
    return fail_at({from, 1, 1}, "is JSON, but no list of RDMA links",
                   "expected the output of `rdma -j link`");
  std::vector<RdmaPort> out;
  for (const Json& one : *json.array()) {
    const auto device = text_at(one, "ifname");
    if (!device) continue;
    RdmaPort port{*device};
    if (const Json* number = one.find("port"); number != nullptr) number->integer(port.port);
    port.state = text_at(one, "state");
    port.physical = text_at(one, "physical_state");
    port.interface = text_at(one, "netdev");
    out.push_back(std::move(port));
  }
  return out;
}

}  // namespace weft
