// Names to numbers; see graph.h.

#include "route/graph.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <unordered_map>

namespace weft {
namespace {

std::unordered_map<std::string_view, std::uint32_t> numbers_of(const Plan& plan) {
  std::unordered_map<std::string_view, std::uint32_t> numbers;
  numbers.reserve(plan.nodes.size());
  for (std::uint32_t i = 0; i < plan.nodes.size(); ++i) numbers.emplace(plan.nodes[i].name, i);
  return numbers;
}

// The cables of a plan between nodes that it knows.
std::vector<GraphCable> cables_of(const Plan& plan, BitRate otherwise) {
  const auto numbers = numbers_of(plan);
  const auto number = [&](const Port& port) {
    const auto found = numbers.find(port.node);
    return found == numbers.end() ? nowhere : found->second;
  };
  const double usual = plan.intent.link_rate.value_or(otherwise).bps;
  std::vector<GraphCable> cables;
  cables.reserve(plan.links.size());
  for (const Link& link : plan.links) {
    const double rate = link.rate ? link.rate->bps : usual;
    GraphCable cable{number(link.a), number(link.b), rate, rate, link.rail};
    if (link.status != LinkStatus::connected || cable.a == nowhere || cable.b == nowhere) {
      cable.a = cable.b = nowhere;
    } else if (!cable.rail) {
      const Node &a = plan.nodes[cable.a], &b = plan.nodes[cable.b];
      cable.rail = a.role == Role::host ? b.rail : a.rail;
    }
    cables.push_back(cable);
  }
  return cables;
}

void add_links(std::span<const GraphCable> cables, LinkGraph& graph) {
  for (const GraphCable& cable : cables) {
    const bool there = cable.a != nowhere && cable.b != nowhere && cable.a != cable.b;
    const std::uint32_t a = there ? cable.a : nowhere, b = there ? cable.b : nowhere;
    graph.from.insert(graph.from.end(), {a, b});
    graph.to.insert(graph.to.end(), {b, a});
    graph.capacity.insert(graph.capacity.end(), {cable.from_a, cable.from_b});
  }
}

// Counting sort of the links by the node that they leave.
void sort_out(LinkGraph& graph) {
  graph.first_out.assign(graph.nodes() + 1, 0);
  for (const std::uint32_t node : graph.from)
    if (node != nowhere) ++graph.first_out[node + 1];
  std::partial_sum(graph.first_out.begin(), graph.first_out.end(), graph.first_out.begin());
  graph.out.resize(graph.first_out.back());
  std::vector<std::uint32_t> at(graph.first_out.begin(), graph.first_out.end() - 1);
  for (std::uint32_t link = 0; link < graph.links(); ++link)
    if (graph.from[link] != nowhere) graph.out[at[graph.from[link]]++] = link;
}

void add_nics(std::span<const GraphCable> cables, LinkGraph& graph) {
  graph.first_nic.assign(1, 0);
  for (std::uint32_t node = 0; node < graph.nodes(); ++node) {
    const auto first = static_cast<std::ptrdiff_t>(graph.nics.size());
    if (graph.is_host(node))
      for (const std::uint32_t link : graph.links_of(node)) {
        const std::uint32_t leaf = graph.to[link];
        if (graph.is_host(leaf)) continue;
        const auto position = static_cast<std::int64_t>(graph.nics.size()) - first;
        const std::int64_t rail = cables[cable_of(link)].rail.value_or(position);
        graph.nics.push_back({node, leaf, link, reverse_of(link), rail});
      }
    std::ranges::stable_sort(graph.nics.begin() + first, graph.nics.end(), {}, &NicPort::rail);
    graph.first_nic.push_back(static_cast<std::uint32_t>(graph.nics.size()));
  }
}

}  // namespace

LinkGraph link_graph(std::vector<Role> roles, std::span<const GraphCable> cables) {
  LinkGraph graph;
  graph.roles = std::move(roles);
  add_links(cables, graph);
  sort_out(graph);
  add_nics(cables, graph);
  return graph;
}

LinkGraph link_graph(const Plan& plan, BitRate otherwise) {
  std::vector<Role> roles;
  roles.reserve(plan.nodes.size());
  for (const Node& node : plan.nodes) roles.push_back(node.role);
  return link_graph(std::move(roles), cables_of(plan, otherwise));
}

}  // namespace weft
