// Looking things up in a state, and its cables; see state.h.

#include "twin/state.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "twin/stable.h"

namespace weft {
namespace {

template <class T>
std::int32_t index_of(const std::vector<T>& all, std::string_view name) {
  const auto it = std::ranges::find(all, name, &T::name);
  return it == all.end() ? -1 : static_cast<std::int32_t>(it - all.begin());
}

// "swp64s1", "swp1s1", "eth9" in turn: names that the series of `like` may have.
std::string next_name(const std::string& like, int step) {
  const std::size_t digits = like.find_last_not_of("0123456789") + 1;
  if (digits == like.size()) return fmt::format("{}{}", like, step);
  const std::string stem = like.substr(0, digits);
  const std::size_t cage = stem.find_last_not_of("0123456789", digits - 2) + 1;
  constexpr int cages = 64;  // of an SN5600
  if (stem.ends_with('s') && cage + 1 < digits && stem.starts_with("swp") && step <= cages)
    return fmt::format("swp{}s{}", cages + 1 - step, like.substr(digits));
  return fmt::format("{}{}", stem, step);
}

}  // namespace

std::int32_t TwinNode::port(std::string_view port_name) const { return index_of(ports, port_name); }

std::int32_t TwinState::node(std::string_view name) const { return index_of(nodes, name); }

TwinEnd TwinState::end(const Port& port) const {
  const std::int32_t n = node(port.node);
  if (n < 0) return {};
  const std::int32_t p = nodes[std::size_t(n)].port(port.name);
  return p < 0 ? TwinEnd{} : TwinEnd{n, p};
}

TwinPort& TwinState::at(TwinEnd end) {
  return nodes[std::size_t(end.node)].ports[std::size_t(end.port)];
}

const TwinPort& TwinState::at(TwinEnd end) const {
  return nodes[std::size_t(end.node)].ports[std::size_t(end.port)];
}

std::string TwinState::text(TwinEnd end) const {
  const std::string& name = nodes[std::size_t(end.node)].name;
  return end.port < 0 ? name : name + ":" + at(end).name;
}

TwinEnd free_port(TwinState& state, TwinEnd like) {
  TwinNode& node = state.nodes[std::size_t(like.node)];
  const TwinPort& model = state.at(like);
  std::string name;
  for (int step = 1; name.empty() || node.port(name) >= 0; ++step)
    name = next_name(model.name, step);
  TwinPort made;
  made.name = made.port_id = made.port_description = name;
  made.port_id_type = model.port_id_type;
  made.mac = stable_mac(node.name + ":" + name);
  if (made.port_id_type == "mac") made.port_id = made.mac;
  made.rate = model.rate, made.lanes = model.lanes, made.mtu = model.mtu;
  made.adaptive_routing = model.adaptive_routing;
  made.pfc = model.pfc;
  node.ports.push_back(std::move(made));
  return {like.node, static_cast<std::int32_t>(node.ports.size() - 1)};
}

void unplug(TwinState& state, TwinEnd end) {
  const TwinEnd far = state.at(end).far;
  if (far.there()) state.at(far).far = {};
  state.at(end).far = {};
}

void plug(TwinState& state, TwinEnd a, TwinEnd b) {
  unplug(state, a);
  unplug(state, b);
  state.at(a).far = b;
  state.at(b).far = a;
}

std::optional<TwinEnd> heard_on(const TwinState& state, TwinEnd end) {
  const TwinPort& port = state.at(end);
  if (port.remembers) return port.remembers;
  if (!port.up || !port.lldp_hears || !port.far.there()) return {};
  const TwinNode& there = state.nodes[std::size_t(port.far.node)];
  const bool speaks = there.lldpd && there.answer != TwinAnswer::frozen;
  if (!speaks || !state.at(port.far).lldp_sends) return {};
  return port.far;
}

}  // namespace weft
