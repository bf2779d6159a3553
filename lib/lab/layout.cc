// Names checked, then rails, then addresses; see layout.h.

#include "lab/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <unordered_map>

#include "base/text.h"

namespace weft {
namespace {

constexpr std::int64_t spine_as = 64512, leaf_as = 65101, most_rails = 200;

// FNV-1a: the same on every machine, unlike std::hash.
std::uint64_t hash_of(std::string_view text) {
  std::uint64_t h = 0xcbf29ce484222325;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return h;
}

// Locally administered; stable, so that chassis ids are the same in each lab.
std::string mac_of(const Port& port) {
  const std::uint64_t h = hash_of(port.text());
  return fmt::format("02:{:02x}:{:02x}:{:02x}:{:02x}:{:02x}", h >> 32 & 255, h >> 24 & 255,
                     h >> 16 & 255, h >> 8 & 255, h & 255);
}

// A node's name becomes a host name, a folder and a namespace; a port's name an interface.
std::string bad_name(std::string_view name, std::size_t longest, std::string_view allowed) {
  if (name.empty()) return "is empty";
  if (name.size() > longest)
    return fmt::format("has {} bytes, at most {} fit", name.size(), longest);
  if (!std::isalnum(static_cast<unsigned char>(name.front())))
    return "does not begin with a letter or a digit";
  for (const char c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && allowed.find(c) == allowed.npos)
      return fmt::format("holds '{}'", printable({&c, 1}));
  return name == "lo" ? "is the loopback" : "";
}

class Layer {
 public:
  Layer(const Plan& plan, const LabOptions& options) : plan_(plan) { out_.options = options; }

  Result<LabLayout> make() {
    take_links();
    take_nodes();
    check_size();
    if (errors_.empty()) check_names();
    if (errors_.empty()) ports();
    if (errors_.empty()) rails();
    if (!errors_.empty()) return Failure(collected(std::move(errors_)));
    numbers();
    addresses();
    return std::move(out_);
  }

 private:
  void wrong(std::string what, std::string hint = "") {
    errors_.push_back({std::move(what), {plan_.source, 0, 0}, std::move(hint), {}});
  }

  void take_links() {
    for (const Link& link : plan_.links)
      if (link.far_end_known() && !link.disputed && link.status != LinkStatus::planned) {
        out_.cables.push_back({link.a, link.b});
        links_.push_back(&link);
      }
  }

  void take_nodes() {
    std::set<std::string> cabled;
    for (const LabCable& cable : out_.cables) cabled.insert({cable.a.node, cable.b.node});
    for (const Node& node : plan_.nodes)
      if (cabled.contains(node.name)) {
        index_[node.name] = out_.nodes.size();
        out_.nodes.push_back({node.name, node.role});
        planned_.push_back(&node);
      }
  }

  void check_size() {
    if (out_.cables.empty()) wrong("the plan has no cable with two known ends");
    if (out_.nodes.size() <= most_lab_nodes && out_.cables.size() <= most_lab_links) return;
    wrong(fmt::format("{} and {}: a lab holds up to {} nodes and {} links",
                      count_of(out_.nodes.size(), "node"), count_of(out_.cables.size(), "link"),
                      most_lab_nodes, most_lab_links),
          "build a part of it with --only, such as --only pod1");
  }

  void check_names() {
    for (const LabNode& node : out_.nodes)
      if (const std::string why = bad_name(node.name, 60, "._-"); !why.empty())
        wrong(fmt::format("node '{}' cannot be a host name: it {}", printable(node.name), why));
    for (const LabCable& cable : out_.cables)
      for (const Port& port : {cable.a, cable.b})
        if (const std::string why = bad_name(port.name, 15, "._-@"); !why.empty())
          wrong(fmt::format("port '{}' cannot be an interface here: its name {}",
                            printable(port.text()), why));
  }

  LabNode& node(const std::string& name) { return out_.nodes[index_.at(name)]; }

