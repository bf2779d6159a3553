// BGP sessions and routes from NVUE, in the shapes of its releases.

#include "observe/parsed.h"

namespace weft {
namespace {

using test::parse_case;
using test::parse_text;

const BgpPeer& peer(const test::Parsed& p, const std::string& name, const std::string& family) {
  REQUIRE(p.node.bgp_peers.has_value());
  for (const BgpPeer& one : *p.node.bgp_peers)
    if (one.peer == name && one.family == family) return one;
  FAIL("no peer " << name << " " << family);
  std::abort();
}

}  // namespace

TEST_CASE("nvue_bgp: a map of peers with afi-safi") {
  const auto p = parse_case("nvue_bgp", "nv-bgp.json");
  REQUIRE(p.result.has_value());
  REQUIRE(p.node.bgp_peers->size() == 6);
  REQUIRE(peer(p, "swp51", "ipv4Unicast").established());
  REQUIRE(peer(p, "swp51", "ipv4Unicast").by_interface);
  REQUIRE(peer(p, "swp51", "ipv4Unicast").remote_as == 65199);
  REQUIRE(peer(p, "swp51", "ipv4Unicast").prefixes == 13);
  REQUIRE(peer(p, "swp51", "l2VpnEvpn").prefixes == 63);
  REQUIRE(peer(p, "swp52", "ipv4Unicast").state == "Idle");
  REQUIRE(peer(p, "192.0.2.9", "").state == "OpenConfirm");
  REQUIRE_FALSE(peer(p, "192.0.2.9", "").by_interface);
  REQUIRE(peer(p, "2001:db8::9", "").state == "Idle (Admin)");
  REQUIRE(peer(p, "swp53", "ipv4Unicast").state.empty());
  REQUIRE(p.notes.warnings.size() == 1);
}

TEST_CASE("nvue_bgp: the detailed view, the levels above, VRFs") {
  const auto detail = parse_text("nvue_bgp", R"({"neighbor":{"swp1":{
      "remote-as":"external","state":{"established":{}},"type":"unnumbered",
      "hostname":"spine01","connections-dropped":3,"connections-established":4,
      "description":"none","address-family":{
        "ipv4-unicast":{"rx-prefix":8,"tx-prefix":9,"enable":"on"},
        "l2vpn-evpn":{"enable":"off"},"ipv6-unicast":{"policy":{}}}}}})");
  REQUIRE(detail.node.bgp_peers->size() == 1);
  const BgpPeer& one = peer(detail, "swp1", "ipv4Unicast");
  REQUIRE(one.established());
  REQUIRE(one.hostname == "spine01");
  REQUIRE_FALSE(one.remote_as.has_value());
  REQUIRE_FALSE(one.description.has_value());
  REQUIRE(one.dropped_count == 3);
  REQUIRE(one.prefixes == 8);
  const auto vrfs = parse_text("nvue_bgp", R"({
      "default":{"router":{"bgp":{"autonomous-system":65101,
        "neighbor":{"swp1":{"state":"active"}}}}},
      "red":{"router":{"bgp":{"neighbor":{"192.0.2.1":{"state":"established"}}}}},
      "mgmt":{"table":"auto"}})");
  REQUIRE(vrfs.node.bgp_peers->size() == 2);
  REQUIRE(vrfs.node.bgp_peers->at(0).vrf == "default");
  REQUIRE(vrfs.node.bgp_peers->at(0).state == "Active");
  REQUIRE(vrfs.node.bgp_peers->at(1).vrf == "red");
}

TEST_CASE("nvue_bgp: nobody, and what it is not") {
  REQUIRE(parse_text("nvue_bgp", "{}").node.bgp_peers->empty());
  REQUIRE(parse_text("nvue_bgp", R"({"autonomous-system":65101,"enable":"on"})")
              .node.bgp_peers->empty());
  for (const char* text :
       {R"({"swp1":{"link":{}}})", "[]", "", "Error: The requested item does not exist."}) {
    INFO(text);
    const auto p = parse_text("nvue_bgp", text);
    REQUIRE_FALSE(p.result.has_value());
    REQUIRE_FALSE(p.node.bgp_peers.has_value());
  }
}

TEST_CASE("nvue_rib: the number of via entries is the width") {
  const auto p = parse_case("nvue_rib", "nv-rib.json");
  REQUIRE(p.result.has_value());
  REQUIRE(p.node.routes->size() == 3);
  const Route& bgp = p.node.routes->at(0);
  REQUIRE(bgp.prefix == "10.0.0.12/32");
  REQUIRE(bgp.protocol == "bgp");
  REQUIRE(bgp.selected);
  REQUIRE(bgp.next_hops.size() == 2);
  REQUIRE(bgp.next_hops[0].interface == "swp51");
  REQUIRE(bgp.next_hops[0].installed);
  const Route& flags = p.node.routes->at(1);
  REQUIRE(flags.next_hops.size() == 2);
  REQUIRE(flags.next_hops[0].installed);
  REQUIRE_FALSE(flags.next_hops[1].installed);
  REQUIRE(flags.next_hops[1].weight == 2);
  REQUIRE(p.node.routes->at(2).next_hops.at(0).drops);
}

}  // namespace weft
