// The state of each planned link by itself, before anything is grouped.
//
// Meanings are those of the case set's "how to read the answers"; PTM compares host parts unless
// the plan asks for the full name (match_hostname=fqdn).

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "check/cabling.h"

namespace weft {
namespace {

using LinkWork = Work::LinkWork;

class Judge {
 public:
  explicit Judge(Work& work) : work_(work), fabric_(work.fabric) {
    for (const LinkWork& w : work.links)
      if (w.b != nobody) ++between_[pair_of(w.a, w.b)];
  }

  void judge(std::size_t i) {
    link_ = &work_.plan_link(i);
    w_ = &work_.links[i];
    LinkResult& r = w_->result;
    r.a = fabric_.text(w_->a);
    if (w_->b != nobody) r.b = fabric_.text(w_->b);
    r.label = link_->label;
    r.line = link_->line;
    decide();
    r.verdict = verdict();
    if (w_->b == nobody || w_->kind == LinkCase::far_end_unknown) return;
    if (r.state == LinkState::ok && r.reason.empty()) return;
    for (const auto& [port, out] :
         {std::pair{w_->a, &r.heard_at_a}, std::pair{w_->b, &r.heard_at_b}})
      report(port, *out);
  }

 private:
  Verdict verdict() const {
    if (w_->result.state == LinkState::ok) return Verdict::pass;
    if (link_->status != LinkStatus::connected || w_->kind == LinkCase::far_end_unknown)
      return Verdict::skip;
    if (w_->kind == LinkCase::disputed) return Verdict::fail;
    const LinkState s = w_->result.state;
    return s == LinkState::ambiguous || s == LinkState::not_checked ? Verdict::unknown
                                                                    : Verdict::fail;
  }

  void set(LinkState state, LinkCase kind, std::string reason, PortId at = nobody) {
    w_->result.state = state;
    w_->result.reason = std::move(reason);
    if (w_->kind == LinkCase::plain) w_->kind = kind;
    w_->at = at;
  }

  void report(PortId port, std::optional<std::string>& out) {
    const PortView& v = work_.view(port);
    if (v.heard != nullptr)
      out = v.heard->name();
    else if (v.peer != nobody)
      out = fabric_.text(v.peer);
    for (const Heard* h = work_.hearing.first(port); h != nullptr; h = work_.hearing.next(*h))
      w_->result.raw.push_back(h->raw());
    const Heard* other = work_.hearing.other_protocol(port);
    if (other != nullptr && !out) out = other->name();
    for (; other != nullptr; other = work_.hearing.next(*other))
      w_->result.raw.push_back(other->raw());
  }

  void decide() {
    if (w_->kind == LinkCase::disputed)
      return set(LinkState::ambiguous, LinkCase::disputed,
                 "the plan gives one of its ports to another cable too; nothing is compared there "
                 "until the plan is fixed");
    if (w_->b == nobody || w_->kind == LinkCase::far_end_unknown)
      return set(LinkState::not_checked, LinkCase::far_end_unknown, far_end_unknown());
    const PortView& a = work_.view(w_->a);
    const PortView& b = work_.view(w_->b);
    if (a.peer == w_->b) return right(a, b);
    if (a.peer != nobody) return wrong(w_->a, w_->b, a.peer);
    if (b.peer != nobody) return wrong(w_->b, w_->a, b.peer);
    for (const PortId p : {w_->a, w_->b})
      if (work_.view(p).doubt != Doubt::none)
        return set(LinkState::ambiguous,
                   work_.view(p).doubt == Doubt::two_readings ? LinkCase::two_readings
                                                              : LinkCase::contradiction,
                   explain(fabric_, p, work_.view(p)), p);
    if (a.heard != nullptr && speaker(w_->a, w_->b, *a.heard)) return;
    if (b.heard != nullptr && speaker(w_->b, w_->a, *b.heard)) return;
    for (const PortId p : {w_->a, w_->b})
      if (const Heard* h = work_.hearing.other_protocol(p))
        return set(LinkState::ambiguous, LinkCase::other_protocol,
                   fmt::format("{} at {}, no LLDP", h->name(), fabric_.text(p)), p);
    silent();
  }

  std::string far_end_unknown() const {
    if (w_->b != nobody) return "it ends at patch panels, where nobody speaks";
    if (link_->through.empty()) return "the plan does not say where it ends";
    const Port& panel = link_->through.back();
    return fmt::format("far end behind {}/{} unknown", printable(panel.node),
                       printable(panel.name));
  }

