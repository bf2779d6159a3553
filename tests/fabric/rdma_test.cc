// Which RDMA device and GID belong to an interface: the case hs-h09, and what sysfs says.

#include "fabric/rdma.h"

#include "base/text.h"
#include "observe/rdma_ports.h"
#include "support/catch.h"
#include "support/golden.h"

namespace weft {
namespace {

// A machine with one device whose table is that of the case: index, GID, type, interface.
FakeHost host_of(const std::string& table) {
  FakeHost host("host");
  const std::string port = "/sys/class/infiniband/mlx5_0/ports/1";
  const auto file = [&](const std::string& path, std::string text) {
    host.answers(path, {std::move(text) + "\n", "host: " + path});
  };
  file(port + "/state", "4: ACTIVE");
  file(port + "/phys_state", "5: LinkUp");
  file(port + "/rate", "400 Gb/sec (4X NDR)");
  for (const std::string_view line : lines(table)) {
    const auto parts = words(line);
    if (parts.size() < 4) continue;
    const std::string index(parts[0]);
    std::string type(parts[2]);
    for (std::size_t i = 3; i + 1 < parts.size(); ++i) type += " " + std::string(parts[i]);
    file(port + "/gids/" + index, std::string(parts[1]));
    file(port + "/gid_attrs/types/" + index, type);
    file(port + "/gid_attrs/ndevs/" + index, std::string(parts.back()));
  }
  return host;
}

TEST_CASE("rdma: hs-h09 the GID is chosen by type and address on each host") {
  FakeHost a = host_of(test::read_test_file("cases/hs-h09.a.txt"));
  FakeHost b = host_of(test::read_test_file("cases/hs-h09.b.txt"));
  const auto of_a = choose_rdma(read_rdma_ports(a), "ens1f0np0", "192.0.2.71");
  const auto of_b = choose_rdma(read_rdma_ports(b), "ens1f0np0", "192.0.2.72");
  REQUIRE(of_a);
  REQUIRE(of_b);
  CHECK(of_a->device == "mlx5_0");
  CHECK(of_a->gid_index == 3);
  CHECK(of_b->gid_index == 5);
  const auto vlan = choose_rdma(read_rdma_ports(b), "ens1f0np0.40", "10.9.0.1");
  REQUIRE(vlan);
  CHECK(vlan->gid_index == 3);
  // 10.9.0.1 lives on the VLAN, not on the fabric interface.
  const auto wrong = choose_rdma(read_rdma_ports(b), "ens1f0np0", "10.9.0.1");
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().what == "mlx5_0 has no RoCE v2 GID of 10.9.0.1 on ens1f0np0");
}

TEST_CASE("rdma: what is missing is said") {
  CHECK(choose_rdma({}, "eth0", "192.0.2.1").error().what ==
        "there is no RDMA device on this host");
  FakeHost host = host_of(test::read_test_file("cases/hs-h09.a.txt"));
  auto ports = read_rdma_ports(host);
  CHECK(choose_rdma(ports, "eth0", "192.0.2.1").error().what ==
        "no RDMA device belongs to eth0; there are mlx5_0 (ens1f0np0)");
  ports[0].gids.pop_back();  // only RoCE v1 is left of that address
  CHECK_FALSE(choose_rdma(ports, "ens1f0np0", "192.0.2.71"));
}

TEST_CASE("rdma: a port as sysfs shows it; a hole in the table is passed over") {
  FakeHost host = host_of(
      "0 0000:0000:0000:0000:0000:0000:0000:0000 x y\n"
      "7 0000:0000:0000:0000:0000:ffff:c000:0201 RoCE v2 eth0\n");
  const auto ports = read_rdma_ports(host);
  REQUIRE(ports.size() == 1);
  CHECK(ports[0].state == "ACTIVE");
  CHECK(ports[0].physical == "LinkUp");
  CHECK(ports[0].rate == 400_Gbps);
  CHECK(ports[0].interface == "eth0");
  CHECK_FALSE(ports[0].firmware);
  REQUIRE(ports[0].gids.size() == 1);
  CHECK(ports[0].gids[0].index == 7);
  CHECK_FALSE(rdma_rate("fast"));
  CHECK_FALSE(rdma_rate("0 Gb/sec"));
}

TEST_CASE("rdma: GIDs of addresses") {
  CHECK(gid_of("192.0.2.71") == "0000:0000:0000:0000:0000:ffff:c000:0247");
  CHECK(gid_of("fe80::5eff:fe71:1") == "fe80:0000:0000:0000:0000:5eff:fe71:0001");
  CHECK(gid_of("host1") == "");
}

}  // namespace
}  // namespace weft
