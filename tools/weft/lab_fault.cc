// weft lab fault KIND[:PLACE[,PLACE]]: puts a fault into the lab and says where.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "fault/fault.h"
#include "lab_open.h"
#include "page.h"

namespace weft {
namespace {

struct Options {
  LabChoice choice;
  std::string fault, seed;
  bool list = false;
};

int list_faults() {
  std::vector<std::vector<std::string>> rows;
  for (const auto& [id, fault] : faults::all())
    rows.push_back({command_name(id), std::string(fault.about),
                    fault.fix.empty() ? "a later part of Weft" : std::string(fault.fix)});
  return print_result(grid({{"kind"}, {"what", 50}, {"named by"}}, rows));
}

Result<std::uint64_t> seed_of(const Options& o, const OpenLab& lab) {
  if (o.seed.empty()) return lab.state.options.seed;
  if (const auto seed = parse_uint(o.seed)) return *seed;
  return fail("--seed wants a whole number, got '" + printable(o.seed) + "'");
}

// Told before and kept before: should it fail half way, `heal` knows of it.
int inject(OpenLab& lab, const FaultPlan& plan) {
  lab.state.faults.push_back(plan.text());
  if (const auto kept = lab.folder.write(lab.state); !kept) return complain(kept.error());
  const FaultSite site{lab.layout, lab.folder, lab.state, plan.places};
  if (const auto done = plan.fault->inject(site); !done)
    return complain(done.error(), exit_code::failed);
  if (const auto kept = lab.folder.write(lab.state); !kept) return complain(kept.error());
  return print_result(fmt::format("{}\n{}\n", plan.text(), plan.fault->about));
}

int fault(const Options& o) {
  if (o.list || o.fault.empty()) return list_faults();
  auto lab = open_lab(o.choice);
  if (!lab) return complain(lab.error());
  const auto seed = seed_of(o, *lab);
  if (!seed) return complain(seed.error());
  const auto plan = plan_fault(o.fault, lab->layout, lab->state.faults, *seed);
  if (!plan) return complain(plan.error());
  if (std::ranges::count(lab->state.faults, plan->text()) > 0)
    return complain(Error{plan->text() + " is in the lab already", {}, "`weft lab heal`", {}});
  return run_inside(*lab, [&] { return inject(*lab, *plan); });
}

}  // namespace

std::function<int()> declare_lab_fault(CLI::App& app) {
  auto o = std::make_shared<Options>();
  app.add_option("FAULT", o->fault,
                 "KIND, KIND:PLACE or KIND:PLACE,PLACE; a place is NODE:PORT or NODE. Without one "
                 "it is chosen by the seed, and told");
  app.add_flag("--list", o->list, "All kinds, and who names each");
  app.add_option("--seed", o->seed, "Of the choice of a place (default: the lab's)");
  declare_lab_choice(app, o->choice);
  app.footer(
      "Examples:\n  weft lab fault swapped-cables\n"
      "  weft lab fault pulled-cable:leaf-su00-r0:swp33s0\n  weft lab fault frozen-host");
  return [o] { return fault(*o); };
}

}  // namespace weft
