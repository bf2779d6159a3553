// weft twin site: what all nodes of a simulated fabric say, as a site folder that `weft check`
// reads, just as `weft collect` writes one of a real fabric.

#include <fmt/format.h>

#include "base/talk.h"
#include "collect_output.h"
#include "run/drive.h"
#include "suite/find.h"
#include "suites_folder.h"
#include "twin/fabric.h"
#include "twin/host.h"
#include "twin_open.h"

namespace weft {
namespace {

struct Options {
  TwinChoice choice;
  std::string out, after;
  bool json = false;
  std::size_t parallel = 2;
};

std::vector<SessionNode> as_started(TwinState state) {
  const auto shared = std::make_shared<const TwinState>(std::move(state));
  std::vector<SessionNode> out;
  for (std::size_t n = 0; n < shared->nodes.size(); ++n)
    out.push_back({shared->nodes[n].name, [shared, n]() -> Result<std::unique_ptr<Host>> {
                     return twin_host(shared, static_cast<std::int32_t>(n));
                   }});
  return out;
}

// With the counters that the suite leaves behind.
Result<std::vector<SessionNode>> after_suite(OpenTwin twin, const std::string& name) {
  WEFT_TRY(const Suite suite, load_suite(name, suite_folders(), pattern_ids()));
  TwinOptions options;
  options.seed = twin.state.seed;
  options.events = std::move(twin.events);
  const Layout layout = twin_layout(twin.state);
  const auto fabric = make_twin(std::move(twin.state), options);
  DeafSink deaf;
  WEFT_TRY(const auto session, fabric->open(layout, deaf));
  WEFT_CHECK(drive(*session, suite, options.seed,
                   [](const StepRecord&, std::span<const Sample>) { return Result<void>(); }));
  return session->nodes();
}

int site(const Options& o) {
  auto twin = open_twin(o.choice);
  if (!twin) return complain(twin.error());
  if (!twin->events.empty() && o.after.empty())
    return complain(Error{"a fault with a time happens under load", {}, "add --after SUITE", {}});
  for (const PlacedTwinFault& fault : twin->faults)
    talk("{}: {}\n", fault.text(twin->healthy), fault.fault->about);
  auto machines = o.after.empty()
                      ? Result<std::vector<SessionNode>>(as_started(std::move(twin->state)))
                      : after_suite(std::move(*twin), o.after);
  if (!machines) return complain(machines.error());
  std::vector<CollectTarget> targets;
  for (SessionNode& one : *machines) targets.push_back({std::move(one.name), std::move(one.open)});
  const auto all = collect_site(targets, o.out, o.parallel, [](const Collected&) {});
  return all ? print_collected(*all, o.out, o.json) : complain(all.error());
}

}  // namespace

std::function<int()> declare_twin_site(CLI::App& app) {
  auto o = std::make_shared<Options>();
  declare_twin_choice(app, o->choice);
  app.add_option("--out", o->out, "The site folder to write")->required();
  app.add_option("--after", o->after,
                 "As it is after this suite has run: counters moved by what was sent");
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
