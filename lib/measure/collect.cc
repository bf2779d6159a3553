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

Result<CollectedRound> collect_round(const RoundResult& mine, Group& group,
                                     std::span<const std::uint32_t> endpoints, Deadline deadline) {
  WEFT_TRY(const auto parts, group.gather(pack(mine), deadline));
  CollectedRound round;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Sample> flows;
  for (const std::string& part : parts) {
    Head head;
    if (part.size() < sizeof head || (part.size() - sizeof head) % sizeof(Sample) != 0)
      return fail("a member sent a torn result");
    std::memcpy(&head, part.data(), sizeof head);
    round.wall = std::max(round.wall, Nanos(head.wall_ns));
    round.measuring = std::max(round.measuring, Nanos(head.measuring_ns));
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
    round.samples.push_back(sample);
  }
  return round;
}

}  // namespace weft
