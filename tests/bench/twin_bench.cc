// Speed of the twin's rates: one max-min solve at doubling sizes, and runs to completion. With a
// file of flows from twin_simgrid it runs those flows, over the very same links, and says when they
// end. See README.md, and twin_bench.py for both side by side.
//
//   twin_bench solve         tables of one solve, hashed and sprayed, and of all-to-all
//   twin_bench complete      tables of runs to completion
//   twin_bench large         the largest solve alone, for a profiler
//   twin_bench flows FILE    makespan and time of those flows

#include <fmt/format.h>
#include <sys/resource.h>

#include <cstring>
#include <ctime>
#include <fstream>
#include <functional>
#include <optional>

#include "twin/loads.h"
#include "twin/transfers.h"

using namespace weft;

namespace {

// Of this thread: what others on the machine do counts less.
double seconds_now() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// The quickest of several turns: what the code takes when nobody else does.
double quickest(int turns, const std::function<void()>& work) {
  double best = 1e9;
  for (int i = 0; i < turns; ++i) {
    const double start = seconds_now();
    work();
    best = std::min(best, seconds_now() - start);
  }
  return best;
}

long peak_mib() {
  rusage use{};
  getrusage(RUSAGE_SELF, &use);
  return use.ru_maxrss / 1024;
}

struct Fabric {
  LinkGraph graph;
  double plan_s = 0, hops_s = 0;
  std::optional<NextHops> hops;

