// The wiring plan: what the fabric is meant to be. Read from many formats, all into this.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/fields.h"
#include "base/units.h"

namespace weft {

enum class Role : std::uint8_t { unknown, host, leaf, spine, superspine, patch_panel, other };

constexpr auto words_of(Role) {
  return std::array<std::pair<Role, std::string_view>, 7>{{{Role::unknown, "unknown"},
                                                           {Role::host, "host"},
                                                           {Role::leaf, "leaf"},
                                                           {Role::spine, "spine"},
                                                           {Role::superspine, "superspine"},
                                                           {Role::patch_panel, "patch_panel"},
                                                           {Role::other, "other"}}};
}

// What a plan file says beyond our fields, by its own names, kept so that it can be written back.
using Attributes = std::map<std::string, Json>;

// One end of a cable, written `leaf01:swp1s0` (Port::text) and kept as two names.
struct Port {
  std::string node;
  std::string name;

  auto operator<=>(const Port&) const = default;
  std::string text() const { return node + ":" + name; }

  static constexpr auto fields() {
    return std::tuple{field("node", &Port::node), field("port", &Port::name)};
  }
};

struct Node {
  std::string name;
  Role role = Role::unknown;
  bool role_guessed = false;  // from its name or links: the file does not say it
  std::optional<std::string> pod, tenant, rack, model, management;
  std::optional<std::int64_t> rail;       // of a leaf that serves one rail, from 0
  std::optional<std::int64_t> unit;       // rack unit
  std::vector<std::string> aliases = {};  // other names the node goes by (DPU, FQDN)
  Attributes attributes = {};

  static constexpr auto fields() {
    return std::tuple{field("name", &Node::name),
                      defaulted("role", &Node::role),
                      defaulted("role_guessed", &Node::role_guessed),
                      field("pod", &Node::pod),
                      field("tenant", &Node::tenant),
                      field("rack", &Node::rack),
                      field("model", &Node::model),
                      field("management", &Node::management, "management address"),
                      field("rail", &Node::rail),
                      field("unit", &Node::unit, "rack unit"),
                      defaulted("aliases", &Node::aliases),
                      defaulted("attributes", &Node::attributes)};
  }
};

enum class LinkStatus : std::uint8_t { connected, planned, decommissioning };

constexpr auto words_of(LinkStatus) {
  return std::array<std::pair<LinkStatus, std::string_view>, 3>{
      {{LinkStatus::connected, "connected"},
       {LinkStatus::planned, "planned"},
       {LinkStatus::decommissioning, "decommissioning"}}};
}

// `a` is always known. The far end is unknown where the plan ends at a patch panel (`through` names
// the panel's port) or outside of it: then `b` is empty and nothing is compared there.
struct Link {
  Port a, b;
  std::optional<BitRate> rate;
  LinkStatus status = LinkStatus::connected;
  std::optional<std::int64_t> rail;
  std::optional<std::string> label;  // of the cable
  std::optional<std::string> cable_type;
  std::optional<double> length_m;
  bool full_domain = false;               // names are compared with their domain (PTM)
  bool disputed = false;                  // the plan gives a port of it to another cable too
  std::vector<Port> through = {};         // patch-panel ports on the way, from a to b
  std::optional<std::int64_t> line = {};  // where the plan file says so
  Attributes attributes = {};

  bool far_end_known() const { return !b.node.empty(); }

  static constexpr auto fields() {
    return std::tuple{field("a", &Link::a),
                      field("b", &Link::b),
                      field("rate_bps", &Link::rate),
                      defaulted("status", &Link::status),
                      field("rail", &Link::rail),
                      field("label", &Link::label),
                      field("cable_type", &Link::cable_type),
                      field("length_m", &Link::length_m),
                      defaulted("full_domain", &Link::full_domain),
                      defaulted("disputed", &Link::disputed),
                      defaulted("through", &Link::through),
                      field("line", &Link::line),
                      defaulted("attributes", &Link::attributes)};
  }
};

// What the fabric shall do, as far as the plan says it; everything is optional.
struct Intent {
  std::optional<std::int64_t> mtu;     // Ethernet MTU, bytes
  std::optional<BitRate> link_rate;    // of links that do not say their own
  std::optional<std::string> routing;  // "bgp_unnumbered", "bgp_numbered", "static"
  std::optional<bool> adaptive_routing;
  std::optional<std::int64_t> roce_dscp;      // of RoCE data, e.g. 24 or 26
  std::optional<std::int64_t> roce_priority;  // the lossless switch priority, e.g. 3
  std::optional<std::int64_t> cnp_dscp;       // e.g. 48
  std::optional<Bytes> ecn_min, ecn_max;

  static constexpr auto fields() {
    return std::tuple{field("mtu", &Intent::mtu, "Ethernet MTU in bytes"),
                      field("link_rate_bps", &Intent::link_rate),
                      field("routing", &Intent::routing),
                      field("adaptive_routing", &Intent::adaptive_routing),
                      field("roce_dscp", &Intent::roce_dscp),
                      field("roce_priority", &Intent::roce_priority),
                      field("cnp_dscp", &Intent::cnp_dscp),
                      field("ecn_min_bytes", &Intent::ecn_min),
                      field("ecn_max_bytes", &Intent::ecn_max)};
  }
};

struct Plan {
  std::string schema = "1.0";
  std::string source;  // the file it was read from, "" for a cluster without one
  std::vector<Node> nodes;
  std::vector<Link> links;
  std::vector<Port> open_ports;  // known to be left without a cable
  Intent intent;
  Attributes attributes;
  Extra extra;

  static constexpr auto fields() {
    return std::tuple{field("schema", &Plan::schema),
                      defaulted("source", &Plan::source),
                      defaulted("nodes", &Plan::nodes),
                      defaulted("links", &Plan::links),
                      defaulted("open_ports", &Plan::open_ports),
                      defaulted("intent", &Plan::intent),
                      defaulted("attributes", &Plan::attributes)};
  }
};

}  // namespace weft
