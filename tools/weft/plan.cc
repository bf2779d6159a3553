// weft plan check | convert | make: wiring plans before anything is looked at.

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <set>

#include "base/talk.h"
#include "base/text.h"
#include "command.h"
#include "plan/lint.h"
#include "plan/make.h"
#include "plan/only.h"
#include "plan/plan.h"

namespace weft::commands {
namespace {

std::string format_help() {
  std::string out;
  for (const auto& [id, format] : plan_formats::all())
    out += fmt::format("\n  {:<5} {}", id, format.summary);
  return out;
}

std::vector<std::string> format_ids() {
  std::vector<std::string> out;
  for (const auto& [id, format] : plan_formats::all()) out.emplace_back(id);
  return out;
}

// "-" is standard input.
Result<PlanRead> read_any(const std::string& path, const std::string& format) {
  if (path != "-") return load_plan(path, format);
  const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
  return read_plan(text, "<stdin>", format);
}

std::string roles_text(const Plan& plan) {
  std::map<Role, std::size_t> roles;
  for (const Node& node : plan.nodes) ++roles[node.role];
  std::string out;
  for (const auto& [role, name] : words_of(Role{})) {
    if (roles[role] == 0) continue;
    std::string shown(role == Role::leaf && roles[role] > 1 ? "leave" : name);
    std::replace(shown.begin(), shown.end(), '_', ' ');
    const bool counted = role != Role::unknown && role != Role::other;
    out += fmt::format("{}{} {}{}", out.empty() ? "" : ", ", roles[role],
                       role == Role::unknown ? "of unknown role" : shown,
                       counted && roles[role] > 1 ? "s" : "");
  }
  return out;
}

// ---- check -----------------------------------------------------------------------------------

struct CheckOptions {
  std::string file, from, only;
  bool json = false, strict = false, adaptive_routing = false;
};

struct PlanReport {
  std::string schema = "1.0";
  std::string source, format;
  std::int64_t devices = 0, links = 0, open_ports = 0, far_ends_unknown = 0, planned = 0,
               disputed = 0;
  Verdict verdict = Verdict::pass;
  std::vector<Finding> findings;
  std::vector<std::string> notes;

