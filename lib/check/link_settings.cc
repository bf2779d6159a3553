// Each link by what both its ends say of themselves: rate, MTU, FEC, autonegotiation, state, flaps,
// bit errors. A value that an end does not give is not compared, and says nothing.
//
// A port that comes up at another rate after a breakout change: sonic-net/sonic-mgmt#26717. Limits
// of bit error ratios: reference facts 6.6.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "check/check.h"

namespace weft::checks {
namespace {

class Settings {
 public:
  Settings(const CheckInput& in, const FabricView& fabric, CheckResult& out)
      : in_(in), fabric_(fabric), out_(out) {}

  void judge(const Joined& joined) {
    joined_ = joined;
    a_ = fabric_.interface(joined.a);
    b_ = fabric_.interface(joined.b);
    if (a_ == nullptr && b_ == nullptr) return;  // links_seen tells it
    ++out_.judged;
    if (down()) return;
    no_state();
    rate();
    mtu();
    fec();
    negotiation();
    errors(joined.a, a_);
    errors(joined.b, b_);
  }

  // What could not be seen of many links is one finding.
  void tell_unseen() {
    tell(unrated_, "the planned rate");
    tell(stateless_, "the state of both ends");
  }

 private:
  void tell(const std::vector<Finding>& unseen, const std::string& expected) {
    constexpr std::size_t few = 8;
    if (unseen.size() <= few) {
      out_.findings.insert(out_.findings.end(), unseen.begin(), unseen.end());
      return;
    }
    Finding all = unseen.front();
    all.evidence.clear();
    for (const Finding& one : unseen)
      all.evidence.push_back(fmt::format("{}: {}", one.subject, one.observed));
    all.subject = count_of(unseen.size(), "link");
    all.expected = expected;
    all.observed = "not seen";
    out_.findings.push_back(std::move(all));
  }

  std::string link_text() const {
    return fabric_.text(joined_.a) + " - " + fabric_.text(joined_.b);
  }

  void find(Verdict verdict, std::string subject, std::string expected, std::string observed,
            std::string next_step) {
    out_.findings.push_back({"link_settings", verdict, std::move(subject), std::move(expected),
                             std::move(observed), std::move(next_step), evidence()});
  }

  // What each end said, and where the plan has the link.
  std::vector<std::string> evidence() const {
    std::vector<std::string> out;
    for (const auto& [port, one] : {std::pair{joined_.a, a_}, std::pair{joined_.b, b_}})
      out.push_back(fmt::format("{}: {}", fabric_.text(port), state_text(one)));
    if (joined_.link != nullptr && joined_.link->line)
      out.push_back(
          fmt::format("planned at {}:{}", printable(in_.plan.source), *joined_.link->line));
    return out;
  }

  static std::string state_text(const Interface* one) {
    if (one == nullptr) return "not seen";
    std::vector<std::string> parts;
    if (one->enabled == false) parts.emplace_back("disabled");
    if (one->up) parts.emplace_back(*one->up ? "up" : "down");
    if (one->speed) parts.push_back(text(*one->speed));
    if (one->mtu) parts.push_back(fmt::format("MTU {}", *one->mtu));
    if (one->fec) parts.push_back(fmt::format("FEC {}", printable(*one->fec)));
    if (one->autonegotiation)
      parts.push_back(fmt::format("autonegotiation {}", *one->autonegotiation ? "on" : "off"));
    if (one->breakout) parts.push_back(fmt::format("breakout {}", printable(*one->breakout)));
    if (one->carrier_changes) parts.push_back(fmt::format("{} flaps", *one->carrier_changes));
    if (one->raw_ber) parts.push_back(fmt::format("raw BER {:.1e}", *one->raw_ber));
    if (one->effective_ber)
      parts.push_back(fmt::format("effective BER {:.1e}", *one->effective_ber));
    return parts.empty() ? "nothing is known of it" : join(parts, ", ");
  }

  // Something is known of this end, but not whether it has a link. A table of rates has no states:
  // there a rate is enough.
  static bool stateless(const Interface* one) {
    return one != nullptr && !one->up && (!one->speed || one->kind);
  }

