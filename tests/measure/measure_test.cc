// The real loop with threads as members: no launcher, no network.
#include "measure/measure.h"

#include <cstring>
#include <mutex>
#include <thread>

#include "measure/collect.h"
#include "measure/threads.h"
#include "pattern/pattern.h"
#include "support/catch.h"

using namespace weft;

namespace {

Step step_of(Metric metric, Bytes size) {
  Step step;
  step.metric = metric;
  step.sizes = {size};
  step.round_time = std::chrono::milliseconds(20);
  step.deadline = std::chrono::seconds(20);
  return step;
}

struct Outcome {
  CollectedRound round;
  std::vector<Error> errors;
};

Outcome run(ThreadJob& job, std::uint32_t members, const Step& step, const Round& round,
            std::uint32_t absent = UINT32_MAX) {
  Outcome outcome;
  std::mutex mutex;
  std::vector<std::uint32_t> endpoints;
  for (std::uint32_t i = 0; i < members; ++i) endpoints.push_back(100 + i);
  const auto member = [&](std::uint32_t rank) {
    if (rank == absent) return;
    const auto group = job.group(rank);
    const auto transport = job.transport(rank);
    Buffers buffers(make_host_memory);
    Progress progress;
    const auto mine = measure_round({step, 0, 3, round}, *group, *transport, buffers, progress);
    auto collected = mine ? collect_round(round, *mine, *group, endpoints,
                                          Clock::now() + std::chrono::seconds(20))
                          : Result<CollectedRound>(Failure(mine.error()));
    const std::scoped_lock lock(mutex);
    if (!collected)
      outcome.errors.push_back(collected.error());
    else if (rank == 0)
      outcome.round = *collected;
  };
  std::vector<std::jthread> threads;
  for (std::uint32_t rank = 0; rank < members; ++rank) threads.emplace_back(member, rank);
  threads.clear();
  return outcome;
}

Round all_of_pattern(std::string_view id, std::uint32_t members) {
  const PatternShape shape{members, true, 1};
  return (*find_pattern(id))->round(shape, 0);
}

}  // namespace

TEST_CASE("every flow of a round gives one sample, timed by its source and checked by its target") {
  for (const char* pattern : {"pairs", "ring", "incast"})
    for (const std::int64_t size : {1, 8, 100, 65536, 8 << 20}) {
      INFO(pattern << " " << size);
      const Round round = all_of_pattern(pattern, 4);
      ThreadJob job(4);
      const Outcome outcome = run(job, 4, step_of(Metric::bandwidth, Bytes{size}), round);
      REQUIRE(outcome.errors.empty());
      REQUIRE(outcome.round.samples.size() == round.flows.size());
      for (const Sample& s : outcome.round.samples) {
        CHECK(s.source >= 100);
        CHECK(s.round == 3);
        CHECK(s.windows > 0);
        CHECK(s.bytes == s.messages * size);
        CHECK((s.low <= s.median && s.median <= s.high && s.worst_window <= s.median));
        CHECK(s.checked_bytes > 0);
        CHECK(s.wrong_bytes == 0);
      }
      CHECK(outcome.round.measuring <= outcome.round.wall);
    }
}

TEST_CASE("latency comes from one direction at a time with ordered percentiles") {
  for (const std::int64_t size : {1, 8, 4096}) {
    ThreadJob job(2);
    const Outcome outcome = run(job, 2, step_of(Metric::latency, Bytes{size}), {{{1, 0}}});
    REQUIRE(outcome.errors.empty());
    REQUIRE(outcome.round.samples.size() == 1);
    const Sample& s = outcome.round.samples[0];
    CHECK(s.source == 101);
    CHECK(s.p50_ns > 0);
    CHECK((s.p50_ns <= s.p99_ns && s.p99_ns <= s.p999_ns && s.p999_ns <= s.max_ns));
    CHECK(s.wrong_bytes == 0);
    CHECK(s.checked_bytes > 0);
  }
}

TEST_CASE("a flipped byte is found, wherever it is") {
  for (const std::size_t at : {std::size_t{0}, std::size_t{7}, std::size_t{8}, std::size_t{4095}}) {
    ThreadJob job(2);
    job.touch([&](std::uint32_t, std::uint32_t, std::byte* data, std::size_t size) {
      if (size == 4096) data[at] ^= std::byte{4};
    });
    const Outcome outcome = run(job, 2, step_of(Metric::bandwidth, 4_KiB), {{{0, 1}}});
    REQUIRE(outcome.errors.empty());
    CHECK(outcome.round.samples.at(0).wrong_bytes > 0);
  }
}

TEST_CASE("a message of an earlier window does not pass for a new one") {
  ThreadJob job(2);
  std::vector<std::byte> old(4096);
  int seen = 0;
  job.touch([&](std::uint32_t, std::uint32_t, std::byte* data, std::size_t size) {
    if (size != old.size()) return;
    if (seen++ == 0) std::memcpy(old.data(), data, size);
    if (seen > 64) std::memcpy(data, old.data(), size);
  });
  const Outcome outcome = run(job, 2, step_of(Metric::bandwidth, 4_KiB), {{{0, 1}}});
  REQUIRE(outcome.errors.empty());
  CHECK(outcome.round.samples.at(0).wrong_bytes > 0);
}

TEST_CASE("a member that never comes ends the round by its deadline") {
  ThreadJob job(2);
  Step step = step_of(Metric::bandwidth, 4_KiB);
  step.deadline = std::chrono::milliseconds(100);
  const Outcome outcome = run(job, 2, step, {{{0, 1}}}, 1);
  REQUIRE(outcome.errors.size() == 1);
  CHECK(outcome.errors[0].what == "a member did not come");
}
