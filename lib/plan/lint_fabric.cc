// Rules about the fabric as a whole: rails, uplinks, rates; see lint.h.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "base/text.h"
#include "plan/builder.h"
#include "plan/lint.h"

namespace weft {
namespace {

constexpr std::size_t most_evidence = 50;  // lines of one finding

using Nodes = std::unordered_map<std::string_view, const Node*>;

Nodes by_name(const Plan& plan) {
  Nodes out;
  for (const Node& node : plan.nodes) out.emplace(node.name, &node);
  return out;
}

Role role_of(const Nodes& nodes, const Port& port) {
  const auto at = nodes.find(port.node);
  return at == nodes.end() ? Role::unknown : at->second->role;
}

// ---- rails -----------------------------------------------------------------------------------

// One NIC of a host and the switch it goes to.
struct Attachment {
  std::string_view port;
  std::string_view leaf;
  const Link* link = nullptr;
  bool operator==(const Attachment& other) const {
    return port == other.port && leaf == other.leaf;
  }
};

struct Host {
  const Node* node = nullptr;
  std::vector<Attachment> attached;
};

struct Wiring {  // hosts that are cabled alike
  std::vector<const Host*> hosts;
  const std::vector<Attachment>& attached() const { return hosts[0]->attached; }
};

std::vector<Host> hosts_of(const Plan& plan, const Nodes& nodes) {
  std::map<std::string_view, Host> hosts;
  for (const Link& link : plan.links) {
    if (!link.far_end_known() || link.disputed) continue;
    for (const auto& [near, far] : {std::pair{&link.a, &link.b}, std::pair{&link.b, &link.a}}) {
      if (role_of(nodes, *near) != Role::host || role_of(nodes, *far) == Role::host) continue;
      Host& host = hosts[near->node];
      host.node = nodes.at(near->node);
      host.attached.push_back({near->name, far->node, &link});
    }
  }
  std::vector<Host> out;
  for (auto& [name, host] : hosts) {
    std::sort(
        host.attached.begin(), host.attached.end(),
        [](const Attachment& a, const Attachment& b) { return natural_less(a.port, b.port); });
    out.push_back(std::move(host));
  }
  std::sort(out.begin(), out.end(),
            [](const Host& a, const Host& b) { return natural_less(a.node->name, b.node->name); });
  return out;
}

// Most common wirings first, equals in the order of names.
std::vector<Wiring> wirings_of(const std::vector<Host>& hosts) {
  std::vector<Wiring> out;
  std::unordered_map<std::string, std::size_t> seen;
  for (const Host& host : hosts) {
    std::string key;
    for (const Attachment& at : host.attached) key += fmt::format("{}\n{}\n", at.port, at.leaf);
    const auto [at, fresh] = seen.try_emplace(std::move(key), out.size());
    if (fresh) out.emplace_back();
    out[at->second].hosts.push_back(&host);
  }
  std::stable_sort(out.begin(), out.end(), [](const Wiring& a, const Wiring& b) {
    return a.hosts.size() > b.hosts.size();
  });
  return out;
}

std::string_view kind_of_name(std::string_view name) {  // "hgx" of hgx-07
  return name.substr(0, name.find_first_of("0123456789-_."));
}

// Compares a wiring with the ones that more hosts have.
class Rails {
 public:
  Rails(const Plan& plan, PlanFindings& out) : plan_(plan), out_(out) {}

  void compare(const Wiring& wiring) {
    const std::set<std::string_view> leaves = leaves_of(wiring);
    std::map<std::size_t, std::size_t> shared;  // by the order of models_, so that ties are stable
    for (const std::string_view leaf : leaves)
      for (const std::size_t other : at_leaf_[leaf]) ++shared[other];
    const Wiring* like = nullptr;
    std::size_t most = 0;
    for (const auto& [other, n] : shared)
      if (n > most) like = models_[other], most = n;
    if (like != nullptr && alike(wiring, *like, leaves.size(), most)) return tell(wiring, *like);
    for (const std::string_view leaf : leaves)
      if (auto& list = at_leaf_[leaf]; list.size() < 8)  // bounds the work on a plan without rails
        list.push_back(models_.size());
    models_.push_back(&wiring);
  }

