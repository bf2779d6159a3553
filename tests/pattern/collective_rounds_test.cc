#include "pattern/collective_rounds.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "support/catch.h"

using namespace weft;

namespace {

std::vector<CollectiveMember> cluster(std::uint32_t nodes, std::uint32_t each) {
  std::vector<CollectiveMember> out;
  for (std::uint32_t k = 0; k < nodes; ++k)
    for (std::uint32_t i = 0; i < each; ++i) out.push_back({k, i});
  return out;
}

struct Moved {
  double bytes = 0, between_nodes = 0;
  double most_sent = 0, most_between = 0;  // by one member
  std::uint64_t rounds = 0;
};

Moved moved(std::string_view collective, std::string_view algorithm, std::uint32_t nodes,
            std::uint32_t each, double bytes) {
  const auto members = cluster(nodes, each);
  const auto phases = collective_rounds(collective, algorithm, members, bytes);
  REQUIRE(phases.has_value());
  Moved out;
  std::map<std::uint32_t, double> sent, between;
  for (const CollectivePhase& phase : *phases) {
    out.rounds += phase.times;
    for (const CollectiveTransfer& one : phase.transfers) {
      const double all = one.bytes * static_cast<double>(phase.times);
      REQUIRE(one.source != one.target);
      out.bytes += all;
      sent[one.source] += all;
      if (members[one.source].node == members[one.target].node) continue;
      out.between_nodes += all;
      between[one.source] += all;
      if (algorithm != "direct")  // rails do not meet
        CHECK(members[one.source].rail == members[one.target].rail);
    }
  }
  for (const auto& [member, all] : sent) out.most_sent = std::max(out.most_sent, all);
  for (const auto& [member, all] : between) out.most_between = std::max(out.most_between, all);
  return out;
}

constexpr double gib = 1 << 30;

}  // namespace

TEST_CASE("a ring all-reduce moves 2(n-1)/n of its bytes over every hop, in 2(n-1) rounds") {
  for (const auto& [nodes, each] : {std::pair{4u, 1u}, {4u, 8u}, {2u, 2u}, {1u, 8u}, {7u, 3u}}) {
    const double n = nodes * each;
    const Moved all = moved("all_reduce", "ring", nodes, each, gib);
    CHECK(all.rounds == 2 * (n - 1));
    CHECK(all.bytes == Approx(n * gib * 2 * (n - 1) / n));
    CHECK(all.most_sent == Approx(gib * 2 * (n - 1) / n));
    if (nodes > 1)  // each member's own NIC carries a channel
      CHECK(all.most_between == Approx(gib * 2 * (n - 1) / n / each));
    CHECK(moved("all_gather", "ring", nodes, each, gib).bytes == Approx(all.bytes / 2));
    CHECK(moved("reduce_scatter", "ring", nodes, each, gib).bytes == Approx(all.bytes / 2));
  }
}

TEST_CASE("every channel of a ring is one cycle over all members") {
  const auto members = cluster(3, 4);
  const auto phases = collective_rounds("all_reduce", "ring", members, gib).value();
  REQUIRE(phases.size() == 1);
  // 4 channels of 12 hops: 9 inside of nodes, 3 between them.
  CHECK(phases[0].transfers.size() == 48);
  std::map<std::uint32_t, int> in, out;
  for (const CollectiveTransfer& one : phases[0].transfers) ++out[one.source], ++in[one.target];
  for (std::uint32_t m = 0; m < 12; ++m) CHECK(in[m] == 4);
  for (std::uint32_t m = 0; m < 12; ++m) CHECK(out[m] == 4);
}

TEST_CASE("two trees: a node sends at most twice the bytes, in logarithmic depth") {
  for (const std::uint32_t nodes : {2u, 3u, 4u, 5u, 8u, 13u, 32u}) {
    INFO(nodes);
    const auto members = cluster(nodes, 1);
    const auto phases = collective_rounds("all_reduce", "tree", members, gib).value();
    const Moved all = moved("all_reduce", "tree", nodes, 1, gib);
    CHECK(all.bytes == Approx(2 * gib * (nodes - 1)));  // up and down each edge, in two halves
    CHECK(all.most_sent <= 2 * gib * 1.0001);
    CHECK(phases[0].hops <= 2 * (std::uint64_t(std::log2(nodes)) + 1));
    // All are reached from the root of each tree: bytes come down to everybody else.
    std::map<std::uint32_t, double> received;
    const auto down = collective_rounds("broadcast", "tree", members, gib).value();
    for (const auto& one : down[0].transfers) received[one.target] += one.bytes;
    std::size_t whole = 0, half = 0;
    for (const auto& [member, bytes] : received) ++(bytes == Approx(gib) ? whole : half);
    CHECK(received.size() == nodes);
    CHECK(half == 2);  // the two roots have their half already
  }
}

TEST_CASE("hierarchical: a rail carries its part between nodes, the rest stays inside") {
  for (const auto& [nodes, each] : {std::pair{4u, 8u}, {2u, 8u}, {16u, 4u}}) {
    const Moved all = moved("all_reduce", "hierarchical", nodes, each, gib);
    CHECK(all.most_between == Approx(2.0 * gib / each * (nodes - 1) / nodes));
    CHECK(all.bytes - all.between_nodes == Approx(2.0 * gib * (each - 1) / each * nodes * each));
    const Moved gather = moved("all_gather", "hierarchical", nodes, each, gib);
    CHECK(gather.most_between == Approx(1.0 * gib / each * (nodes - 1) / nodes));
  }
  CHECK(moved("all_reduce", "hierarchical", 1, 8, gib).between_nodes == 0);
}

TEST_CASE("all-to-all: each member sends each other one its part") {
  const Moved all = moved("all_to_all", "direct", 4, 8, gib);
  CHECK(all.most_sent == Approx(gib * 31 / 32));
  CHECK(all.most_between == Approx(gib * 24 / 32));
}

TEST_CASE("what is not there is refused with a reason") {
  const auto members = cluster(2, 2);
  CHECK(collective_rounds("all_reduce", "direct", members, 1).error().what ==
        "no all_reduce by direct is known");
  CHECK_FALSE(collective_rounds("all_reduce", "ring", cluster(1, 1), 1).has_value());
  std::vector<CollectiveMember> uneven = cluster(2, 2);
  uneven.pop_back();
  CHECK_FALSE(collective_rounds("all_reduce", "hierarchical", uneven, 1).has_value());
  CHECK(collective_rounds("all_reduce", "ring", uneven, 1).has_value());
}
