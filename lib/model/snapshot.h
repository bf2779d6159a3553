// What was seen of the fabric at one time, per node. Every part is optional: what is absent was not
// seen, and a Gap says why. Nothing here is derived from a plan.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/fields.h"
#include "base/units.h"
#include "model/finding.h"
#include "model/qos.h"

namespace weft {

// One record of a discovery protocol: who is heard on a local port. Text as it came from the wire,
// so it is hostile: escape it in every output. "" where the field was not sent.
struct Neighbour {
  std::string port;               // local interface
  std::string protocol = "LLDP";  // as the daemon writes it: "LLDP", "CDPv2", ...
  std::string system_name;
  std::string system_description;
  std::string chassis_id;
  std::string chassis_id_type;  // "mac", "local", ...
  std::string port_id;
  std::string port_id_type;  // "ifname", "mac", "local", ...
  std::string port_description;
  std::vector<std::string> management;  // addresses that can be reached, never link-local
  std::optional<std::int64_t> age_s;    // since it was first heard, seconds
  std::optional<std::int64_t> ttl_s;    // how long it stays after the last word, seconds
  std::int64_t line = 0;                // in `from`
  std::string from;                     // file; "": NodeState::neighbours_from

  bool is_lldp() const { return protocol.empty() || protocol.starts_with("LLDP"); }

  static constexpr auto fields() {
    return std::tuple{field("port", &Neighbour::port),
                      defaulted("protocol", &Neighbour::protocol),
                      defaulted("system_name", &Neighbour::system_name),
                      defaulted("system_description", &Neighbour::system_description),
                      defaulted("chassis_id", &Neighbour::chassis_id),
                      defaulted("chassis_id_type", &Neighbour::chassis_id_type),
                      defaulted("port_id", &Neighbour::port_id),
                      defaulted("port_id_type", &Neighbour::port_id_type),
                      defaulted("port_description", &Neighbour::port_description),
                      defaulted("management", &Neighbour::management),
                      field("age_s", &Neighbour::age_s),
                      field("ttl_s", &Neighbour::ttl_s),
                      defaulted("line", &Neighbour::line),
                      defaulted("from", &Neighbour::from)};
  }
};

struct Interface {
  std::string name;
  std::optional<std::string> kind;         // "swp", "eth", "bond", "bridge", "loopback", ...
  std::optional<bool> enabled;             // by the operator
  std::optional<bool> up;                  // has a link
  std::optional<std::string> down_reason;  // in the device's own words
  std::optional<std::string> mac;
  std::vector<std::string> other_names = {};  // altnames
  std::vector<std::string> addresses = {};    // with prefix length
  std::optional<std::string> description;     // alias
  std::optional<std::string> master;          // the bond or bridge it belongs to
  std::optional<std::int64_t> mtu;            // bytes
  std::optional<BitRate> speed;
  std::optional<std::string> fec;  // "RS", "BaseR", "off", lower case
  std::optional<bool> autonegotiation;
  std::optional<std::string> duplex;
  std::optional<std::string> breakout;  // "2x400G" as the switch writes it
  std::optional<std::int64_t> carrier_changes;
  std::optional<std::string> module_vendor, module_part, module_serial;
  std::optional<double> raw_ber, effective_ber;

  static constexpr auto fields() {
    return std::tuple{field("name", &Interface::name),
                      field("kind", &Interface::kind),
                      field("enabled", &Interface::enabled),
                      field("up", &Interface::up),
                      field("down_reason", &Interface::down_reason),
                      field("mac", &Interface::mac),
                      defaulted("other_names", &Interface::other_names),
                      defaulted("addresses", &Interface::addresses),
                      field("description", &Interface::description),
                      field("master", &Interface::master),
                      field("mtu", &Interface::mtu),
                      field("speed_bps", &Interface::speed),
                      field("fec", &Interface::fec),
                      field("autonegotiation", &Interface::autonegotiation),
                      field("duplex", &Interface::duplex),
                      field("breakout", &Interface::breakout),
                      field("carrier_changes", &Interface::carrier_changes),
                      field("module_vendor", &Interface::module_vendor),
                      field("module_part", &Interface::module_part),
                      field("module_serial", &Interface::module_serial),
                      field("raw_ber", &Interface::raw_ber),
                      field("effective_ber", &Interface::effective_ber)};
  }
};

// One BGP session as one end sees it. `peer` is an address, or the interface of an unnumbered one.
struct BgpPeer {
  std::string peer;
  std::string family;  // "ipv4Unicast", "l2VpnEvpn"; "" where the text has none
  std::string vrf = "default";
  bool by_interface = false;
  std::string state;                    // "Established", "Idle", "Active", "Idle (Admin)", ...
  std::optional<std::string> hostname;  // of the far end, once it was established
  std::optional<std::string> description;
  std::optional<std::int64_t> remote_as;
  std::optional<std::int64_t> since_ms;  // since the last change of state, whichever it was
  std::optional<std::int64_t> prefixes;  // received
  std::optional<std::int64_t> established_count, dropped_count;
  std::int64_t line = 0;