 private:
  static std::set<std::string_view> leaves_of(const Wiring& wiring) {
    std::set<std::string_view> out;
    for (const Attachment& at : wiring.attached()) out.insert(at.leaf);
    return out;
  }

  // Of one unit: most leaves are the same, or all of fewer NICs of one kind of node; and the NICs
  // have the same names, for else there is nothing to compare.
  static bool alike(const Wiring& wiring, const Wiring& like, std::size_t leaves,
                    std::size_t shared) {
    std::size_t ports = 0;
    for (const Attachment& at : wiring.attached())
      ports += std::any_of(like.attached().begin(), like.attached().end(),
                           [&](const Attachment& other) { return other.port == at.port; });
    const bool part =
        shared == leaves && ports == wiring.attached().size() &&
        kind_of_name(like.hosts[0]->node->name) == kind_of_name(wiring.hosts[0]->node->name);
    return part || (shared * 2 > std::max(leaves, leaves_of(like).size()) &&
                    ports * 2 > wiring.attached().size());
  }

  void tell(const Wiring& wiring, const Wiring& like) {
    for (const Host* host : wiring.hosts) tell(*host, like);
  }

  void tell(const Host& host, const Wiring& like) {
    std::string crossed, missing;
    PlanFinding found{
        {"plan_rails", Verdict::warn, printable(host.node->name, 120), "", "", "", {}},
        {plan_.source, 0, 0}};
    std::size_t n_crossed = 0, n_missing = 0;
    for (const Attachment& want : like.attached()) {
      const auto at = std::find_if(host.attached.begin(), host.attached.end(),
                                   [&](const Attachment& a) { return a.port == want.port; });
      if (at == host.attached.end()) {
        missing += fmt::format("{}{}", n_missing++ > 0 ? ", " : "", printable(want.port, 40));
      } else if (at->leaf != want.leaf) {
        crossed += fmt::format("{}{} to {} (theirs to {})", n_crossed++ > 0 ? ", " : "",
                               printable(want.port, 40), printable(at->leaf, 80),
                               printable(want.leaf, 80));
        if (at->link->line) {
          found.finding.evidence.push_back(place_of(plan_, *at->link).text());
          if (found.place.line == 0) found.place = place_of(plan_, *at->link);
        }
      }
    }
    if (n_crossed == 0 && n_missing == 0) return;
    const std::string peers = like.hosts.size() == 1
                                  ? printable(like.hosts[0]->node->name, 80)
                                  : fmt::format("{} nodes such as {}", like.hosts.size(),
                                                printable(like.hosts[0]->node->name, 80));
    found.finding.expected = fmt::format("cabled as {}", peers);
    if (n_crossed > 0) {
      if (like.hosts.size() > 1) found.finding.verdict = Verdict::fail;
      found.finding.observed = crossed;
      found.finding.next_step = "rail r of every node of a unit goes to one leaf: correct the line";
    }
    if (n_missing > 0) {
      if (n_crossed == 0) found.finding.check = "plan_missing_rails";
      found.finding.observed += fmt::format("{}no cable at {}", n_crossed > 0 ? "; " : "", missing);
      if (n_crossed == 0) found.finding.next_step = "add the missing lines";
      if (found.place.line == 0) found.place = place_of(plan_, *host.attached[0].link);
    }
    out_.push_back(std::move(found));
  }

