// Interfaces of a Linux machine: the case hs-h06, bonds, and text of ethtool.

#include "observe/parsed.h"

namespace weft {

TEST_CASE("ip_addr: hs-h06 empty objects, other names, no carrier") {
  const auto p = test::parse_case("ip_addr", "hs-h06.json");
  REQUIRE(p.node.interfaces->size() == 2);
  const Interface& a = p.node.interfaces->at(0);
  REQUIRE(a.name == "ens1f0np0");
  REQUIRE(a.up == true);
  REQUIRE(a.mtu == 9216);
  REQUIRE(a.other_names == std::vector<std::string>{"enp26s0f0np0"});
  REQUIRE(a.addresses.at(0) == "192.0.2.70/31");
  const Interface& b = p.node.interfaces->at(1);
  REQUIRE(b.enabled == true);
  REQUIRE(b.up == false);
  REQUIRE(b.mtu == 1500);
  REQUIRE(b.addresses.empty());
  REQUIRE(p.notes.warnings.empty());
}

TEST_CASE("ip_addr: a bond's member keeps its own address") {
  const auto p = test::parse_text("ip_addr", R"([
      {"ifname":"ens1","master":"bond0","address":"02:00:5E:00:00:09",
       "permaddr":"02:00:5e:00:00:01"},
      {"ifname":"bond0","address":"02:00:5e:00:00:09","linkinfo":{"info_kind":"bond"}},
      {"mtu":5}])");
  REQUIRE(p.node.interfaces->at(0).mac == "02:00:5e:00:00:01");
  REQUIRE(p.node.interfaces->at(0).master == "bond0");
  REQUIRE(p.node.interfaces->at(1).kind == "bond");
  REQUIRE(p.notes.warnings.size() == 1);
}

TEST_CASE("ip_addr: nothing named is no list of interfaces, twice the same is said") {
  REQUIRE_FALSE(test::parse_text("ip_addr", "[{},{}]").result.has_value());
  REQUIRE(test::parse_text("ip_addr", "[]").result.has_value());
  const auto p = test::parse_text("ip_addr", R"([{"ifname":"a","mtu":1},{"ifname":"a","mtu":2}])");
  REQUIRE(p.node.interfaces->size() == 1);
  REQUIRE(p.notes.warnings.size() == 1);
}

TEST_CASE("ethtool: speed, FEC, module, and a port without a link") {
  const auto p =
      test::parse_text("ethtool",
                       "Settings for eth0:\n\tSpeed: 400000Mb/s\n\tDuplex: Full\n"
                       "\tAuto-negotiation: on\n\tLink detected: yes\n"
                       "Settings for eth1:\n\tSpeed: Unknown!\n\tDuplex: Unknown! (255)\n"
                       "\tLink detected: no (No cable)\n"
                       "FEC parameters for eth0:\nActive FEC encoding: RS\n");
  const Interface& a = p.node.interfaces->at(0);
  REQUIRE(a.speed == BitRate{400e9});
  REQUIRE(a.autonegotiation == true);
  REQUIRE(a.fec == "rs");
  const Interface& b = p.node.interfaces->at(1);
  REQUIRE_FALSE(b.speed.has_value());
  REQUIRE(b.up == false);
  REQUIRE(b.down_reason == "No cable");
  REQUIRE_FALSE(test::parse_text("ethtool", "netlink error: No such device\n").result.has_value());
}

}  // namespace weft
