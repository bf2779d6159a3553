// Joins, merges and marks; see settle.h. Names are compared as they are written: that two of them
// may mean one device is for lint.h to say, not for us to assume. Only a cable that is listed from
// both ends, once by other capitals or without the domain, is plainly the same, and so is a port
// that two cables claim under two such names.

#include "plan/settle.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/text.h"
#include "plan/port_names.h"

namespace weft {
namespace {

Place place_of(const PlanRead& read, const Link& link) {
  return {read.plan.source, static_cast<std::uint32_t>(link.line.value_or(0)), 0};
}

std::string key_of(const Port& port) {  // a name may hold ':', but no '\n'
  return port.node + '\n' + port.name;
}

// ---- patch panels ----------------------------------------------------------------------------

class Panels {
 public:
  explicit Panels(PlanRead& read) : read_(read), links_(read.plan.links), gone_(links_.size()) {
    for (const Node& node : read.plan.nodes)
      if (node.role == Role::patch_panel) panels_.insert(node.name);
  }

  void join() {
    if (panels_.empty()) return;
    for (std::size_t i = 0; i < links_.size(); ++i)
      for (const Port* port : {&links_[i].a, &links_[i].b})
        if (is_panel(*port)) at_[key_of(*port)].push_back(i);
    for (std::size_t i = 0; i < links_.size(); ++i)
      if (!gone_[i] && is_panel(links_[i].a) != is_panel(links_[i].b) && links_[i].far_end_known())
        follow(i);
    std::vector<Link> kept;
    for (std::size_t i = 0; i < links_.size(); ++i)
      if (!gone_[i]) kept.push_back(std::move(links_[i]));
    links_ = std::move(kept);
    say();
  }

 private:
  bool is_panel(const Port& port) const { return panels_.contains(port.node); }

  // From the device at one end of link `i` through panels, as far as the plan tells.
  void follow(std::size_t i) {
    Link& link = links_[i];
    if (is_panel(link.a)) std::swap(link.a, link.b);
    std::size_t last = i;
    while (is_panel(link.b)) {
      const std::vector<std::size_t>& meet = at_[key_of(link.b)];
      link.through.push_back(std::move(link.b));
      link.b = {};
      if (meet.size() > 2) {
        link.disputed = true;
        if (crowded_.insert(key_of(link.through.back())).second)
          read_.faults.push_back({fmt::format("{} cables at {}", meet.size(),
                                              printable(link.through.back().text(), 80)),
                                  place_of(read_, link),
                                  "a panel port joins two cables, front and rear",
                                  {}});
      }
      if (meet.size() != 2) break;
      const std::size_t next = meet[0] == last ? meet[1] : meet[0];
      if (next == last || gone_[next] || next == i) break;
      take_over(link, links_[next]);
      gone_[next] = true;
      last = next;
      ++joined_;
    }
  }

  void take_over(Link& link, const Link& next) {
    link.b = next.a == link.through.back() ? next.b : next.a;
    if (next.label) link.label = link.label ? *link.label + " + " + *next.label : *next.label;
    if (link.length_m && next.length_m)
      *link.length_m += *next.length_m;
    else
      link.length_m.reset();
    if (next.status != LinkStatus::connected) link.status = next.status;
    if (!link.rate) link.rate = next.rate;
    if (!link.cable_type) link.cable_type = next.cable_type;
  }

  void say() {
    if (joined_ > 0)
      read_.notes.push_back({fmt::format("{} joined at patch panels", count_of(joined_, "cable")),
                             {read_.plan.source, 0, 0},
                             "",
                             {}});
    std::size_t trunks = 0;
    for (const Link& link : links_) trunks += is_panel(link.a) && is_panel(link.b);
    if (trunks > 0)
      read_.notes.push_back({fmt::format("{} between patch panels: nobody speaks there, nothing is "
                                         "compared",
                                         count_of(trunks, "cable")),
                             {read_.plan.source, 0, 0},
                             "",
                             {}});
    for (const Link& link : links_)
      if (!link.far_end_known() && !link.through.empty() && !link.disputed)
        read_.notes.push_back(
            {fmt::format("far end of {} behind {} unknown: not compared with what "
                         "is heard there",
                         printable(link.a.text(), 80), printable(link.through.back().text(), 80)),
             place_of(read_, link),
             "",
             {}});
  }

  PlanRead& read_;
  std::vector<Link>& links_;
  std::vector<bool> gone_;
  std::unordered_set<std::string> panels_, crowded_;
  std::unordered_map<std::string, std::vector<std::size_t>> at_;
  std::size_t joined_ = 0;
};

// ---- a cable listed twice --------------------------------------------------------------------

class Repeats {
 public:
  explicit Repeats(PlanRead& read) : read_(read), names_(read.plan) {}

  void merge() {
    std::vector<Link>& links = read_.plan.links;
    std::unordered_map<std::string, std::size_t> seen;
    seen.reserve(links.size());
    std::size_t kept = 0;
    for (std::size_t i = 0; i < links.size(); ++i) {
      if (links[i].far_end_known()) {
        const auto [low, high] = std::minmax({names_.key(links[i].a), names_.key(links[i].b)});
        const auto [at, fresh] = seen.try_emplace(low + '\n' + high, kept);
        if (!fresh) {
          join(links[at->second], links[i]);
          continue;
        }
      }
      if (kept != i) links[kept] = std::move(links[i]);
      ++kept;
    }
    links.resize(kept);
    drop_second_names();
    if (merged_ > 0)
      read_.notes.push_back(
          {fmt::format("{} listed more than once (from both ends): merged, so that "
                       "{}",
                       count_of(merged_, "cable"),
                       count_of(kept, "link is left", "links are left")),
           {read_.plan.source, first_, 0},
           "",
           {}});
  }

