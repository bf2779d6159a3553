// A site folder: spellings of command names, gaps, and that one bad node does not stop the rest.

#include "observe/site.h"

#include "base/file.h"
#include "host/command_names.h"
#include "observe/collect.h"
#include "support/catch.h"
#include "support/golden.h"

namespace weft {
namespace {

void put(const test::TemporaryFolder& folder, const std::string& path, const std::string& text) {
  const fs::path file = folder.path(path);
  REQUIRE(make_folders(file.parent_path()).has_value());
  REQUIRE(write_file(file, text).has_value());
}

const NodeState& node(const Snapshot& seen, const std::string& name) {
  for (const NodeState& one : seen.nodes)
    if (one.name == name) return one;
  FAIL("no node " << name);
  std::abort();
}

}  // namespace

TEST_CASE("site: any sensible spelling of a command") {
  const std::string text = test::read_test_file("cases/ll-h01.json");
  for (const char* spelling :
       {"commands/lldpctl_-f_json.out", "commands/lldpctl.out", "lldp.json",
        "commands/lldpctl.json", "lldpctl.json", "commands/LLDPctl_-f_json0.txt",
        "commands/lldpctl -f json", "commands/lldpcli_show_neighbors_-f_json.out"}) {
    INFO(spelling);
    const test::TemporaryFolder site;
    put(site, std::string("leaf1/") + spelling, text);
    const auto seen = observe_site(site.path());
    REQUIRE(seen.has_value());
    REQUIRE(node(*seen, "leaf1").neighbours.has_value());
    REQUIRE(node(*seen, "leaf1").neighbours->size() == 1);
  }
}

TEST_CASE("site: several commands of a node, loose files, and a bad node beside good ones") {
  const test::TemporaryFolder site;
  put(site, "h1/commands/ip_-d_-j_addr.out", test::read_test_file("cases/hs-h06.json"));
  put(site, "h1/commands/ethtool_ens1f0np0.out", "Settings for ens1f0np0:\n Speed: 400000Mb/s\n");
  put(site, "l1/commands/nv_show_interface.json", test::read_test_file("cases/nv-h02.json"));
  put(site, "l1/commands/vtysh_-c_show_bgp_summary_json.out",
      test::read_test_file("cases/fr-h01.json"));
  put(site, "l2.lldp.json", test::read_test_file("cases/ll-h01.json"));
  put(site, "l3/commands/lldpctl_-f_json.out", "");
  put(site, "l4/commands/lldpctl_-f_json.out", "x");
  put(site, "l4/commands/lldpctl_-f_json.err", "exit status 1\npermission denied\n");
  const auto seen = observe_site(site.path());
  REQUIRE(seen.has_value());
  REQUIRE(seen->nodes.size() == 5);
  REQUIRE(node(*seen, "h1").interfaces->at(0).speed == BitRate{400e9});
  REQUIRE(node(*seen, "l1").neighbours->size() == 2);
  REQUIRE(node(*seen, "l1").bgp_peers->size() == 5);
  REQUIRE(node(*seen, "l2").neighbours->size() == 1);
  REQUIRE_FALSE(node(*seen, "l3").neighbours.has_value());
  REQUIRE(seen->gaps.size() == 2);
  REQUIRE(seen->gaps[0].subject == "l3");
  REQUIRE(seen->gaps[1].why.find("needs root") == 0);
}

TEST_CASE("site: no folder and an empty folder are errors") {
  const test::TemporaryFolder site;
  REQUIRE_FALSE(observe_site(site.path()).has_value());
  REQUIRE_FALSE(observe_site(site.path("nowhere")).has_value());
}

TEST_CASE("collect: what is asked is written down and read back alike") {
  const test::TemporaryFolder out;
  const auto fake = []() -> Result<std::unique_ptr<Host>> {
    auto host = std::make_unique<FakeHost>("leaf1");
    host->answers("lldpctl -f json", {test::read_test_file("cases/ll-h01.json"), "", 0, ""});
    host->answers("vtysh -c show bgp summary json", {"", "", 1, "Permission denied"});
    return host;
  };
  const auto dead = []() -> Result<std::unique_ptr<Host>> {
    return fail("cannot log in: timed out");
  };
  std::size_t told = 0;
  const auto all = collect_site({{"leaf1", fake}, {"leaf2", dead}}, out.path(), 2,
                                [&](const Collected&) { ++told; });
  REQUIRE(all.has_value());
  REQUIRE(told == 2);
  REQUIRE(all->at(0).neighbours == 1);
  REQUIRE(all->at(0).gaps.at(0).why.find("needs root") == 0);
  REQUIRE_FALSE(all->at(1).reached);
  const auto seen = observe_site(out.path());
  REQUIRE(seen.has_value());
  REQUIRE(node(*seen, "leaf1").neighbours->at(0).system_name == "q-spine1");
  REQUIRE(std::ranges::count(seen->gaps, "leaf2", &Gap::subject) == 1);
  REQUIRE(std::ranges::count(seen->gaps, "leaf1", &Gap::subject) == 1);
}

}  // namespace weft
