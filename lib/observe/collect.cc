// Collecting many machines with a few threads; see collect.h.

#include "observe/collect.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "observe/site.h"

namespace weft {
namespace {

Collected collect_one(const CollectTarget& target, const fs::path& folder) {
  Collected out;
  out.name = target.name;
  Notes notes{target.name, {}, {}};
  auto host = target.open();
  if (!host) {
    notes.gap("LLDP neighbours and all else", host.error().text());
  } else if (answers(**host, notes)) {
    const auto recording = recording_host(**host, folder);
    const NodeState node = observe_machine(*recording, notes);
    out.has_neighbours = node.neighbours.has_value();
    out.neighbours = out.has_neighbours ? node.neighbours->size() : 0;
    out.reached = out.has_neighbours || node.interfaces || node.bgp_peers || node.routes;
  }
  out.gaps = std::move(notes.gaps);
  out.warnings = std::move(notes.warnings);
  return out;
}

}  // namespace

Result<std::vector<Collected>> collect_site(const std::vector<CollectTarget>& targets,
                                            const fs::path& out, std::size_t at_once,
                                            const std::function<void(const Collected&)>& done) {
  WEFT_CHECK(make_folders(out));
  std::vector<Collected> results(targets.size());
  std::atomic<std::size_t> next{0};
  std::mutex one_at_a_time;
  std::optional<Error> failed;
  const auto work = [&] {
    for (std::size_t i; (i = next++) < targets.size();) {
      const fs::path folder = out / targets[i].name;
      results[i] = collect_one(targets[i], folder);
      auto kept = make_folders(folder);
      if (kept && !results[i].gaps.empty())
        kept = write_file(folder / "not_seen.txt", not_seen_text(results[i].gaps));
      const std::lock_guard lock(one_at_a_time);
      if (!kept && !failed) failed = std::move(kept.error());
      done(results[i]);
    }
  };
  std::vector<std::jthread> threads;
  for (std::size_t t = 1; t < std::min(at_once, targets.size()); ++t) threads.emplace_back(work);
  work();
  threads.clear();
  if (failed) return Failure(std::move(*failed));
  return results;
}

}  // namespace weft
