// See twin_open.h.

#include "twin_open.h"

#include "base/text.h"
#include "plan/only.h"
#include "plan/plan.h"

namespace weft {

void declare_twin_choice(CLI::App& app, TwinChoice& choice) {
  app.add_option("--plan", choice.plan, "The wiring plan: DOT, CSV, Air JSON, or our own JSON")
      ->required();
  app.add_option("--from", choice.format, "Format of the plan, where its name does not tell");
  app.add_option("--only", choice.only, "A part of the plan: pods, rails, racks, nodes by comma");
  app.add_option("--fault", choice.faults,
                 "KIND, KIND:PLACE or KIND:PLACE,PLACE; a place is NODE:PORT or NODE. Without one "
                 "it is chosen by the seed, and told (repeatable; `weft twin faults` lists kinds)");
  app.add_option("--seed", choice.seed, "Of hashes and of faults without a place")
      ->capture_default_str();
}

Result<std::uint64_t> seed_number(const std::string& text) {
  if (const auto seed = parse_uint(text)) return *seed;
  return fail("--seed wants a whole number, got '" + printable(text) + "'");
}

Result<OpenTwin> open_twin(const TwinChoice& choice) {
  WEFT_TRY(const std::uint64_t seed, seed_number(choice.seed));
  WEFT_TRY(PlanRead read, load_plan(choice.plan, choice.format));
  if (!choice.only.empty()) {
    WEFT_TRY(read.plan, only(read.plan, choice.only));
  }
  if (read.plan.links.empty())
    return fail_at({choice.plan, 0, 0}, "has no links: there is no fabric to simulate");
  OpenTwin out;
  out.healthy = make_state(read.plan, seed);
  out.state = out.healthy;
  for (const std::string& text : choice.faults) {
    WEFT_TRY(PlacedTwinFault fault,
             place_twin_fault(text, out.healthy, seed * 1000 + out.faults.size()));
    if (fault.at)
      out.events.push_back({*fault.at, fault.text(out.healthy),
                            [fault](TwinState& state) { fault.fault->put(state, fault.places); }});
    else
      out.state = with_fault(std::move(out.state), fault);
    out.faults.push_back(std::move(fault));
  }
  out.plan = std::move(read.plan);
  return out;
}

}  // namespace weft
