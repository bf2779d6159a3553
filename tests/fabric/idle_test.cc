// What "busy" means, from what hosts printed.

#include "fabric/idle.h"

#include <fmt/format.h>

#include "support/catch.h"

namespace weft {
namespace {

struct Case {
  std::string_view name, said, why;
};

constexpr std::string_view quiet =
    "weft=weft 0.1\ncores=4\nworkers=0\n"
    "uptime=100.00 1.0\nstat=cpu  100 0 100 1000 0 0 0 0 0 0\nnic=eth0 100000 1000 1000 \n"
    "uptime=100.50 1.0\nstat=cpu  110 0 110 1180 0 0 0 0 0 0\nnic=eth0 100000 2000 1000 \n";

const Case cases[] = {
    {"nothing goes on", quiet, ""},
    {"three of four cores",
     "cores=4\nuptime=1\nstat=cpu 0 0 0 0 0 0 0 0\nuptime=2\nstat=cpu 100 20 20 50 0 5 5 900\n",
     "3.0 of its 4 cores at work"},
    {"the load of a minute ago does not count",
     "load=9.5\ncores=2\nuptime=1\nstat=cpu 5000 0 0 0 0 0 0 0\n"
     "uptime=2\nstat=cpu 5010 0 0 90 0 0 0 0\n",
     ""},
    {"a NIC carries a foreign flow",
     "cores=4\nuptime=10.0\nnic=eth0 1000 0 0\nnic=eth1 100000 0 0\n"
     "uptime=10.5\nnic=eth0 1000 100 0\nnic=eth1 100000 3125000000 3125000000\n",
     "traffic of 100 % of eth1's rate"},
    {"RDMA counts words",
     "cores=4\nuptime=10\nrdma=mlx5_0 400 0 0\nuptime=11\nrdma=mlx5_0 400 1250000000 0\n",
     "traffic of 10 % of mlx5_0's rate"},
    {"a rate that nobody knows", "cores=1\nuptime=10\nnic=e -1 0 0\nuptime=11\nnic=e -1 9e9 9\n",
     ""},
    {"counters that began again",
     "cores=1\nuptime=10\nnic=e 10 900000000 0\nstat=cpu 9 9 9 9 9 9 9 9\n"
     "uptime=11\nnic=e 10 5 0\nstat=cpu 1 1 1 1 1 1 1 1\n",
     ""},
    {"another weft, and GPUs at work", "cores=8\nworkers=2\ngpu_processes=1\n",
     "1 process on its GPUs, 2 workers of another weft"},
    {"noise", "=\nstat=\nnic=\nuptime=x\ncores=-1\nworkers=\nstat=cpu 1\nrdma=a b c d e\n", ""},
};

TEST_CASE("a host is busy by its cores, its NICs, its GPUs and other workers") {
  for (const Case& c : cases) {
    INFO(c.name);
    CHECK(why_busy(parse_activity(c.said)) == c.why);
  }
  CHECK(parse_activity(quiet).busy_cores == Approx(0.4));
}

}  // namespace
}  // namespace weft
