// Classes of a Linux switch: queues by tc, settings by nft, both as a lab's leaf printed them.

#include <algorithm>

#include "observe/parsed.h"

namespace weft {
namespace {

// iproute2 6.1, cut to one port with traffic.
const char* const queues = R"([
  {"kind":"noqueue","handle":"0:","dev":"lo","root":true,"refcnt":2,"options":{},"bytes":0,
   "packets":0,"drops":0,"overlimits":0,"requeues":0,"backlog":0,"qlen":0},
  {"kind":"htb","handle":"1:","dev":"swp1","root":true,"refcnt":3,
   "options":{"r2q":10,"default":"0x10","direct_packets_stat":0,"direct_qlen":1000},
   "bytes":900,"packets":9,"drops":2,"overlimits":0,"requeues":0,"backlog":0,"qlen":0},
  {"kind":"bfifo","handle":"10:","dev":"swp1","parent":"1:10","options":{"limit":150000},
   "bytes":300,"packets":3,"drops":2,"overlimits":0,"requeues":0,"backlog":0,"qlen":0},
  {"kind":"bfifo","handle":"13:","dev":"swp1","parent":"1:13","options":{"limit":150000},
   "bytes":600,"packets":6,"drops":0,"overlimits":0,"requeues":0,"backlog":0,"qlen":0},
  {"kind":"bfifo","handle":"9:","dev":"swp1","parent":"nonsense","options":{}}])";

// nftables 1.0.6.
std::string ruleset(const std::string& roce_class) {
  return R"({"nftables": [
  {"metainfo": {"version": "1.0.6", "release_name": "Lester Gooch #5", "json_schema_version": 1}},
  {"table": {"family": "ip", "name": "weft_qos", "handle": 1}},
  {"counter": {"family": "ip", "name": "ecn_swp1", "table": "weft_qos", "handle": 3,
    "packets": 17, "bytes": 153000}},
  {"rule": {"family": "ip", "table": "weft_qos", "chain": "marks", "handle": 6, "expr": [
    {"match": {"op": "==", "left": {"meta": {"key": "oifname"}}, "right": "swp1"}},
    {"match": {"op": "!=", "left": {"payload": {"protocol": "ip", "field": "ecn"}},
      "right": "not-ect"}},
    {"limit": {"rate": 1319, "burst": 8, "per": "second", "inv": true}},
    {"mangle": {"key": {"payload": {"protocol": "ip", "field": "ecn"}}, "value": "ce"}},
    {"counter": "ecn_swp1"}]}},
  {"rule": {"family": "ip", "table": "weft_qos", "chain": "classes", "handle": 3, "expr": [
    {"mangle": {"key": {"meta": {"key": "priority"}}, "value": {"map": {
      "key": {"payload": {"protocol": "ip", "field": "dscp"}},
      "data": {"set": [["cs6", "1:16"], ["af31", ")" +
         roce_class + R"("], [27, "1:13"], ["odd", "1:13"]]}}}}}]}}]})";
}

const char* const spraying = R"({"nftables": [{"rule": {"family": "ip", "expr": [
  {"mangle": {"key": {"meta": {"key": "mark"}},
    "value": {"numgen": {"mode": "inc", "mod": 12, "offset": 1}}}}]}}]})";

}  // namespace

TEST_CASE("tc_queues: what each class has sent and dropped") {
  const auto p = test::parse_text("tc_queues", queues);
  REQUIRE(p.result);
  REQUIRE(p.node.queues);
  REQUIRE(p.node.queues->size() == 2);
  const QueueCounters& rest = p.node.queues->at(0);
  CHECK(rest.port == "swp1");
  CHECK(rest.traffic_class == 0);
  CHECK(rest.packets == 3);
  CHECK(rest.drops == 2);
  CHECK(p.node.queues->at(1).traffic_class == 3);
  CHECK(p.node.queues->at(1).bytes == 600);
  CHECK_FALSE(p.node.queues->at(1).ecn_marks);
  CHECK(p.notes.warnings.size() == 1);
}

TEST_CASE("tc_queues: without classes nothing is known, which is not zero") {
  const auto p = test::parse_text(
      "tc_queues", R"([{"kind":"tbf","handle":"8001:","dev":"eth0","root":true,"drops":0}])");
  REQUIRE(p.result);
  CHECK_FALSE(p.node.queues);
  CHECK_FALSE(test::parse_text("tc_queues", "{}").result);
}

TEST_CASE("nft_qos: DSCP by name and by number, marks per port, no spraying") {
  const auto p = test::parse_text("nft_qos", ruleset("1:13"));
  REQUIRE(p.result);
  REQUIRE(p.node.qos);
  CHECK(p.node.qos->dscp_map == std::vector<DscpPriority>{{26, 3}, {27, 3}, {48, 6}});
  CHECK(p.node.qos->ecn_ports == std::vector<std::string>{"swp1"});
  CHECK(p.node.qos->adaptive_routing == false);
  REQUIRE(p.node.queues);
  CHECK(p.node.queues->at(0).ecn_marks == 17);
  CHECK_FALSE(p.node.queues->at(0).traffic_class);
  CHECK(p.notes.warnings.size() == 1);  // "odd"
  const auto wrong = test::parse_text("nft_qos", ruleset("1:10"));
  CHECK(wrong.node.qos->dscp_map.front() == DscpPriority{26, 0});
}

TEST_CASE("nft_qos: packets numbered for their way; a firewall says nothing of classes") {
  CHECK(test::parse_text("nft_qos", spraying).node.qos->adaptive_routing == true);
  const auto p = test::parse_text("nft_qos", R"({"nftables": [{"rule": {"expr": [{"drop": null}]}},
      {"rule": 5}, {"rule": {"expr": [7, {"mangle": 1}, {"match": {"left": "x"}}]}}]})");
  REQUIRE(p.result);
  CHECK(p.node.qos->dscp_map.empty());
  CHECK(p.node.qos->ecn_ports.empty());
  CHECK_FALSE(test::parse_text("nft_qos", "[]").result);
}

}  // namespace weft
