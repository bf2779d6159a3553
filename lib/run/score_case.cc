// One case: a fault is put in, all nodes are read again, all checks run, and what is new is held
// against what was expected. See score.h.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "check/cabling.h"
#include "check/changes.h"
#include "observe/site.h"
#include "run/score.h"
#include "twin/host.h"

namespace weft {
namespace {

bool is_name_byte(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
}

bool holds_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || (!is_name_byte(text[at - 1]) && text[at - 1] != '.');
    if (begins && (end == text.size() || !is_name_byte(text[end]))) return true;
  }
  return false;
}

std::vector<SaidByCheck> said_of(const Plan& plan, const Snapshot& seen) {
  const std::vector<Alias> none;
  std::vector<SaidByCheck> out;
  for (const auto& [id, check] : checks::all())
    for (Finding& one : check.run(CheckInput{plan, seen, none}).findings)
      if (one.verdict != Verdict::pass && one.verdict != Verdict::skip)
        out.push_back({std::string(id), std::move(one)});
  return out;
}

// Do the moves make the plan true? Played through on the faulty wiring.
bool moves_are_right(const Plan& plan, const Snapshot& seen, const TwinState& faulty) {
  const std::vector<Alias> none;
  const Cabling cabling = check_cabling(CheckInput{plan, seen, none});
  std::set<std::pair<std::string, std::string>> wired, wanted;
  const auto ordered = [](std::string a, std::string b) {
    return a < b ? std::pair{a, b} : std::pair{b, a};
  };
  for (std::int32_t n = 0; n < std::int32_t(faulty.nodes.size()); ++n)
    for (std::int32_t p = 0; p < std::int32_t(faulty.nodes[std::size_t(n)].ports.size()); ++p)
      if (const TwinEnd far = faulty.at({n, p}).far; far.there())
        wired.insert(ordered(faulty.text({n, p}), faulty.text(far)));
  const auto port = [](const std::string& where) { return where.substr(0, where.find(" (")); };
  for (const CableMove& move : cabling.moves)
    wired.erase(ordered(port(move.from), port(move.stays)));
  for (const CableMove& move : cabling.moves)
    wired.insert(ordered(port(move.to), port(move.stays)));
  for (const Link& link : plan.links)
    if (link.far_end_known() && link.status == LinkStatus::connected && !link.disputed)
      wanted.insert(ordered(link.a.text(), link.b.text()));
  return !cabling.moves.empty() && std::ranges::includes(wired, wanted);
}

class Case {
 public:
  Case(const HealthyTwin& healthy, const PlacedTwinFault& fault)
      : healthy_(healthy),
        fault_(*fault.fault),
        faulty_(with_fault(healthy.state, fault)),
        seen_(observe_twin(faulty_)),
        touched_(touched_by(healthy.state, faulty_)) {
    out_ = case_of(healthy, fault);
    out_.later = !fault_.later.empty();
  }

  ScoredCase judge() {
    for (const SaidByCheck& one : said_of(healthy_.plan->plan, seen_))
      if (is_new(one.finding)) look_at(one.check, one.finding);
    if (out_.named && fault_.moves)
      out_.named = moves_are_right(healthy_.plan->plan, seen_, faulty_);
    if (out_.found) return std::move(out_);
    for (const Finding& one : neighbour_changes(healthy_.seen, seen_))
      out_.late |= one.verdict != Verdict::pass && (at_port(one) || at_node(one));
    out_.missed = !out_.late;
    return std::move(out_);
  }

 private:
  bool is_new(const Finding& one) const {
    return std::ranges::none_of(healthy_.said, [&](const SaidByCheck& said) {
      const Finding& old = said.finding;
      return old.check == one.check && old.verdict == one.verdict && old.subject == one.subject;
    });
  }

  bool at_port(const Finding& one) const {
    return std::ranges::any_of(touched_.ports, [&](const std::string& port) {
      return subject_names_port(one.subject, port);
    });
  }