  explicit Fabric(const Plan& plan) {
    double start = seconds_now();
    graph = link_graph(plan);
    plan_s = seconds_now() - start;
    start = seconds_now();
    hops.emplace(graph);
    hops_s = seconds_now() - start;
  }
  std::uint32_t nics() const { return static_cast<std::uint32_t>(graph.nics.size()); }
};

FlowPaths permutations(const Fabric& fabric, Spreading spreading, int times) {
  PathFinder finder(fabric.graph, *fabric.hops, choices_for(fabric.graph, spreading, 1));
  FlowPaths paths;
  for (int turn = 0; turn < times; ++turn) {
    const auto to = loads::cycle(fabric.nics(), static_cast<std::uint64_t>(turn) + 1);
    for (std::uint32_t i = 0; i < to.size(); ++i)
      finder.add(loads::tuple(i, to[i], static_cast<std::uint16_t>(49152 + turn)), i, to[i], paths);
  }
  return paths;
}

FlowPaths all_to_all(const Fabric& fabric) {
  PathFinder finder(fabric.graph, *fabric.hops, choices_for(fabric.graph, Spreading::hash, 1));
  FlowPaths paths;
  for (std::uint32_t i = 0; i < fabric.nics(); ++i)
    for (std::uint32_t k = 1; k < fabric.nics(); ++k) {
      const std::uint32_t to = (i + k) % fabric.nics();
      finder.add(loads::tuple(i, to), i, to, paths);
    }
  return paths;
}

void solve_row(const char* what, const Fabric& fabric, const FlowPaths& paths, double paths_s) {
  MaxMin solver;
  const double s = quickest(7, [&] { solver.solve({fabric.graph.capacity, paths}); });
  fmt::print("| {} | {} | {} | {} | {:.3f} s | {:.3f} s | {:.2f} ms | {} MiB |\n", what,
             fabric.nics(), paths.flows(), paths.link.size(), fabric.plan_s + fabric.hops_s,
             paths_s, s * 1e3, peak_mib());
}

void solve() {
  fmt::print(
      "| load | endpoints | flows | entries | graph and next hops | paths | one solve | peak |\n"
      "| --- | --- | --- | --- | --- | --- | --- | --- |\n");
  const auto row = [](const char* what, const Fabric& fabric, auto make) {
    FlowPaths paths;
    const double s = quickest(1, [&] { paths = make(); });
    solve_row(what, fabric, paths, s);
  };
  for (const std::int64_t n : {1024, 2048, 4096, 8192}) {
    const Fabric fabric(loads::wide_clos(n, 64));
    row("permutation, 2 tiers, hash", fabric,
        [&] { return permutations(fabric, Spreading::hash, 1); });
    row("permutation, 2 tiers, spray", fabric,
        [&] { return permutations(fabric, Spreading::spray, 1); });
  }
  for (const std::int64_t n : {256, 512, 1024}) {
    const Fabric fabric(loads::wide_clos(n, 32));
    row("all-to-all, 2 tiers, hash", fabric, [&] { return all_to_all(fabric); });
  }
  for (const std::int64_t n : {16384, 32768, 65536}) {
    const Fabric fabric(loads::wide_clos(n, 64, 3));
    row("permutation, 3 tiers, hash", fabric,
        [&] { return permutations(fabric, Spreading::hash, 1); });
  }
}

void complete_row(const Fabric& fabric, Spreading spreading, int times) {
  const FlowPaths paths = permutations(fabric, spreading, times);
  const std::vector<double> bits(paths.flows(), 8e6);
  std::uint64_t changes = 0;
  Picos end = 0;
  const double s = quickest(3, [&] {
    Transfers transfers({fabric.graph.capacity, paths}, {bits});
    transfers.run();
    changes = transfers.changes();
    end = transfers.last_end();
  });
  fmt::print("| {} | {} | {} | {} | {:.3f} us | {:.3f} s | {} MiB |\n", fabric.nics(),
             spreading == Spreading::hash ? "hash" : "static", paths.flows(), changes,
             double(end) / 1e6, s, peak_mib());
}

void complete() {
  fmt::print(
      "| hosts | routing | flows of 1 MB | changes | makespan | time | peak |\n"
      "| --- | --- | --- | --- | --- | --- | --- |\n");
  const Fabric two(loads::wide_clos(1024, 32));
  for (const int times : {1, 2, 4, 8}) complete_row(two, Spreading::hash, times);
  complete_row(two, Spreading::fixed, 8);
  for (const std::int64_t n : {1024, 2048, 4096, 8192}) {
    const Fabric three(loads::wide_clos(n, 16, 3));
    complete_row(three, Spreading::hash, 8);
  }
}

// Lines: "link BIT_PER_S" in order of number, then "flow BITS START_PS WEIGHT LINK...".
int flows(const char* file) {
  std::ifstream in(file);
  std::vector<double> capacity, bits, weight;
  std::vector<Picos> start;
  FlowPaths paths;
  std::string line;
  while (std::getline(in, line)) {
    char* at = line.data() + 5;
    if (line.starts_with("link ")) {
      capacity.push_back(std::strtod(at, nullptr));
      continue;
    }
    bits.push_back(std::strtod(at, &at));
    start.push_back(std::strtoll(at, &at, 10));
    weight.push_back(std::strtod(at, &at));
    for (std::uint8_t stage = 0; *at != '\0'; ++stage) {
      paths.link.push_back(static_cast<std::uint32_t>(std::strtoul(at, &at, 10)));
      paths.share.push_back(1);
      paths.stage.push_back(stage);
    }
    paths.first.push_back(static_cast<std::uint32_t>(paths.link.size()));
  }
  if (paths.flows() == 0) return 1;
  std::uint64_t changes = 0;
  Picos end = 0;
  double sum = 0;
  const double s = quickest(3, [&] {
    Transfers transfers({capacity, paths, weight}, {bits, start});
    transfers.run();
    end = transfers.last_end();
    changes = transfers.changes();
    sum = 0;
    for (std::uint32_t f = 0; f < paths.flows(); ++f) sum += double(transfers.end(f));
  });
  fmt::print("flows={} makespan_ps={} mean_end_ps={:.0f} run_s={:.4f} changes={} peak_mib={}\n",
             paths.flows(), end, sum / paths.flows(), s, changes, peak_mib());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "solve";
  if (what == "flows" && argc > 2) return flows(argv[2]);
  if (what == "solve") solve();
  if (what == "complete") complete();
  if (what == "large") {
    const Fabric fabric(loads::wide_clos(65536, 64, 3));
    const FlowPaths paths = permutations(fabric, Spreading::hash, 1);
    for (int i = 0; i < 5; ++i) solve_row("large", fabric, paths, 0);
  }
  return 0;
}
