// Counting first, then cables; see make.h.

#include "plan/make.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>

#include "base/text.h"

namespace weft {
namespace {

constexpr std::int64_t ports = 128;  // of an SN5600: 64 cages of 2 x 400G
constexpr std::int64_t most_nodes = 1'000'000, most_rails = 64;
constexpr std::int64_t nodes_a_rack = 4;  // HGX at 10 kW each: 32 nodes in 8 racks

constexpr std::int64_t up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

// Everything counted before a cable is drawn. `width`s are of the numbers in names.
struct Shape {
  std::int64_t units = 0, leaves = 0, leaf_down = 0, leaf_up = 0;
  std::int64_t pods = 1, units_a_pod = 0, leaves_a_pod = 0;
  std::int64_t spines = 0;                     // of a pod
  std::int64_t leaf_spine = 0;                 // cables between one leaf and one spine
  std::int64_t spine_up = 0, superspines = 0;  // superspines of a group: one group a spine number
  std::int64_t spine_super = 0;                // cables between one spine and one superspine
};

// As few switches above as carry all cables: `up_links` of each of `below` spread evenly over n.
// 0 when no n does.
std::int64_t fewest_above(std::int64_t below, std::int64_t up_links, std::int64_t free_ports) {
  for (std::int64_t n = 1; n <= up_links; ++n)
    if (up_links % n == 0 && below * (up_links / n) <= free_ports) return n;
  return 0;
}

class Counter {
 public:
  explicit Counter(const MakeRequest& request) : want_(request) {}

  Result<Shape> count() {
    bounds();
    if (errors_.empty()) {
      leaves();
      if (want_.tiers == 2) two_tiers();
      if (want_.tiers == 3) three_tiers();
    }
    if (!errors_.empty()) return Failure(collected(std::move(errors_)));
    return shape_;
  }

 private:
  void wrong(std::string what, std::string hint = {}) {
    errors_.push_back({std::move(what), {}, std::move(hint), {}});
  }

  void bounds() {
    const auto within = [&](std::string_view name, std::int64_t value, std::int64_t most) {
      if (value < 1 || value > most)
        wrong(fmt::format("{} is {}, expected 1 to {}", name, value, most));
    };
    within("nodes", want_.nodes, most_nodes);
    within("rails", want_.rails, most_rails);
    within("tiers", want_.tiers, 3);
    within("unit size", want_.unit_size, ports);
    if (want_.spines) within("spines", *want_.spines, ports);
    if (want_.uplinks) within("uplinks", *want_.uplinks, ports);
    if (want_.spines && want_.tiers == 1) wrong("one tier has no spines");
    if (want_.uplinks && want_.tiers == 1) wrong("one tier has no uplinks");
    if (!want_.host_ports.empty() &&
        static_cast<std::int64_t>(want_.host_ports.size()) != want_.rails)
      wrong(fmt::format("{} for {}", count_of(want_.host_ports.size(), "host port"),
                        count_of(static_cast<std::size_t>(want_.rails), "rail")));
    std::set<std::string> ports_seen;
    for (const std::string& port : want_.host_ports)
      if (trim(port).empty())
        wrong("a host port without a name");
      else if (!ports_seen.insert(lower(port)).second)
        wrong(fmt::format("host port '{}' is there twice: each rail has its own",
                          printable(port, 40)));
  }

  void leaves() {
    if (want_.tiers == 1) {  // a rail is one leaf, whatever the unit
      shape_.units = 1;
      shape_.leaf_down = want_.nodes;
      if (want_.nodes > ports)
        wrong(fmt::format("one tier: {} nodes on each leaf, which has {} ports of 400G",
                          want_.nodes, ports),
              "with two tiers more nodes fit: --tiers 2");
    } else {
      shape_.units = up(want_.nodes, want_.unit_size);
      shape_.leaf_down = std::min(want_.nodes, want_.unit_size);
      shape_.leaf_up = want_.uplinks.value_or(shape_.leaf_down);
      if (shape_.leaf_down + shape_.leaf_up > ports)
        wrong(fmt::format(
                  "a leaf has {} nodes below and {} uplinks: {} ports of 400G where an SN5600 "
                  "has {}",
                  shape_.leaf_down, shape_.leaf_up, shape_.leaf_down + shape_.leaf_up, ports),
              "a smaller --unit-size, or fewer --uplinks");
    }
    shape_.units_a_pod = shape_.units;
    shape_.leaves = shape_.leaves_a_pod = shape_.units * want_.rails;
  }