  void right(const PortView& a, const PortView& b) {
    const Heard* decided = a.heard != nullptr && a.heard->port == w_->b ? a.heard : b.heard;
    if (decided != nullptr) w_->result.decided_by = std::string(text(decided->basis));
    if (link_->full_domain)
      for (const auto& [v, wanted] : {std::pair{&a, &link_->b.node}, std::pair{&b, &link_->a.node}})
        if (v->heard != nullptr && v->heard->basis != Basis::alias &&
            !equal_ignoring_case(v->heard->record->system_name, *wanted))
          return set(LinkState::wrong, LinkCase::domain,
                     fmt::format("plan {}, LLDP says {}{} (the plan asks for the full name)",
                                 *wanted, printable(v->heard->record->system_name),
                                 v->heard->record->system_name.find('.') == std::string::npos
                                     ? " (no domain)"
                                     : ""),
                     v == &a ? w_->a : w_->b);
    std::string reason;
    const auto add = [&](std::string what) { reason += (reason.empty() ? "" : "; ") + what; };
    for (const auto& [port, v] : {std::pair{w_->a, &a}, std::pair{w_->b, &b}}) {
      if (v->heard != nullptr && v->heard->basis == Basis::alias) add("via alias");
      if (v->also != nullptr)
        add(fmt::format("a second speaker, {}, is heard on {}", v->also->name(),
                        fabric_.text(port)));
      for (const Heard* h = work_.hearing.other_protocol(port); h != nullptr;
           h = work_.hearing.next(*h))
        add(fmt::format("extra {} on {}, not compared", h->name(), fabric_.text(port)));
      if (v->one_way)
        add(fmt::format("one way: {} hears the far end, which hears nobody", fabric_.text(port)));
      if (v->one_way && w_->kind == LinkCase::plain) w_->kind = LinkCase::one_way, w_->at = port;
    }
    w_->result.state = LinkState::ok;
    w_->result.reason = std::move(reason);
  }

  void wrong(PortId at, PortId planned, PortId there) {
    const bool same_device = fabric_.node_of(there) == fabric_.node_of(planned);
    const PortView& v = work_.view(at);
    if (v.heard != nullptr) w_->result.decided_by = std::string(text(v.heard->basis));
    std::string reason = fmt::format("{} is cabled to {} instead of {}", fabric_.text(at),
                                     fabric_.text(there), fabric_.text(planned));
    if (same_device) reason += " (right device, wrong port)";
    set(LinkState::wrong, LinkCase::plain, std::move(reason), at);
  }

  std::string why_no_port(const Heard& h) const {
    if (fabric_.by_description(h.local))
      return fmt::format("the plan asks for the port description, which is '{}' (port id '{}')",
                         printable(h.record->port_description, 80), printable(h.record->port_id));
    if (h.basis == Basis::alias)
      return fmt::format(
          "the alias for {} gives no port, and it has none called '{}'",
          printable(h.record->system_name),
          printable(h.record->port_id.empty() ? h.record->port_description : h.record->port_id));
    if (h.record->port_id.empty() && h.record->port_description.empty())
      return "neither a port id nor a port description was sent";
    if (h.record->port_id.empty())
      return fmt::format("no port id was sent, and the description '{}' is no port of it",
                         printable(h.record->port_description, 80));
    if (h.bond)
      return fmt::format("{} is a bond, and which of its members it is was not sent",
                         printable(h.record->port_id));
    if (!is_mac(h.record->port_id))
      return fmt::format(
          "the port id '{}' ({}) is no name of an interface{}", printable(h.record->port_id),
          printable(h.record->port_id_type, 40),
          h.record->port_description.empty()
              ? ""
              : ", nor is its description '" + printable(h.record->port_description, 80) + "'");
    return fmt::format("the port id {} is a MAC{}", printable(h.record->port_id),
                       h.several_macs ? " that several of its interfaces have"
                                      : " and no interface of it is known");
  }

  std::string candidates(const Heard& h) const {
    std::vector<std::string> names;
    for (const NodeId n : fabric_.fitting(h.record->system_name))
      names.push_back(printable(fabric_.node_name(n)));
    return list_text(names);
  }