  static constexpr auto fields() {
    return std::tuple{
        field("schema", &PlanReport::schema),
        field("source", &PlanReport::source),
        field("format", &PlanReport::format),
        field("devices", &PlanReport::devices),
        field("links", &PlanReport::links, "cables between two devices"),
        field("open_ports", &PlanReport::open_ports, "known to be without a cable"),
        field("far_ends_unknown", &PlanReport::far_ends_unknown,
              "cables that end at a patch panel or leave the plan"),
        field("planned", &PlanReport::planned, "links that are not cabled yet"),
        field("disputed", &PlanReport::disputed, "cables that claim a port of another"),
        field("verdict", &PlanReport::verdict),
        field("findings", &PlanReport::findings),
        field("notes", &PlanReport::notes, "what was done while reading")};
  }
};

PlanReport report_of(const PlanRead& read, const std::vector<PlanFinding>& findings) {
  PlanReport out;
  out.source = read.plan.source;
  out.format = read.format;
  out.devices = static_cast<std::int64_t>(read.plan.nodes.size());
  out.open_ports = static_cast<std::int64_t>(read.plan.open_ports.size());
  std::set<std::string_view> panels;
  for (const Node& node : read.plan.nodes)
    if (node.role == Role::patch_panel) panels.insert(node.name);
  for (const Link& link : read.plan.links) {
    const bool devices =
        link.far_end_known() && !panels.contains(link.a.node) && !panels.contains(link.b.node);
    ++(link.disputed ? out.disputed : devices ? out.links : out.far_ends_unknown);
    if (link.status == LinkStatus::planned) ++out.planned;
  }
  for (const PlanFinding& found : findings) {
    out.findings.push_back(found.finding);
    out.verdict = worst(out.verdict, found.finding.verdict);
  }
  for (const Error& note : read.notes) out.notes.push_back(note.text());
  return out;
}

std::string finding_line(const PlanFinding& found) {
  const Finding& f = found.finding;
  std::string out = fmt::format("{}: {}: ", found.place.text(), word(f.verdict));
  if (f.check == "plan_file")
    out += f.observed;
  else
    out += fmt::format("{}: {}{}", f.subject, f.observed,
                       f.expected.empty() ? "" : fmt::format(" (expected {})", f.expected));
  if (!f.next_step.empty()) out += fmt::format("\n    {}", f.next_step);
  return out + "\n";
}

std::string report_text(const PlanReport& report, const PlanRead& read,
                        const std::vector<PlanFinding>& findings) {
  std::string out;
  for (const PlanFinding& found : findings) out += finding_line(found);
  for (const Error& note : read.notes)
    out += fmt::format("{}: note: {}\n", note.place.text(), note.what);
  if (!out.empty()) out += '\n';
  out += fmt::format("{}: {}, {}", report.source,
                     count_of(static_cast<std::size_t>(report.links), "link"),
                     count_of(static_cast<std::size_t>(report.devices), "device"));
  if (const std::string roles = roles_text(read.plan); !roles.empty())
    out += fmt::format(" ({})", roles);
  if (report.planned > 0) out += fmt::format(", {} not cabled yet", report.planned);
  if (report.open_ports > 0)
    out += fmt::format(", {} left open (no neighbour is expected there)",
                       count_of(static_cast<std::size_t>(report.open_ports), "port"));
  if (report.disputed > 0)
    out += fmt::format(", {} not counted as their ports are claimed twice",
                       count_of(static_cast<std::size_t>(report.disputed), "cable"));
  if (report.far_ends_unknown > 0)
    out += fmt::format(", {} with an unknown far end",
                       count_of(static_cast<std::size_t>(report.far_ends_unknown), "cable"));
  std::size_t fails = 0, warns = 0;
  for (const Finding& f : report.findings) ++(f.verdict == Verdict::fail ? fails : warns);
  out += fmt::format("\n{}: {}, {}\n", word(report.verdict), count_of(fails, "fault"),
                     count_of(warns, "warning"));
  return out;
}

int check(const CheckOptions& options) {
  auto read = read_any(options.file, options.from);
  if (!read) return complain(read.error());
  if (!options.only.empty()) {
    auto part = only(read->plan, options.only);
    if (!part) return complain(part.error());
    read->plan = std::move(*part);
  }
  std::vector<PlanFinding> findings = findings_of(*read);
  for (PlanFinding& found : lint(read->plan, {options.adaptive_routing}))
    findings.push_back(std::move(found));
  std::stable_sort(findings.begin(), findings.end(), [](const auto& a, const auto& b) {
    return std::tie(a.place.line, a.place.column) < std::tie(b.place.line, b.place.column);
  });
  const PlanReport report = report_of(*read, findings);
  const std::string text =
      options.json ? to_json_text(report, 3) + "\n" : report_text(report, *read, findings);
  return print_result(text, exit_code_of(report.verdict, options.strict));
}

void declare_check(CLI::App& app, std::function<int()>& action) {
  CLI::App* sub = app.add_subcommand("check", "Reads a plan and says all that is wrong with it");
  auto options = std::make_shared<CheckOptions>();
  sub->add_option("FILE", options->file, "the plan, - for standard input")->required();
  sub->add_option("--from", options->from, "its format, if not told from suffix and content")
      ->check(CLI::IsMember(format_ids()));
  sub->add_option("--only", options->only, "only this part: pod1,rail3, a rack, a device");
  sub->add_flag("--adaptive-routing", options->adaptive_routing,
                "adaptive routing is asked for, also when the plan does not say so");
  sub->add_flag("--json", options->json, "the findings as JSON");
  sub->add_flag("--strict", options->strict, "a warning counts as a failure");
  sub->footer(
      "Each line: file:line:column, verdict, what, and what to do. Faults exit with 1, a file\n"
      "that cannot be read at all with 2. Formats:" +
      format_help());
  sub->callback([options, &action] { action = [options] { return check(*options); }; });
}

// ---- convert ---------------------------------------------------------------------------------

struct ConvertOptions {
  std::string file, out, from, to, only;
};

// What is wrong with the plan goes to stderr: stdout may be the plan. The number of faults.
std::size_t tell(const PlanRead& read) {
  for (const auto& [list, kind] :
       {std::pair{&read.faults, "fault"}, {&read.warnings, "warning"}, {&read.notes, "note"}})
    for (const Error& error : *list) talk("{}: {}: {}\n", error.place.text(), kind, error.what);
  PlanFindings ports;  // a fault of the plan, though each of its lines could be read
  lint_ports(read.plan, ports);
  std::size_t faults = read.faults.size();
  for (const PlanFinding& found : ports) {
    if (found.finding.verdict != Verdict::fail) continue;
    talk("{}: fault: {}: {}\n", found.place.text(), found.finding.subject, found.finding.observed);
    ++faults;
  }
  return faults;
}

int write_out(const std::string& path, const std::string& text, int code) {
  if (path == "-") return print_result(text, code);
  if (const auto done = write_file(path, text); !done) return complain(done.error());
  return code;
}

int convert(const ConvertOptions& options) {
  auto read = read_any(options.file, options.from);
  if (!read) return complain(read.error());
  if (!options.only.empty()) {
    auto part = only(read->plan, options.only);
    if (!part) return complain(part.error());
    read->plan = std::move(*part);
  }
  if (options.out == "-" && options.to.empty())
    return complain({"the format of standard output is not told", {}, "name it with --to", {}});
  const auto format = format_for_writing(options.out, options.to);
  if (!format) return complain(format.error());
  std::vector<std::string> lost;
  const auto text = write_plan(read->plan, *format, lost);
  if (!text) return complain(text.error());
  const std::size_t faults = tell(*read);
  for (const std::string& what : lost)
    talk("weft: lost in {}: {}\n", *format, printable(what, 400));
  return write_out(options.out, *text, faults > 0 ? exit_code::failed : exit_code::fine);
}

void declare_convert(CLI::App& app, std::function<int()>& action) {
  CLI::App* sub = app.add_subcommand("convert", "Writes a plan in another format");
  auto options = std::make_shared<ConvertOptions>();
  sub->add_option("FILE", options->file, "the plan, - for standard input")->required();
  sub->add_option("OUT", options->out, "the file to write, - for standard output")->required();
  sub->add_option("--from", options->from, "format of FILE, if not told from suffix and content")
      ->check(CLI::IsMember(format_ids()));
  sub->add_option("--to", options->to, "format of OUT, if not told from its suffix")
      ->check(CLI::IsMember(format_ids()));
  sub->add_option("--only", options->only, "only this part: pod1,rail3, a rack, a device");
  sub->footer(
      "What OUT cannot hold is said on standard error. OUT is written also when FILE has\n"
      "faults; then the exit code is 1. Formats:" +
      format_help());
  sub->callback([options, &action] { action = [options] { return convert(*options); }; });
}

// ---- make ------------------------------------------------------------------------------------

struct MakeOptions {
  MakeRequest request;
  std::string out, to;
  std::int64_t spines = 0, uplinks = 0;
  bool json = false;
};

struct MakeReport {
  std::string schema = "1.0";
  std::int64_t nodes = 0, gpus_nics = 0;
  std::vector<SwitchUse> switches;
  std::int64_t host_cables = 0, leaf_spine = 0, spine_superspine = 0, twin_port = 0, nic_optics = 0;

