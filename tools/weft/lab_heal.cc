// weft lab heal [FAULT]: takes faults out, the last one first, and waits until the lab works again.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/text.h"
#include "fault/fault.h"
#include "lab/build.h"
#include "lab_open.h"

namespace weft {
namespace {

using Steady = std::chrono::steady_clock;

struct Options {
  LabChoice choice;
  std::string fault;
};

int heal_one(OpenLab& lab, const std::string& text) {
  const auto plan = plan_fault(text, lab.layout, {}, 0);
  if (!plan) return complain(plan.error(), exit_code::failed);
  const FaultSite site{lab.layout, lab.folder, lab.state, plan->places};
  const auto healed = plan->fault->heal(site);
  if (!healed) return complain(std::move(healed.error()), exit_code::failed);
  std::erase(lab.state.faults, text);
  if (const auto kept = lab.folder.write(lab.state); !kept) return complain(kept.error());
  return print_result(fmt::format("healed {}\n", text));
}

int await(const OpenLab& lab) {
  ReadyWatch watch(lab.layout, lab.state.lldp);
  const auto limit = Steady::now() + std::chrono::seconds(30);
  for (;;) {
    const auto asked = Steady::now();
    const LabReadiness is = watch.look(Steady::now() > limit);
    if (is.ready()) return exit_code::fine;
    if (Steady::now() > limit)
      return complain(
          Error{"the lab does not work again after 30 s: late are " + join(is.late, ", "),
                {},
                "`weft lab check` says what is wrong",
                {}},
          exit_code::unknown);
    std::this_thread::sleep_for(Steady::now() - asked);
  }
}

int heal(const Options& o) {
  auto lab = open_lab(o.choice);
  if (!lab) return complain(lab.error());
  std::vector<std::string> wanted(lab->state.faults.rbegin(), lab->state.faults.rend());
  if (!o.fault.empty()) {
    const std::string id =
        table_id(o.fault.substr(0, o.fault.find(':'))) +
        (o.fault.find(':') == o.fault.npos ? ":" : o.fault.substr(o.fault.find(':')));
    std::erase_if(wanted, [&](const std::string& one) { return !(one + ":").starts_with(id); });
    if (wanted.empty())
      return complain(Error{fmt::format("no fault '{}' is in the lab", printable(o.fault)),
                            {},
                            "`weft lab status` lists them",
                            {}});
  }
  if (wanted.empty()) return print_result("no fault is in the lab\n");
  return run_inside(*lab, [&] {
    for (const std::string& one : wanted)
      if (const int code = heal_one(*lab, one); code != exit_code::fine) return code;
    return lab->state.faults.empty() ? await(*lab) : exit_code::fine;
  });
}

}  // namespace

std::function<int()> declare_lab_heal(CLI::App& app) {
  auto o = std::make_shared<Options>();
  app.add_option("FAULT", o->fault, "Only this one, or all of this kind (default: all)");
  declare_lab_choice(app, o->choice);
  return [o] { return heal(*o); };
}

}  // namespace weft
