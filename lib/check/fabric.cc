// One number per node and port; see fabric.h.

#include "check/fabric.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "base/csv.h"
#include "base/text.h"

namespace weft {
namespace {

constexpr NodeId several = -2;
const std::vector<PortId> no_ports;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hex(char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; }

// Interfaces that stand for others have their members' MAC.
bool stands_for_others(const Interface& one) {
  return one.kind == "bond" || one.kind == "bridge" || one.kind == "vlan" ||
         one.kind == "macvlan" || one.kind == "team" || one.kind == "svi";
}

}  // namespace

std::string_view host_part(std::string_view name) {
  const std::string_view part = name.substr(0, name.find('.'));
  return std::all_of(part.begin(), part.end(), is_digit) ? name : part;  // an address is no domain
}

bool is_mac(std::string_view text) { return !mac_text(text).empty(); }

std::string mac_text(std::string_view text) {
  if (text.size() < 12 || text.size() > 17) return "";
  std::string digits;
  for (const char c : text) {
    if (is_hex(c))
      digits += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (c != ':' && c != '-' && c != '.')
      return "";
  }
  if (digits.size() != 12 || (text.size() == 12 && digits.find_first_of("abcdef") == digits.npos))
    return "";
  std::string out;
  for (std::size_t i = 0; i < 12; i += 2) out += (i == 0 ? "" : ":") + digits.substr(i, 2);
  return out;
}

bool natural_before(std::string_view a, std::string_view b) {
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (is_digit(a[i]) && is_digit(b[j])) {
      const auto run = [](std::string_view s, std::size_t at) {
        std::size_t end = at;
        while (end < s.size() && is_digit(s[end])) ++end;
        std::string_view digits = s.substr(at, end - at);
        digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
        return std::pair{digits, end};
      };
      const auto [x, x_end] = run(a, i);
      const auto [y, y_end] = run(b, j);
      if (x.size() != y.size()) return x.size() < y.size();
      if (x != y) return x < y;
      i = x_end, j = y_end;
    } else {
      if (a[i] != b[j]) return a[i] < b[j];
      ++i, ++j;
    }
  }
  return a.size() - i < b.size() - j;
}

std::string_view unsplit_name(std::string_view port) {
  const std::size_t mark = port.find_last_not_of("0123456789");
  if (mark == std::string_view::npos || mark == 0 || mark + 1 == port.size()) return {};
  if (std::string_view("s:/").find(port[mark]) == std::string_view::npos) return {};
  return is_digit(port[mark - 1]) ? port.substr(0, mark) : std::string_view();
}

Result<std::vector<Alias>> parse_aliases(std::string_view text, const std::string& file) {
  WEFT_TRY(const Table table, parse_table(text, file));
  const int columns[] = {table.column({"seen_device", "seen_node", "seen"}),
                         table.column({"seen_port"}),
                         table.column({"planned_device", "planned_node", "planned", "device"}),
                         table.column({"planned_port", "port"})};
  if (columns[0] < 0 || columns[2] < 0)
    return fail_at({file, 1, 1}, "has no columns 'seen_device' and 'planned_device'",
                   "expected seen_device,seen_port,planned_device,planned_port");
  std::vector<Alias> out;
  std::map<std::string, const Table::TableRow*> known;  // by what is seen
  for (const auto& row : table.rows) {
    const auto cell = [&](int i) {
      return columns[i] < 0 ? std::string() : row.cells[std::size_t(columns[i])];
    };
    if (cell(0).empty() || cell(2).empty())
      return fail_at({file, row.line, 1}, "an alias needs a seen and a planned device");
    const auto [first, is_new] = known.emplace(lower(cell(0) + "," + cell(1)), &row);
    const auto planned = [&](const Table::TableRow& of, int i) {
      return columns[i] < 0 ? std::string() : lower(of.cells[std::size_t(columns[i])]);
    };
    if (!is_new && (planned(*first->second, 2) != planned(row, 2) ||
                    planned(*first->second, 3) != planned(row, 3)))
      return fail_at({file, row.line, 1},
                     fmt::format("'{}' stands for something else on line {}",
                                 printable(cell(0) + "," + cell(1), 120), first->second->line),
                     "keep the line that is true");
    if (is_new) out.push_back({cell(0), cell(1), cell(2), cell(3)});
  }
  return out;
}

