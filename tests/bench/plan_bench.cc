// How long plans take to read, lint and write, at a quarter, half, whole and twice 8,192 GPUs and
// more.
//
//   weft_plan_bench [NODES]     default 1260 nodes of 8 rails in three tiers: 30,560 links
//
// Prints CPU seconds, best of three, and links per second; growth should be linear.

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <functional>

#include "plan/lint.h"
#include "plan/make.h"
#include "plan/plan.h"

using namespace weft;

namespace {

double seconds(const std::function<void()>& work) {
  double best = 1e9;
  for (int i = 0; i < 3; ++i) {
    const std::clock_t begin = std::clock();
    work();
    best = std::min(best, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  }
  return best;
}

void measure(std::int64_t nodes) {
  MakeRequest request{nodes, 8, 3};
  const Result<MadePlan> made = make_plan(request);
  if (!made) return fmt::print(stderr, "{}\n", made.error().text());
  const Plan& plan = made->plan;
  fmt::print("{} nodes, {} links: make {:.3f} s, lint {:.3f} s\n", nodes, plan.links.size(),
             seconds([&] { (void)make_plan(request); }), seconds([&] { lint(plan, {true}); }));
  for (const auto& [id, format] : plan_formats::all()) {
    std::vector<std::string> lost;
    std::string text;
    const double write = seconds([&] { lost.clear(), text = format.write(plan, lost); });
    const double read = seconds([&] {
      const auto again = read_plan(text, "bench", id);
      if (!again || again->plan.links.size() != plan.links.size()) std::abort();
    });
    fmt::print("  {:<5} {:6.2f} MB  read {:.3f} s ({:.0f} links/s)  write {:.3f} s\n", id,
               static_cast<double>(text.size()) / 1e6, read,
               static_cast<double>(plan.links.size()) / read, write);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::int64_t whole = argc > 1 ? std::atoll(argv[1]) : 1260;
  for (const std::int64_t nodes : {whole / 4, whole / 2, whole, whole * 2}) measure(nodes);
}
