// Hosts: names of commands as files, names that may reach ssh, this machine, and an ssh of our own.

#include "host/host.h"

#include "base/file.h"
#include "base/process.h"
#include "host/command_names.h"
#include "support/catch.h"
#include "support/golden.h"

namespace weft {

TEST_CASE("host: a command as a file name") {
  REQUIRE(command_file_name({"lldpctl", "-f", "json"}) == "lldpctl_-f_json");
  REQUIRE(command_file_name({"vtysh", "-c", "show bgp summary json"}) ==
          "vtysh_-c_show_bgp_summary_json");
  REQUIRE(command_file_name({"cat", "/etc/../x y"}) == "cat__etc_.._x_y");
}

TEST_CASE("host: spellings of one command have one key") {
  for (const char* name :
       {"lldpctl_-f_json.out", "lldpctl.json", "lldpctl -f json0", "LLDPctl.txt"})
    REQUIRE(command_key(name) == "lldpctl");
  REQUIRE(command_key("ethtool_-m_eth0.out") == "ethtool_m_eth0");
  REQUIRE(command_key("ethtool_eth0.out") == "ethtool_eth0");
}

TEST_CASE("host: names that could be an option or hold a command are refused") {
  for (const char* name : {"leaf1", "ops@192.0.2.5", "2001:db8::5", "a.b-c_d"})
    REQUIRE(bad_host_name(name).empty());
  for (const char* name : {"", "-oProxyCommand=x", "a b", "a;b", "$(x)", "a\n", "caf\xc3\xa9"}) {
    REQUIRE_FALSE(bad_host_name(name).empty());
    REQUIRE_FALSE(ssh_host(name).has_value());
  }
}

TEST_CASE("host: this machine runs, reads and lists; what is not there is no error") {
  const auto here = local_host("localhost");
  const auto said = here->run({{"echo", "a b"}});
  REQUIRE(said.has_value());
  REQUIRE((*said)->text == "a b\n");
  REQUIRE_FALSE(here->run({{"no-such-command-here"}})->has_value());
  REQUIRE_FALSE(here->read("/no/such/file")->has_value());
  REQUIRE_FALSE(here->list("/no/such/folder")->has_value());
  REQUIRE((*here->run({{"sh", "-c", "echo no >&2; exit 3"}}))->status == 3);
  const auto late = here->run({{"sleep", "9"}, {}, false, std::chrono::milliseconds(50)});
  REQUIRE_FALSE(late.has_value());
}

TEST_CASE("host: what is recorded is played back, with its status") {
  const test::TemporaryFolder folder;
  const auto here = local_host("box");
  const auto recording = recording_host(*here, folder.path("box"));
  REQUIRE(recording->run({{"echo", "hi"}}).has_value());
  REQUIRE(recording->run({{"sh", "-c", "echo out; echo err >&2; exit 4"}}).has_value());
  const auto back = recorded_host("box", folder.path("box"));
  REQUIRE(back.has_value());
  REQUIRE((*(*back)->run({{"echo", "hi"}}))->text == "hi\n");
  const auto failed = (*back)->run({{"sh", "-c", "echo out; echo err >&2; exit 4"}});
  REQUIRE((*failed)->status == 4);
  REQUIRE((*failed)->text == "out\n");
  REQUIRE((*failed)->error == "err\n");
  REQUIRE_FALSE((*back)->run({{"echo", "other"}})->has_value());
  REQUIRE_FALSE(recorded_host("x", folder.path("nowhere")).has_value());
}

}  // namespace weft
