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

TEST_CASE("frr_bgp_summary: sessions that are counted and not listed are not seen, not fine") {
  struct Row {
    const char* counts;
    std::size_t gaps;
  };
  for (const Row& row : {Row{R"("totalPeers":1)", 0}, Row{R"("totalPeers":3)", 1},
                         Row{R"("peerCount":2)", 1}, Row{R"("peerCount":9,"totalPeers":1)", 0}}) {
    INFO(row.counts);
    const auto p = parse_text(
        "frr_bgp_summary",
        std::string(R"({"ipv4Unicast":{"peers":{"swp1":{"state":"Idle"}},)") + row.counts + "}}");
    REQUIRE(p.node.bgp_peers->size() == 1);
    CHECK(p.notes.gaps.size() == row.gaps);
    CHECK(p.notes.warnings.size() == row.gaps);
  }
}

TEST_CASE("frr_bgp_summary: a list of peers is refused, the same peer twice is said") {
  const auto list = parse_text("frr_bgp_summary", R"({"peers":[{"peer":"swp1"}]})");
  REQUIRE_FALSE(list.result.has_value());
  REQUIRE_FALSE(list.node.bgp_peers.has_value());
  REQUIRE(list.result.error().text().find("'peers' is a list") != std::string::npos);
  const auto twice = parse_text("frr_bgp_summary", R"({"peers":{"swp1":{"state":"Idle"},
      "swp1":{"state":"Established"}}})");
  REQUIRE(twice.node.bgp_peers->size() == 2);
  REQUIRE(twice.notes.warnings.size() == 1);
  REQUIRE(twice.notes.warnings[0].find("file.json:2") == 0);
}

TEST_CASE("frr_bgp_summary: the time of a session, exact or as text") {
  struct Row {
    const char* text;
    std::optional<std::int64_t> ms;
  };
  for (const Row& row :
       {Row{"00:00:26", 26000}, Row{"3d04h10m", 274200000}, Row{"01w2d03h", 788400000},
        Row{"never", {}}, Row{"", {}}, Row{"26", {}}, Row{"1d2", {}}}) {
    INFO(row.text);
    const auto p = parse_text(
        "frr_bgp_summary", R"({"peers":{"swp1":{"peerUptime":")" + std::string(row.text) + "\"}}}");
    CHECK(peer(p, "swp1").since_ms == row.ms);
  }
}

TEST_CASE("frr_route: one route without its list is no table of a VRF") {
  const auto p = parse_text("frr_route", R"({"192.0.2.0/24":{"protocol":"bgp","nexthops":[
      {"interfaceName":"swp1","fib":true,"active":true},
      {"interfaceName":"swp2","fib":true,"active":true,"linkDown":true}]}})");
  REQUIRE(p.node.routes->size() == 1);
  REQUIRE(p.node.routes->at(0).prefix == "192.0.2.0/24");
  REQUIRE(p.node.routes->at(0).vrf == "default");
  REQUIRE_FALSE(p.node.routes->at(0).next_hops.at(1).installed);
  const auto queued = parse_text("frr_route", R"({"192.0.2.0/24":[{"selected":true,"queued":true,
      "nexthops":[{"interfaceName":"swp1","fib":true,"active":true}]}]})");
  REQUIRE_FALSE(queued.node.routes->at(0).next_hops.at(0).installed);
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