  // Spines that have `down` ports for the leaves of a pod.
  bool spines(std::int64_t leaves, std::int64_t down, std::string_view what) {
    const std::int64_t links = shape_.leaf_up;
    shape_.spines = want_.spines.value_or(fewest_above(leaves, links, down));
    if (shape_.spines == 0) {
      wrong(fmt::format(
                "{} {}: with one cable to each spine a spine needs {} ports of 400G below, and "
                "has {}",
                leaves, what, leaves, down),
            want_.tiers == 2 && want_.unit_size * 2 <= ports / 2
                ? fmt::format("--unit-size {} halves the leaves, --tiers 3 adds a tier",
                              want_.unit_size * 2)
            : want_.tiers == 2 ? "--tiers 3 adds a tier"
                               : "fewer nodes");
      return false;
    }
    if (links % shape_.spines != 0) {
      wrong(fmt::format("{} uplinks of a leaf do not spread evenly over {} spines", links,
                        shape_.spines),
            fmt::format("take a divisor of {}, or set --uplinks", links));
      return false;
    }
    shape_.leaf_spine = links / shape_.spines;
    if (leaves * shape_.leaf_spine > down) {
      wrong(
          fmt::format("{} spines: {} {} with {} each need {} ports of 400G below on a spine, which "
                      "has {}",
                      shape_.spines, leaves, what,
                      count_of(static_cast<std::size_t>(shape_.leaf_spine), "cable"),
                      leaves * shape_.leaf_spine, down),
          "more --spines, or fewer --uplinks");
      return false;
    }
    return true;
  }

  void two_tiers() { spines(shape_.leaves, ports, "leaves"); }

  // Spine j of every pod meets the superspines of group j only. Half of a spine's ports go up.
  void three_tiers() {
    const std::int64_t half = ports / 2;
    const std::int64_t most_units = half / want_.rails;
    if (shape_.units < 2)
      return wrong(fmt::format("three tiers need two pods, and {} nodes are one unit", want_.nodes),
                   "--tiers 2");
    if (most_units < 1)
      return wrong(
          fmt::format("{} leaves of one unit: a spine of three tiers has {} ports of 400G "
                      "below",
                      want_.rails, half));
    shape_.pods = std::max<std::int64_t>(2, up(shape_.units, most_units));
    shape_.units_a_pod = up(shape_.units, shape_.pods);
    shape_.pods = up(shape_.units, shape_.units_a_pod);
    shape_.leaves_a_pod = shape_.units_a_pod * want_.rails;
    if (!spines(shape_.leaves_a_pod, half, "leaves of a pod")) return;
    shape_.spine_up = shape_.leaves_a_pod * shape_.leaf_spine;
    shape_.superspines = fewest_above(shape_.pods, shape_.spine_up, ports);
    if (shape_.superspines == 0)
      return wrong(
          fmt::format("{} pods: with one cable from each a superspine needs {} ports of 400G, "
                      "and has {}",
                      shape_.pods, shape_.pods, ports),
          want_.unit_size * 2 <= half ? "a larger --unit-size makes fewer pods" : "");
    shape_.spine_super = shape_.spine_up / shape_.superspines;
  }

  const MakeRequest& want_;
  Shape shape_;
  std::vector<Error> errors_;
};

std::string numbered(std::int64_t n, std::int64_t of) {
  return fmt::format("{:0{}}", n, fmt::formatted_size("{}", std::max<std::int64_t>(of - 1, 0)));
}

class Maker {
 public:
  Maker(const MakeRequest& request, const Shape& shape) : want_(request), shape_(shape) {}

  MadePlan make() {
    nodes();
    hosts_to_leaves();
    if (shape_.spines > 0) leaves_to_spines();
    if (shape_.superspines > 0) spines_to_superspines();
    Intent& intent = made_.plan.intent;
    intent.link_rate = 400_Gbps;
    if (shape_.spines > 0) intent.adaptive_routing = true;
    made_.plan.attributes["title"] = Json{title(), 0, 0};
    uses();
    return std::move(made_);
  }

 private:
  std::string title() const {
    return fmt::format("{} nodes, {} rails, {} {}", want_.nodes, want_.rails, want_.tiers,
                       want_.tiers == 1 ? "tier" : "tiers");
  }

