// The UDP transport over loopback, with threads as members.
#include "backend/transport_udp.h"

#include <mutex>
#include <thread>

#include "measure/collect.h"
#include "measure/threads.h"
#include "pattern/pattern.h"
#include "support/catch.h"

using namespace weft;

namespace {

Deadline soon() { return Clock::now() + std::chrono::seconds(20); }

Result<CollectedRound> round_over_udp(const Step& step, const Round& round, std::uint32_t members,
                                      const std::string& address, std::uint32_t pairs = 1) {
  ThreadJob job(members);
  std::mutex mutex;
  Result<CollectedRound> outcome = fail("nobody came");
  const auto member = [&](std::uint32_t rank) -> Result<CollectedRound> {
    const auto group = job.group(rank);
    UdpOptions options;
    options.address = address;
    options.queue_pairs = pairs;
    WEFT_TRY(const auto transport, make_udp_transport(*group, options, soon()));
    Buffers buffers(make_host_memory);
    Progress progress;
    WEFT_TRY(const auto mine,
             measure_round({step, 0, 0, round}, *group, *transport, buffers, progress));
    std::vector<std::uint32_t> endpoints;
    for (std::uint32_t i = 0; i < members; ++i) endpoints.push_back(i);
    WEFT_TRY(const auto all, collect_round(round, mine, *group, endpoints, soon()));
    WEFT_CHECK(group->barrier(soon()));
    return all;
  };
  {
    std::vector<std::jthread> threads;
    for (std::uint32_t rank = 0; rank < members; ++rank)
      threads.emplace_back([&, rank] {
        auto result = member(rank);
        const std::scoped_lock lock(mutex);
        if (rank == 0 || !result) outcome = std::move(result);
      });
  }
  return outcome;
}

}  // namespace

TEST_CASE("udp: the measuring loop runs over datagrams") {
  for (const char* address : {"127.0.0.1", "::1"})
    for (const char* pattern : {"pairs", "ring", "incast"})
      for (const std::int64_t size : {8, 100'000, 8 << 20}) {
        INFO(address << " " << pattern << " " << size);
        Step step;
        step.sizes = {Bytes{size}};
        step.round_time = std::chrono::milliseconds(20);
        const Round round = (*find_pattern(pattern))->round({4, true, 1}, 0);
        const auto outcome = round_over_udp(step, round, 4, address);
        if (!outcome && outcome.error().text().find("assign") != std::string::npos) continue;
        REQUIRE(outcome);
        CHECK(outcome->samples.size() == round.flows.size());
        for (const Sample& sample : outcome->samples) {
          CHECK(sample.bytes > 0);
          CHECK(sample.wrong_bytes == 0);
          CHECK(sample.checked_bytes > 0);
          CHECK(sample.packets > 0);
          CHECK(sample.p50_ns > 0);
          CHECK(sample.p99_ns >= sample.p50_ns);
        }
      }
}

TEST_CASE("udp: the messages of a flow take its queue pairs in turn") {
  for (const std::uint32_t pairs : {2, 7, 256}) {
    INFO(pairs);
    Step step;
    step.sizes = {Bytes{10'000}};
    step.round_time = std::chrono::milliseconds(20);
    const Round round = (*find_pattern("ring"))->round({3, true, 1}, 0);
    const auto outcome = round_over_udp(step, round, 3, "127.0.0.1", pairs);
    REQUIRE(outcome);
    for (const Sample& sample : outcome->samples) {
      CHECK(sample.bytes > 0);
      CHECK(sample.wrong_bytes == 0);
      CHECK(sample.checked_bytes > 0);
    }
  }
}

TEST_CASE("udp: half the round trip over datagrams") {
  Step step;
  step.metric = Metric::latency;
  step.sizes = {Bytes{64}};
  step.round_time = std::chrono::milliseconds(20);
  const auto outcome = round_over_udp(step, {{{0, 1}}}, 2, "127.0.0.1");
  REQUIRE(outcome);
  CHECK(outcome->samples.at(0).p50_ns > 0);
}

TEST_CASE("udp: an address that is not ours is an error") {
  ThreadJob job(1);
  const auto group = job.group(0);
  UdpOptions options;
  options.address = "192.0.2.1";
  CHECK_FALSE(make_udp_transport(*group, options, soon()));
  options.address = "nonsense";
  CHECK_FALSE(make_udp_transport(*group, options, soon()));
}
