// weft lab up: builds a lab and waits until it works.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/interrupt.h"
#include "base/talk.h"
#include "base/text.h"
#include "lab/build.h"
#include "lab/qos.h"
#include "lab/space.h"
#include "lab/spray_watch.h"
#include "lab_open.h"
#include "plan/make.h"
#include "plan/only.h"
#include "plan/plan.h"

namespace weft {
namespace {

using Steady = std::chrono::steady_clock;
using namespace std::chrono_literals;

struct Options {
  LabChoice choice;
  std::string plan, format, only, rate = "100M", seed = "1", routing = "hash";
  std::int64_t mtu = 9000;
  double patience_s = 60;
  bool static_routes = false, bfd = false, quiet = false;
};

// 2 spines, 4 leaves, 8 hosts with 2 rails, as many uplinks as hosts on every leaf.
Result<Plan> default_plan() {
  MakeRequest request;
  request.nodes = 8;
  request.rails = 2;
  request.unit_size = 4;
  request.spines = 2;
  request.host_ports = {"eth_rail0", "eth_rail1"};
  WEFT_TRY(MadePlan made, make_plan(request));
  return std::move(made.plan);
}

Result<Plan> wanted_plan(const Options& o) {
  Plan plan;
  if (o.plan.empty()) {
    WEFT_TRY(plan, default_plan());
  } else {
    WEFT_TRY(PlanRead read, load_plan(o.plan, o.format));
    for (const auto* list : {&read.faults, &read.warnings})
      for (const Error& error : *list) talk("weft: {}\n", error.text());
    plan = std::move(read.plan);
  }
  if (!o.only.empty()) {
    WEFT_TRY(plan, only(plan, o.only));
  }
  return plan;
}

// The plan as the lab can hold it: its links' rate and MTU and what its switches do are the lab's.
Plan plan_of_lab(Plan plan, const LabOptions& options) {
  plan.intent.adaptive_routing = options.sprays();
  plan.intent.roce_dscp = roce_dscp;
  plan.intent.roce_priority = roce_priority;
  plan.intent.cnp_dscp = cnp_dscp;
  for (Link& link : plan.links) link.rate = options.rate;
  plan.intent.link_rate = options.rate;
  plan.intent.mtu = options.mtu;
  return plan;
}

Result<LabOptions> lab_options(const Options& o) {
  LabOptions out;
  WEFT_TRY(out.rate, parse_rate(o.rate));
  if (out.rate < 1_Mbps || out.rate > 10_Gbps)
    return fail("--rate takes 1 Mb/s to 10 Gb/s, got " + text(out.rate));
  const auto seed = parse_uint(o.seed);
  if (!seed) return fail("--seed wants a whole number, got '" + printable(o.seed) + "'");
  out.seed = *seed;
  out.mtu = o.mtu;
  out.static_routes = o.static_routes;
  out.bfd = o.bfd;
  for (const auto& [routing, name] : words_of(LabRouting{}))
    if (name == table_id(o.routing)) out.routing = routing;
  if (o.static_routes && o.bfd) return fail("--bfd needs daemons, which --static leaves out");
  return out;
}

class Progress {
 public:
  explicit Progress(bool quiet) : shown_(!quiet && ::isatty(2) == 1) {}
  ~Progress() {
    if (shown_) talk("\r\033[K");
  }
  void say(const std::string& what) const {
    if (shown_) talk("\r\033[Klab: {}", what);
  }