  std::string two(std::int64_t n, std::int64_t of) const {  // at least two digits: su00
    return numbered(n, std::max<std::int64_t>(of, 100));
  }
  std::string pod_part(std::int64_t pod) const {
    return shape_.pods > 1 ? fmt::format("p{}-", numbered(pod, shape_.pods)) : "";
  }
  std::string unit_part(std::int64_t unit) const {
    return want_.tiers == 1 ? "" : fmt::format("su{}-", two(unit, shape_.units));
  }
  std::string host_name(std::int64_t host) const {
    const std::int64_t size = want_.tiers == 1 ? want_.nodes : want_.unit_size;
    return fmt::format("hgx-{}h{}", unit_part(host / size), two(host % size, size));
  }
  std::string leaf_name(std::int64_t unit, std::int64_t rail) const {
    return fmt::format("leaf-{}{}r{}", pod_part(unit / shape_.units_a_pod), unit_part(unit),
                       numbered(rail, want_.rails));
  }
  std::string spine_name(std::int64_t pod, std::int64_t spine) const {
    return fmt::format("spine-{}s{}", pod_part(pod), two(spine, shape_.spines));
  }
  std::string superspine_name(std::int64_t group, std::int64_t n) const {
    return fmt::format("superspine-g{}-s{}", two(group, shape_.spines),
                       numbered(n, shape_.superspines));
  }
  static std::string switch_port_name(std::int64_t i) {
    return fmt::format("swp{}s{}", i / 2 + 1, i % 2);
  }
  std::string host_port(std::int64_t rail) const {
    return want_.host_ports.empty() ? fmt::format("eth{}", rail + 1)
                                    : want_.host_ports[static_cast<std::size_t>(rail)];
  }

  Node& node(std::string name, Role role, std::string model) {
    Node& node = made_.plan.nodes.emplace_back();
    node.name = std::move(name);
    node.role = role;
    node.model = std::move(model);
    return node;
  }

  void pod(Node& node, std::int64_t number) const {
    if (shape_.pods > 1) node.pod = numbered(number, shape_.pods);
  }

  void nodes() {
    const std::int64_t size = want_.tiers == 1 ? want_.nodes : want_.unit_size;
    for (std::int64_t h = 0; h < want_.nodes; ++h) {
      Node& made = node(host_name(h), Role::host, "HGX");
      pod(made, h / size / shape_.units_a_pod);
      made.rack = fmt::format("{}rack{}", unit_part(h / size),
                              numbered(h % size / nodes_a_rack, up(size, nodes_a_rack)));
      made.unit = h % size % nodes_a_rack * 8 + 1;  // 8U each
    }
    for (std::int64_t unit = 0; unit < shape_.units; ++unit)
      for (std::int64_t rail = 0; rail < want_.rails; ++rail) {
        Node& made = node(leaf_name(unit, rail), Role::leaf, "SN5600");
        pod(made, unit / shape_.units_a_pod);
        made.rail = rail;
        made.rack = fmt::format("{}net", unit_part(unit));
        if (want_.rails <= 20) made.unit = rail * 2 + 1;  // 2U each
      }
    for (std::int64_t p = 0; p < shape_.pods; ++p)
      for (std::int64_t s = 0; s < shape_.spines; ++s) {
        Node& made = node(spine_name(p, s), Role::spine, "SN5600");
        pod(made, p);
        in_core_rack(made, fmt::format("{}spine", pod_part(p)), s);
      }
    for (std::int64_t g = 0; g < (shape_.superspines > 0 ? shape_.spines : 0); ++g)
      for (std::int64_t n = 0; n < shape_.superspines; ++n)
        in_core_rack(node(superspine_name(g, n), Role::superspine, "SN5600"), "superspine",
                     g * shape_.superspines + n);
  }

  static void in_core_rack(Node& node, std::string_view row, std::int64_t number) {
    node.rack = fmt::format("{}-rack{}", row, number / 16);
    node.unit = number % 16 * 2 + 1;
  }

  void cable(Port a, Port b, std::optional<std::int64_t> rail) {
    Link& link = made_.plan.links.emplace_back();
    link.label = fmt::format("C{:06}", made_.plan.links.size());
    link.a = std::move(a);
    link.b = std::move(b);
    link.rate = 400_Gbps;
    link.rail = rail;
  }

