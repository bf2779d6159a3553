// Reading a fault, finding its place, and what it touches; see twin_fault.h.

#include "twin_fault/twin_fault.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "twin/stable.h"

namespace weft {
namespace {

std::string_view sort_of(TwinPlace place) {
  static constexpr std::string_view words[] = {"nothing: it is everywhere",
                                               "a port with a cable, NODE:PORT",
                                               "a switch's port towards another switch, NODE:PORT",
                                               "a switch's port of a split cage, NODE:PORT",
                                               "a host's port, NODE:PORT",
                                               "a node",
                                               "a host",
                                               "a switch",
                                               "a spine",
                                               "a switch with several ways to somewhere",
                                               "a switch that speaks EVPN"};
  return words[std::size_t(place)];
}

bool fits(TwinPlace place, const TwinNode& node) {
  const auto several = [](const auto& ways) { return ways.size() > 1; };
  switch (place) {
    case TwinPlace::node:
      return node.is_host() || node.is_switch();
    case TwinPlace::host:
      return node.is_host();
    case TwinPlace::any_switch:
      return node.is_switch();
    case TwinPlace::spine:
      return node.role == Role::spine || node.role == Role::superspine;
    case TwinPlace::wide_switch:
      return std::ranges::any_of(node.ways, several);
    case TwinPlace::overlay_node:
      return node.evpn && std::ranges::any_of(node.ports, &TwinPort::to_switch);
    default:
      return false;
  }
}

// "swp1" of "swp1s0".
std::string_view cage_of(std::string_view port) {
  const std::size_t mark = port.find_last_not_of("0123456789");
  const bool split = mark != port.npos && mark > 3 && port[mark] == 's' &&
                     port.starts_with("swp") && mark + 1 < port.size();
  return split ? port.substr(0, mark) : std::string_view();
}

bool fits(TwinPlace place, const TwinNode& node, const TwinPort& port) {
  if (!port.far.there()) return false;
  switch (place) {
    case TwinPlace::cable:
      return true;
    case TwinPlace::fabric_port:
      return node.is_switch() && port.to_switch;
    case TwinPlace::split_port:
      return node.is_switch() && !cage_of(port.name).empty();
    case TwinPlace::host_port:
      return node.is_host();
    default:
      return false;
  }
}

Result<TwinEnd> read_place(std::string_view text, TwinPlace place, const TwinState& state) {
  const auto colon = text.find(':');
  const std::string node(text.substr(0, colon));
  const std::int32_t n = state.node(node);
  if (n < 0) {
    std::vector<std::string_view> names;
    for (const TwinNode& one : state.nodes) names.push_back(one.name);
    return fail(
        fmt::format("the plan has no node '{}'{}", printable(node), did_you_mean(node, names)));
  }
  TwinEnd out{n, -1};
  if (colon != text.npos) {
    const std::string_view port = text.substr(colon + 1);
    const TwinNode& there = state.nodes[std::size_t(n)];
    out.port = there.port(port);
    std::vector<std::string_view> names;
    for (const TwinPort& one : there.ports) names.push_back(one.name);
    if (out.port < 0)
      return fail(fmt::format("{} has no port '{}' in the plan{}", there.name, printable(port),
                              did_you_mean(port, names)));
  }
  if (std::ranges::count(places_for(place, state), out) == 0)
    return fail(fmt::format("'{}' is not {}", printable(text), sort_of(place)));
  return out;
}

Result<std::vector<TwinEnd>> chosen(const TwinFault& fault, const TwinState& state,
                                    std::uint64_t seed) {
  std::vector<TwinEnd> out;
  auto from = places_for(fault.place, state);
  while (out.size() < fault.places) {
    if (!out.empty()) from = partners_for(out.front(), fault.place, state);
    if (from.empty())
      return fail(fmt::format("this plan has no place for it: {}", sort_of(fault.place)));
    out.push_back(from[stable_random(seed) % from.size()]);
  }
  return out;
}

// A port without what follows from the causes, to compare.
TwinPort causes_of(TwinPort port) {
  port.up = false;
  port.session = TwinSession::none;
  return port;
}

TwinNode causes_of_node(const TwinNode& node) {
  TwinNode out = node;
  out.ports.clear();
  out.ways.clear();
  out.routes.clear();
  return out;
}

class Touched {
 public:
  Touched(const TwinState& before, const TwinState& after) : before_(before), after_(after) {}