 private:
  bool shown_;
};

std::string how_far(const LabReadiness& is) {
  std::string out;
  if (is.neighbours_wanted > 0)
    out += fmt::format("LLDP {} of {} ports, ", is.neighbours, is.neighbours_wanted);
  out +=
      fmt::format("routes {} of {}", is.routed, count_of(is.routed_wanted, "switch", "switches"));
  if (is.late.empty()) return out;
  const std::size_t shown = std::min<std::size_t>(is.late.size(), 4);
  out += ", late: " + join({is.late.begin(), is.late.begin() + static_cast<long>(shown)}, ", ");
  if (is.late.size() > shown) out += fmt::format(" and {} more", is.late.size() - shown);
  return out;
}

double seconds_since(Steady::time_point start) {
  return std::chrono::duration<double>(Steady::now() - start).count();
}

struct Times {
  double built = 0, neighbours = 0, routes = 0;  // seconds, the latter two since it was built
};

// Waits until it works. 3 when it does not within the patience, and who is late is said.
int await(const LabLayout& layout, const LabState& state, const Options& o,
          const Progress& progress, Times& times) {
  ReadyWatch watch(layout, state.lldp);
  for (const auto start = Steady::now();;) {
    const auto asked = Steady::now();
    const LabReadiness is = watch.look(false);
    progress.say(how_far(is));
    if (is.neighbours == is.neighbours_wanted && times.neighbours == 0)
      times.neighbours = seconds_since(start);
    if (is.routed == is.routed_wanted && times.routes == 0) times.routes = seconds_since(start);
    if (is.ready()) return exit_code::fine;
    if (interrupt::raised()) return exit_code::interrupted;
    // As long a pause as the look took: the daemons need the cores, too.
    std::this_thread::sleep_for(std::clamp<Nanos>(Steady::now() - asked, 30ms, 1s));
    if (seconds_since(start) < o.patience_s) continue;
    talk("\nweft: not ready after {:.0f} s: {}\n", o.patience_s, how_far(watch.look(true)));
    return exit_code::unknown;
  }
}

std::string summary(const LabLayout& layout, const LabState& state, const Times& times) {
  const LabOptions& options = state.options;
  std::string out =
      fmt::format("lab '{}' is up: {}\n{} each way, MTU {}, {}{}, {}\n", state.name,
                  size_of(layout), text(options.rate), options.mtu,
                  options.static_routes ? "static routes, no daemons" : "BGP unnumbered",
                  options.bfd ? " with BFD" : "", about(options.routing));
  out += fmt::format("built in {:.1f} s", times.built);
  if (state.lldp) out += fmt::format(", LLDP complete after {:.1f} s", times.neighbours);
  out += fmt::format(", all ways there after {:.1f} s\n", times.routes);
  for (const std::string& note : state.notes) out += note + "\n";
  return out;
}

// Runs inside the lab.
int build(const LabLayout& layout, const LabFolder& folder, LabState& state, const Options& o,
          Steady::time_point start) {
  interrupt::install();
  int code = exit_code::fine;
  Times times;
  {
    const Progress progress(o.quiet);
    const auto built = build_lab(layout, folder, find_lab_programs(), state,
                                 [&](const std::string& what) { progress.say(what); });
    times.built = seconds_since(start);
    state.up = built.has_value();
    const auto kept = built ? folder.write(state) : built;
    if (!kept) return complain(kept.error());
    if (interrupt::raised()) return exit_code::interrupted;
    code = await(layout, state, o, progress, times);
    if (code == exit_code::fine && layout.options.sprays())
      if (const auto laid = lay_spray_tables(layout); !laid) return complain(laid.error());
  }
  if (code != exit_code::fine) return code;
  return print_result(summary(layout, state, times));
}

// What was begun is not left behind.
int undo(const LabFolder& folder, const LabState& state, int code) {
  if (state.keeper.pid > 0) end_process(state.keeper, std::chrono::seconds(3));
  (void)folder.remove();
  return code;
}

Result<LabFolder> fresh_folder(const LabChoice& choice) {
  WEFT_TRY(const LabFolder folder, LabFolder::named(choice.root, choice.name));
  if (!folder.exists()) return folder;
  const auto state = folder.read();
  if (state && is_alive(state->keeper))
    return fail(fmt::format("lab '{}' is up since {}", choice.name, text(state->made)),
                "`weft lab down` ends it; --name NAME makes another one beside it");
  talk("weft: cleared up what was left of a lab '{}' that died\n", choice.name);
  WEFT_CHECK(folder.remove());
  return folder;
}

int up(const Options& o) {
  const auto start = Steady::now();
  const auto options = lab_options(o);
  if (!options) return complain(options.error());
  auto plan = wanted_plan(o);
  if (!plan) return complain(plan.error());
  const auto layout = lay_out(*plan, *options);
  if (!layout) return complain(layout.error());
  LabState state{.name = o.choice.name, .made = now(), .options = *options};
  const LabPrograms programs = find_lab_programs();
  if (const auto fine = check_programs(programs, *options, state.notes); !fine)
    return complain(fine.error());
  state.lldp = !options->static_routes && programs.has_lldp();
  const auto folder = fresh_folder(o.choice);
  if (!folder) return complain(folder.error());
  auto kept = make_folders(folder->path());
  if (kept) kept = folder->write_plan(plan_of_lab(std::move(*plan), *options));
  if (kept) kept = folder->write(state);
  if (!kept) return complain(kept.error());
  const auto keeper = start_keeper(folder->path() / "keeper.log");
  if (!keeper) return undo(*folder, state, complain(keeper.error()));
  state.keeper = *keeper;
  if (kept = folder->write(state); !kept) return undo(*folder, state, complain(kept.error()));
  const auto code = inside(*keeper, [&] { return build(*layout, *folder, state, o, start); });
  if (!code) return undo(*folder, state, complain(code.error()));
  if (*code == exit_code::unknown) {
    talk("weft: the lab stays for a look: `weft lab status`, `weft lab down`\n");
    return *code;
  }
  return *code == exit_code::fine ? *code : undo(*folder, state, *code);
}

}  // namespace

std::function<int()> declare_lab_up(CLI::App& app) {
  auto o = std::make_shared<Options>();
  app.add_option("--plan", o->plan,
                 "A wiring plan of up to 64 nodes and 300 links. Default: 2 spines, 4 leaves, 8 "
                 "hosts with 2 rails");
  app.add_option("--from", o->format, "Format of the plan, where its name does not tell");
  app.add_option("--only", o->only, "Only this part of the plan: pod1,rail3, a rack, a node");
  app.add_flag("--static", o->static_routes,
               "Routes without daemons: up in about a second, but no BGP and no LLDP");
  app.add_flag("--bfd", o->bfd, "BFD on every BGP session: a silent loss is noticed in 0.3 s");
  app.add_option("--routing", o->routing,
                 "How switches choose among equal ways: hash of each flow, spray (each packet the "
                 "next way), weighted-spray (by what each port carries)")
      ->check(CLI::IsMember({"hash", "spray", "weighted-spray"}))
      ->capture_default_str();
  app.add_option("--rate", o->rate, "Of every link, each way")->capture_default_str();
  app.add_option("--mtu", o->mtu, "Of every link, in bytes")
      ->check(CLI::Range(std::int64_t{1280}, std::int64_t{9216}))
      ->capture_default_str();
  app.add_option("--seed", o->seed, "Of the switches' hashes")->capture_default_str();
  app.add_option("--patience", o->patience_s, "Seconds to wait until the network works")
      ->check(CLI::Range(1.0, 3600.0))
      ->capture_default_str();
  app.add_flag("--quiet", o->quiet, "No progress line");
  declare_lab_choice(app, o->choice);
  return [o] { return up(*o); };
}

}  // namespace weft
