// What the subcommands of `weft twin` share: which plan, which faults, which seed.
#pragma once

#include <string>
#include <vector>

#include "command.h"
#include "twin/fabric.h"
#include "twin_fault/twin_fault.h"

namespace weft {

struct TwinChoice {
  std::string plan, format, only, seed = "1";
  std::vector<std::string> faults;
};
void declare_twin_choice(CLI::App& app, TwinChoice& choice);

struct OpenTwin {
  Plan plan;
  TwinState healthy, state;       // without and with the faults that are there from the start
  std::vector<TwinEvent> events;  // the others
  std::vector<PlacedTwinFault> faults;
};

// Error: the plan cannot be read or has no links, a fault that does not fit it.
Result<OpenTwin> open_twin(const TwinChoice& choice);

Result<std::uint64_t> seed_number(const std::string& text);

// One declaration for each part: twin_site.cc, twin_faults.cc, ...
std::function<int()> declare_twin_site(CLI::App& app);
std::function<int()> declare_twin_faults(CLI::App& app);
std::function<int()> declare_twin_score(CLI::App& app);
std::function<int()> declare_twin_expect(CLI::App& app);

}  // namespace weft
