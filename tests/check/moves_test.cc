// The fewest moves, against trying every way; and the order, by doing it.

#include "check/moves.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "support/catch.h"

namespace weft {
namespace {

struct Hall {
  std::vector<PortPair> links, cables;
  Places places;
};

PortPair ordered(PortPair p) { return {std::min(p.first, p.second), std::max(p.first, p.second)}; }

// Ports 0 to n-1, three to a device, two devices to a rack; links and cables at random.
Hall random_hall(std::mt19937& random, int ports, std::size_t links, std::size_t cables) {
  Hall hall;
  for (int p = 0; p < ports; ++p)
    hall.places.device.push_back(p / 3), hall.places.rack.push_back(p / 6);
  std::vector<std::int32_t> order(static_cast<std::size_t>(ports));
  for (auto* list : {&hall.links, &hall.cables}) {
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random);
    const std::size_t n = list == &hall.links ? links : cables;
    for (std::size_t i = 0; i < n; ++i) list->push_back({order[2 * i], order[2 * i + 1]});
  }
  return hall;
}

// Every way to give cables to links, as many as can be: the fewest ends that change their port.
int brute(const Hall& hall, std::size_t link, std::vector<bool>& used, std::size_t to_serve) {
  if (link == hall.links.size()) return to_serve == 0 ? 0 : 1000;
  int best = 1000;
  if (hall.links.size() - link > to_serve) best = brute(hall, link + 1, used, to_serve);
  if (to_serve == 0) return best;
  for (std::size_t c = 0; c < hall.cables.size(); ++c) {
    if (used[c]) continue;
    used[c] = true;
    const auto [a, b] = hall.links[link];
    const auto [x, y] = hall.cables[c];
    const int kept = int(x == a || x == b) + int(y == a || y == b);
    best = std::min(best, 2 - kept + brute(hall, link + 1, used, to_serve - 1));
    used[c] = false;
  }
  return best;
}

// Does the steps one by one; fails when a target is taken or an end is not where it should be.
std::multiset<PortPair> carry_out(const Hall& hall, const MovePlan& plan) {
  std::map<std::int32_t, std::size_t> taken;  // port -> cable
  std::vector<std::vector<std::int32_t>> ends;
  for (const auto& [a, b] : hall.cables) {
    taken[a] = taken[b] = ends.size();
    ends.push_back({a, b});
  }
  std::map<PortPair, std::size_t> index;
  for (std::size_t i = 0; i < hall.cables.size(); ++i) index[ordered(hall.cables[i])] = i;
  for (const MoveStep& step : plan.steps) {
    const std::size_t cable = index.at(ordered(step.cable));
    if (step.from >= 0) {
      REQUIRE(taken.at(step.from) == cable);
      taken.erase(step.from);
      std::erase(ends[cable], step.from);
    }
    if (step.to >= 0) {
      REQUIRE_FALSE(taken.contains(step.to));
      taken[step.to] = cable;
      ends[cable].push_back(step.to);
    }
  }
  std::multiset<PortPair> now;
  for (const auto& e : ends)
    if (e.size() == 2) now.insert(ordered({e[0], e[1]}));
  return now;
}

}  // namespace

TEST_CASE("moves: as few as any way has, in an order that works") {
  std::mt19937 random(7);
  for (int round = 0; round < 3000; ++round) {
    const std::size_t links = random() % 6, cables = random() % 6;
    const Hall hall = random_hall(random, 12, links, cables);
    const MovePlan plan = fewest_moves(hall.links, hall.cables, hall.places);
    const std::size_t served = std::min(links, cables);
    std::vector<bool> used(cables, false);
    INFO("round " << round);
    REQUIRE(int(plan.moves.size()) == brute(hall, 0, used, served));
    const auto now = carry_out(hall, plan);
    std::size_t right = 0;
    for (const PortPair& link : hall.links) right += now.count(ordered(link));
    REQUIRE(right == served);
    REQUIRE(plan.lay.size() == links - served);
    REQUIRE(plan.removed.size() == cables - served);
  }
}

TEST_CASE("moves: among equals on one device, then in one rack") {
  // Two cables exchanged: ports 0 and 1 are on one device, 2 and 3 on devices far apart.
  const Places places{{0, 0, 1, 2}, {0, 0, 1, 2}};
  const MovePlan plan = fewest_moves({{0, 2}, {1, 3}}, {{0, 3}, {1, 2}}, places);
  REQUIRE(plan.moves.size() == 2);
  for (const Move& m : plan.moves) {
    REQUIRE(m.scope == Scope::device);
    REQUIRE(m.from <= 1);
  }
  REQUIRE(plan.steps.front().action == MoveStep::Action::park);
  REQUIRE(plan.steps.back().action == MoveStep::Action::plug);
}

TEST_CASE("moves: ten thousand displaced cables take less than a second") {
  std::mt19937 random(1);
  const std::int32_t n = 10000;
  Hall hall;
  std::vector<std::int32_t> to(n);
  std::iota(to.begin(), to.end(), n);
  for (std::int32_t i = 0; i < 2 * n; ++i)
    hall.places.device.push_back(i / 64), hall.places.rack.push_back(i / 640);
  for (std::int32_t i = 0; i < n; ++i) hall.links.push_back({i, to[std::size_t(i)]});
  std::shuffle(to.begin(), to.end(), random);
  for (std::int32_t i = 0; i < n; ++i) hall.cables.push_back({i, to[std::size_t(i)]});
  const auto before = std::chrono::steady_clock::now();
  const MovePlan plan = fewest_moves(hall.links, hall.cables, hall.places);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - before;
  REQUIRE(plan.moves.size() >= std::size_t(n) - 20);
  REQUIRE(took.count() < 1.0);
  REQUIRE(carry_out(hall, plan).size() == std::size_t(n));
}

}  // namespace weft
