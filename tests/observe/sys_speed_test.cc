// Speeds from /sys, only where nothing else told them.

#include "observe/observe.h"
#include "support/catch.h"

namespace weft {
namespace {

constexpr std::string_view interfaces = R"([
  {"ifname": "lo", "flags": ["UP", "LOWER_UP"], "link_type": "loopback"},
  {"ifname": "eth0", "flags": ["UP", "LOWER_UP"]},
  {"ifname": "eth1", "flags": ["UP"], "operstate": "DOWN"},
  {"ifname": "eth2", "flags": ["UP", "LOWER_UP"], "linkinfo": {"info_kind": "veth"}},
  {"ifname": "eth3", "flags": ["UP", "LOWER_UP"]},
  {"ifname": "eth4", "flags": ["UP", "LOWER_UP"]},
  {"ifname": "eth5", "flags": ["UP", "LOWER_UP"]},
  {"ifname": "br0", "flags": ["UP", "LOWER_UP"], "linkinfo": {"info_kind": "bridge"}}])";

TEST_CASE("a link's speed is read from the kernel where ethtool told none") {
  FakeHost host("node1");
  const auto file = [&](std::string name, std::string text) {
    const std::string path = "/sys/class/net/" + name + "/speed";
    host.answers(path, {std::move(text), "node1: " + path});
  };
  host.answers("ip -d -j addr", {std::string(interfaces), "node1: ip"});
  host.answers("ethtool eth0", {"Settings for eth0:\n\tSpeed: 400000Mb/s\n", "node1: ethtool"});
  file("eth0", "100000\n");
  file("eth1", "100000\n");
  file("eth2", "100\n");
  file("eth3", "-1\n");
  file("eth4", "fast\n");
  file("br0", "10000\n");
  host.fails("/sys/class/net/eth5/speed", {"Invalid argument", {}, "", {}});
  Notes notes;
  NodeState node = observe_node(host, notes);
  const auto megabits = [&](std::string_view name) {
    const auto speed = interface_of(node, name).speed;
    return speed ? speed->bps / 1e6 : -1;
  };
  CHECK(megabits("eth0") == 400000);
  CHECK(megabits("eth2") == 100);
  for (const std::string_view name : {"lo", "eth1", "eth3", "eth4", "eth5", "br0"})
    CHECK(megabits(name) == -1);
  REQUIRE(notes.gaps.size() == 1);
  CHECK(notes.gaps[0].what == "speed of eth4");
  CHECK(notes.gaps[0].why.find("no link speed") != std::string::npos);
}

}  // namespace
}  // namespace weft
