// The worker's ping-pong beside the plain C loops, in turn in one process, same two ranks:
//   mpirun -np 2 --mca btl self,vader build/release/pingpong_bench
// Prints the median half round trip of each and the ratios of the medians, pair by pair.

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "backend/backend.h"
#include "base/process.h"
#include "measure/flows.h"

extern "C" {
void plain_nonblocking(int rank, char* out, char* in, int size, int messages, int64_t* half_ns);
void plain_blocking(int rank, char* out, char* in, int size, int messages, int64_t* half_ns);
}

namespace weft {
namespace {

constexpr int turns = 15;

double median(std::vector<std::int64_t> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return static_cast<double>(*middle);
}

double median_of(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

double plain(decltype(plain_blocking)* loop, int rank, int size, int messages) {
  std::vector<char> out(static_cast<std::size_t>(size)), in(out.size());
  std::vector<std::int64_t> times(static_cast<std::size_t>(messages));
  loop(rank, out.data(), in.data(), size, messages, times.data());
  return median(std::move(times));
}

double weft_ping(int rank, int size, Nanos time, Transport& transport) {
  FlowShape shape{static_cast<std::uint32_t>(1 - rank), 7, static_cast<std::size_t>(size), 1,
                  std::chrono::milliseconds(1)};
  const auto memory = std::move(*make_host_memory(2 * shape.size));
  PingFlow flow(shape, rank == 0, transport, *memory);
  const Deadline now = Clock::now(), give_up = now + std::chrono::seconds(60);
  if (!(rank == 0 ? flow.ping(now + time, give_up) : flow.pong(give_up))) std::abort();
  return static_cast<double>(flow.histogram().at(0.5));
}

int bench() {
  auto backend = load_backend(own_path(), "mpi");
  if (!backend || (*backend)->world_size() != 2) {
    fmt::print(stderr, "run it with mpirun -np 2: {}\n", backend ? "" : backend.error().text());
    return 2;
  }
  const int rank = static_cast<int>((*backend)->world_rank());
  const std::vector<std::uint32_t> both{0, 1};
  auto group = std::move(*(*backend)->group(both, 1));
  auto transport = std::move(*(*backend)->transport(*group));
  for (const int size : {8, 1024, 65536, 1 << 20}) {
    const int messages = size <= 1024 ? 100'000 : size <= 65536 ? 10'000 : 1'000;
    std::vector<double> ours, nonblocking, blocking, ratio, ratio_blocking;
    for (int turn = 0; turn < turns; ++turn) {
      (void)group->barrier(Clock::now() + std::chrono::seconds(60));
      nonblocking.push_back(plain(plain_nonblocking, rank, size, messages));
      ours.push_back(weft_ping(rank, size, std::chrono::milliseconds(100), *transport));
      blocking.push_back(plain(plain_blocking, rank, size, messages));
      ratio.push_back(ours.back() / nonblocking.back());
      ratio_blocking.push_back(ours.back() / blocking.back());
    }
    if (rank == 0)
      fmt::print(
          "{:>8} B  weft {:>9.0f} ns  plain {:>9.0f} ns  blocking {:>9.0f} ns  "
          "weft/plain {:.3f}  weft/blocking {:.3f}\n",
          size, median_of(ours), median_of(nonblocking), median_of(blocking), median_of(ratio),
          median_of(ratio_blocking));
  }
  transport.reset();
  group.reset();
  return 0;
}

}  // namespace
}  // namespace weft

int main() { return weft::bench(); }