  void hosts_to_leaves() {
    const std::int64_t size = want_.tiers == 1 ? want_.nodes : want_.unit_size;
    for (std::int64_t h = 0; h < want_.nodes; ++h)
      for (std::int64_t rail = 0; rail < want_.rails; ++rail)
        cable({host_name(h), host_port(rail)},
              {leaf_name(h / size, rail), switch_port_name(h % size)}, rail);
    made_.host_cables = want_.nodes * want_.rails;
    made_.nic_optics = made_.host_cables;
  }

  // Uplinks begin at the upper half of the leaf, or right above its nodes where they are more.
  std::int64_t first_uplink(std::int64_t down, std::int64_t uplinks) const {
    return down <= ports / 2 && uplinks <= ports / 2 ? ports / 2 : ports - uplinks;
  }

  void leaves_to_spines() {
    const std::int64_t first = first_uplink(shape_.leaf_down, shape_.leaf_up);
    for (std::int64_t unit = 0; unit < shape_.units; ++unit)
      for (std::int64_t rail = 0; rail < want_.rails; ++rail)
        for (std::int64_t u = 0; u < shape_.leaf_up; ++u) {
          const std::int64_t pod = unit / shape_.units_a_pod;
          const std::int64_t leaf = unit % shape_.units_a_pod * want_.rails + rail;
          const std::int64_t port = leaf * shape_.leaf_spine + u % shape_.leaf_spine;
          cable({leaf_name(unit, rail), switch_port_name(first + u)},
                {spine_name(pod, u / shape_.leaf_spine), switch_port_name(port)}, {});
        }
    made_.leaf_spine_cables = shape_.leaves * shape_.leaf_up;
  }

  void spines_to_superspines() {
    const std::int64_t first = ports / 2;
    for (std::int64_t p = 0; p < shape_.pods; ++p)
      for (std::int64_t s = 0; s < shape_.spines; ++s)
        for (std::int64_t u = 0; u < shape_.spine_up; ++u)
          cable({spine_name(p, s), switch_port_name(first + u)},
                {superspine_name(s, u / shape_.spine_super),
                 switch_port_name(p * shape_.spine_super + u % shape_.spine_super)},
                {});
    made_.spine_superspine_cables = shape_.pods * shape_.spines * shape_.spine_up;
  }

  void uses() {
    const std::int64_t last_unit = want_.nodes - (shape_.units - 1) * shape_.leaf_down;
    add_use("leaf", shape_.leaves, shape_.leaf_down, last_unit, shape_.leaf_up);
    if (shape_.spines > 0) {
      const std::int64_t last_pod = shape_.units - (shape_.pods - 1) * shape_.units_a_pod;
      add_use("spine", shape_.pods * shape_.spines, shape_.leaves_a_pod * shape_.leaf_spine,
              last_pod * want_.rails * shape_.leaf_spine, shape_.spine_up);
    }
    if (shape_.superspines > 0)
      add_use("superspine", shape_.spines * shape_.superspines, shape_.pods * shape_.spine_super,
              shape_.pods * shape_.spine_super, 0);
    count_cages();
  }

  void add_use(std::string kind, std::int64_t switches, std::int64_t most, std::int64_t least,
               std::int64_t uplinks) {
    made_.switches.push_back(
        {std::move(kind), switches, ports, most, least, uplinks,
         uplinks > 0 ? static_cast<double>(most) / static_cast<double>(uplinks) : 0});
  }

  // A twin-port module fills a cage, also when one of its ports stays dark.
  void count_cages() {
    std::unordered_map<std::string, std::vector<bool>> used;
    for (const Link& link : made_.plan.links)
      for (const Port* port : {&link.a, &link.b}) {
        if (!port->name.starts_with("swp") || port->name.find('s', 3) == std::string::npos)
          continue;
        const auto cage = parse_uint(port->name.substr(3, port->name.find('s', 3) - 3)).value_or(0);
        std::vector<bool>& cages = used[port->node];
        cages.resize(ports);
        if (!cages[cage]) cages[cage] = true, ++made_.twin_port_optics;
      }
  }

  const MakeRequest& want_;
  const Shape& shape_;
  MadePlan made_;
};

}  // namespace

Result<MadePlan> make_plan(const MakeRequest& request) {
  WEFT_TRY(const Shape shape, Counter(request).count());
  return Maker(request, shape).make();
}

}  // namespace weft
