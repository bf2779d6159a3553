#include "fabric/launcher.h"

#include <algorithm>

#include "base/text.h"
#include "fabric/network.h"
#include "support/catch.h"

using namespace weft;

TEST_CASE("the host file gives the slots in rank order") {
  std::vector<Endpoint> endpoints{{"a", 0}, {"a", 1}, {"b", 0}};
  endpoints[2].user = "ops";
  CHECK(open_mpi_hostfile(endpoints) == "a slots=2\nops@b slots=1\n");
}

TEST_CASE("the token is in the environment and not in the command line") {
  Launch launch;
  launch.options.program = "/opt/weft/weft";
  launch.options.agent = {"ssh", "-F", "config"};
  launch.options.control_net = "eth0";
  launch.options.fabric_net = "198.51.100.0/24";
  launch.options.folder = "out";
  launch.endpoints = {{"a", 0}, {"b", 0}};
  launch.token = "secret";
  const Command command = mpirun_command(launch);
  const std::string line = join(command.argv, " ");
  CHECK(line.find("secret") == std::string::npos);
  CHECK(line.find("-x WEFT_TOKEN") != std::string::npos);
  CHECK(std::ranges::count(command.environment,
                           std::pair<std::string, std::string>{"WEFT_TOKEN", "secret"}) == 1);
  CHECK(line.find("oob_tcp_if_include eth0") != std::string::npos);
  CHECK(line.find("btl_tcp_if_include 198.51.100.0/24") != std::string::npos);
  CHECK(line.find("plm_rsh_agent ssh -F config") != std::string::npos);
  CHECK(line.find("oversubscribe") == std::string::npos);
  CHECK(line.ends_with("/opt/weft/weft worker"));
}

TEST_CASE("the launcher's words without its frames, and the hosts that they name") {
  const LaunchWords said = launch_words(
      "------\nssh: connect to host gpu-7 port 22: Connection refused\n\n"
      "ssh: connect to host gpu-7 port 22: Connection refused\n******\n\x1b[31mORTE failed\n",
      {{"gpu-6", 0}, {"gpu-7", 0}});
  CHECK(said.words ==
        "ssh: connect to host gpu-7 port 22: Connection refused\n\\x1b[31mORTE failed");
  CHECK(said.hosts == std::vector<std::string>{"gpu-7"});
}

TEST_CASE("interfaces are found by name and by network") {
  CHECK(interface_in("lo")->address.size() > 2);
  CHECK(interface_in("127.0.0.0/8")->name == "lo");
  CHECK(interface_in("nothere0, 127.0.0.0/8")->name == "lo");
  CHECK_FALSE(interface_in("203.0.113.0/24"));
  CHECK_FALSE(interface_in("127.0.0.0/33"));
  CHECK(is_this_machine("localhost"));
  CHECK_FALSE(is_this_machine("node-that-is-not-here"));
}