  TouchedPlaces compare() {
    for (std::int32_t n = 0; n < std::int32_t(after_.nodes.size()); ++n) compare_node(n);
    return {{ports_.begin(), ports_.end()}, {nodes_.begin(), nodes_.end()}};
  }

 private:
  void compare_node(std::int32_t n) {
    const TwinNode &was = before_.nodes[std::size_t(n)], &is = after_.nodes[std::size_t(n)];
    const bool whole = !(causes_of_node(was) == causes_of_node(is));
    if (whole) nodes_.insert(is.name);
    for (std::int32_t p = 0; p < std::int32_t(is.ports.size()); ++p) {
      const bool is_new = p >= std::int32_t(was.ports.size());
      if (whole || is_new ||
          !(causes_of(was.ports[std::size_t(p)]) == causes_of(is.ports[std::size_t(p)])))
        touch({n, p}, is_new);
    }
  }

  void touch(TwinEnd end, bool is_new) {
    add(after_, end);
    add(after_, after_.at(end).far);
    if (is_new) return;
    add(before_, end);
    add(before_, before_.at(end).far);
  }

  void add(const TwinState& state, TwinEnd end) {
    if (!end.there()) return;
    ports_.insert(state.text(end));
    nodes_.insert(state.nodes[std::size_t(end.node)].name);
  }

  const TwinState &before_, &after_;
  std::set<std::string> ports_, nodes_;
};

}  // namespace

std::string PlacedTwinFault::text(const TwinState& state) const {
  std::string out = kind;
  for (std::size_t i = 0; i < places.size(); ++i)
    out += fmt::format("{}{}", i == 0 ? ':' : ',', state.text(places[i]));
  return when.empty() ? out : out + "@" + when;
}

std::vector<TwinEnd> places_for(TwinPlace place, const TwinState& state) {
  std::vector<TwinEnd> out;
  for (std::int32_t n = 0; n < std::int32_t(state.nodes.size()); ++n) {
    const TwinNode& node = state.nodes[std::size_t(n)];
    if (fits(place, node)) out.push_back({n, -1});
    for (std::int32_t p = 0; p < std::int32_t(node.ports.size()); ++p)
      if (fits(place, node, node.ports[std::size_t(p)])) out.push_back({n, p});
  }
  return out;
}

std::vector<TwinEnd> partners_for(TwinEnd first, TwinPlace place, const TwinState& state) {
  auto out = places_for(place, state);
  const auto role = [&](TwinEnd end) { return state.nodes[std::size_t(end.node)].role; };
  const TwinEnd far = first.port < 0 ? TwinEnd{} : state.at(first).far;
  std::erase_if(out, [&](TwinEnd end) {
    if (end == first || end == far || role(end) != role(first)) return true;
    return far.there() && role(state.at(end).far) != role(far);
  });
  auto elsewhere = out;
  std::erase_if(elsewhere, [&](TwinEnd end) {
    return end.node == first.node || (far.there() && state.at(end).far.node == far.node);
  });
  return elsewhere.empty() ? out : elsewhere;
}

Result<PlacedTwinFault> place_twin_fault(std::string_view text, const TwinState& healthy,
                                         std::uint64_t seed) {
  PlacedTwinFault out;
  if (const auto mark = text.rfind('@'); mark != text.npos) {
    out.when = text.substr(mark + 1);
    WEFT_TRY(out.at, parse_duration(out.when));
    text = text.substr(0, mark);
  }
  const auto colon = text.find(':');
  out.kind = table_id(text.substr(0, colon));
  WEFT_TRY(out.fault, find_row(twin_faults::all(), "fault", out.kind));
  if (colon == text.npos) {
    WEFT_TRY(out.places, chosen(*out.fault, healthy, seed));
    return out;
  }
  const auto words = split(text.substr(colon + 1), ',');
  if (words.size() != out.fault->places)
    return fail(fmt::format("{} wants {} ({}), got {}", out.kind,
                            count_of(out.fault->places, "place"), sort_of(out.fault->place),
                            words.size()));
  for (const std::string_view word : words) {
    WEFT_TRY(const TwinEnd place, read_place(word, out.fault->place, healthy));
    if (std::ranges::count(out.places, place) > 0)
      return fail(fmt::format("{} is named twice", healthy.text(place)));
    out.places.push_back(place);
  }
  return out;
}

TwinState with_fault(TwinState state, const PlacedTwinFault& fault) {
  fault.fault->put(state, fault.places);
  settle(state);
  return state;
}

TouchedPlaces touched_by(const TwinState& healthy, const TwinState& faulty) {
  return Touched(healthy, faulty).compare();
}

}  // namespace weft
