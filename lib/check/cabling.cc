// The order in which cabling is looked at; see cabling.h.

#include "check/cabling.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace weft {
namespace {

Work prepare(const CheckInput& in, FabricView& fabric, const Hearing& hearing) {
  Work work{in, fabric, hearing};
  work.links.resize(in.plan.links.size());
  std::vector<PortId> planned(fabric.port_count(), nobody);
  work.link_of.assign(fabric.port_count(), -1);
  for (std::size_t i = 0; i < in.plan.links.size(); ++i) {
    const Link& link = in.plan.links[i];
    Work::LinkWork& w = work.links[i];
    w.a = fabric.port(fabric.node(link.a.node), link.a.name);
    if (link.far_end_known()) w.b = fabric.port(fabric.node(link.b.node), link.b.name);
    w.selected = in.only.has(link);
    for (const PortId p : {w.a, w.b}) {
      if (p == nobody) continue;
      std::int32_t& there = work.link_of[std::size_t(p)];
      if (there < 0)
        there = std::int32_t(i);
      else
        work.links[std::size_t(there)].kind = w.kind = LinkCase::disputed;
    }
    if (link.disputed) w.kind = LinkCase::disputed;
    if (w.b == nobody) continue;
    if (fabric.is_panel(fabric.node_of(w.a)) || fabric.is_panel(fabric.node_of(w.b))) {
      if (w.kind == LinkCase::plain) w.kind = LinkCase::far_end_unknown;
      continue;
    }
    planned[std::size_t(w.a)] = w.b;
    planned[std::size_t(w.b)] = w.a;
  }
  work.views = decide_cables(fabric, hearing, planned);
  return work;
}

}  // namespace

std::string pair_text(const FabricView& fabric, PortId a, PortId b) {
  return fabric.text(a) + " - " + fabric.text(b);
}

std::string list_text(const std::vector<std::string>& all, std::size_t most) {
  if (all.size() <= most + 1) return join(all, ", ");
  const std::vector<std::string> first(all.begin(), all.begin() + std::ptrdiff_t(most));
  return fmt::format("{} and {} more", join(first, ", "), all.size() - most);
}

void Work::find(Verdict verdict, std::string subject, std::string expected, std::string observed,
                std::string next_step, std::vector<std::string> evidence, std::string check) {
  out.findings.push_back({std::move(check), verdict, std::move(subject), std::move(expected),
                          std::move(observed), std::move(next_step), std::move(evidence)});
}

Cabling check_cabling(const CheckInput& input) {
  FabricView fabric(input.plan, input.seen);
  const Hearing hearing(fabric, input.seen, input.aliases);
  Work work = prepare(input, fabric, hearing);
  judge_links(work);
  find_readings(work);
  find_breakouts(work);
  find_silence(work);
  find_displaced(work);
  find_doubts(work);
  find_unnamed(work);
  std::vector<LinkResult> extra = std::move(work.out.links);
  work.out.links.clear();
  work.out.links.reserve(work.links.size() + extra.size());
  for (Work::LinkWork& w : work.links)
    if (w.selected) work.out.links.push_back(std::move(w.result));
  for (LinkResult& one : extra) work.out.links.push_back(std::move(one));
  std::ranges::stable_sort(work.out.findings, std::ranges::greater(), &Finding::verdict);
  work.out.ports_heard = hearing.all().size();
  return std::move(work.out);
}

namespace checks {

static CheckResult run(const CheckInput& input) {
  Cabling cabling = check_cabling(input);
  return {std::move(cabling.findings), std::move(cabling.notes), cabling.links.size()};
}

extern const Check cabling = {"Each planned cable is where the plan has it", "cabling",
                              "A cable in a wrong port sends traffic over paths nobody planned.",
                              run};

}  // namespace checks
}  // namespace weft
