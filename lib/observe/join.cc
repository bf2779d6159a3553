// What two readings of one node have in common; see join.h.

#include "observe/join.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "base/text.h"

namespace weft {
namespace {

std::string file_of(const std::string& exact, const NodeState& node) {
  const std::string& from = exact.empty() ? node.read_from : exact;
  return from.empty() ? "what was read first" : printable(from);
}

// One view may lack what the other has (NVUE has no chassis type); only what both say can differ.
bool agree(const Neighbour& a, const Neighbour& b) {
  for (const auto field : {&Neighbour::system_name, &Neighbour::chassis_id, &Neighbour::port_id,
                           &Neighbour::port_description})
    if (!(a.*field).empty() && !(b.*field).empty() && a.*field != b.*field) return false;
  return true;
}

using ByPort = std::map<std::string, std::vector<const Neighbour*>>;

ByPort by_port(const std::vector<Neighbour>& all) {
  ByPort out;
  for (const Neighbour& one : all)
    if (one.is_lldp()) out[lower(one.port)].push_back(&one);
  return out;
}

bool agree(const std::vector<const Neighbour*>& a, const std::vector<const Neighbour*>& b) {
  const auto inside = [](const auto& some, const auto& all) {
    return std::ranges::all_of(some, [&](const Neighbour* x) {
      return std::ranges::any_of(all, [&](const Neighbour* y) { return agree(*x, *y); });
    });
  };
  return a.size() == b.size() && inside(a, b) && inside(b, a);
}

// Ports (lower case) of which the two lists tell different things.
std::set<std::string> differing(const std::vector<Neighbour>& a, const std::vector<Neighbour>& b) {
  const ByPort one = by_port(a), other = by_port(b);
  std::set<std::string> out;
  for (const auto& [x, y] : {std::pair{&one, &other}, {&other, &one}})
    for (const auto& [port, records] : *x) {
      const auto found = y->find(port);
      if (found == y->end() || !agree(records, found->second)) out.insert(port);
    }
  return out;
}

void join_neighbours(NodeState& to, NodeState& from, Notes& notes) {
  const std::string first = file_of(to.neighbours_from, to);
  const std::string second = file_of(from.neighbours_from, from);
  const std::set<std::string> ports = differing(*to.neighbours, *from.neighbours);
  if (ports.empty()) {
    notes.warnings.push_back(
        fmt::format("{}: its neighbours are in {} and in {}, which agree: joined",
                    printable(to.name), first, second));
  } else {
    std::vector<std::string> some;
    for (const std::string& port : ports)
      if (some.size() < 8) some.push_back(printable(port, 40));
    if (ports.size() > some.size()) some.push_back("...");
    notes.gap("LLDP neighbours", fmt::format("{} and {} disagree about {}: {}", first, second,
                                             count_of(ports.size(), "port"), join(some, ", ")));
  }
  for (Neighbour& one : *from.neighbours) {
    const bool same = std::ranges::any_of(*to.neighbours, [&](const Neighbour& known) {
      return known.protocol == one.protocol && equal_ignoring_case(known.port, one.port) &&
             agree(known, one);
    });
    if (same || (one.is_lldp() && !ports.contains(lower(one.port)))) continue;
    if (one.from.empty()) one.from = from.neighbours_from;
    to.neighbours->push_back(std::move(one));
  }
  for (const std::string& port : ports)
    if (!std::ranges::count(to.contested, port)) to.contested.push_back(port);
}

class Facts {
 public:
  Facts(const NodeState& to, const NodeState& from, Notes& notes)
      : first_(file_of("", to)), second_(file_of("", from)), notes_(notes) {}

  template <class T>
  void take(const std::string& what, std::optional<T>& to, std::optional<T>& from) {
    if (!to)
      to = std::move(from);
    else if (from && text_of(*to) != text_of(*from))
      drop(what, text_of(*to), text_of(*from)), to.reset();
  }
  // Lists of names: both have them.
  void take(const std::string&, std::vector<std::string>& to, std::vector<std::string>& from) {
    for (std::string& one : from)
      if (!std::ranges::count(to, one)) to.push_back(std::move(one));
  }
  void take(const std::string&, std::string&, std::string&) {}

  void interface(Interface& to, Interface& from) {
    std::apply(
        [&](const auto&... field) {
          (take(fmt::format("{} of {}", field.name, printable(to.name, 40)), to.*field.member,
                from.*field.member),
           ...);
        },
        Interface::fields());
  }

  // Lists that are judged as a whole.
  template <class T, class Text>
  void list(const std::string& what, std::optional<std::vector<T>>& to,
            std::optional<std::vector<T>>& from, Text text) {
    const auto texts = [&](const std::vector<T>& all) {
      std::set<std::string> out;
      for (const T& one : all) out.insert(text(one));
      return out;
    };
    if (!to) {
      to = std::move(from);
    } else if (from && texts(*to) != texts(*from)) {
      drop(what, fmt::format("{} of them", to->size()), fmt::format("{}", from->size()));
      to.reset();
    }
  }