  void ports() {
    for (const LabCable& cable : out_.cables)
      for (const auto& [near, far] : {std::pair{&cable.a, &cable.b}, {&cable.b, &cable.a}}) {
        if (node(near->node).port(near->name) != nullptr)
          wrong(fmt::format("two cables end at {}", near->text()));
        if (near->node == far->node) wrong(fmt::format("a cable joins {} with itself", near->node));
        if (near->name == "eth0" && node(near->node).is_host()) out_.management_port = "mgmt0";
        node(near->node).ports.push_back({near->name, *far, mac_of(*near)});
      }
  }

  // The rail of each host port: what the plan says, else the port's place on its host.
  void rails() {
    for (std::size_t i = 0; i < links_.size(); ++i) {
      const Link& link = *links_[i];
      const bool a = node(link.a.node).is_host(), b = node(link.b.node).is_host();
      if (a && b)
        wrong(fmt::format("{} to {}: a cable between two hosts", link.a.text(), link.b.text()),
              "a lab needs a switch between hosts; are the roles right?");
      if (a == b) continue;
      const Port& host = a ? link.a : link.b;
      const Port& leaf = a ? link.b : link.a;
      const auto planned = link.rail ? link.rail : planned_[index_.at(leaf.node)]->rail;
      host_ports_.push_back({host, leaf, planned});
    }
    std::map<std::string, std::set<std::int64_t>> seen;
    bool usable = true;  // every port has one, no host has one twice
    for (const HostPort& p : host_ports_)
      usable = usable && p.rail && *p.rail >= 0 && *p.rail < most_rails &&
               seen[p.host.node].insert(*p.rail).second;
    std::map<std::string, std::int64_t> next;
    for (HostPort& p : host_ports_) {
      if (!usable) p.rail = next[p.host.node]++;
      out_.rails = std::max(out_.rails, *p.rail + 1);
    }
    if (out_.rails > most_rails)
      wrong(fmt::format("a host has {} ports: a lab has up to {} rails", out_.rails, most_rails));
  }

  void numbers() {
    std::int64_t leaves = 0, others = 0, hosts = 0;
    std::map<std::string, std::int64_t> pods;
    for (std::size_t i = 0; i < out_.nodes.size(); ++i) {
      LabNode& n = out_.nodes[i];
      if (n.is_host()) {
        n.management = fmt::format("192.0.2.{}", ++hosts);
        n.management_mac = mac_of({n.name, out_.management_port});
        n.tenant = planned_[i]->tenant.value_or("");
        continue;
      }
      n.loopback = fmt::format("10.0.0.{}", ++others);
      n.hash_seed = static_cast<std::uint32_t>(
          hash_of(fmt::format("{} {}", out_.options.seed, n.name)) >> 16 | 1);
      if (n.role == Role::superspine) {
        n.as_number = spine_as;
      } else if (n.role == Role::spine) {
        const auto pod = pods.emplace(planned_[i]->pod.value_or(""), pods.size() + 1).first;
        n.as_number = spine_as + pod->second;
      } else {
        n.as_number = leaf_as + leaves++;
      }
    }
  }

  LabPort& port(const Port& of) {
    LabNode& n = node(of.node);
    return *std::ranges::find(n.ports, of.name, &LabPort::name);
  }

  void pair(const Port& even, const Port& odd, const std::string& net, std::size_t k) {
    LabPort& a = port(even);
    LabPort& b = port(odd);
    a.address = b.far_address = fmt::format("{}.{}", net, 2 * k);
    b.address = a.far_address = fmt::format("{}.{}", net, 2 * k + 1);
  }