  bool established() const { return state == "Established"; }

  static constexpr auto fields() {
    return std::tuple{field("peer", &BgpPeer::peer),
                      defaulted("family", &BgpPeer::family),
                      defaulted("vrf", &BgpPeer::vrf),
                      defaulted("by_interface", &BgpPeer::by_interface),
                      field("state", &BgpPeer::state),
                      field("hostname", &BgpPeer::hostname),
                      field("description", &BgpPeer::description),
                      field("remote_as", &BgpPeer::remote_as),
                      field("since_ms", &BgpPeer::since_ms),
                      field("prefixes", &BgpPeer::prefixes),
                      field("established_count", &BgpPeer::established_count),
                      field("dropped_count", &BgpPeer::dropped_count),
                      defaulted("line", &BgpPeer::line)};
  }
};

// Where a packet really leaves: a recursive next hop is not one, those that resolve it are.
struct NextHop {
  std::string interface;
  std::string address;
  bool active = false;     // the routing daemon would use it
  bool installed = false;  // it is in the forwarding table
  std::optional<std::int64_t> weight;
  bool drops = false;  // on purpose: blackhole, reject

  static constexpr auto fields() {
    return std::tuple{
        defaulted("interface", &NextHop::interface), defaulted("address", &NextHop::address),
        defaulted("active", &NextHop::active),       defaulted("installed", &NextHop::installed),
        field("weight", &NextHop::weight),           defaulted("drops", &NextHop::drops)};
  }
};

struct Route {
  std::string prefix;
  std::string protocol;
  std::string vrf = "default";
  bool selected = false, installed = false;
  std::vector<NextHop> next_hops;
  std::int64_t line = 0;

  static constexpr auto fields() {
    return std::tuple{field("prefix", &Route::prefix),
                      defaulted("protocol", &Route::protocol),
                      defaulted("vrf", &Route::vrf),
                      defaulted("selected", &Route::selected),
                      defaulted("installed", &Route::installed),
                      defaulted("next_hops", &Route::next_hops),
                      defaulted("line", &Route::line)};
  }
};

struct NodeState {
  std::string name;  // as the site folder or the host list calls it
  std::optional<std::string> model, serial;
  std::optional<std::vector<Neighbour>> neighbours;  // absent: no data; empty: nobody is heard
  std::string neighbours_from;                       // file or command they were read from
  std::vector<std::string> contested;  // ports about which two files disagree: both are given
  std::optional<std::vector<Interface>> interfaces;
  std::optional<std::vector<BgpPeer>> bgp_peers;
  std::string bgp_from;
  std::optional<std::vector<Route>> routes;
  std::string routes_from;
  std::string read_from;                            // folder or file, several by ", "
  std::optional<std::vector<Route>> kernel_routes;  // what is really forwarded by
  std::string kernel_routes_from;
  std::optional<QosSettings> qos;
  std::optional<std::vector<QueueCounters>> queues;
  Extra extra;

  static constexpr auto fields() {
    return std::tuple{field("name", &NodeState::name),
                      field("model", &NodeState::model),
                      field("serial", &NodeState::serial),
                      field("neighbours", &NodeState::neighbours),
                      defaulted("neighbours_from", &NodeState::neighbours_from),
                      defaulted("contested", &NodeState::contested),
                      field("interfaces", &NodeState::interfaces),
                      field("bgp_peers", &NodeState::bgp_peers),
                      defaulted("bgp_from", &NodeState::bgp_from),
                      field("routes", &NodeState::routes),
                      defaulted("routes_from", &NodeState::routes_from),
                      field("kernel_routes", &NodeState::kernel_routes),
                      defaulted("kernel_routes_from", &NodeState::kernel_routes_from),
                      field("qos", &NodeState::qos),
                      field("queues", &NodeState::queues),
                      defaulted("read_from", &NodeState::read_from)};
  }
};

struct Snapshot {
  std::string schema = "1.0";
  std::optional<Instant> taken_at;
  std::vector<NodeState> nodes;
  std::vector<Gap> gaps;
  std::vector<std::string> warnings;  // "file:line:column: what was not understood"
  Extra extra;

  static constexpr auto fields() {
    return std::tuple{field("schema", &Snapshot::schema), field("taken_at", &Snapshot::taken_at),
                      defaulted("nodes", &Snapshot::nodes), defaulted("gaps", &Snapshot::gaps),
                      defaulted("warnings", &Snapshot::warnings)};
  }
};

}  // namespace weft