 private:
  // A device that was only a second name of another, in lines that are merged now; what is said of
  // it is said of the other.
  void drop_second_names() {
    Plan& plan = read_.plan;
    for (const Link& link : plan.links)
      for (const Port* port : {&link.a, &link.b}) second_names_.erase(port->node);
    for (const Port& port : plan.open_ports) second_names_.erase(port.node);
    if (second_names_.empty()) return;
    std::unordered_map<std::string, Node*> nodes;
    for (Node& node : plan.nodes) nodes.emplace(node.name, &node);
    for (const auto& [second, name] : second_names_) {
      Node &to = *nodes.at(name), &from = *nodes.at(second);
      for (const auto field :
           {&Node::pod, &Node::tenant, &Node::rack, &Node::model, &Node::management})
        if (!(to.*field)) to.*field = from.*field;
      for (const auto field : {&Node::rail, &Node::unit})
        if (!(to.*field)) to.*field = from.*field;
    }
    std::erase_if(plan.nodes, [&](const Node& node) { return second_names_.contains(node.name); });
  }

  // Ends that are written otherwise than before: "LEAF1.dc7:swp1".
  void other_names(const Link& link, const Link& again) {
    const bool straight = names_.key(link.a) == names_.key(again.a);
    for (const auto& [first, other] : {std::pair{&link.a, straight ? &again.a : &again.b},
                                       {&link.b, straight ? &again.b : &again.a}}) {
      if (*first == *other) continue;
      if (first->node != other->node) second_names_.emplace(other->node, first->node);
      differs_ += fmt::format("{}names {} and {}", differs_.empty() ? "" : "; ",
                              printable(first->text(), 80), printable(other->text(), 80));
    }
  }

  template <class T, class Text>
  void field(std::optional<T>& into, const std::optional<T>& from, std::string_view what,
             Text text) {
    if (!into)
      into = from;
    else if (from && *from != *into)
      differs_ += fmt::format("{}{} {} and {}", differs_.empty() ? "" : "; ", what, text(*into),
                              text(*from));
  }

  void join(Link& link, Link& again) {
    ++merged_;
    if (first_ == 0) first_ = place_of(read_, again).line;
    differs_.clear();
    other_names(link, again);
    const auto name = [](const std::string& t) { return printable(t, 60); };
    const auto number = [](double v) { return fmt::format("{} m", v); };
    field(link.label, again.label, "cable labels", name);
    field(link.cable_type, again.cable_type, "cable types", name);
    field(link.length_m, again.length_m, "lengths", number);
    field(link.rate, again.rate, "rates", [](BitRate r) { return text(r); });
    field(link.rail, again.rail, "rails", [](std::int64_t r) { return std::to_string(r); });
    if (link.status != again.status)
      differs_ += fmt::format("{}status {} and {}", differs_.empty() ? "" : "; ", word(link.status),
                              word(again.status));
    link.full_domain |= again.full_domain;
    for (auto& [key, value] : again.attributes) link.attributes.try_emplace(key, std::move(value));
    if (differs_.empty()) return;
    read_.warnings.push_back(
        {fmt::format("{} - {} is listed on line {} too, with two {}: the first counts",
                     printable(link.a.text(), 80), printable(link.b.text(), 80),
                     link.line.value_or(0), differs_),
         place_of(read_, again),
         "",
         {}});
  }

  PlanRead& read_;
  PortNames names_;
  std::unordered_map<std::string, std::string> second_names_;  // -> the first
  std::string differs_;
  std::size_t merged_ = 0;
  std::uint32_t first_ = 0;
};

// ---- ports that two cables claim -------------------------------------------------------------

void mark_disputes(Plan& plan) {
  const PortNames names(plan);
  std::unordered_map<std::string, std::size_t> owner;
  owner.reserve(plan.links.size() * 2);
  for (std::size_t i = 0; i < plan.links.size(); ++i) {
    Link& link = plan.links[i];
    for (const Port* port : {&link.a, &link.b}) {
      if (port->node.empty()) continue;
      const auto [at, fresh] = owner.try_emplace(names.key(*port), i);
      if (!fresh) link.disputed = plan.links[at->second].disputed = true;
    }
  }
  for (const Port& port : plan.open_ports)
    if (const auto at = owner.find(names.key(port)); at != owner.end())
      plan.links[at->second].disputed = true;
}

// A plan that names panels on the way ("through") need not list them as devices.
void add_panels(Plan& plan) {
  std::unordered_map<std::string, std::size_t> index;
  for (std::size_t i = 0; i < plan.nodes.size(); ++i) index.emplace(plan.nodes[i].name, i);
  for (const Link& link : plan.links)
    for (const Port& port : link.through) {
      const auto [at, fresh] = index.try_emplace(port.node, plan.nodes.size());
      if (fresh) plan.nodes.emplace_back().name = port.node;
      Node& panel = plan.nodes[at->second];
      if (panel.role != Role::patch_panel && panel.role != Role::unknown && !panel.role_guessed)
        continue;  // the file says otherwise
      if (fresh || panel.role != Role::patch_panel) panel.role_guessed = false;
      panel.role = Role::patch_panel;
    }
}

}  // namespace

void settle(PlanRead& read) {
  Panels(read).join();
  Repeats(read).merge();
  for (Link& link : read.plan.links) link.disputed &= !link.far_end_known();
  mark_disputes(read.plan);
  add_panels(read.plan);
}

}  // namespace weft