  bool at_node(const Finding& one) const {
    return std::ranges::any_of(touched_.nodes, [&](const std::string& node) {
      return subject_names_node(one.subject, node);
    });
  }

  void look_at(const std::string& check, const Finding& one) {
    const bool port = at_port(one), node = at_node(one);
    for (const TwinExpectation& wanted : fault_.expects) {
      if (!is_verdict(one.verdict, wanted.verdict)) continue;
      out_.found |= port || node;
      out_.named |= check == wanted.check && (port || (wanted.of_node && node));
    }
    if (!port && !node && one.verdict != Verdict::unknown)
      out_.blamed.push_back(fmt::format("{} {}: {}", one.check, one.subject, one.observed));
  }

  const HealthyTwin& healthy_;
  const TwinFault& fault_;
  TwinState faulty_;
  Snapshot seen_;
  TouchedPlaces touched_;
  ScoredCase out_;
};

}  // namespace

bool is_verdict(Verdict found, Verdict expected) {
  if (expected == Verdict::unknown || found == Verdict::unknown) return found == expected;
  return found >= expected;
}

ScoredCase case_of(const HealthyTwin& healthy, const PlacedTwinFault& fault) {
  ScoredCase out;
  out.plan = healthy.plan->name;
  out.kind = fault.kind;
  out.fault = fault.text(healthy.state);
  out.seed = healthy.seed;
  if (!fault.places.empty())
    out.end = word(healthy.state.nodes[std::size_t(fault.places[0].node)].role);
  return out;
}

bool subject_names_port(std::string_view subject, std::string_view port) {
  if (holds_word(subject, port)) return true;
  // "leaf1: swp5 and swp7", "leaf1:swp5 to swp8"
  const std::size_t colon = port.find(':');
  if (colon == port.npos || !subject.starts_with(port.substr(0, colon + 1))) return false;
  const std::string_view rest = subject.substr(colon + 1);
  const bool list = rest.starts_with(" "), range = rest.find(" to ") != rest.npos;
  return (list || range) && holds_word(rest, port.substr(colon + 1));
}

bool subject_names_node(std::string_view subject, std::string_view node) {
  return holds_word(subject, node);
}

Snapshot observe_twin(const TwinState& state) {
  // The hosts live no longer than the state: shared without owning.
  const std::shared_ptr<const TwinState> shared(std::shared_ptr<void>(), &state);
  Snapshot seen;
  for (std::size_t n = 0; n < state.nodes.size(); ++n) {
    const auto host = twin_host(shared, static_cast<std::int32_t>(n));
    Notes notes;
    NodeState node;
    node.name = state.nodes[n].name;
    if (answers(*host, notes)) node = observe_machine(*host, notes);
    add_node(std::move(node), std::move(notes), seen);
  }
  return seen;
}

HealthyTwin healthy_twin(const ScoringPlan& plan, std::int64_t seed) {
  HealthyTwin out;
  out.plan = &plan;
  out.seed = seed;
  out.state = make_state(plan.plan, static_cast<std::uint64_t>(seed));
  out.seen = observe_twin(out.state);
  out.said = said_of(plan.plan, out.seen);
  return out;
}

ScoredCase score_fault(const HealthyTwin& healthy, const PlacedTwinFault& fault) {
  return Case(healthy, fault).judge();
}

ScoredCase score_clean(const HealthyTwin& healthy) {
  ScoredCase out;
  out.plan = healthy.plan->name;
  out.seed = healthy.seed;
  for (const auto& [check, one] : healthy.said)
    out.alarms.push_back(
        fmt::format("{} {} {}: {}", word(one.verdict), check, one.subject, one.observed));
  for (const Gap& gap : healthy.seen.gaps)
    out.alarms.push_back(fmt::format("not seen {}: {}: {}", gap.subject, gap.what, gap.why));
  for (const std::string& warning : healthy.seen.warnings) out.alarms.push_back(warning);
  return out;
}

}  // namespace weft
