// One node read twice: what agrees is joined, what differs is given from both and never decided.

#include "observe/join.h"

#include "base/file.h"
#include "observe/site.h"
#include "support/catch.h"
#include "support/golden.h"

namespace weft {
namespace {

std::string lldp(const std::string& port, const std::string& name, const std::string& port_id) {
  return R"({"lldp":{"interface":[{")" + port + R"(":{"via":"LLDP","chassis":{")" + name +
         R"(":{"id":{"type":"mac","value":"02:00:00:00:00:01"}}},"port":{"id":{"type":"ifname",)" +
         R"("value":")" + port_id + R"("}}}}]}})";
}

class Files {
 public:
  std::string put(const std::string& path, const std::string& text) {
    const fs::path file = folder_.path(path);
    REQUIRE(make_folders(file.parent_path()).has_value());
    REQUIRE(write_file(file, text).has_value());
    return file.string();
  }
  std::string path(const std::string& name) const { return folder_.path(name); }

 private:
  test::TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("join: two files that agree are one node, and it is said") {
  Files files;
  const std::string a = files.put("a.json", lldp("swp1", "h1", "eth0"));
  const std::string b = files.put("b.json", lldp("swp1", "h1", "eth0"));
  const auto seen = observe_all({}, {"leaf1=" + a, "LEAF1=" + b}, {});
  REQUIRE(seen.has_value());
  REQUIRE(seen->nodes.size() == 1);
  REQUIRE(seen->nodes[0].neighbours->size() == 1);
  REQUIRE(seen->nodes[0].contested.empty());
  REQUIRE(seen->gaps.empty());
  REQUIRE(seen->warnings.size() == 1);
  REQUIRE(seen->warnings[0].find(a) != std::string::npos);
  REQUIRE(seen->warnings[0].find(b) != std::string::npos);
}

TEST_CASE("join: two files that disagree keep both records and say which files") {
  Files files;
  const std::string a = files.put("a.json", lldp("swp1", "h1", "eth0"));
  const std::string b = files.put("b.json", lldp("swp1", "h2", "eth0"));
  const auto seen = observe_all({}, {"leaf1=" + a, "leaf1=" + b}, {});
  REQUIRE(seen->nodes.size() == 1);
  REQUIRE(seen->nodes[0].neighbours->size() == 2);
  REQUIRE(seen->nodes[0].neighbours->at(1).from == b);
  REQUIRE(seen->nodes[0].contested == std::vector<std::string>{"swp1"});
  REQUIRE(seen->gaps.size() == 1);
  REQUIRE(seen->gaps[0].why == a + " and " + b + " disagree about 1 port: swp1");
}

TEST_CASE("join: a port that only one of two files has is contested too") {
  Files files;
  const std::string a = files.put("a.json", lldp("swp1", "h1", "eth0"));
  const std::string b = files.put("b.json", R"({"lldp":{}})");
  const auto seen = observe_all({}, {"leaf1=" + a, "leaf1=" + b}, {});
  REQUIRE(seen->nodes[0].contested == std::vector<std::string>{"swp1"});
}

TEST_CASE("join: two site folders, and names as the plan has them") {
  Files files;
  files.put("one/leaf1/commands/lldpctl.out", lldp("swp1", "h1", "eth0"));
  files.put("two/leaf1.dc7.example/commands/lldpctl.out", lldp("swp1", "h2", "eth0"));
  const auto seen = observe_all({files.path("one"), files.path("two")}, {}, {"leaf1.dc7.example"});
  REQUIRE(seen->nodes.size() == 1);
  REQUIRE(seen->gaps.size() == 1);
  REQUIRE(seen->gaps[0].why.find("two/leaf1.dc7.example") != std::string::npos);
  const auto apart = observe_all({files.path("one"), files.path("two")}, {},
                                 {"leaf1.dc7.example", "leaf1.dc8.example"});
  REQUIRE(apart->nodes.size() == 2);
}

TEST_CASE("join: files of different kinds complete each other, values that differ do not count") {
  Files files;
  const std::string heard = files.put("lldp.json", lldp("eth0", "l1", "swp1"));
  const auto link = [](const std::string& mtu) {
    return R"([{"ifname":"eth0","mtu":)" + mtu + R"(,"address":"02:00:00:00:00:09"}])";
  };
  const std::string addresses = files.put("ip.json", link("9216"));
  const std::string again = files.put("ip2.json", link("1500"));
  auto seen = observe_all({}, {"h1=" + heard, "h1=" + addresses}, {});
  REQUIRE(seen->nodes.size() == 1);
  REQUIRE(seen->gaps.empty());
  REQUIRE(seen->nodes[0].neighbours->size() == 1);
  REQUIRE(seen->nodes[0].interfaces->at(0).mtu == 9216);
  seen = observe_all({}, {"h1=" + heard, "h1=" + addresses, "h1=" + again}, {});
  REQUIRE_FALSE(seen->nodes[0].interfaces->at(0).mtu.has_value());
  REQUIRE(seen->nodes[0].interfaces->at(0).mac == "02:00:00:00:00:09");
  REQUIRE(seen->gaps.size() == 1);
  REQUIRE(seen->gaps[0].what == "mtu of eth0");
  REQUIRE(seen->gaps[0].why.find("9216") != std::string::npos);
  REQUIRE(seen->gaps[0].why.find("1500") != std::string::npos);
}

TEST_CASE("files: the node is told by the name, else it is asked for") {
  REQUIRE(node_of_file("x/dx.r2-leaf.lldp.json", {"r2-leaf", "leaf"}) == "r2-leaf");
  REQUIRE(node_of_file("leaf1.dc7.example.lldp.json", {"leaf1.dc7.example"}) ==
          "leaf1.dc7.example");
  Files files;
  const std::string loose = files.put("t1.json", lldp("swp1", "h1", "eth0"));
  const std::string short_name = files.put("Leaf1.json", lldp("swp1", "h1", "eth0"));
  REQUIRE(observe_all({}, {loose}, {})->nodes[0].name == "t1");  // no plan: nothing to be of
  REQUIRE(observe_all({}, {short_name}, {"leaf1.dc7.example"}).has_value());
  const auto unknown = observe_all({}, {loose}, {"leaf1"});
  REQUIRE_FALSE(unknown.has_value());
  REQUIRE(unknown.error().text().find("NODE=" + loose) != std::string::npos);
}

TEST_CASE("files: an empty list is no data") {
  Files files;
  const std::string empty = files.put("leaf1.json", " [ ]\n");
  const auto seen = observe_all({}, {empty}, {"leaf1"});
  REQUIRE_FALSE(seen->nodes[0].neighbours.has_value());
  REQUIRE_FALSE(seen->nodes[0].interfaces.has_value());
  REQUIRE(seen->gaps.size() == 1);
  REQUIRE(seen->gaps[0].why.find("empty list") != std::string::npos);
}

}  // namespace weft