  // Somebody is heard whose port cannot be told. True when that decides the link.
  bool speaker(PortId at, PortId planned, const Heard& h) {
    const NodeId wanted = fabric_.node_of(planned);
    const std::string here = fabric_.text(at);
    if (h.dpu_of == wanted) {
      set(LinkState::ambiguous, LinkCase::dpu,
          fmt::format("{} on {} looks like the DPU of {}, but no alias says so", h.name(), here,
                      fabric_.node_name(wanted)),
          at);
    } else if (h.node == nobody && h.default_name) {
      set(LinkState::ambiguous, LinkCase::nameless,
          fmt::format("{} answers on {}: '{}' is what a system calls itself before it is named, "
                      "chassis {}",
                      h.name(), here, printable(h.record->system_name),
                      h.record->chassis_id.empty() ? "unknown" : printable(h.record->chassis_id)),
          at);
    } else if (h.node == nobody && !h.record->system_name.empty()) {
      set(LinkState::ambiguous, LinkCase::nameless,
          fmt::format("{} on {}: the name fits more than one device of the plan: {}", h.name(),
                      here, candidates(h)),
          at);
    } else if (h.node == nobody) {
      set(LinkState::ambiguous, LinkCase::nameless, fmt::format("{} answers on {}", h.name(), here),
          at);
    } else if (h.node == wanted && h.record->port_id_type == "no column" &&
               between_[pair_of(at, planned)] == 1) {  // a table of devices, without their ports
      set(LinkState::ok, LinkCase::plain, "by device only: no port of it was given");
      w_->result.decided_by = std::string(text(Basis::device));
    } else if (h.node == wanted) {
      set(LinkState::ambiguous, LinkCase::port_unknown,
          fmt::format("{} hears the right device, {}, but its port cannot be told: {}", here,
                      fabric_.node_name(wanted), why_no_port(h)),
          at);
    } else {
      set(LinkState::wrong, LinkCase::plain,
          fmt::format("{} is cabled to {} instead of {}", here, h.name(), fabric_.text(planned)),
          at);
    }
    return true;
  }

  void silent() {
    const bool a_read = fabric_.collected(fabric_.node_of(w_->a));
    const bool b_read = fabric_.collected(fabric_.node_of(w_->b));
    if (link_->status != LinkStatus::connected)
      return set(a_read || b_read ? LinkState::missing : LinkState::not_checked, LinkCase::plain,
                 fmt::format("the plan's status of this link is '{}'", word(link_->status)));
    if (!a_read && !b_read)
      return set(LinkState::not_checked, LinkCase::plain, "no data from either end");
    std::string state;
    bool up = false, down = false;
    for (const PortId p : {w_->a, w_->b})
      if (const Interface* one = fabric_.interface(p)) {
        up |= one->up == true;
        down |= one->up == false;
        state += port_state(p, *one);
      }
    if (up && !down)
      return set(
          LinkState::ambiguous, LinkCase::up_but_silent,
          "the link is up, but nobody is heard on it: what it is cabled to cannot be told" + state,
          fabric_.interface(w_->a) && fabric_.interface(w_->a)->up == true ? w_->a : w_->b);
    std::string who = a_read && b_read
                          ? "neither end hears anybody"
                          : fmt::format("{} hears nobody", fabric_.text(a_read ? w_->a : w_->b));
    set(LinkState::missing, LinkCase::plain, who + state);
  }

  std::string port_state(PortId p, const Interface& one) const {
    if (one.enabled == false)
      return fmt::format("; {} was disabled by the operator", fabric_.text(p));
    if (one.up != false) return "";
    if (one.down_reason)
      return fmt::format("; {} is down: '{}'", fabric_.text(p), printable(*one.down_reason));
    return fmt::format("; {} is down", fabric_.text(p));
  }

  std::pair<NodeId, NodeId> pair_of(PortId a, PortId b) const {
    return std::minmax({fabric_.node_of(a), fabric_.node_of(b)});
  }

  Work& work_;
  const FabricView& fabric_;
  std::map<std::pair<NodeId, NodeId>, std::size_t> between_;  // planned links of two devices
  const Link* link_ = nullptr;
  LinkWork* w_ = nullptr;
};

// Host parts that agree while domains differ: fine, and said once with an example.
void note_domains(Work& work) {
  std::size_t count = 0;
  std::string example;
  for (const Heard& h : work.hearing.all()) {
    if (!h.domains_differ || !h.record->is_lldp()) continue;
    if (++count == 1)
      example = fmt::format("plan {}, LLDP says {}", work.fabric.node_name(h.node),
                            printable(h.record->system_name));
  }
  if (count > 0)
    work.out.notes.push_back(
        fmt::format("names agree in their host part but not in their domain for {} ({})",
                    count_of(count, "neighbour"), example));
}

}  // namespace

void judge_links(Work& work) {
  Judge judge(work);
  for (std::size_t i = 0; i < work.links.size(); ++i)
    if (work.links[i].selected) judge.judge(i);
  note_domains(work);
}

}  // namespace weft
