// Spraying on paper: which table has which way, from what `ip` and `tc` print.

#include "lab/spray.h"

#include "base/text.h"
#include "support/catch.h"

using namespace weft;

namespace {

// As FRR without nexthop objects leaves them in the kernel, cut from a lab's leaf.
const char* const routes = R"([
  {"dst":"10.1.0.0/31","dev":"swp1","protocol":"kernel","scope":"link","flags":[]},
  {"dst":"10.1.2.0/31","protocol":"bgp","metric":20,"flags":[],"nexthops":[
    {"gateway":"169.254.0.1","dev":"swp5","weight":1,"flags":["onlink"]},
    {"gateway":"169.254.0.1","dev":"swp6","weight":1,"flags":["onlink"]},
    {"via":{"family":"inet6","host":"fe80::1"},"dev":"swp7","weight":1,"flags":[]}]},
  {"dst":"10.1.4.0/31","protocol":"bgp","metric":20,"flags":[],"nexthops":[
    {"gateway":"169.254.0.1","dev":"swp5","weight":1,"flags":["dead","linkdown"]},
    {"gateway":"169.254.0.1","dev":"swp6","weight":1,"flags":["onlink"]}]}])";

SprayWays ways_of(const std::string& text, const std::map<std::string, double>& weights = {}) {
  const auto json = parse_json(text, "ip route");
  REQUIRE(json);
  return spray_ways(*json, weights);
}

std::map<std::string, int> shares_of(const SprayWays& ways) {
  std::map<std::string, int> out;
  for (const auto& [where, way] : ways) ++out[way];
  return out;
}

}  // namespace

TEST_CASE("spray: equal ways have equal shares, in turn") {
  const SprayWays ways = ways_of(routes);
  REQUIRE(ways.size() == spray_shares);  // one route has several ways that live
  CHECK(ways.at("10.1.2.0/31 table 201") == "via 169.254.0.1 dev swp5 onlink");
  CHECK(ways.at("10.1.2.0/31 table 202") == "via 169.254.0.1 dev swp6 onlink");
  CHECK(ways.at("10.1.2.0/31 table 203") == "via inet6 fe80::1 dev swp7 onlink");
  CHECK(ways.at("10.1.2.0/31 table 204") == ways.at("10.1.2.0/31 table 201"));
  for (const auto& [way, shares] : shares_of(ways)) CHECK(shares == 4);
}

TEST_CASE("spray: shares by weight; what carries next to nothing gets nothing") {
  auto shares = shares_of(ways_of(routes, {{"swp5", 100}, {"swp6", 50}, {"swp7", 50}}));
  CHECK(shares["via 169.254.0.1 dev swp5 onlink"] == 6);
  CHECK(shares["via 169.254.0.1 dev swp6 onlink"] == 3);
  shares = shares_of(ways_of(routes, {{"swp5", 100}, {"swp6", 100}, {"swp7", 5}}));
  CHECK(shares["via inet6 fe80::1 dev swp7 onlink"] == 0);
  CHECK(shares["via 169.254.0.1 dev swp6 onlink"] == 6);
}

TEST_CASE("spray: a batch says all again and takes out what is no more") {
  CHECK(spray_batch({{"10.9.0.0/31 table 201", "x"}, {"10.1.0.0/31 table 202", "y"}},
                    {{"10.1.0.0/31 table 202", "via 1.2.3.4 dev a onlink"}}) ==
        "route replace 10.1.0.0/31 table 202 via 1.2.3.4 dev a onlink\n"
        "route del 10.9.0.0/31 table 201\n");
  CHECK(split(spray_rules(), '\n').size() == spray_shares + 1);
}

TEST_CASE("spray: what a port carries, as tc prints it") {
  const std::string rest = " ceil 100Mbit burst 50000b cburst 50000b \n";
  CHECK(shaped_rate("class htb 1:13 parent 1:1 leaf 13: prio 1 rate 49Mbit" + rest +
                    "class htb 1:1 root rate 100Mbit" + rest) == 100e6);
  CHECK(shaped_rate("class htb 1:1 root rate 4900Kbit" + rest) == 4.9e6);
  CHECK(shaped_rate("class htb 1:1 root rate 10Gbit" + rest) == 10e9);
  CHECK(shaped_rate("class htb 1:1 root rate 800bit" + rest) == 800);
  CHECK(shaped_rate("") == 0);
}
