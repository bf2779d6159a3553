// Plan against neighbours: the state of each link, a diagnosis rather than a list, and the moves.
//
// States: ok; wrong (another device or port is there); swapped (two cables exchanged); missing
// (planned, nothing heard); extra (heard, not planned); ambiguous (cannot be decided); not_checked
// (no data). Verdicts: wrong, swapped, missing fail; extra warns; ambiguous and not_checked are
// unknown; a link whose status is not `connected` is skipped.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "check/cables.h"
#include "check/check.h"
#include "check/moves.h"
#include "model/finding.h"
#include "model/plan.h"

namespace weft {

enum class LinkState : std::uint8_t { ok, wrong, swapped, missing, extra, ambiguous, not_checked };
constexpr auto words_of(LinkState) {
  return std::array<std::pair<LinkState, std::string_view>, 7>{
      {{LinkState::ok, "ok"},
       {LinkState::wrong, "wrong"},
       {LinkState::swapped, "swapped"},
       {LinkState::missing, "missing"},
       {LinkState::extra, "extra"},
       {LinkState::ambiguous, "ambiguous"},
       {LinkState::not_checked, "not_checked"}}};
}

struct LinkResult {
  LinkState state = LinkState::not_checked;
  Verdict verdict = Verdict::unknown;
  std::string a, b;  // planned ends; of an extra one the ends that were heard
  std::optional<std::string> heard_at_a, heard_at_b;  // absent when nobody is heard there
  std::string reason;                                 // "" when ok and there is nothing to say
  std::optional<std::string> decided_by;              // which field told the far port
  std::vector<std::string> raw;  // what was received, where it is not plainly ok
  std::optional<std::string> label;
  std::optional<std::int64_t> line;  // in the plan

  static constexpr auto fields() {
    return std::tuple{field("state", &LinkResult::state),
                      field("verdict", &LinkResult::verdict),
                      field("a", &LinkResult::a),
                      field("b", &LinkResult::b),
                      field("heard_at_a", &LinkResult::heard_at_a),
                      field("heard_at_b", &LinkResult::heard_at_b),
                      defaulted("reason", &LinkResult::reason),
                      field("decided_by", &LinkResult::decided_by),
                      defaulted("raw", &LinkResult::raw),
                      field("label", &LinkResult::label),
                      field("line", &LinkResult::line)};
  }
};

struct CableMove {
  std::string cable;  // its two ends as they are now
  std::string from, to;
  std::string stays;   // where its other end is
  std::string scope;   // "device", "rack", "elsewhere"
  bool spare = false;  // a cable that is not needed where it is serves a link that has none
  std::optional<std::string> label;  // of the planned link it then serves

  static constexpr auto fields() {
    return std::tuple{field("cable", &CableMove::cable), field("from", &CableMove::from),
                      field("to", &CableMove::to),       field("stays", &CableMove::stays),
                      field("scope", &CableMove::scope), defaulted("spare", &CableMove::spare),
                      field("label", &CableMove::label)};
  }
};

struct CableStep {
  std::string action;  // "park", "move", "plug", "remove"
  std::string cable;
  std::optional<std::string> from, to;

  static constexpr auto fields() {
    return std::tuple{field("action", &CableStep::action), field("cable", &CableStep::cable),
                      field("from", &CableStep::from), field("to", &CableStep::to)};
  }
};

struct Cabling {
  std::vector<LinkResult> links;   // in the plan's order, then extra ones
  std::vector<Finding> findings;   // each diagnosis once, worst first
  std::vector<std::string> notes;  // said once: domains that differ, management ports not judged
  std::vector<CableMove> moves;
  std::vector<CableStep> steps;         // the moves in an order that never needs an occupied port
  std::vector<std::string> new_cables;  // planned links that no cable is left for
  std::size_t ports_heard = 0;          // records that were read
};

Cabling check_cabling(const CheckInput& input);

// ---- shared by the files of this check -------------------------------------------------------

// Why a link is not simply ok, for grouping into findings.
enum class LinkCase : std::uint8_t {
  plain,
  disputed,
  far_end_unknown,
  contradiction,
  two_readings,
  port_unknown,
  nameless,
  dpu,
  other_protocol,
  up_but_silent,
  unsplit,
  split,
  one_way,
  domain,
};

// "leaf1:swp5 - host3:eth1"
std::string pair_text(const FabricView& fabric, PortId a, PortId b);
// "a, b, c and 5 more"
std::string list_text(const std::vector<std::string>& all, std::size_t most = 6);

struct Work {
  const CheckInput& in;
  FabricView& fabric;
  const Hearing& hearing;
  std::vector<PortView> views = {};
  struct LinkWork {
    PortId a = nobody, b = nobody;
    bool selected = true;
    LinkCase kind = LinkCase::plain;
    bool told = false;   // some finding already covers it
    PortId at = nobody;  // the end that decided
    LinkResult result;
  };
  std::vector<LinkWork> links = {};        // as in the plan
  std::vector<std::int32_t> link_of = {};  // by port: index of its planned link, -1
  Cabling out = {};
  std::set<PortId> explained = {};  // ports whose neighbour some finding covers already

  const Link& plan_link(std::size_t i) const { return in.plan.links[i]; }
  const PortView& view(PortId p) const { return views[std::size_t(p)]; }
  std::int32_t link_at(PortId p) const {
    return std::size_t(p) < link_of.size() ? link_of[std::size_t(p)] : -1;
  }
  void find(Verdict verdict, std::string subject, std::string expected, std::string observed,
            std::string next_step, std::vector<std::string> evidence = {},
            std::string check = "cabling");
};

void judge_links(Work& work);     // link_states.cc
void find_breakouts(Work& work);  // breakouts.cc: ports that are split in the plan only, or not
void find_readings(Work& work);   // readings.cc: nodes read twice, or as nobody knows whom
void find_silence(Work& work);    // silence.cc: switches and ports without data
void find_displaced(Work& work);  // displaced.cc: wrong, swapped, missing and extra cables
void find_doubts(Work& work);     // doubts.cc: what could not be decided
void find_unnamed(Work& work);    // unnamed.cc: devices that nobody gave a name

}  // namespace weft