  // A planned rate against which nothing was seen, or an end whose state nobody told.
  void no_state() {
    const auto speed = [](const Interface* one) { return one != nullptr && one->speed; };
    if (const auto planned = planned_rate(); planned && !speed(a_) && !speed(b_)) {
      unrated_.push_back({"link_settings", Verdict::unknown, link_text(), text(*planned),
                          "neither end's rate was seen",
                          "collect `ethtool DEV` or `nv show interface -o json`", evidence()});
      return;
    }
    if (joined_.link == nullptr) return;  // it is heard, so it has a link
    for (const auto& [port, one] : {std::pair{joined_.a, a_}, std::pair{joined_.b, b_}})
      if (stateless(one))
        stateless_.push_back({"link_settings", Verdict::unknown, link_text(), "link up",
                              fmt::format("{} does not tell whether it is up", fabric_.text(port)),
                              "look at that port, and collect its state again", evidence()});
      else if (one != nullptr && one->enabled == false && one->up == true)
        find(Verdict::unknown, fabric_.where(port), "link up",
             "it says that it is up and that the operator disabled it: only one can be true",
             "look at that port, and collect its state again");
  }

  // A link that is down has no rate worth judging.
  bool down() {
    for (const auto& [port, one] : {std::pair{joined_.a, a_}, std::pair{joined_.b, b_}}) {
      if (one == nullptr || one->up != false) continue;
      const bool shut = one->enabled == false;
      std::string observed = shut ? "disabled by the operator" : "link down";
      if (!shut && one->down_reason)
        observed += fmt::format(": '{}'", printable(*one->down_reason));
      if (joined_.link != nullptr)  // else down_ports tells it
        find(shut ? Verdict::warn : Verdict::fail, fabric_.where(port), "link up", observed,
             shut ? "enable it, or set the link's status in the plan to planned"
                  : fmt::format("look at the cable to {}",
                                fabric_.where(port == joined_.a ? joined_.b : joined_.a)));
      return true;
    }
    return false;
  }

  std::optional<BitRate> planned_rate() const {
    if (joined_.link == nullptr) return {};
    return joined_.link->rate ? joined_.link->rate : in_.plan.intent.link_rate;
  }

  void rate() {
    const auto speed = [](const Interface* one) { return one ? one->speed : std::nullopt; };
    const auto a = speed(a_), b = speed(b_), planned = planned_rate();
    const auto shown = [](const std::optional<BitRate>& r) { return r ? text(*r) : "not seen"; };
    if (a && b && a->bps != b->bps)
      return find(Verdict::fail, link_text(), "one rate at both ends",
                  fmt::format("{} at {}, {} at {}", shown(a), fabric_.text(joined_.a), shown(b),
                              fabric_.text(joined_.b)),
                  "set the same rate, breakout and autonegotiation at both ends");
    const auto seen = a ? a : b;
    if (!planned || !seen || seen->bps == planned->bps) return;
    const std::string ends = a && b ? "both ends agree on " : "the end that was seen runs at ";
    find(seen->bps < planned->bps ? Verdict::fail : Verdict::warn, link_text(), text(*planned),
         fmt::format("{}{}", ends, shown(seen)),
         seen->bps < planned->bps
             ? "a rate fault of the cable or of the port's setup (breakout, autonegotiation), not "
               "of "
               "one end: check both ports' breakout mode, then the cable's type"
             : "correct the plan, or set the port's rate");
  }

  // A host at 9000 below a switch at 9216 is how sites are: it sends nothing longer, and nothing
  // longer is sent to it. From 4200 on a host carries RoCE's 4096 (reference facts 0 and 3.1).
  bool host_is_only_lower(std::int64_t a, std::int64_t b) const {
    constexpr std::int64_t enough_for_roce = 4200;
    const PortId low = a < b ? joined_.a : joined_.b;
    const Node* node = fabric_.plan_node(fabric_.node_of(low));
    return node != nullptr && node->role == Role::host && std::min(a, b) >= enough_for_roce;
  }

  void mtu() {
    const auto wanted = in_.plan.intent.mtu;
    const auto a = a_ ? a_->mtu : std::nullopt, b = b_ ? b_->mtu : std::nullopt;
    if (a && b && *a != *b && !host_is_only_lower(*a, *b)) {
      const bool a_low = *a < *b;
      return find(Verdict::fail, link_text(), "one MTU at both ends",
                  fmt::format("{} at {}, {} at {}", *a, fabric_.text(joined_.a), *b,
                              fabric_.text(joined_.b)),
                  fmt::format("raise the MTU of {}: frames longer than {} are dropped there",
                              fabric_.text(a_low ? joined_.a : joined_.b), std::min(*a, *b)));
    }
    const auto seen = a && b ? std::optional(std::min(*a, *b)) : a ? a : b;
    if (wanted && seen && *seen < *wanted && joined_.link != nullptr)
      find(Verdict::fail, link_text(), fmt::format("MTU {}", *wanted), fmt::format("MTU {}", *seen),
           "raise the MTU at both ends");
  }

