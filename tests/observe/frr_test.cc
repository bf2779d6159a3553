// BGP sessions and routes from FRR: the cases fr-h01 to fr-h04 and a real daemon's output.

#include "observe/parsed.h"

namespace weft {
namespace {

using test::parse_case;
using test::parse_text;

const BgpPeer& peer(const test::Parsed& p, const std::string& name) {
  REQUIRE(p.node.bgp_peers.has_value());
  for (const BgpPeer& one : *p.node.bgp_peers)
    if (one.peer == name) return one;
  FAIL("no peer " << name);
  std::abort();
}

}  // namespace

TEST_CASE("frr_bgp_summary: fr-h01 states, not peerState") {
  const auto p = parse_case("frr_bgp_summary", "fr-h01.json");
  REQUIRE(p.node.bgp_peers->size() == 5);
  REQUIRE(peer(p, "swp51").established());
  REQUIRE(peer(p, "swp51").by_interface);
  REQUIRE(peer(p, "swp51").hostname == "s1-spine1");
  REQUIRE(peer(p, "swp51").prefixes == 212);
  REQUIRE(peer(p, "swp53").state == "Idle");
  REQUIRE(peer(p, "swp53").remote_as == 0);
  REQUIRE(peer(p, "192.0.2.78").state == "Idle (Admin)");
  REQUIRE_FALSE(peer(p, "192.0.2.78").by_interface);
}

TEST_CASE("frr_bgp_summary: fr-h02 an older release with a comma too many") {
  const auto p = parse_case("frr_bgp_summary", "fr-h02.json");
  REQUIRE(p.result.has_value());
  REQUIRE(p.node.bgp_peers->size() == 2);
  REQUIRE(peer(p, "198.51.100.1").state == "Idle (PfxCt)");
  REQUIRE(peer(p, "198.51.100.3").prefixes == 41);
  REQUIRE(p.notes.warnings.size() == 1);
  REQUIRE(p.notes.warnings[0].find("fr-h02.json:27:6: ") == 0);
}

TEST_CASE("frr_bgp_summary: fr-h03 one family without its level") {
  const auto p = parse_case("frr_bgp_summary", "fr-h03.json");
  REQUIRE(p.node.bgp_peers->size() == 2);
  REQUIRE(peer(p, "swp52").state == "Idle");
  REQUIRE(peer(p, "swp52").since_ms == 4000);
  REQUIRE(peer(p, "swp51").dropped_count == 7);
}

TEST_CASE("frr_bgp_summary: a real daemon, families, VRFs, and what it is not") {
  const auto real = parse_case("frr_bgp_summary", "lab/bgp-summary-leaf01.json");
  REQUIRE(real.node.bgp_peers->size() == 2);
  REQUIRE(peer(real, "swp5").description == "spine01:swp1");
  const auto families = parse_text("frr_bgp_summary", R"({
      "ipv4Unicast":{"vrfName":"default","peers":{"swp1":{"state":"Established"}}},
      "l2VpnEvpn":{"peers":{"swp1":{"state":"Idle"}}}})");
  REQUIRE(families.node.bgp_peers->size() == 2);
  REQUIRE(families.node.bgp_peers->at(1).family == "l2VpnEvpn");
  const auto vrfs = parse_text("frr_bgp_summary", R"({"red":{"ipv4Unicast":{"vrfName":"red",
      "peers":{"swp1":{"state":"Established"}}}}})");
  REQUIRE(vrfs.node.bgp_peers->at(0).vrf == "red");
  REQUIRE(parse_text("frr_bgp_summary", "{}").node.bgp_peers->empty());
  REQUIRE_FALSE(parse_text("frr_bgp_summary", R"({"lldp":{}})").result.has_value());
}

TEST_CASE("frr_route: fr-h04 what is in the forwarding table") {
  const auto p = parse_case("frr_route", "fr-h04.json");
  REQUIRE(p.node.routes->size() == 3);
  const Route& bgp = p.node.routes->at(0);
  REQUIRE(bgp.selected);
  REQUIRE(bgp.next_hops.size() == 4);
  REQUIRE(bgp.next_hops[1].installed);
  REQUIRE_FALSE(bgp.next_hops[2].active);
  REQUIRE(bgp.next_hops[3].active);
  REQUIRE_FALSE(bgp.next_hops[3].installed);
  REQUIRE_FALSE(p.node.routes->at(1).selected);
  REQUIRE(parse_case("frr_route", "lab/stale-group-frr-route.json")
              .node.routes->at(0)
              .next_hops.size() == 2);
}

}  // namespace weft