  const Plan& plan_;
  PlanFindings& out_;
  std::vector<const Wiring*> models_;
  std::unordered_map<std::string_view, std::vector<std::size_t>> at_leaf_;  // places in models_
};

// Where the plan gives rails by number, the leaf and the cable must agree.
void numbered_rails(const Plan& plan, const Nodes& nodes, PlanFindings& out) {
  for (const Link& link : plan.links) {
    if (!link.rail || !link.far_end_known()) continue;
    for (const Port* port : {&link.a, &link.b}) {
      const auto at = nodes.find(port->node);
      const Node* node = at == nodes.end() ? nullptr : at->second;
      if (node == nullptr || !node->rail || *node->rail == *link.rail) continue;
      out.push_back({{"plan_rails",
                      Verdict::fail,
                      printable(link.a.text(), 100) + " - " + printable(link.b.text(), 100),
                      fmt::format("a leaf of rail {}", *link.rail),
                      fmt::format("{} serves rail {}", printable(node->name, 80), *node->rail),
                      "correct the rail of the cable or of the leaf",
                      {}},
                     place_of(plan, link)});
    }
  }
}

// ---- uplinks ---------------------------------------------------------------------------------

struct Uplinks {
  const Node* node = nullptr;
  std::map<std::string_view, std::size_t> to;  // by spine
  std::size_t total = 0;
  const Link* first = nullptr;
  bool disputed = false;
  std::vector<std::size_t> shape() const {
    std::vector<std::size_t> out;
    for (const auto& [spine, n] : to) out.push_back(n);
    std::sort(out.begin(), out.end());
    return out;
  }
  std::string text() const {
    const std::vector<std::size_t> each = shape();
    if (each.front() == each.back())
      return fmt::format("{} to {}", total, count_of(each.size(), "switch", "switches"));
    std::string out = fmt::format("{}, unevenly:", total);
    std::size_t shown = 0;
    for (const auto& [spine, n] : to)
      if (shown++ < 6)
        out += fmt::format("{} {} to {}", shown > 1 ? "," : "", n, printable(spine, 60));
    return out + (to.size() > 6 ? ", ..." : "");
  }
};

// Switches of one tier and pod are cabled upwards alike.
void compare_uplinks(const Plan& plan, const std::vector<Uplinks>& group, PlanFindings& out) {
  std::map<std::vector<std::size_t>, std::size_t> shapes;
  for (const Uplinks& one : group) ++shapes[one.shape()];
  if (shapes.size() < 2) return;
  const auto common =
      std::max_element(shapes.begin(), shapes.end(), [](const auto& a, const auto& b) {
        return std::tie(a.second, a.first) < std::tie(b.second, b.first);
      });
  const Uplinks& model = *std::find_if(
      group.begin(), group.end(), [&](const Uplinks& one) { return one.shape() == common->first; });
  for (const Uplinks& one : group) {
    if (one.shape() == common->first) continue;
    out.push_back({{"plan_uplinks",
                    Verdict::warn,
                    printable(one.node->name, 120),
                    fmt::format("{} as {} of {} have", model.text(), common->second, group.size()),
                    one.text(),
                    "complete the lines, or say why this switch has less",
                    {}},
                   place_of(plan, *one.first)});
  }
}

// Sets of names that hang together.
class Together {
 public:
  std::string_view root(std::string_view name) {
    std::string_view at = name;
    while (true) {
      const auto parent = parents_.try_emplace(at, at).first;
      if (parent->second == at) break;
      at = parent->second;
    }
    parents_[name] = at;
    return at;
  }
  void join(std::string_view a, std::string_view b) { parents_[root(a)] = root(b); }

