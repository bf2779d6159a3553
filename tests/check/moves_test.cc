// The fewest moves, against trying every way; and the order, by doing it.

#include "check/moves.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "support/catch.h"

namespace weft {
namespace {

struct Hall {
  std::vector<PortPair> links, cables;
  PortPlaces places;
};

PortPair ordered(PortPair p) { return {std::min(p.first, p.second), std::max(p.first, p.second)}; }

// Ports 0 to n-1, `each` to a device, two devices to a rack; links and cables at random.
Hall random_hall(std::mt19937& random, int ports, std::size_t links, std::size_t cables, int each) {
  Hall hall;
  for (int p = 0; p < ports; ++p)
    hall.places.device.push_back(p / each), hall.places.rack.push_back(p / (2 * each));
  std::vector<std::int32_t> order(static_cast<std::size_t>(ports));
  for (auto* list : {&hall.links, &hall.cables}) {
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random);
    const std::size_t n = list == &hall.links ? links : cables;
    for (std::size_t i = 0; i < n; ++i) list->push_back({order[2 * i], order[2 * i + 1]});
  }
  return hall;
}

// What it costs: the number of moves first, then those to another rack, then to another device.
constexpr std::int64_t a_move = std::int64_t{1} << 40, a_rack = std::int64_t{1} << 20,
                       too_much = a_move * 1000;

std::int64_t move(const Hall& hall, std::int32_t from, std::int32_t to) {
  if (from == to) return 0;
  const Scope scope = hall.places.scope(from, to);
  return a_move + (scope == Scope::device ? 0 : scope == Scope::rack ? 1 : a_rack);
}

// Every way to give cables to links, as many as can be, and either way round.
std::int64_t brute(const Hall& hall, std::size_t link, std::vector<bool>& used,
                   std::size_t to_serve) {
  if (link == hall.links.size()) return to_serve == 0 ? 0 : too_much;
  std::int64_t best = too_much;
  if (hall.links.size() - link > to_serve) best = brute(hall, link + 1, used, to_serve);
  if (to_serve == 0) return best;
  for (std::size_t c = 0; c < hall.cables.size(); ++c) {
    if (used[c]) continue;
    used[c] = true;
    const auto [a, b] = hall.links[link];
    const auto [x, y] = hall.cables[c];
    const std::int64_t way =
        std::min(move(hall, x, a) + move(hall, y, b), move(hall, x, b) + move(hall, y, a));
    best = std::min(best, way + brute(hall, link + 1, used, to_serve - 1));
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

TEST_CASE("moves: as few and as near as any way has, in an order that works") {
  std::mt19937 random(7);
  for (int round = 0; round < 3000; ++round) {
    const std::size_t links = random() % 6, cables = random() % 6;
    const Hall hall = random_hall(random, 16, links, cables, 1 + int(random() % 3));
    const MovePlan plan = fewest_moves(hall.links, hall.cables, hall.places);
    const std::size_t served = std::min(links, cables);
    std::vector<bool> used(cables, false);
    INFO("round " << round);
    std::int64_t price = 0;
    for (const Move& m : plan.moves) price += move(hall, m.from, m.to);
    REQUIRE(price == brute(hall, 0, used, served));
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
  const PortPlaces places{{0, 0, 1, 2}, {0, 0, 1, 2}};
  const MovePlan plan = fewest_moves({{0, 2}, {1, 3}}, {{0, 3}, {1, 2}}, places);
  REQUIRE(plan.moves.size() == 2);
  for (const Move& m : plan.moves) {
    REQUIRE(m.scope == Scope::device);
    REQUIRE(m.from <= 1);
  }
  REQUIRE(plan.steps.front().action == MoveStep::Action::park);
  REQUIRE(plan.steps.back().action == MoveStep::Action::plug);
}

TEST_CASE("moves: a spare cable that is near serves before one that is far") {
  // Cables without a link and links without a cable; a device holds four ports, a rack eight.
  PortPlaces places;
  for (int p = 0; p < 32; ++p) places.device.push_back(p / 4), places.rack.push_back(p / 8);
  const std::vector<PortPair> links = {{0, 16}, {1, 17}};
  // One shares a device with each link, the other a rack only.
  const MovePlan plan = fewest_moves(links, {{24, 28}, {5, 22}, {2, 25}}, places);
  REQUIRE(plan.moves.size() == 4);
  REQUIRE(std::ranges::count(plan.moves, Scope::elsewhere, &Move::scope) == 1);
  REQUIRE(plan.removed == std::vector<PortPair>{{24, 28}});
}

TEST_CASE("moves: thousands of spare cables for as many links") {
  std::mt19937 random(3);
  Hall hall = random_hall(random, 40000, 0, 0, 64);
  for (std::int32_t i = 0; i < 20000; i += 4) hall.links.push_back({i, i + 20000});
  for (std::int32_t i = 1; i < 20000; i += 4) hall.cables.push_back({i, i + 20000});
  const MovePlan plan = fewest_moves(hall.links, hall.cables, hall.places);
  REQUIRE(plan.moves.size() == 10000);
  REQUIRE(std::ranges::count(plan.moves, Scope::device, &Move::scope) == 10000);
  REQUIRE(carry_out(hall, plan).size() == 5000);
}

TEST_CASE("moves: ten thousand displaced cables") {
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
  const MovePlan plan = fewest_moves(hall.links, hall.cables, hall.places);
  REQUIRE(plan.moves.size() >= std::size_t(n) - 20);
  REQUIRE(carry_out(hall, plan).size() == std::size_t(n));
}

}  // namespace weft