TEST_CASE("frr_route: recursive next hops are those that resolve them, each once") {
  const auto p = parse_case("frr_route", "lab/frr-route-recursive.json");
  const auto route = [&](const std::string& prefix) -> const Route& {
    for (const Route& one : *p.node.routes)
      if (one.prefix == prefix) return one;
    FAIL("no route " << prefix);
    std::abort();
  };
  REQUIRE(route("203.0.113.0/24").next_hops.size() == 3);
  for (const NextHop& hop : route("203.0.113.0/24").next_hops) REQUIRE(hop.installed);
  REQUIRE(route("198.18.0.0/24").next_hops.at(0).drops);
  REQUIRE(route("198.18.1.0/24").next_hops.at(0).drops);
  REQUIRE(route("198.18.2.0/24").next_hops.at(0).installed);
  const auto nested = parse_text("frr_route", R"({"192.0.2.0/24":[{"nexthops":[
      {"ip":"10.0.0.1","recursive":true,"active":true,"nexthops":[
        {"interfaceName":"swp1","fib":true,"active":true}]},
      {"ip":"10.0.0.2","recursive":true,"active":true}]}]})");
  REQUIRE(nested.node.routes->at(0).next_hops.size() == 2);
  REQUIRE(nested.node.routes->at(0).next_hops[0].interface == "swp1");
  REQUIRE_FALSE(nested.node.routes->at(0).next_hops[1].installed);
}

TEST_CASE("frr: a table for each VRF, nested or one after another") {
  for (const char* text :
       {R"({"default":{"192.0.2.0/24":[{"vrfName":"default"}]},"red":{"192.0.2.0/24":[{}]}})",
        "{\"192.0.2.0/24\":[{\"vrfName\":\"default\"}]\n}\n\n{\"192.0.2.0/"
        "24\":[{\"vrfName\":\"red\"}]}\n{}\n",
        "{}\n{\"192.0.2.0/24\":[{}]}\n{\"192.0.2.0/24\":[{\"vrfName\":\"red\"}]}"}) {
    INFO(text);
    const auto p = parse_text("frr_route", text);
    REQUIRE(p.result.has_value());
    REQUIRE(p.node.routes->size() == 2);
    REQUIRE(p.node.routes->at(0).vrf == "default");
    REQUIRE(p.node.routes->at(1).vrf == "red");
  }
}

TEST_CASE("frr: a shell around the JSON") {
  const std::string json = R"({"ipv4Unicast":{"peers":{"swp1":{"state":"Established"}}}})";
  for (const std::string& text :
       {"\r\n" + json + "\r\n", "\xef\xbb\xbf" + json, "\x1b[0m\x1b[?2004l" + json + "\x1b[0m",
        "\nHello, this is FRRouting (version 8.4.4).\nCopyright 1996-2005.\n\nleaf01# show bgp\n" +
            json + "\nleaf01# exit\n",
        "% Can't open configuration file /etc/frr/vtysh.conf due to 'Permission denied'.\n" + json +
            "\n"}) {
    INFO(text);
    const auto p = parse_text("frr_bgp_summary", text);
    REQUIRE(p.result.has_value());
    REQUIRE(peer(p, "swp1").established());
  }
  const auto noisy = parse_text("frr_bgp_summary", json + "\nleaf01# exit\n");
  REQUIRE(noisy.notes.warnings.size() == 1);
  REQUIRE(noisy.notes.warnings[0].find("file.json:2:1: text below the JSON") == 0);
}

TEST_CASE("frr_bgp_summary: no BGP at all is an answer, an error is none") {
  for (const char* text :
       {"% BGP instance not found\n", "{}", R"({"warning":"Default BGP instance not found"})",
        "% No BGP neighbors found in VRF default\n"}) {
    INFO(text);
    const auto p = parse_text("frr_bgp_summary", text);
    REQUIRE(p.result.has_value());
    REQUIRE(p.node.bgp_peers->empty());
  }
  for (const std::string& text :
       {std::string("bgpd is not running\n"), std::string("Error: permission denied"),
        std::string("% Unknown command: show bgp summary json"), std::string("\n"),
        test::read_test_file("cases/fr-h01.json").substr(0, 700)}) {
    INFO(text);
    const auto p = parse_text("frr_bgp_summary", text);
    REQUIRE_FALSE(p.result.has_value());
    REQUIRE_FALSE(p.node.bgp_peers.has_value());
    REQUIRE(p.result.error().place.file == "file.json");
  }
}

}  // namespace weft
