// GPUs, NICs and RDMA links of a host: the cases hs-h05 and hs-h07.

#include "observe/gpu_topology.h"

#include <algorithm>

#include "observe/rdma_link.h"
#include "support/catch.h"
#include "support/golden.h"

namespace weft {
namespace {

TEST_CASE("gpu_topology: hs-h05 colours, a legend of NICs, empty columns") {
  const auto read = parse_gpu_topology(test::read_test_file("cases/hs-h05.txt"), "topo.txt");
  REQUIRE(read);
  REQUIRE(read->parts.size() == 5);
  CHECK(read->parts[0].name == "GPU0");
  CHECK(read->parts[0].numa_node == 0);
  CHECK(read->parts[1].numa_node == 1);
  CHECK_FALSE(read->parts[2].numa_node);
  CHECK(read->parts[2].ways == std::vector<std::string>{"PIX", "SYS", "X", "NODE", "SYS"});
  const auto first = nics_of(*read, "GPU0"), second = nics_of(*read, "GPU1");
  REQUIRE(first.size() == 2);
  CHECK((first[0].device == "mlx5_0" && first[0].way == "PIX"));
  CHECK((first[1].device == "mlx5_3" && first[1].way == "NODE"));
  REQUIRE(second.size() == 1);
  CHECK((second[0].device == "mlx5_bond_0" && second[0].way == "PXB"));
  CHECK(nics_of(*read, "GPU7").empty());
}

TEST_CASE("gpu_topology: without a legend a NIC has its column's name") {
  const auto read = parse_gpu_topology(
      "\tGPU0\tmlx5_0\tCPU Affinity\nGPU0\t X \tSYS\t0-47\nmlx5_0\tSYS\t X \t\n", "topo.txt");
  REQUIRE(read);
  const auto nics = nics_of(*read, "GPU0");
  REQUIRE(nics.size() == 1);
  CHECK((nics[0].device == "mlx5_0" && nics[0].way == "SYS"));
  CHECK_FALSE(parse_gpu_topology("No devices were found\n", "topo.txt"));
}

TEST_CASE("rdma_link: hs-h07 a device without an interface, a disabled one, another name") {
  const auto read = parse_rdma_link(test::read_test_file("cases/hs-h07.json"), "rdma.json");
  REQUIRE(read);
  REQUIRE(read->size() == 4);
  CHECK((*read)[1].state == "DOWN");
  CHECK((*read)[1].physical == "DISABLED");
  CHECK((*read)[2].device == "mlx5_bond_0");
  CHECK((*read)[2].state == "ACTIVE");
  CHECK_FALSE((*read)[2].interface);
  CHECK((*read)[3].device == "rocep216s0f0");
  CHECK((*read)[3].interface == "enp216s0f0np0");
  CHECK_FALSE(parse_rdma_link("{}", "rdma.json"));
}

}  // namespace
}  // namespace weft
