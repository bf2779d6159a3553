// NVUE interfaces: the cases nv-h01 and nv-h02, and siblings.

#include "observe/parsed.h"

namespace weft {
namespace {

using test::parse_case;
using test::parse_text;

const Interface& interface(const test::Parsed& p, const std::string& name) {
  REQUIRE(p.node.interfaces.has_value());
  for (const Interface& one : *p.node.interfaces)
    if (one.name == name) return one;
  FAIL("no interface " << name);
  std::abort();
}

}  // namespace

TEST_CASE("nvue_interface: nv-h01 state as an object, neighbours nested") {
  const auto p = parse_case("nvue_interface", "nv-h01.json");
  REQUIRE(p.result.has_value());
  const Interface& eth0 = interface(p, "eth0");
  REQUIRE(eth0.up == true);
  REQUIRE(eth0.mtu == 1500);
  REQUIRE(eth0.speed == BitRate{1e9});
  REQUIRE(eth0.autonegotiation == true);
  REQUIRE(eth0.carrier_changes == 2);
  REQUIRE(eth0.addresses.size() == 2);
  const Interface& swp = interface(p, "swp1s0");
  REQUIRE(swp.up == false);
  REQUIRE(swp.down_reason == "Cable is unplugged.");
  REQUIRE(interface(p, "br_default").kind == "bridge");
  REQUIRE(p.node.neighbours->size() == 1);
  const Neighbour& n = p.node.neighbours->front();
  REQUIRE(n.system_name == "oob-sw1.lab.example");
  REQUIRE(n.port_id == "Ethernet2");
  REQUIRE(n.age_s == 51230);
  REQUIRE(n.management == std::vector<std::string>{"192.0.2.2"});
}

TEST_CASE("nvue_interface: nv-h02 newer words, MAC port ids, a neighbour without the lldp level") {
  const auto p = parse_case("nvue_interface", "nv-h02.json");
  REQUIRE(p.result.has_value());
  REQUIRE(interface(p, "swp1").up == true);
  REQUIRE(interface(p, "swp1").speed == BitRate{400e9});
  REQUIRE(interface(p, "swp17").up == false);
  REQUIRE(interface(p, "swp17").enabled == true);
  REQUIRE_FALSE(interface(p, "swp17").speed.has_value());
  REQUIRE(interface(p, "swp18").enabled == false);
  REQUIRE(p.node.neighbours->size() == 2);
  const Neighbour& first = p.node.neighbours->at(0);
  REQUIRE(first.port_id_type == "mac");
  REQUIRE(first.port_description == "enp26s0np0");
  REQUIRE(first.management == std::vector<std::string>{"192.0.2.81"});
  REQUIRE(p.node.neighbours->at(1).system_name == "hgx-082");
  REQUIRE(p.notes.warnings.empty());
}

TEST_CASE("nvue_interface: a neighbour without a name has none, whatever its key is") {
  const auto p = parse_case("nvue_interface", "nvue-nameless.json");
  REQUIRE(p.result.has_value());
  REQUIRE(p.node.neighbours->size() == 2);
  for (const Neighbour& one : *p.node.neighbours) REQUIRE(one.system_name.empty());
  REQUIRE(p.node.neighbours->at(0).chassis_id == "02:00:5e:62:01:00");
  REQUIRE(p.node.neighbours->at(1).port_id == "eth1");
}

TEST_CASE("nvue_interface: no lldp level anywhere says nothing about neighbours") {
  const auto p =
      parse_text("nvue_interface", R"({"swp1":{"type":"swp","link":{"oper-status":"up"}}})");
  REQUIRE(p.result.has_value());
  REQUIRE_FALSE(p.node.neighbours.has_value());
  const auto none = parse_text("nvue_interface", R"({"swp1":{"lldp":{"neighbor":{}}}})");
  REQUIRE(none.node.neighbours->empty());
}

TEST_CASE("nvue_interface: bonds, breakout, FEC, bit errors") {
  const auto p = parse_text("nvue_interface", R"({
      "bond1":{"type":"bond","bond":{"member":{"swp1":{},"swp2":{}}}},
      "swp3":{"type":"swp","link":{"fec":"RS","breakout":{"2x":{}},
              "phy":{"health":{"raw-ber":"3E-6","effective-ber":"15E-255"}}}},
      "bad":7})");
  REQUIRE(interface(p, "swp1").master == "bond1");
  REQUIRE(interface(p, "swp3").fec == "rs");
  REQUIRE(interface(p, "swp3").breakout == "2x");
  REQUIRE(interface(p, "swp3").raw_ber == 3e-6);
  REQUIRE_FALSE(interface(p, "swp3").effective_ber.has_value());
  REQUIRE(p.notes.warnings.size() == 1);
}

TEST_CASE("nvue_interface: the address of a port, as older and newer releases call it") {
  const auto p = parse_text("nvue_interface", R"({
      "swp1":{"link":{"mac":"02:00:5E:62:00:01"}},
      "swp2":{"link":{"mac-address":"02:00:5e:62:00:02"}}})");
  REQUIRE(interface(p, "swp1").mac == "02:00:5e:62:00:01");
  REQUIRE(interface(p, "swp2").mac == "02:00:5e:62:00:02");
}

TEST_CASE("nvue_interface: the error of a switch is no map") {
  const auto p = parse_text("nvue_interface", "Error: The requested item does not exist.");
  REQUIRE_FALSE(p.result.has_value());
  REQUIRE(p.result.error().text().find("requested item") != std::string::npos);
}

TEST_CASE("nvue_transceiver: part and serial number of each module, empty cages left out") {
  const auto p = parse_text("nvue_transceiver", R"({
      "swp1":{"vendor-name":"Mellanox","vendor-pn":"MCA4J80","vendor-sn":"MT1"},
      "swp2":{"status":"unplugged"},"swp3":1})");
  REQUIRE(p.result.has_value());
  REQUIRE(p.node.interfaces->size() == 1);
  REQUIRE(interface(p, "swp1").module_part == "MCA4J80");
  REQUIRE(interface(p, "swp1").module_serial == "MT1");
  REQUIRE(p.notes.warnings.size() == 1);
}

}  // namespace weft