std::string FabricView::key(NodeId node, std::string_view name) {
  std::string out(reinterpret_cast<const char*>(&node), sizeof node);
  return out + lower(name);
}

void FabricView::name_node(std::string_view name, NodeId node) {
  const std::string low = lower(name);
  by_name_.emplace(low, node);
  const auto [it, is_new] = by_host_part_.emplace(std::string(host_part(low)), node);
  if (!is_new && it->second != node) it->second = several;
}

FabricView::Named FabricView::find_node(std::string_view name) const {
  const std::string low = lower(name);
  if (const auto it = by_name_.find(low); it != by_name_.end()) return {it->second, false, false};
  const auto it = by_host_part_.find(std::string(host_part(low)));
  if (it == by_host_part_.end()) return {};
  if (it->second == several) return {nobody, false, true};
  return {it->second, true, false};
}

NodeId FabricView::node(std::string_view name) {
  const Named found = find_node(name);
  if (found.node != nobody) return found.node;
  const NodeId made = NodeId(nodes_.size());
  nodes_.push_back({std::string(name), nullptr, nullptr});
  name_node(name, made);
  return made;
}

std::vector<NodeId> FabricView::fitting(std::string_view name) const {
  std::vector<NodeId> out;
  const std::string_view part = host_part(name);
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    if (equal_ignoring_case(host_part(nodes_[i].name), part)) out.push_back(NodeId(i));
  return out;
}

// Two machines that were read under whole names are two, unless the plan knows their host part.
NodeId FabricView::read_node(const NodeState& state) {
  const Named found = find_node(state.name);
  const bool whole = host_part(state.name) != state.name;
  NodeId id = found.node;
  if (found.several) unplaced_.push_back(&state);
  if (id == nobody || (found.domains_differ && whole && plan_node(id) == nullptr &&
                       host_part(node_name(id)) != node_name(id))) {
    id = NodeId(nodes_.size());
    nodes_.push_back({state.name, nullptr, nullptr});
    name_node(state.name, id);
  }
  const NodeState*& known = nodes_[std::size_t(id)].state;
  if (known == nullptr)
    known = &state;
  else
    twice_.emplace_back(id, &state);
  return id;
}

PortId FabricView::find_port(NodeId node, std::string_view name) const {
  const auto it = by_port_.find(key(node, name));
  return it == by_port_.end() ? nobody : it->second;
}

PortId FabricView::port(NodeId node, std::string_view name) {
  const auto [it, is_new] = by_port_.emplace(key(node, name), PortId(ports_.size()));
  if (is_new) ports_.push_back({node, std::string(name), nullptr});
  return it->second;
}

// "enp" of "enp26s0np0"; names that begin with a digit ("1/1/c11") have the word "".
static std::string_view port_word(std::string_view name) {
  return name.substr(0, std::size_t(std::ranges::find_if(name, is_digit) - name.begin()));
}

bool FabricView::like_a_port(NodeId node, std::string_view name) const {
  if (!port_words_.contains(key(node, "-"))) return true;
  return port_words_.contains(key(node, port_word(name)));
}

void FabricView::add_interfaces(NodeId node, const NodeState& state) {
  for (const Interface& one : *state.interfaces) {
    PortId id = find_port(node, one.name);
    for (const std::string& other : one.other_names)
      if (id == nobody) id = find_port(node, other);
    if (id == nobody) id = port(node, one.name);
    by_port_.emplace(key(node, one.name), id);
    for (const std::string& other : one.other_names) by_port_.emplace(key(node, other), id);
    ports_[std::size_t(id)].interface = &one;
    if (!one.mac) continue;
    const std::string mac = mac_text(*one.mac);
    if (mac.empty() || mac == "00:00:00:00:00:00") continue;
    learn_mac(mac, node);
    if (!stands_for_others(one)) by_mac_[mac].push_back(id);
  }
}

// Where the plan names the bond and not its members, a member is the bond.
void FabricView::add_bonds(NodeId node, const NodeState& state) {
  for (const Interface& one : *state.interfaces) {
    if (!one.master) continue;
    const PortId bond = find_port(node, *one.master);
    const auto member = by_port_.find(key(node, one.name));
    const bool bond_planned = bond != nobody && at(bond).interface == nullptr;
    if (bond_planned && member == by_port_.end()) by_port_.emplace(key(node, one.name), bond);
  }
}

