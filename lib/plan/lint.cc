// Rules about ports and names; see lint.h.

#include "plan/lint.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "base/text.h"
#include "plan/builder.h"
#include "plan/port_names.h"

namespace weft {

Place place_of(const Plan& plan, const Link& link) {
  return {plan.source, static_cast<std::uint32_t>(link.line.value_or(0)), 0};
}

namespace {

std::string shown(const Port& port) { return printable(port.text(), 120); }

struct Claims {
  Port port;
  std::vector<const Link*> links;
};

// "line 4: ln03:swp1", for a port that two cables claim; with its name there when that is another.
std::string other_end(const Link& link, const Port& port, const PortNames& names) {
  const bool first = names.key(link.a) == names.key(port);
  const Port& far = first ? link.b : link.a;
  const Port& near = first ? link.a : link.b;
  std::string name = !far.node.empty()       ? shown(far)
                     : !link.through.empty() ? shown(link.through.back())
                                             : "the outside";
  if (near != port) name += fmt::format(" (there it is {})", shown(near));
  return link.line ? fmt::format("line {}: {}", *link.line, name) : name;
}

void twice(const Plan& plan, const Claims& claims, const PortNames& names, PlanFindings& out) {
  const auto& links = claims.links;
  PlanFinding found{{"plan_port_twice",
                     Verdict::fail,
                     shown(claims.port),
                     "one cable",
                     fmt::format("{} cables: ", links.size()),
                     "keep the line that is meant; nothing is compared on this port until then",
                     {}},
                    place_of(plan, *links[0])};
  for (std::size_t i = 0; i < links.size() && i < 20; ++i) {
    found.finding.observed += (i > 0 ? ", " : "") + other_end(*links[i], claims.port, names);
    if (links[i]->line) found.finding.evidence.push_back(place_of(plan, *links[i]).text());
  }
  if (links.size() > 20) found.finding.observed += fmt::format(" and {} more", links.size() - 20);
  out.push_back(std::move(found));
}

void to_itself(const Plan& plan, const Link& link, PlanFindings& out) {
  const bool same_port = link.a == link.b;
  out.push_back({{"plan_self_link",
                  same_port ? Verdict::fail : Verdict::warn,
                  same_port ? shown(link.a) : shown(link.a) + " - " + shown(link.b),
                  "a cable to another device",
                  same_port ? "both ends are the same port" : "both ends are on one device",
                  same_port ? "name the far end" : "right only for a loop that is meant",
                  {}},
                 place_of(plan, link)});
}

// A cage is split into swp5s0, swp5s1, ... or is swp5; not both.
void breakout(const Plan& plan, PlanFindings& out) {
  struct Cage {
    const Link* whole = nullptr;
    const Link* lane = nullptr;
    const Port* port = nullptr;
  };
  std::unordered_map<std::string, Cage> cages;
  for (const Link& link : plan.links)
    for (const Port* port : {&link.a, &link.b}) {
      const auto name = switch_port(port->name);
      if (!name) continue;
      Cage& cage = cages[fmt::format("{}\n{}", port->node, name->cage)];
      (name->lane ? cage.lane : cage.whole) = &link;
      if (!name->lane) cage.port = port;
    }
  for (const auto& [key, cage] : cages) {
    if (cage.whole == nullptr || cage.lane == nullptr) continue;
    PlanFinding found{{"plan_breakout",
                       Verdict::fail,
                       shown(*cage.port),
                       "split or whole",
                       fmt::format("used whole and split: {}s0 and the like are planned too",
                                   printable(cage.port->name, 40)),
                       "use one way for both: a split cage has no port of the whole name",
                       {}},
                      place_of(plan, *cage.whole)};
    for (const Link* link : {cage.whole, cage.lane})
      if (link->line) found.finding.evidence.push_back(place_of(plan, *link).text());
    out.push_back(std::move(found));
  }
}

bool is_address(std::string_view name) {
  return name.find_first_not_of("0123456789.") == std::string_view::npos ||
         name.find(':') != std::string_view::npos;
}

// Where a name is first used: a node has no line of its own.
std::unordered_map<std::string_view, const Link*> first_uses(const Plan& plan) {
  std::unordered_map<std::string_view, const Link*> out;
  for (const Link& link : plan.links) {
    out.try_emplace(link.a.node, &link);
    out.try_emplace(link.b.node, &link);
  }
  return out;
}

std::string difference(std::string_view a, std::string_view b) {
  if (equal_ignoring_case(a, b)) return "they differ only in capitals";
  if (a.substr(0, a.find('.')) == b.substr(0, b.find('.'))) return "they differ only in the domain";
  return "they differ only in capitals and domain";
}

void odd_characters(const Plan& plan, std::string_view name, const Link* use, PlanFindings& out) {
  std::string what;
  for (const char c : name) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
      what = "a control character";
    else if (c == ' ')
      what = "a blank";
    else if ((c & 0x80) != 0 && what.empty())
      what = "a character that is not ASCII";
  }
  if (what.empty()) return;
  out.push_back({{"plan_names",
                  Verdict::warn,
                  printable(name, 120),
                  "letters, digits, '-', '_', '.'",
                  "the name holds " + what,
                  "no device calls itself that: correct it, or it is never found",
                  {}},
                 use != nullptr ? place_of(plan, *use) : Place{plan.source, 0, 0}});
}

}  // namespace

