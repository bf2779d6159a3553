#include "judge/ceiling.h"

#include "support/catch.h"

using namespace weft;

namespace {
double gbps(std::string_view transport, BitRate link, std::int64_t mtu) {
  const auto ceiling = payload_ceiling(transport, link, mtu);
  return ceiling ? ceiling->rate.bps / 1e9 : 0;
}
}  // namespace

TEST_CASE("what RoCE v2 can carry, by path MTU") {
  struct Row {
    BitRate link;
    std::int64_t mtu;
    double rate;
  };
  const Row rows[] = {{200_Gbps, 1500, 185.2}, {200_Gbps, 9000, 196.1}, {400_Gbps, 1500, 370.3},
                      {400_Gbps, 2200, 384.6}, {400_Gbps, 4200, 392.1}, {400_Gbps, 9216, 392.1},
                      {800_Gbps, 4200, 784.3}, {400_Gbps, 4191, 384.6}, {400_Gbps, 4192, 392.1}};
  for (const Row& row : rows)
    CHECK(gbps("verbs", row.link, row.mtu) == Approx(row.rate).margin(0.05));
}

TEST_CASE("what TCP and UDP can carry") {
  // 1448 of 1538 and 1408 of 1538 bytes; 8948 of 9038.
  CHECK(gbps("mpi", 100_Gbps, 1500) == Approx(94.148).margin(0.001));
  CHECK(gbps("udp", 100_Gbps, 1500) == Approx(91.547).margin(0.001));
  CHECK(gbps("mpi", 100_Gbps, 9000) == Approx(99.004).margin(0.001));
}

TEST_CASE("no ceiling where the arithmetic is not known") {
  CHECK_FALSE(payload_ceiling("null", 400_Gbps, 9000));
  CHECK_FALSE(payload_ceiling("verbs", 400_Gbps, 300));
  CHECK_FALSE(payload_ceiling("mpi", 400_Gbps, 52));
  CHECK_FALSE(payload_ceiling("mpi", {0}, 1500));
  CHECK(ceiling_text("null", 400_Gbps, 9000).empty());
}

TEST_CASE("the derivation can be read") {
  CHECK(ceiling_text("verbs", 400_Gbps, 9000) ==
        "RoCE v2 on a link of 400 Gb/s, path MTU 4096: 4096 of 4178 bytes on the wire are payload");
  CHECK(ceiling_text("mpi", 100_Gbps, 1500) ==
        "TCP with timestamps on a link of 100 Gb/s, MTU 1500: 1448 of 1538 bytes on the wire are "
        "payload");
}