  void addresses() {
    std::map<std::string, std::size_t> leaf_number;
    std::map<std::pair<std::string, std::int64_t>, std::size_t> used;
    for (const HostPort& p : host_ports_) {
      const std::size_t leaf = leaf_number.emplace(p.leaf.node, leaf_number.size()).first->second;
      port(p.host).rail = port(p.leaf).rail = p.rail;
      pair(p.leaf, p.host, fmt::format("10.{}.{}", 1 + *p.rail, leaf),
           used[{p.leaf.node, *p.rail}]++);
    }
    if (!out_.options.static_routes) return;  // BGP finds its neighbours without addresses
    std::size_t fabric = 0;
    for (const LabCable& cable : out_.cables) {
      if (port(cable.a).to_host()) continue;
      pair(cable.a, cable.b, fmt::format("10.254.{}", fabric / 128), fabric % 128);
      ++fabric;
    }
  }

  struct HostPort {
    Port host, leaf;
    std::optional<std::int64_t> rail;
  };
  const Plan& plan_;
  LabLayout out_;
  std::vector<const Link*> links_;    // of out_.cables
  std::vector<const Node*> planned_;  // of out_.nodes
  std::map<std::string, std::size_t> index_;
  std::vector<HostPort> host_ports_;
  std::vector<Error> errors_;
};

using NodeIndex = std::unordered_map<std::string_view, const LabNode*>;

// Hops between `leaf` and every switch, over switches only.
std::unordered_map<std::string_view, int> distances(const NodeIndex& nodes, const LabNode& leaf) {
  std::unordered_map<std::string_view, int> out{{leaf.name, 0}};
  std::vector<const LabNode*> reached{&leaf};
  for (std::size_t i = 0; i < reached.size(); ++i)
    for (const LabPort& port : reached[i]->ports) {
      if (port.to_host()) continue;
      const LabNode* far = nodes.at(port.far.node);
      if (out.emplace(far->name, out[reached[i]->name] + 1).second) reached.push_back(far);
    }
  return out;
}

// "10.1.3.0/24" of "10.1.3.6".
std::string prefix_of(const std::string& address) {
  return address.substr(0, address.rfind('.')) + ".0/24";
}

}  // namespace

const LabPort* LabNode::port(std::string_view port_name) const {
  const auto it = std::ranges::find(ports, port_name, &LabPort::name);
  return it == ports.end() ? nullptr : &*it;
}

const LabNode* LabLayout::node(std::string_view name) const {
  const auto it = std::ranges::find(nodes, name, &LabNode::name);
  return it == nodes.end() ? nullptr : &*it;
}

std::vector<const LabNode*> LabLayout::hosts() const {
  std::vector<const LabNode*> out;
  for (const LabNode& one : nodes)
    if (one.is_host()) out.push_back(&one);
  return out;
}

std::vector<const LabNode*> LabLayout::switches() const {
  std::vector<const LabNode*> out;
  for (const LabNode& one : nodes)
    if (!one.is_host()) out.push_back(&one);
  return out;
}

Result<LabLayout> lay_out(const Plan& plan, const LabOptions& options) {
  return Layer(plan, options).make();
}

std::vector<LabRoute> routes_from(const LabLayout& layout, const LabNode& node) {
  std::vector<LabRoute> out;
  NodeIndex nodes;  // asked for each cable, from each leaf
  for (const LabNode& one : layout.nodes) nodes.emplace(one.name, &one);
  for (const LabNode* leaf : layout.switches()) {
    if (leaf == &node) continue;
    std::set<std::string> prefixes;
    for (const LabPort& port : leaf->ports)
      if (port.to_host()) prefixes.insert(prefix_of(port.address));
    if (prefixes.empty()) continue;
    const auto hops = distances(nodes, *leaf);
    const auto own = hops.find(node.name);
    if (own == hops.end()) continue;
    std::vector<std::string> ports;
    for (const LabPort& port : node.ports)
      if (!port.to_host() && hops.at(port.far.node) == own->second - 1) ports.push_back(port.name);
    for (const std::string& prefix : prefixes) out.push_back({prefix, ports});
  }
  return out;
}

}  // namespace weft
