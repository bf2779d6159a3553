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

void add_links(const Plan& plan, BitRate otherwise, LinkGraph& graph) {
  const auto numbers = numbers_of(plan);
  const auto number = [&](const Port& port) {
    const auto found = numbers.find(port.node);
    return found == numbers.end() ? nowhere : found->second;
  };
  const double usual = plan.intent.link_rate.value_or(otherwise).bps;
  for (const Link& link : plan.links) {
    std::uint32_t a = number(link.a), b = number(link.b);
    if (a == nowhere || b == nowhere || a == b || link.status != LinkStatus::connected)
      a = b = nowhere;
    graph.from.insert(graph.from.end(), {a, b});
    graph.to.insert(graph.to.end(), {b, a});
    graph.capacity.insert(graph.capacity.end(), 2, link.rate ? link.rate->bps : usual);
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

void add_nics(const Plan& plan, LinkGraph& graph) {
  graph.first_nic.assign(1, 0);
  for (std::uint32_t node = 0; node < graph.nodes(); ++node) {
    const auto first = static_cast<std::ptrdiff_t>(graph.nics.size());
    if (graph.is_host(node))
      for (const std::uint32_t link : graph.links_of(node)) {
        const std::uint32_t leaf = graph.to[link];
        if (graph.is_host(leaf)) continue;
        const auto position = static_cast<std::int64_t>(graph.nics.size()) - first;
        const Link& cable = plan.links[cable_of(link)];
        const std::int64_t rail = cable.rail.value_or(plan.nodes[leaf].rail.value_or(position));
        graph.nics.push_back({node, leaf, link, reverse_of(link), rail});
      }
    std::ranges::stable_sort(graph.nics.begin() + first, graph.nics.end(), {}, &NicPort::rail);
    graph.first_nic.push_back(static_cast<std::uint32_t>(graph.nics.size()));
  }
}

}  // namespace

LinkGraph link_graph(const Plan& plan, BitRate otherwise) {
  LinkGraph graph;
  graph.roles.reserve(plan.nodes.size());
  for (const Node& node : plan.nodes) graph.roles.push_back(node.role);
  add_links(plan, otherwise, graph);
  sort_out(graph);
  add_nics(plan, graph);
  return graph;
}

}  // namespace weft
