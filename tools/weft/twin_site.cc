// weft twin site: what all nodes of a simulated fabric say, as a site folder that `weft check`
// reads, just as `weft collect` writes one of a real fabric.

#include <fmt/format.h>

#include "base/talk.h"
#include "collect_output.h"
#include "twin/host.h"
#include "twin_open.h"

namespace weft {
namespace {

struct Options {
  TwinChoice choice;
  std::string out;
  bool json = false;
  std::size_t parallel = 2;
};

int site(const Options& o) {
  auto twin = open_twin(o.choice);
  if (!twin) return complain(twin.error());
  for (const PlacedTwinFault& fault : twin->faults)
    talk("{}: {}\n", fault.text(twin->healthy), fault.fault->about);
  const auto state = std::make_shared<const TwinState>(std::move(twin->state));
  std::vector<CollectTarget> targets;
  for (std::size_t n = 0; n < state->nodes.size(); ++n)
    targets.push_back({state->nodes[n].name, [state, n]() -> Result<std::unique_ptr<Host>> {
                         return twin_host(state, static_cast<std::int32_t>(n));
                       }});
  const auto all = collect_site(targets, o.out, o.parallel, [](const Collected&) {});
  return all ? print_collected(*all, o.out, o.json) : complain(all.error());
}

}  // namespace

std::function<int()> declare_twin_site(CLI::App& app) {
  auto o = std::make_shared<Options>();
  declare_twin_choice(app, o->choice);
  app.add_option("--out", o->out, "The site folder to write")->required();
  app.add_option("--parallel", o->parallel, "Nodes at once")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  app.add_flag("--json", o->json, "One JSON document instead of text");
  app.footer(
      "Example:\n  weft twin site --plan plan.dot --fault missing-cable:leaf01:swp4s0 --out site\n"
      "  weft check all --plan plan.dot --site site");
  return [o] { return site(*o); };
}

}  // namespace weft
