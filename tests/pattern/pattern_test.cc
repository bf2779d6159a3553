#include "pattern/pattern.h"

#include <algorithm>
#include <map>
#include <set>

#include "support/catch.h"

using namespace weft;

namespace {

const PatternSpec& pattern(std::string_view id) { return **find_pattern(id); }

}  // namespace

TEST_CASE("every pattern keeps its promises at every size") {
  for (const auto& [id, p] : patterns::all())
    for (std::uint32_t n = 0; n < 20; ++n)
      for (const bool duplex : {false, true}) {
        INFO(id << " n=" << n << " duplex=" << duplex);
        const PatternShape shape{n, duplex, 7};
        std::uint64_t flows = 0;
        for (std::uint64_t r = 0; r < p.rounds(shape); ++r) {
          std::set<std::uint32_t> sources;
          for (const Flow& flow : p.round(shape, r).flows) {
            CHECK((flow.source < n && flow.target < n));
            CHECK((flow.source == flow.target) == p.collective.has_value());
            ++flows;
            if (p.one_flow_each && !duplex) {
              CHECK(sources.insert(flow.source).second);
              CHECK(sources.insert(flow.target).second);
            }
          }
        }
        CHECK(flows == p.flows(shape));
      }
}

TEST_CASE("all pairs meet once each way, in n-1 rounds of disjoint pairs") {
  for (std::uint32_t n = 2; n < 34; ++n) {
    const PatternShape shape{n, true, 1};
    CHECK(pattern("pairs").rounds(shape) == (n % 2 == 0 ? n - 1 : n));
    std::set<Flow> seen;
    for (std::uint64_t r = 0; r < pattern("pairs").rounds(shape); ++r) {
      std::map<std::uint32_t, int> uses;
      for (const Flow& flow : pattern("pairs").round(shape, r).flows) {
        CHECK(seen.insert(flow).second);
        CHECK(++uses[flow.source] == 1);
      }
    }
    CHECK(seen.size() == std::size_t{n} * (n - 1));
  }
}

TEST_CASE("a permutation is one, has no fixed point, and depends on its seed alone") {
  const PatternShape shape{257, false, 42};
  CHECK(pattern("permutation").rounds(shape) == 18);
  const Round round = pattern("permutation").round(shape, 3);
  std::set<std::uint32_t> targets;
  for (const Flow& flow : round.flows) targets.insert(flow.target);
  CHECK(targets.size() == 257);
  CHECK(pattern("permutation").round(shape, 3).flows == round.flows);
  CHECK(pattern("permutation").round({257, false, 43}, 3).flows != round.flows);
  CHECK(pattern("permutation").round(shape, 4).flows != round.flows);
}

TEST_CASE("an unknown pattern is named with the nearest one") {
  CHECK(find_pattern("pars").error().what == "no pattern 'pars', did you mean 'pairs'?");
}
