// What the UDP transport costs: packets a second of a core, source and target apart. Two ranks over
// loopback stream messages for some seconds; the processor time is that of each whole process.
//   mpirun -np 2 --mca btl self,tcp build/release/udp_bench [mtu] [seconds]
// udp_bench.py runs it and iperf3 in turn.

#include <fmt/core.h>
#include <sys/resource.h>

#include <cstdlib>
#include <thread>

#include "backend/backend.h"
#include "backend/transport_udp.h"
#include "base/process.h"
#include "measure/measure.h"

namespace weft {
namespace {

double processor_seconds() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

Deadline in(std::int64_t seconds) { return Clock::now() + std::chrono::seconds(seconds); }

// The measuring loop itself, one flow from member 0 to member 1.
Result<Sample> stream(Group& group, Transport& transport, std::int64_t seconds) {
  Step step;
  step.sizes = {Bytes{1 << 20}};
  step.round_time = std::chrono::seconds(seconds);
  step.precision = Ratio{1e-9};
  const Round round{{{0, 1}}};
  Buffers buffers(make_host_memory);
  Progress progress;
  WEFT_TRY(const RoundResult mine,
           measure_round({step, 0, 0, round}, group, transport, buffers, progress));
  return mine.samples.at(0);
}

Result<void> bench(std::int64_t mtu, std::int64_t seconds) {
  WEFT_TRY(const auto backend, load_backend(own_path(), "mpi"));
  const std::vector<std::uint32_t> both{0, 1};
  WEFT_TRY(const auto group, backend->group(both, 1));
  UdpOptions options;
  options.address = "127.0.0.1";
  options.mtu = mtu;
  WEFT_TRY(const auto transport, make_udp_transport(*group, options, in(20)));
  WEFT_CHECK(group->barrier(in(20)));
  const double before = processor_seconds();
  const Deadline began = Clock::now();
  WEFT_TRY(const Sample sample, stream(*group, *transport, seconds));
  const double used = processor_seconds() - before;
  const double wall = std::chrono::duration<double>(Clock::now() - began).count();
  WEFT_TRY(const auto costs, group->share(fmt::format("{:20.6f}", used), in(20)));
  if (group->rank() != 0) return {};
  const auto packets = static_cast<double>(sample.packets);
  fmt::print(
      "{:.0f} packets/s, {:.2f} Gb/s, lost {}; a core sends {:.0f} and receives {:.0f} a second\n",
      packets / wall, sample.median / 1e9, sample.lost, packets / std::atof(costs[0].c_str()),
      packets / std::atof(costs[1].c_str()));
  return {};
}

}  // namespace
}  // namespace weft

int main(int argc, char** argv) {
  const auto number = [&](int i, std::int64_t other) {
    return argc > i ? std::atoll(argv[i]) : other;
  };
  const auto done = weft::bench(number(1, 9000), number(2, 3));
  if (!done) fmt::print(stderr, "udp_bench: {}\n", done.error().text());
  return done ? 0 : 2;
}