 private:
  std::unordered_map<std::string_view, std::string_view> parents_;
};

// Compared are switches that share the tier above and the pod: a plan may hold several fabrics.
void uplinks_of(const Plan& plan, const Nodes& nodes, Role lower_role, Role upper_role,
                PlanFindings& out) {
  std::map<std::string_view, Uplinks> all;
  Together fabric;
  for (const Link& link : plan.links) {
    if (!link.far_end_known()) continue;
    for (const auto& [near, far] : {std::pair{&link.a, &link.b}, std::pair{&link.b, &link.a}}) {
      if (role_of(nodes, *near) != lower_role || role_of(nodes, *far) != upper_role) continue;
      Uplinks& one = all[near->node];
      one.node = nodes.at(near->node);
      if (one.first == nullptr) one.first = &link;
      one.disputed |= link.disputed;
      ++one.to[far->node];
      ++one.total;
      fabric.join(near->node, far->node);
    }
  }
  std::map<std::pair<std::string_view, std::string>, std::vector<Uplinks>> groups;
  for (auto& [name, one] : all)
    if (!one.disputed)  // told by plan_port_twice; until then nobody knows how many it has
      groups[{fabric.root(name), one.node->pod.value_or("")}].push_back(std::move(one));
  for (const auto& [key, group] : groups) compare_uplinks(plan, group, out);
}

// A leaf with hosts and no way up, where others have one.
void no_uplinks(const Plan& plan, const Nodes& nodes, PlanFindings& out) {
  std::map<std::string_view, std::pair<bool, const Link*>> leaves;  // has uplinks, first link
  bool any = false;
  for (const Link& link : plan.links)
    for (const auto& [near, far] : {std::pair{&link.a, &link.b}, std::pair{&link.b, &link.a}}) {
      if (role_of(nodes, *near) != Role::leaf) continue;
      auto& [up, first] = leaves[near->node];
      if (first == nullptr) first = &link;
      const Role role = role_of(nodes, *far);
      up |= role != Role::host;  // also another leaf, or a far end that is not known
      any |= role == Role::spine;
    }
  for (const auto& [name, leaf] : leaves)
    if (any && !leaf.first)
      out.push_back({{"plan_uplinks",
                      Verdict::warn,
                      printable(name, 120),
                      "uplinks, as other leaves have",
                      "none",
                      "add the missing lines",
                      {}},
                     place_of(plan, *leaf.second)});
}

// ---- rates -----------------------------------------------------------------------------------

bool is_switch(Role role) {
  return role == Role::leaf || role == Role::spine || role == Role::superspine;
}

void tell_links(const Plan& plan, const std::vector<const Link*>& links, Verdict verdict,
                std::string observed, PlanFindings& out) {
  if (links.empty()) return;
  const Link& first = *links[0];
  PlanFinding found{{"plan_rate",
                     verdict,
                     printable(first.a.text(), 100) + " - " + printable(first.b.text(), 100),
                     "400G or 200G where adaptive routing is asked for",
                     std::move(observed),
                     "split each cage in two: swp1s0 and swp1s1 at 400G",
                     {}},
                    place_of(plan, first)};
  if (links.size() > 1) found.finding.subject += fmt::format(" and {} more", links.size() - 1);
  for (const Link* link : links)
    if (link->line && found.finding.evidence.size() < most_evidence)
      found.finding.evidence.push_back(place_of(plan, *link).text());
  out.push_back(std::move(found));
}

}  // namespace

void lint_rails(const Plan& plan, PlanFindings& out) {
  const Nodes nodes = by_name(plan);
  const std::vector<Host> hosts = hosts_of(plan, nodes);
  const std::vector<Wiring> wirings = wirings_of(hosts);
  Rails rails(plan, out);
  for (const Wiring& wiring : wirings) rails.compare(wiring);
  numbered_rails(plan, nodes, out);
}

void lint_uplinks(const Plan& plan, PlanFindings& out) {
  const Nodes nodes = by_name(plan);
  uplinks_of(plan, nodes, Role::leaf, Role::spine, out);
  uplinks_of(plan, nodes, Role::spine, Role::superspine, out);
  no_uplinks(plan, nodes, out);
}

void lint_rates(const Plan& plan, bool adaptive_routing, PlanFindings& out) {
  if (!adaptive_routing) return;
  const Nodes nodes = by_name(plan);
  std::vector<const Link*> too_fast, whole;
  for (const Link& link : plan.links) {
    if (!link.far_end_known() || !is_switch(role_of(nodes, link.a)) ||
        !is_switch(role_of(nodes, link.b)))
      continue;
    const auto rate = link.rate ? link.rate : plan.intent.link_rate;
    const auto unsplit = [](const Port& port) {
      const auto name = switch_port(port.name);
      return name && !name->lane;
    };
    if (rate && rate->bps > 400e9)
      too_fast.push_back(&link);
    else if (!rate && (unsplit(link.a) || unsplit(link.b)))
      whole.push_back(&link);
  }
  tell_links(plan, too_fast, Verdict::fail,
             "more than 400G: Spectrum-4 has no adaptive routing on such links", out);
  tell_links(plan, whole, Verdict::warn,
             "a whole cage and no rate: 800G on an SN5600, which has no adaptive routing there",
             out);
}

}  // namespace weft
