// How long the fewest moves take to find: many cables that are not where the plan has them.
//
//   moves_bench [CABLES]     default 10000, also a quarter, half and twice
//
// A hall of leaves with 64 ports each, one host a port. Exchanged pairs, rotations of up to 40
// cables, rows shifted by one, and all of them at random. Prints CPU seconds, best of three.

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <random>

#include "check/cabling.h"

using namespace weft;

namespace {

constexpr std::size_t ports = 64;

Plan hall(std::size_t cables) {
  Plan plan;
  for (std::size_t i = 0; i < cables; ++i) {
    Link& link = plan.links.emplace_back();
    link.a = {fmt::format("leaf{:03}", i / ports), fmt::format("swp{}", i % ports + 1)};
    link.b = {fmt::format("host{:05}", i), "eth0"};
    if (i % ports == 0) plan.nodes.emplace_back().name = link.a.node;
    plan.nodes.emplace_back().name = link.b.node;
  }
  return plan;
}

// Each cycle moves every cable of it to the next place.
std::vector<std::size_t> cycles(std::size_t cables, std::size_t shortest, std::size_t longest,
                                std::mt19937& random) {
  std::vector<std::size_t> at(cables);
  for (std::size_t i = 0; i < cables; ++i) at[i] = i;
  for (std::size_t i = 0; i + 1 < cables;) {
    const std::size_t n = std::min(cables - i, shortest + random() % (longest - shortest + 1));
    std::rotate(at.begin() + std::ptrdiff_t(i), at.begin() + std::ptrdiff_t(i) + 1,
                at.begin() + std::ptrdiff_t(i + n));
    i += n;
  }
  return at;
}

Snapshot seen(const Plan& plan, const std::vector<std::size_t>& at) {
  Snapshot out;
  for (std::size_t i = 0; i < at.size(); ++i) {
    const Link& link = plan.links[i];
    if (out.nodes.empty() || out.nodes.back().name != link.a.node) {
      out.nodes.emplace_back().name = link.a.node;
      out.nodes.back().neighbours.emplace();
    }
    Neighbour& n = out.nodes.back().neighbours->emplace_back();
    n.port = link.a.name;
    n.system_name = plan.links[at[i]].b.node;
    n.port_id = "eth0";
    n.port_id_type = "ifname";
  }
  return out;
}

void measure(const char* what, const Plan& plan, const std::vector<std::size_t>& at) {
  const Snapshot snapshot = seen(plan, at);
  double best = 1e9;
  std::size_t moves = 0, steps = 0;
  for (int i = 0; i < 3; ++i) {
    const std::clock_t begin = std::clock();
    const Cabling found = check_cabling({plan, snapshot, {}, {}});
    best = std::min(best, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    moves = found.moves.size();
    steps = found.steps.size();
  }
  fmt::print("{:>6} cables  {:<22} {:.3f} s  {} moves, {} steps\n", at.size(), what, best, moves,
             steps);
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t whole = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10000;
  std::mt19937 random(1);
  for (const std::size_t cables : {whole / 4, whole / 2, whole, whole * 2}) {
    const Plan plan = hall(cables);
    measure("exchanged in pairs", plan, cycles(cables, 2, 2, random));
    measure("rotations of 3 to 40", plan, cycles(cables, 3, 40, random));
    measure("whole leaves by one", plan, cycles(cables, ports, ports, random));
    std::vector<std::size_t> any(cables);
    for (std::size_t i = 0; i < cables; ++i) any[i] = i;
    std::shuffle(any.begin(), any.end(), random);
    measure("all at random", plan, any);
  }
  return 0;
}
