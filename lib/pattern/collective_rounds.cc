// See collective_rounds.h.

#include "pattern/collective_rounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace weft {
namespace {

using Phases = std::vector<CollectivePhase>;

// Members by node, in their order.
class Nodes {
 public:
  explicit Nodes(std::span<const CollectiveMember> members) {
    for (std::uint32_t i = 0; i < members.size(); ++i) {
      if (i == 0 || members[i].node != members[i - 1].node) first_.push_back(i);
      total_ = i + 1;
    }
    channels_ = total_;
    for (std::size_t k = 0; k < count(); ++k) {
      channels_ = std::min(channels_, size(k));
      largest_ = std::max(largest_, size(k));
    }
  }

  std::size_t count() const { return first_.size(); }
  std::uint32_t members() const { return total_; }
  std::uint32_t size(std::size_t k) const {
    return (k + 1 < count() ? first_[k + 1] : total_) - first_[k];
  }
  std::uint32_t member(std::size_t k, std::uint32_t i) const { return first_[k] + i % size(k); }
  std::uint32_t channels() const { return channels_; }
  std::uint32_t largest() const { return largest_; }
  bool alike() const { return channels_ == largest_; }

 private:
  std::vector<std::uint32_t> first_;
  std::uint32_t total_ = 0, channels_ = 0, largest_ = 0;
};

// Every hop of every channel's ring. Inside a node the chain begins and ends at the member whose
// network interface the channel has.
CollectivePhase ring_hops(const Nodes& nodes, double bytes, bool closed) {
  CollectivePhase out;
  for (std::uint32_t c = 0; c < nodes.channels(); ++c)
    for (std::size_t k = 0; k < nodes.count(); ++k) {
      for (std::uint32_t i = 0; i + 1 < nodes.size(k); ++i)
        out.transfers.push_back({nodes.member(k, c + i), nodes.member(k, c + i + 1), bytes});
      if (nodes.count() == 1) {
        const std::uint32_t last = nodes.size(k) - 1;
        if (closed) out.transfers.push_back({nodes.member(k, c + last), nodes.member(k, c), bytes});
      } else if (closed || k + 1 < nodes.count()) {
        const std::size_t next = (k + 1) % nodes.count();
        out.transfers.push_back({nodes.member(k, c), nodes.member(next, c), bytes});
      }
    }
  return out;
}

Phases ring(std::string_view collective, const Nodes& nodes, double bytes) {
  const std::uint64_t n = nodes.members();
  if (collective == "broadcast") {
    CollectivePhase chain = ring_hops(nodes, bytes / nodes.channels(), false);
    chain.hops = n - 1;
    return {chain};
  }
  CollectivePhase round = ring_hops(nodes, bytes / static_cast<double>(n) / nodes.channels(), true);
  round.times = collective == "all_reduce" ? 2 * (n - 1) : n - 1;
  return {round};
}

// The parent of a node in a binary tree in which a node's parent has its lowest bit moved up; 0 is
// the root. Odd nodes are leaves.
std::size_t parent_of(std::size_t node, std::size_t count) {
  const std::size_t bit = node & (~node + 1);
  const std::size_t up = (node ^ bit) | (bit << 1);
  return up < count ? up : node ^ bit;
}

// Two trees, so that who is a leaf in one is inside of the other: each carries half.
Phases tree(std::string_view collective, const Nodes& nodes, double bytes) {
  const bool up = collective == "all_reduce";
  const std::size_t count = nodes.count();
  const double each = bytes / nodes.channels();
  CollectivePhase out;
  const auto edge = [&](std::uint32_t child, std::uint32_t parent, double size) {
    if (up) out.transfers.push_back({child, parent, size});
    out.transfers.push_back({parent, child, size});
  };
  for (std::uint32_t c = 0; c < nodes.channels(); ++c) {
    for (std::size_t k = 0; k < count; ++k)
      for (std::uint32_t i = 0; i + 1 < nodes.size(k); ++i)
        edge(nodes.member(k, c + i + 1), nodes.member(k, c + i), each);
    for (std::size_t k = 1; k < count; ++k) {
      const std::size_t p = parent_of(k, count);
      const auto second = [&](std::size_t at) {
        return count % 2 == 0 ? count - 1 - at : (at + count - 1) % count;
      };
      edge(nodes.member(k, c), nodes.member(p, c), each / 2);
      edge(nodes.member(second(k), c), nodes.member(second(p), c), each / 2);
    }
  }
  const auto depth = static_cast<std::uint64_t>(std::bit_width(count - 1)) + nodes.largest() - 1;
  out.hops = depth * (up ? 2 : 1);
  return {out};
}

// Inside: each member sends every other one of its node its part.
CollectivePhase inside(const Nodes& nodes, double part) {
  CollectivePhase out;
  for (std::size_t k = 0; k < nodes.count(); ++k)
    for (std::uint32_t i = 0; i < nodes.size(k); ++i)
      for (std::uint32_t j = 0; j < nodes.size(k); ++j)
        if (i != j) out.transfers.push_back({nodes.member(k, i), nodes.member(k, j), part});
  return out;
}

Phases hierarchical(std::string_view collective, const Nodes& nodes, double bytes) {
  const double part = bytes / nodes.largest();  // of a rail
  CollectivePhase between;
  for (std::uint32_t i = 0; i < nodes.largest(); ++i)
    for (std::size_t k = 0; k < nodes.count(); ++k)
      between.transfers.push_back({nodes.member(k, i), nodes.member((k + 1) % nodes.count(), i),
                                   part / static_cast<double>(nodes.count())});
  const bool reduces = collective == "all_reduce";
  between.times = (nodes.count() - 1) * (reduces ? 2 : 1);
  Phases out;
  if (collective != "all_gather" && nodes.largest() > 1) out.push_back(inside(nodes, part));
  if (between.times > 0) out.push_back(std::move(between));
  if (collective != "reduce_scatter" && nodes.largest() > 1) out.push_back(inside(nodes, part));
  return out;
}

Phases direct(std::string_view, const Nodes& nodes, double bytes) {
  const std::uint32_t n = nodes.members();
  CollectivePhase out;
  for (std::uint32_t step = 1; step < n; ++step)
    for (std::uint32_t i = 0; i < n; ++i) out.transfers.push_back({i, (i + step) % n, bytes / n});
  return {out};
}

struct Way {
  std::string_view collective, algorithm;
  Phases (*rounds)(std::string_view, const Nodes&, double);
  bool alike = false;  // wants nodes of equal sizes
};
constexpr Way ways[] = {{"all_reduce", "ring", ring},
                        {"all_gather", "ring", ring},
                        {"reduce_scatter", "ring", ring},
                        {"broadcast", "ring", ring},
                        {"all_reduce", "tree", tree},
                        {"broadcast", "tree", tree},
                        {"all_reduce", "hierarchical", hierarchical, true},
                        {"all_gather", "hierarchical", hierarchical, true},
                        {"reduce_scatter", "hierarchical", hierarchical, true},
                        {"all_to_all", "direct", direct}};

}  // namespace

Result<std::vector<CollectivePhase>> collective_rounds(std::string_view collective,
                                                       std::string_view algorithm,
                                                       std::span<const CollectiveMember> members,
                                                       double bytes) {
  const auto* way = std::ranges::find_if(ways, [&](const Way& one) {
    return one.collective == collective && one.algorithm == algorithm;
  });
  if (way == std::end(ways))
    return fail(fmt::format("no {} by {} is known", collective, algorithm));
  if (members.size() < 2) return fail("a collective wants two members or more");
  const Nodes nodes(members);
  if (way->alike && !nodes.alike())
    return fail(fmt::format("{} by {} wants as many members on each node", collective, algorithm));
  return way->rounds(collective, nodes, bytes);
}

}  // namespace weft