 private:
  static std::string text_of(const std::string& value) { return lower(value); }
  static std::string text_of(bool value) { return value ? "yes" : "no"; }
  static std::string text_of(BitRate value) { return text(value); }
  template <class T>
  requires std::is_arithmetic_v<T>
  static std::string text_of(T value) { return fmt::format("{}", value); }

  void drop(const std::string& what, const std::string& a, const std::string& b) {
    notes_.gap(what, fmt::format("{} says {}, {} says {}: neither counts", first_, printable(a, 60),
                                 second_, printable(b, 60)));
  }

  std::string first_, second_;
  Notes& notes_;
};

std::string session_text(const BgpPeer& p) {
  return fmt::format("{} {} {} {}", p.vrf, p.family, p.peer, p.state);
}

std::string route_text(const Route& r) {
  std::string out =
      fmt::format("{} {} {} {} {}", r.vrf, r.prefix, r.protocol, r.selected, r.installed);
  for (const NextHop& hop : r.next_hops)
    out += fmt::format(" {} {} {}", hop.interface, hop.address, hop.installed);
  return out;
}

// "leaf1" of "leaf1.dc7.example"; an address has no such part.
std::string short_name(const std::string& low) {
  const std::string part = low.substr(0, low.find('.'));
  return part.find_first_not_of("0123456789") == std::string::npos ? low : part;
}

// Which name of the plan, or of what was read, a node goes by.
class Names {
 public:
  Names(const Snapshot& seen, const std::vector<std::string>& names) {
    for (const std::string& name : names) add(lower(name)), planned_.insert(lower(name));
    for (const NodeState& node : seen.nodes)  // whole names first: they tell what a short one is
      if (const std::string low = lower(node.name); short_name(low) != low && key(low) == low)
        add(low);
  }

  std::string key(const std::string& low) const {
    if (whole_.contains(low)) return low;
    const auto at = by_short_.find(short_name(low));
    if (at == by_short_.end() || at->second.size() != 1) return low;
    const std::string& fit = *at->second.begin();
    return planned_.contains(fit) || short_name(low) == low ? fit : low;
  }

 private:
  void add(const std::string& low) {
    whole_.insert(low);
    by_short_[short_name(low)].insert(low);
  }

  std::set<std::string> whole_, planned_;
  std::unordered_map<std::string, std::set<std::string>> by_short_;
};

}  // namespace

void join_node(NodeState& to, NodeState from, Notes& notes) {
  notes.node = to.name;
  Facts facts(to, from, notes);
  if (to.neighbours && from.neighbours) {
    join_neighbours(to, from, notes);
  } else if (from.neighbours) {
    to.neighbours = std::move(from.neighbours);
    to.neighbours_from = from.neighbours_from;
    to.contested = std::move(from.contested);
  }
  if (!to.interfaces) {
    to.interfaces = std::move(from.interfaces);
  } else if (from.interfaces) {
    for (Interface& one : *from.interfaces) facts.interface(interface_of(to, one.name), one);
  }
  facts.take("model", to.model, from.model);
  facts.take("serial number", to.serial, from.serial);
  if (!to.bgp_peers) to.bgp_from = from.bgp_from;
  facts.list("BGP sessions", to.bgp_peers, from.bgp_peers, session_text);
  if (!to.routes) to.routes_from = from.routes_from;
  facts.list("routes", to.routes, from.routes, route_text);
  if (!to.kernel_routes) to.kernel_routes_from = from.kernel_routes_from;
  facts.list("kernel routes", to.kernel_routes, from.kernel_routes, route_text);
  if (!to.qos) to.qos = std::move(from.qos);
  if (!to.queues) to.queues = std::move(from.queues);  // counters of two times never agree
  if (!from.read_from.empty() && from.read_from != to.read_from)
    to.read_from += (to.read_from.empty() ? "" : ", ") + from.read_from;
}

void join_nodes(Snapshot& seen, const std::vector<std::string>& names) {
  const Names known(seen, names);
  std::unordered_map<std::string, std::size_t> first;
  std::vector<NodeState> kept;
  for (NodeState& node : seen.nodes) {
    const auto [at, is_new] = first.emplace(known.key(lower(node.name)), kept.size());
    if (is_new) {
      kept.push_back(std::move(node));
      continue;
    }
    Notes notes;
    join_node(kept[at->second], std::move(node), notes);
    add_notes(std::move(notes), seen);
  }
  seen.nodes = std::move(kept);
}

}  // namespace weft