  // "rs", "rs-fec" and "rs544" are one thing; "auto" says nothing about what is active.
  static std::string fec_kind(const Interface* one) {
    if (one == nullptr || !one->fec) return "";
    const std::string f = lower(*one->fec);
    if (f.starts_with("rs")) return "rs";
    if (f.find("base") != std::string::npos) return "baser";
    if (f == "off" || f == "none") return "off";
    return "";
  }

  void fec() {
    const std::string a = fec_kind(a_), b = fec_kind(b_);
    if (a.empty() || b.empty() || a == b) return;
    find(Verdict::fail, link_text(), "one FEC at both ends",
         fmt::format("'{}' at {}, '{}' at {}", printable(*a_->fec), fabric_.text(joined_.a),
                     printable(*b_->fec), fabric_.text(joined_.b)),
         "set RS-FEC at both ends (it is what 100G lanes need)");
  }

  void negotiation() {
    if (a_ == nullptr || b_ == nullptr || !a_->autonegotiation || !b_->autonegotiation) return;
    if (*a_->autonegotiation == *b_->autonegotiation) return;
    const auto on = [](const Interface* one) { return *one->autonegotiation ? "on" : "off"; };
    find(Verdict::warn, link_text(), "autonegotiation alike at both ends",
         fmt::format("{} at {}, {} at {}", on(a_), fabric_.text(joined_.a), on(b_),
                     fabric_.text(joined_.b)),
         "set it alike; a link that came up like this may not come up again");
  }

  void errors(PortId port, const Interface* one) {
    if (one == nullptr) return;
    const std::string module =
        one->module_part || one->module_serial
            ? fmt::format(" (module {} {}, serial {})", printable(one->module_vendor.value_or("?")),
                          printable(one->module_part.value_or("?")),
                          printable(one->module_serial.value_or("?")))
            : "";
    constexpr double effective_limit = 1e-12, raw_warn = 1e-6, raw_fail = 1e-5;
    if (one->effective_ber && *one->effective_ber > effective_limit)
      find(Verdict::fail, fabric_.where(port), "effective BER below 1e-12",
           fmt::format("effective BER {:.1e}{}", *one->effective_ber, module),
           "clean and reseat the module, then replace it");
    else if (one->raw_ber && *one->raw_ber > raw_warn)
      find(*one->raw_ber > raw_fail ? Verdict::fail : Verdict::warn, fabric_.where(port),
           "raw BER below 1e-6", fmt::format("raw BER {:.1e}{}", *one->raw_ber, module),
           "clean and reseat the module, then replace it");
    constexpr std::int64_t many = 20;
    if (one->carrier_changes && *one->carrier_changes >= many)
      find(Verdict::warn, fabric_.where(port), "a steady link",
           fmt::format("{} carrier changes since the count began{}", *one->carrier_changes, module),
           "read the count again: only if it grows the link flaps now");
  }

  const CheckInput& in_;
  const FabricView& fabric_;
  CheckResult& out_;
  Joined joined_;
  const Interface* a_ = nullptr;
  const Interface* b_ = nullptr;
  std::vector<Finding> unrated_, stateless_;
};

CheckResult run(const CheckInput& in) {
  FabricView fabric(in.plan, in.seen);
  CheckResult out;
  const auto all = joined_ports(fabric, in);
  Settings settings(in, fabric, out);
  for (const Joined& one : all) settings.judge(one);
  settings.tell_unseen();
  if (all.empty())
    out.notes.push_back("no plan and no neighbours: no link is known whose ends could be compared");
  else if (out.judged == 0)
    out.notes.push_back("no interface state of any link was collected");
  else if (out.judged < all.size())
    out.notes.push_back(fmt::format("{} of {} have interface state of at least one end", out.judged,
                                    count_of(all.size(), "link")));
  return out;
}

}  // namespace

extern const Check link_settings = {
    "Rate, MTU, FEC, autonegotiation, flaps and bit errors of each link, both ends", "links",
    "A link at half its rate or with one end at another MTU slows or drops what crosses it.", run};

}  // namespace weft::checks
