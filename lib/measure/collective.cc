// See collective.h.

#include "measure/collective.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

#include "base/stats.h"
#include "measure/elements.h"

namespace weft {
namespace {

constexpr int warm_up_calls = 3;
constexpr std::int64_t fewest_calls = 8, most_calls = 100000;
constexpr std::size_t most_kept = 64;  // calls of which every member's time is kept
constexpr int blank = 0xA5;

// A run of elements of the result: where it lies, and whose input it repeats from which element.
struct Run {
  std::size_t at = 0, count = 0;
  std::uint32_t member = 0;  // nobody's alone, where the operation combines
  std::size_t from = 0;
};

struct Caller {
  const CollectiveRequest& request;
  Group& group;
  Communicator& communicator;
  Progress& progress;
  CollectiveShape shape;
  std::byte* in = nullptr;
  std::byte* out = nullptr;
  std::string combined = {};            // a period of all inputs together, of those that combine
  std::int64_t checked = 0, wrong = 0;  // elements

  const Step& step() const { return request.step; }
  // Only where a member both puts in and gets something there is a place to share.
  bool in_place() const { return step().in_place && shape.in > 0 && shape.out > 0; }
  std::uint32_t root() const { return static_cast<std::uint32_t>(step().root); }
  std::size_t bytes(std::size_t elements) const {
    return elements * element_size(step().data_type);
  }
};

bool gathers(Collective what) {
  return what == Collective::all_gather || what == Collective::hypercube ||
         what == Collective::gather;
}

std::vector<Run> expected_runs(const Caller& c) {
  const std::size_t block = c.shape.block, out = c.shape.out;
  const std::uint32_t me = c.group.rank(), members = c.group.size();
  if (out == 0) return {};
  switch (c.request.what) {
    case Collective::all_reduce:
    case Collective::reduce:
      return {{0, out, 0, 0}};
    case Collective::reduce_scatter:
      return {{0, out, 0, me * block}};
    case Collective::broadcast:
      return {{0, out, c.root(), 0}};
    case Collective::scatter:
      return {{c.in_place() ? me * block : 0, out, c.root(), me * block}};
    case Collective::send_receive:
      return {{0, out, (me + members - 1) % members, 0}};
    default:
      break;
  }
  const std::size_t from = gathers(c.request.what) ? 0 : me * block;  // else all_to_all
  std::vector<Run> runs;
  for (std::uint32_t member = 0; member < members; ++member)
    runs.push_back({member * block, block, member, from});
  return runs;
}

// Where the input of this member stands when the call is in place.
std::size_t own_place(const Caller& c) {
  return gathers(c.request.what) ? c.group.rank() * c.shape.block : 0;
}

void fill_input(const Caller& c) {
  const Step& step = c.step();
  std::byte* at = c.in_place() ? c.out + c.bytes(own_place(c)) : c.in;
  write_elements(at, c.shape.in, 0, elements_of(step.data_type, step.reduction, c.group.rank()),
                 step.data_type);
}

void prepare(const Caller& c) {
  std::memset(c.out, blank, c.bytes(std::max(c.shape.out, c.shape.in)));
  fill_input(c);
}

void check(Caller& c) {
  const Step& step = c.step();
  for (const Run& run : expected_runs(c)) {
    const std::string period = reduces(c.request.what)
                                   ? c.combined
                                   : elements_of(step.data_type, step.reduction, run.member);
    c.wrong += wrong_elements(c.out + c.bytes(run.at), run.count, run.from, period, step.data_type);
    c.checked += static_cast<std::int64_t>(run.count);
  }
}

CollectiveCall call_of(const Caller& c) {
  const Step& step = c.step();
  CollectiveCall call{c.request.what, step.data_type, step.reduction, c.shape.count, c.root()};
  if (c.shape.in > 0) call.in = c.in_place() ? c.out : c.in;
  if (c.shape.out > 0) call.out = c.out;
  return call;
}

// One call and the barrier after it; how long the call took.
Result<Nanos> timed_call(Caller& c, const CollectiveCall& call) {
  const Deadline began = Clock::now();
  WEFT_CHECK(c.communicator.run(call));
  const Nanos took = Clock::now() - began;
  WEFT_CHECK(c.communicator.barrier());
  return took;
}

Result<void> checked_call(Caller& c, const CollectiveCall& call) {
  prepare(c);
  WEFT_CHECK(timed_call(c, call));
  check(c);
  return {};
}

// How many calls fit, by the member that needs the longest.
Result<std::int64_t> agreed_calls(Caller& c, const CollectiveCall& call, Deadline give_up) {
  const Deadline began = Clock::now();
  for (int i = 0; i < warm_up_calls; ++i) WEFT_CHECK(timed_call(c, call));
  const std::int64_t mine = (Clock::now() - began).count() / warm_up_calls;
  WEFT_TRY(const auto all,
           c.group.share({reinterpret_cast<const char*>(&mine), sizeof mine}, give_up));
  std::int64_t longest = 1;
  for (const std::string& each : all) {
    std::int64_t theirs = 0;
    std::memcpy(&theirs, each.data(), sizeof theirs);
    longest = std::max(longest, theirs);
  }
  return std::clamp(c.step().round_time.count() / longest, fewest_calls, most_calls);
}

// What a member tells of itself, followed by the times of the calls that are kept.
struct Part {
  std::int64_t checked = 0, wrong = 0;  // bytes
  std::int64_t sum_ns = 0, median_ns = 0, p99_ns = 0, max_ns = 0;
};

std::vector<std::size_t> kept_calls(std::size_t calls) {
  std::vector<std::size_t> kept(std::min(calls, most_kept));
  for (std::size_t i = 0; i < kept.size(); ++i) kept[i] = i * calls / kept.size();
  return kept;
}

std::string packed_part(const Caller& c, std::vector<std::int64_t> times) {
  std::string kept;
  for (const std::size_t call : kept_calls(times.size()))
    kept.append(reinterpret_cast<const char*>(&times[call]), sizeof times[call]);
  Part part;
  const auto size = static_cast<std::int64_t>(c.bytes(1));
  part.checked = c.checked * size;
  part.wrong = c.wrong * size;
  part.sum_ns = std::accumulate(times.begin(), times.end(), std::int64_t{0});
  std::ranges::sort(times);
  part.median_ns = times[times.size() / 2];
  part.p99_ns = times[(times.size() - 1) * 99 / 100];
  part.max_ns = times.back();
  return std::string(reinterpret_cast<const char*>(&part), sizeof part) + kept;
}

double bus_rate(const Caller& c, double ns) {
  const double bits = 8.0 * static_cast<double>(c.bytes(c.shape.count));
  return bus_factor(c.request.what, c.group.size()) * bits / ns * 1e9;
}

Sample sample_of(const Caller& c, std::uint32_t endpoint) {
  Sample sample;
  sample.source = sample.target = endpoint;
  sample.size_index = c.request.size_index;
  return sample;
}

Sample member_sample(const Caller& c, std::uint32_t endpoint, const Part& part,
                     const std::vector<double>& times, std::int64_t calls) {
  Sample sample = sample_of(c, endpoint);
  const MedianInterval interval = median_interval(times);
  sample.windows = static_cast<std::uint32_t>(interval.n);
  sample.messages = calls;
  sample.bytes = calls * static_cast<std::int64_t>(c.bytes(c.shape.count));
  sample.elapsed_ns = part.sum_ns;
  sample.median = bus_rate(c, interval.median);
  sample.low = bus_rate(c, interval.high);
  sample.high = bus_rate(c, interval.low);
  sample.worst_window = bus_rate(c, static_cast<double>(part.max_ns));
  sample.p50_ns = part.median_ns;
  sample.p99_ns = sample.p999_ns = part.p99_ns;
  sample.max_ns = part.max_ns;
  sample.checked_bytes = part.checked;
  sample.wrong_bytes = part.wrong;
  return sample;
}

Sample call_sample(const Caller& c, std::uint32_t endpoint, std::size_t call, double ns) {
  Sample sample = sample_of(c, endpoint);
  sample.flags = sample_flag::iteration;
  sample.round = static_cast<std::uint32_t>(call);
  sample.windows = 1;
  sample.messages = 1;
  sample.bytes = static_cast<std::int64_t>(c.bytes(c.shape.count));
  sample.elapsed_ns = static_cast<std::int64_t>(ns);
  sample.median = sample.low = sample.high = sample.worst_window = bus_rate(c, ns);
  return sample;
}

void unpack(const Caller& c, std::string_view packed, std::uint32_t endpoint, std::size_t calls,
            std::vector<Sample>& out) {
  Part part;
  std::memcpy(&part, packed.data(), sizeof part);
  const auto kept = kept_calls(calls);
  std::vector<double> times(kept.size());
  for (std::size_t i = 0; i < kept.size(); ++i) {
    std::int64_t ns = 0;
    std::memcpy(&ns, packed.data() + sizeof part + i * sizeof ns, sizeof ns);
    times[i] = static_cast<double>(std::max<std::int64_t>(ns, 1));
  }
  out.push_back(member_sample(c, endpoint, part, times, static_cast<std::int64_t>(calls)));
  for (std::size_t i = 0; i < kept.size(); ++i)
    out.push_back(call_sample(c, endpoint, kept[i], times[i]));
}

Result<void> check_request(const CollectiveRequest& request, std::uint32_t members) {
  if (request.step.root < 0 || request.step.root >= members)
    return fail(
        fmt::format("member {} cannot be the root: there are {}", request.step.root, members));
  if (request.what == Collective::hypercube && !std::has_single_bit(members))
    return fail(fmt::format("a hypercube of {} members", members),
                "take 2, 4, 8, ... of them, or all_gather");
  return {};
}

Result<std::vector<std::int64_t>> timed_calls(Caller& c, Deadline give_up) {
  const CollectiveCall call = call_of(c);
  c.progress.phase = Phase::measuring;
  WEFT_CHECK(checked_call(c, call));
  WEFT_TRY(const std::int64_t calls, agreed_calls(c, call, give_up));
  std::vector<std::int64_t> times;
  times.reserve(static_cast<std::size_t>(calls));
  for (std::int64_t i = 0; i < calls; ++i) {
    WEFT_TRY(const Nanos took, timed_call(c, call));
    times.push_back(took.count());
  }
  if (!c.step().in_place) check(c);  // in place the input was the result of the call before
  WEFT_CHECK(checked_call(c, call));
  return times;
}

}  // namespace

CollectiveShape shape_of(Collective what, const Step& step, std::size_t bytes, std::uint32_t rank,
                         std::uint32_t members) {
  const std::size_t elements = std::max<std::size_t>(1, bytes / element_size(step.data_type));
  const bool is_root = static_cast<std::int64_t>(rank) == step.root;
  const std::size_t block = std::max<std::size_t>(1, elements / members), all = block * members;
  switch (what) {
    case Collective::all_reduce:
    case Collective::send_receive:
      return {elements, elements, elements, elements};
    case Collective::reduce:
      return {elements, elements, elements, is_root ? elements : 0};
    case Collective::broadcast:
      return {elements, elements, is_root ? elements : 0, is_root ? 0 : elements};
    case Collective::all_gather:
    case Collective::hypercube:
      return {block, all, block, all};
    case Collective::gather:
      return {block, all, block, is_root ? all : 0};
    case Collective::reduce_scatter:
      return {block, all, all, block};
    case Collective::scatter:
      return {block, all, is_root ? all : 0, block};
    case Collective::all_to_all:
      return {block, all, all, all};
  }
  return {};
}

Result<CollectedRound> measure_collective(const CollectiveRequest& request, Group& group,
                                          Communicator& communicator, Buffers& buffers,
                                          Progress& progress,
                                          std::span<const std::uint32_t> endpoints) {
  const Deadline began = Clock::now(), give_up = began + request.step.deadline;
  WEFT_CHECK(check_request(request, group.size()));
  const auto size = static_cast<std::size_t>(request.step.sizes[request.size_index].count);
  Caller caller{request, group, communicator, progress, {}};
  caller.shape = shape_of(request.what, request.step, size, group.rank(), group.size());
  if (reduces(request.what))
    caller.combined =
        elements_combined(request.step.data_type, request.step.reduction, group.size());
  buffers.release();
  const std::size_t most = caller.bytes(caller.shape.count);
  WEFT_TRY(Memory* const in, buffers.take(most));
  WEFT_TRY(Memory* const out, buffers.take(most));
  caller.in = in->data();
  caller.out = out->data();
  progress.phase = Phase::barrier;
  WEFT_CHECK(group.barrier(give_up));
  WEFT_TRY(std::vector<std::int64_t> times, timed_calls(caller, give_up));
  const std::size_t calls = times.size();
  CollectedRound round;
  round.measuring = Nanos(std::accumulate(times.begin(), times.end(), std::int64_t{0}));
  progress.bytes += calls * most;
  progress.phase = Phase::collecting;
  const std::string mine = packed_part(caller, std::move(times));
  const std::vector<std::size_t> sizes(group.size(), mine.size());
  WEFT_TRY(const auto parts, group.gather(mine, sizes, give_up));
  for (std::size_t i = 0; i < parts.size(); ++i)
    unpack(caller, parts[i], endpoints[i], calls, round.samples);
  round.wall = Clock::now() - began;
  return round;
}

}  // namespace weft
