// Reading a fault and finding its place; see fault.h. Nothing is touched here.

#include "fault/fault.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace weft {
namespace {

// splitmix64: the same choice on every machine.
std::uint64_t next_random(std::uint64_t& state) {
  std::uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

std::string_view sort_of(PlaceKind kind) {
  switch (kind) {
    case PlaceKind::nothing:
      return "nothing: it is everywhere";
    case PlaceKind::cable:
      return "a port, NODE:PORT";
    case PlaceKind::fabric_port:
      return "a switch's port towards another switch, NODE:PORT";
    case PlaceKind::host_port:
      return "a host's port, NODE:PORT";
    case PlaceKind::node:
      return "a node";
    case PlaceKind::host:
      return "a host";
    case PlaceKind::any_switch:
      return "a switch";
  }
  return "";
}

std::vector<Port> candidates(PlaceKind kind, const LabLayout& layout) {
  std::vector<Port> out;
  for (const LabNode& node : layout.nodes) {
    const bool whole = kind == PlaceKind::node || (kind == PlaceKind::host && node.is_host()) ||
                       (kind == PlaceKind::any_switch && !node.is_host());
    if (whole) out.push_back({node.name, ""});
    for (const LabPort& port : node.ports)
      if (kind == PlaceKind::cable || (kind == PlaceKind::host_port && node.is_host()) ||
          (kind == PlaceKind::fabric_port && !node.is_host() && !port.to_host()))
        out.push_back({node.name, port.name});
  }
  return out;
}

std::string text_of(const Port& place) { return place.name.empty() ? place.node : place.text(); }

// Whether a fault that is there touches this place, or the other end of its cable.
bool is_taken(const Port& place, const LabLayout& layout, const std::vector<std::string>& present) {
  const auto named = [&](const std::string& text) {
    return std::ranges::any_of(present, [&](const std::string& fault) {
      const auto at = fault.find(':');
      if (at == fault.npos) return false;
      return std::ranges::count(split(std::string_view(fault).substr(at + 1), ','), text) > 0;
    });
  };
  if (named(text_of(place))) return true;
  return !place.name.empty() && named(layout.node(place.node)->port(place.name)->far.text());
}

// Of two places both are of one role: a swap of a host's cable with an uplink would be no accident.
// They are on different switches where there are such.
void keep_alike(std::vector<Port>& from, const Port& first, const LabLayout& layout) {
  const auto far_of = [&](const Port& p) {
    return p.name.empty() ? Port{} : layout.node(p.node)->port(p.name)->far;
  };
  const auto role = [&](const std::string& node) {
    const LabNode* n = layout.node(node);
    return n != nullptr ? n->role : Role::unknown;
  };
  std::erase_if(from, [&](const Port& p) {
    return p == first || far_of(p) == first || role(p.node) != role(first.node) ||
           role(far_of(p).node) != role(far_of(first).node);
  });
  auto elsewhere = from;
  std::erase_if(elsewhere, [&](const Port& p) {
    return p.node == first.node || far_of(p).node == far_of(first).node;
  });
  if (!elsewhere.empty()) from = std::move(elsewhere);
}

Result<std::vector<Port>> chosen(const Fault& fault, const LabLayout& layout,
                                 const std::vector<std::string>& present, std::uint64_t seed) {
  std::vector<Port> out;
  std::uint64_t state = seed * 1000 + present.size();
  auto from = candidates(fault.place, layout);
  std::erase_if(from, [&](const Port& p) { return is_taken(p, layout, present); });
  while (out.size() < fault.places) {
    if (!out.empty()) keep_alike(from, out.front(), layout);
    if (from.empty()) return fail("no place is left for it in this lab");
    out.push_back(from[next_random(state) % from.size()]);
  }
  return out;
}

Result<Port> read_place(std::string_view text, PlaceKind kind, const LabLayout& layout) {
  const auto colon = text.find(':');
  Port place{std::string(text.substr(0, colon)),
             colon == text.npos ? "" : std::string(text.substr(colon + 1))};
  const LabNode* node = layout.node(place.node);
  if (node == nullptr) {
    std::vector<std::string_view> names;
    for (const LabNode& one : layout.nodes) names.push_back(one.name);
    return fail(fmt::format("the lab has no node '{}'{}", printable(place.node),
                            did_you_mean(place.node, names)));
  }
  if (!place.name.empty() && node->port(place.name) == nullptr) {
    std::vector<std::string_view> names;
    for (const LabPort& one : node->ports) names.push_back(one.name);
    return fail(fmt::format("{} has no cabled port '{}'{}", node->name, printable(place.name),
                            did_you_mean(place.name, names)));
  }
  if (std::ranges::count(candidates(kind, layout), place) == 0)
    return fail(fmt::format("'{}' is not {}", text_of(place), sort_of(kind)));
  return place;
}

}  // namespace

std::string FaultPlan::text() const {
  std::string out = kind;
  for (const Port& place : places)
    out += fmt::format("{}{}", &place == &places.front() ? ':' : ',', text_of(place));
  return out;
}

Result<FaultPlan> plan_fault(std::string_view text, const LabLayout& layout,
                             const std::vector<std::string>& present, std::uint64_t seed) {
  FaultPlan out;
  const auto colon = text.find(':');
  out.kind = table_id(text.substr(0, colon));
  WEFT_TRY(out.fault, find_row(faults::all(), "fault", out.kind));
  if (out.fault->needs_daemons && layout.options.static_routes)
    return fail(out.kind + " needs daemons, and this lab was made with --static");
  if (out.fault->needs_spraying && !layout.options.sprays())
    return fail(out.kind + " needs a lab that sprays, made with --routing spray");
  if (colon == text.npos) {
    WEFT_TRY(out.places, chosen(*out.fault, layout, present, seed));
    return out;
  }
  const auto words = split(text.substr(colon + 1), ',');
  if (words.size() != out.fault->places)
    return fail(
        fmt::format("{} wants {}, got {}", out.kind,
                    out.fault->places == 0
                        ? "no place"
                        : fmt::format("{} of this sort: {}", count_of(out.fault->places, "place"),
                                      sort_of(out.fault->place)),
                    words.size()));
  for (const std::string_view word : words) {
    WEFT_TRY(Port place, read_place(word, out.fault->place, layout));
    if (std::ranges::count(out.places, place) > 0)
      return fail(fmt::format("{} is named twice", text_of(place)));
    out.places.push_back(std::move(place));
  }
  return out;
}

}  // namespace weft