  static constexpr auto fields() {
    return std::tuple{
        field("schema", &MakeReport::schema),
        field("nodes", &MakeReport::nodes),
        field("nics", &MakeReport::gpus_nics),
        field("switches", &MakeReport::switches),
        field("host_leaf_cables", &MakeReport::host_cables),
        field("leaf_spine_cables", &MakeReport::leaf_spine),
        field("spine_superspine_cables", &MakeReport::spine_superspine),
        field("twin_port_optics", &MakeReport::twin_port, "2x400G OSFP modules in switches"),
        field("nic_optics", &MakeReport::nic_optics, "400G QSFP112 modules in NICs")};
  }
};

std::string ratio_text(const SwitchUse& use) {
  if (use.up == 0) return "-";
  return fmt::format("{:.3g}:1", use.oversubscription);
}

std::string make_text(const MadePlan& made) {
  std::string out = fmt::format("{}\n\n", *made.plan.attributes.at("title").text());
  out += fmt::format("{:<12}{:>9}{:>12}{:>8}{:>8}{:>10}\n", "switches", "number", "down", "up",
                     "free", "down:up");
  for (const SwitchUse& use : made.switches) {
    const std::string down = use.down_most == use.down_least
                                 ? std::to_string(use.down_most)
                                 : fmt::format("{}-{}", use.down_least, use.down_most);
    out += fmt::format("{:<12}{:>9}{:>12}{:>8}{:>8}{:>10}\n", use.kind, use.switches, down, use.up,
                       use.ports - use.down_most - use.up, ratio_text(use));
  }
  out += fmt::format("ports of 400G a switch: {}\n\n", made.switches.at(0).ports);
  const auto row = [&](std::string_view what, std::int64_t n) {
    if (n > 0) out += fmt::format("{:<42}{:>9}\n", what, n);
  };
  row("cables host to leaf", made.host_cables);
  row("cables leaf to spine", made.leaf_spine_cables);
  row("cables spine to superspine", made.spine_superspine_cables);
  row("cables in all", static_cast<std::int64_t>(made.plan.links.size()));
  row("optics 2x400G OSFP, one a switch cage", made.twin_port_optics);
  row("optics 400G QSFP112, one a NIC", made.nic_optics);
  return out;
}

int make(const MakeOptions& options) {
  MakeRequest request = options.request;
  if (options.spines > 0) request.spines = options.spines;
  if (options.uplinks > 0) request.uplinks = options.uplinks;
  const auto made = make_plan(request);
  if (!made) return complain(made.error());
  const MakeReport report{"1.0",
                          request.nodes,
                          request.nodes * request.rails,
                          made->switches,
                          made->host_cables,
                          made->leaf_spine_cables,
                          made->spine_superspine_cables,
                          made->twin_port_optics,
                          made->nic_optics};
  const std::string summary = options.json ? to_json_text(report, 2) + "\n" : make_text(*made);
  const bool to_stdout = options.out == "-" || (options.out.empty() && !options.to.empty());
  if (options.out.empty() && !to_stdout) return print_result(summary);
  const auto format = format_for_writing(options.out, options.to);
  if (!format) return complain(format.error());
  std::vector<std::string> lost;
  const auto text = write_plan(made->plan, *format, lost);
  if (!text) return complain(text.error());
  for (const std::string& what : lost)
    talk("weft: lost in {}: {}\n", *format, printable(what, 400));
  if (to_stdout) {
    talk("{}", summary);
    return print_result(*text);
  }
  if (const auto done = write_file(options.out, *text); !done) return complain(done.error());
  return print_result(summary);
}

void declare_make(CLI::App& app, std::function<int()>& action) {
  CLI::App* sub = app.add_subcommand("make", "Makes a rail-optimised Spectrum-X reference wiring");
  auto options = std::make_shared<MakeOptions>();
  MakeRequest& request = options->request;
  sub->add_option("--nodes", request.nodes, "how many nodes")->required();
  sub->add_option("--rails", request.rails, "NICs of a node")->capture_default_str();
  sub->add_option("--tiers", request.tiers, "1 leaves only, 2 with spines, 3 with superspines")
      ->capture_default_str();
  sub->add_option("--unit-size", request.unit_size, "nodes of a scalable unit")
      ->capture_default_str();
  sub->add_option("--spines", options->spines,
                  "spines (of a pod with three tiers), else the fewest")
      ->check(CLI::PositiveNumber);
  sub->add_option("--uplinks", options->uplinks, "uplinks of a leaf, else as many as it has nodes")
      ->check(CLI::PositiveNumber);
  sub->add_option("--host-ports", request.host_ports, "NIC names by rail, else eth1,eth2,...")
      ->delimiter(',');
  sub->add_option("--to", options->to, "format, if not told from the suffix of -o")
      ->check(CLI::IsMember(format_ids()));
  sub->add_option("-o,--out", options->out, "the file to write, - for standard output");
  sub->add_flag("--json", options->json, "the counts as JSON");
  sub->footer(
      "Prints switches, ports, oversubscription and cables; the cables themselves go to -o, or to\n"
      "standard output with --to alone. SN5600: 64 cages as 128 ports of 400G, swp1s0 to swp64s1.\n"
      "Names: hgx-su00-h00, leaf-su00-r0, spine-s00, superspine-g00-s0; three tiers add the pod:\n"
      "leaf-p0-su00-r0. Rail r of every node of a unit goes to leaf r of that unit.");
  sub->callback([options, &action] { action = [options] { return make(*options); }; });
}

std::function<int()> declare(CLI::App& app) {
  static std::function<int()> action;
  app.require_subcommand(1);
  app.footer(
      "Examples:\n"
      "  weft plan check topology.dot\n"
      "  weft plan make --nodes 256 --rails 8 -o plan.csv");
  declare_check(app, action);
  declare_convert(app, action);
  declare_make(app, action);
  return [] { return action(); };
}

}  // namespace

extern const CommandSpec plan = {"Checks, converts and makes wiring plans", declare};

}  // namespace weft::commands
