// The halves of a flow's sample come from its two ends: the source timed it, the target checked it.

#include "measure/collect.h"

#include <algorithm>
#include <cstring>
#include <map>

namespace weft {
namespace {

struct Head {
  std::int64_t wall_ns, measuring_ns;
};

// Each end of a flow brings one sample.
std::vector<std::size_t> sizes_of(const Round& round, std::uint32_t members) {
  std::vector<std::size_t> sizes(members, sizeof(Head));
  for (const Flow& flow : round.flows)
    for (const std::uint32_t end : {flow.source, flow.target}) sizes[end] += sizeof(Sample);
  return sizes;
}

std::string pack(const RoundResult& result) {
  const Head head{result.wall.count(), result.measuring.count()};
  std::string bytes(sizeof head + result.samples.size() * sizeof(Sample), '\0');
  std::memcpy(bytes.data(), &head, sizeof head);
  if (!result.samples.empty())
    std::memcpy(bytes.data() + sizeof head, result.samples.data(),
                result.samples.size() * sizeof(Sample));
  return bytes;
}

void merge(Sample& into, const Sample& half) {
  if (half.windows > 0 || half.messages > 0) {
    const auto checked = into.checked_bytes, wrong = into.wrong_bytes;
    into = half;
    into.checked_bytes += checked;
    into.wrong_bytes += wrong;
  } else {
    into.checked_bytes += half.checked_bytes;
    into.wrong_bytes += half.wrong_bytes;
  }
}

}  // namespace

Result<CollectedRound> collect_round(const Round& round, const RoundResult& mine, Group& group,
                                     std::span<const std::uint32_t> endpoints, Deadline deadline) {
  const std::vector<std::size_t> sizes = sizes_of(round, group.size());
  const std::string packed = pack(mine);
  if (packed.size() != sizes[group.rank()])
    return fail("a round with a sample too many or too few");
  WEFT_TRY(const auto parts, group.gather(packed, sizes, deadline));
  CollectedRound out;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Sample> flows;
  for (const std::string& part : parts) {
    Head head;
    std::memcpy(&head, part.data(), sizeof head);
    out.wall = std::max(out.wall, Nanos(head.wall_ns));
    out.measuring = std::max(out.measuring, Nanos(head.measuring_ns));
    for (std::size_t at = sizeof head; at < part.size(); at += sizeof(Sample)) {
      Sample half;
      std::memcpy(&half, part.data() + at, sizeof half);
      auto [it, added] = flows.try_emplace({half.source, half.target}, half);
      if (!added) merge(it->second, half);
    }
  }
  for (auto& [flow, sample] : flows) {
    sample.source = endpoints[sample.source];
    sample.target = endpoints[sample.target];
    out.samples.push_back(sample);
  }
  return out;
}

}  // namespace weft