// A bond speaks with the MAC of one of its members: it may then be any of them.
void FabricView::share_bond_macs(NodeId node, const NodeState& state) {
  for (const Interface& bond : *state.interfaces) {
    const std::string mac = bond.mac && stands_for_others(bond) ? mac_text(*bond.mac) : "";
    if (mac.empty()) continue;
    std::vector<PortId>& ports = by_mac_[mac];
    for (const Interface& one : *state.interfaces)
      if (const PortId member = find_port(node, one.name);
          one.master == bond.name && one.kind != "vlan" && !std::ranges::count(ports, member))
        ports.push_back(member);
  }
}

std::optional<std::vector<PortId>> FabricView::bond_members(NodeId node,
                                                            std::string_view name) const {
  const PortId bond = find_port(node, name);
  if (bond != nobody && bond < planned_) return {};
  const NodeState* seen = state(node);
  if (seen == nullptr || !seen->interfaces) {
    const std::string word = lower(port_word(name));
    const bool bond_word = word == "bond" || word == "team" || word == "po" || word == "lag" ||
                           word == "ae" || word == "port-channel" || word == "portchannel";
    return bond_word ? std::optional(std::vector<PortId>()) : std::nullopt;
  }
  std::vector<PortId> out;
  for (const Interface& one : *seen->interfaces)
    if (one.master && equal_ignoring_case(*one.master, name))
      out.push_back(find_port(node, one.name));
  if (out.empty()) return {};
  return out;
}

void FabricView::add_link(const Link& link) {
  const auto asked = link.attributes.find("match_type");
  const bool described = asked != link.attributes.end() && asked->second.text() != nullptr &&
                         equal_ignoring_case(*asked->second.text(), "portdescr");
  for (const Port* end : {&link.a, &link.b}) {
    if (end->node.empty()) continue;
    const PortId made = port(node(end->node), end->name);
    if (described) by_description_.insert(made);
  }
}

FabricView::FabricView(const Plan& plan, const Snapshot& seen) {
  by_port_.reserve(plan.links.size() * 3);
  for (const Node& one : plan.nodes) {
    const NodeId id = NodeId(nodes_.size());
    nodes_.push_back({one.name, &one, nullptr});
    name_node(one.name, id);
    for (const std::string& alias : one.aliases) name_node(alias, id);
  }
  for (const Link& link : plan.links) add_link(link);
  planned_ = PortId(ports_.size());
  for (const NodeState& one : seen.nodes) {
    const NodeId id = read_node(one);
    if (!one.interfaces) continue;
    add_bonds(id, one);
    add_interfaces(id, one);
    share_bond_macs(id, one);
  }
  for (const PortEntry& one : ports_) {
    port_words_.insert(key(one.node, "-"));
    port_words_.insert(key(one.node, port_word(one.name)));
  }
}

const std::vector<PortId>& FabricView::ports_of_mac(std::string_view mac) const {
  const auto it = by_mac_.find(std::string(mac));
  return it == by_mac_.end() ? no_ports : it->second;
}

NodeId FabricView::node_of_mac(std::string_view mac) const {
  const auto it = mac_owner_.find(std::string(mac));
  return it == mac_owner_.end() || it->second == several ? nobody : it->second;
}

void FabricView::learn_mac(std::string_view mac, NodeId node) {
  const auto [it, is_new] = mac_owner_.emplace(std::string(mac), node);
  if (!is_new && it->second != node) it->second = several;
}

bool FabricView::is_panel(NodeId node) const {
  const Node* planned = plan_node(node);
  return planned != nullptr && planned->role == Role::patch_panel;
}

std::string FabricView::text(PortId port) const {
  return printable(node_name(node_of(port))) + ":" + printable(port_name(port));
}

// " (rack R12, unit 40)", as far as the plan has it.
static std::string rack_text(const Node* planned) {
  if (planned == nullptr || !planned->rack) return "";
  const std::string unit = planned->unit ? fmt::format(", unit {}", *planned->unit) : "";
  return fmt::format(" (rack {}{})", printable(*planned->rack), unit);
}

std::string FabricView::where(PortId port) const {
  return text(port) + rack_text(plan_node(node_of(port)));
}

std::string FabricView::place(NodeId node) const {
  return printable(node_name(node)) + rack_text(plan_node(node));
}

}  // namespace weft