void lint_ports(const Plan& plan, PlanFindings& out) {
  if (plan.links.empty())
    out.push_back({{"plan_empty",
                    Verdict::fail,
                    printable(plan.source, 120),
                    "at least one link",
                    "the plan has no link",
                    "look whether it is the right file and format",
                    {}},
                   {plan.source, 0, 0}});
  const PortNames names(plan);
  std::map<std::string, Claims> claims;  // only of what settle() marked
  const auto claim = [&](const Port& port, const Link& link) {
    const auto [at, fresh] = claims.try_emplace(names.key(port));
    if (fresh) at->second.port = port;
    at->second.links.push_back(&link);
  };
  for (const Link& link : plan.links) {
    if (link.far_end_known() && link.a.node == link.b.node) to_itself(plan, link, out);
    if (!link.disputed) continue;
    claim(link.a, link);
    if (link.far_end_known() && names.key(link.a) != names.key(link.b)) claim(link.b, link);
  }
  for (const auto& [key, one] : claims)
    if (one.links.size() > 1) twice(plan, one, names, out);
  for (const Port& port : plan.open_ports)
    if (const auto at = claims.find(names.key(port)); at != claims.end())
      out.push_back({{"plan_port_twice",
                      Verdict::fail,
                      shown(port),
                      "one cable or none",
                      "left open and cabled: " + other_end(*at->second.links[0], port, names),
                      "remove the line that is not meant",
                      {}},
                     place_of(plan, *at->second.links[0])});
  breakout(plan, out);
}

void lint_names(const Plan& plan, PlanFindings& out) {
  const auto uses = first_uses(plan);
  const auto use_of = [&](std::string_view name) {
    const auto at = uses.find(name);
    return at == uses.end() ? nullptr : at->second;
  };
  std::map<std::string, std::vector<std::string_view>> alike;
  for (const Node& node : plan.nodes) {
    odd_characters(plan, node.name, use_of(node.name), out);
    const std::string_view name = node.name;
    alike[lower(is_address(name) ? name : name.substr(0, name.find('.')))].push_back(name);
  }
  for (const auto& [key, names] : alike) {
    for (std::size_t i = 1; i < names.size() && i < 20; ++i) {
      PlanFinding found{{"plan_names",
                         Verdict::warn,
                         printable(names[0], 120) + ", " + printable(names[i], 120),
                         "one name a device",
                         difference(names[0], names[i]),
                         "if they are one device, use one name, or its ports are not seen together",
                         {}},
                        {plan.source, 0, 0}};
      for (const std::string_view name : {names[0], names[i]})
        if (const Link* use = use_of(name); use != nullptr && use->line) {
          found.place = place_of(plan, *use);
          found.finding.evidence.push_back(found.place.text());
        }
      out.push_back(std::move(found));
    }
  }
  std::unordered_map<std::string, const Port*> ports;
  for (const Link& link : plan.links)
    for (const Port* port : {&link.a, &link.b}) {
      if (port->node.empty()) continue;
      const auto [at, fresh] = ports.try_emplace(port->node + '\n' + lower(port->name), port);
      if (!fresh && at->second->name != port->name)
        out.push_back({{"plan_names",
                        Verdict::warn,
                        shown(*at->second) + ", " + shown(*port),
                        "one name a port",
                        "they differ only in capitals",
                        "write it one way: they are taken for one port",
                        {}},
                       place_of(plan, link)});
    }
}

std::vector<PlanFinding> lint(const Plan& plan, const LintOptions& options) {
  PlanFindings out;
  lint_ports(plan, out);
  lint_names(plan, out);
  lint_rails(plan, out);
  lint_uplinks(plan, out);
  lint_spines(plan, out);
  lint_rates(plan, options.adaptive_routing || plan.intent.adaptive_routing.value_or(false), out);
  std::stable_sort(out.begin(), out.end(), [](const PlanFinding& a, const PlanFinding& b) {
    return std::tie(a.place.line, a.finding.subject) < std::tie(b.place.line, b.finding.subject);
  });
  return out;
}

std::vector<PlanFinding> findings_of(const PlanRead& read) {
  PlanFindings out;
  const auto add = [&](const std::vector<Error>& list, Verdict verdict) {
    for (const Error& error : list)
      out.push_back({{"plan_file",
                      verdict,
                      error.place.text(),
                      "",
                      error.what,
                      error.hint,
                      {error.place.text()}},
                     error.place});
  };
  add(read.faults, Verdict::fail);
  add(read.warnings, Verdict::warn);
  return out;
}

}  // namespace weft
