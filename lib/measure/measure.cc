// One round; see measure.h for how time is taken.

#include "measure/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/stats.h"
#include "measure/flows.h"

namespace weft {
namespace {

constexpr std::int64_t most_batches = 3;
// All agree after a batch whether to go on; in a shorter one that costs more time than it can save.
constexpr Nanos shortest_batch = std::chrono::milliseconds(100);
// Bytes of a flow that are on their way, at most: twice what 400 Gb/s holds in 9 us of round trip.
constexpr std::int64_t in_flight = 1 << 20;
constexpr std::int64_t most_memory = 256 << 20;  // bytes of a member's buffers in one round

// What a member carries through one round.
struct Member {
  const RoundRequest& request;
  Group& group;
  Transport& transport;
  Progress& progress;
  Deadline give_up;

  std::vector<std::unique_ptr<SendFlow>> sends;
  std::vector<std::unique_ptr<ReceiveFlow>> receives;
  std::unique_ptr<PingFlow> ping, pong;

  Bytes size() const { return request.step.sizes[request.size_index]; }
};

FlowShape shape_of(const Member& m, std::uint32_t channel, std::uint32_t peer,
                   std::size_t my_flows) {
  const std::int64_t size = m.size().count;
  const std::int64_t room = most_memory / static_cast<std::int64_t>(my_flows) / size;
  const std::int64_t wanted = m.request.step.queue_depth;
  const std::int64_t slots =
      wanted > 0 ? wanted : std::clamp<std::int64_t>(in_flight / size, 2, 64);
  FlowShape shape;
  shape.peer = peer;
  shape.channel = channel;
  shape.size = static_cast<std::size_t>(size);
  shape.slots = static_cast<std::uint32_t>(std::clamp<std::int64_t>(room, 1, slots));
  shape.reads = m.request.step.operation == Operation::read;
  shape.window = std::max<Nanos>(std::chrono::milliseconds(1), m.request.step.round_time / 25);
  return shape;
}

// Makes my ends of the round's flows. Both ends of a flow must choose the same number of slots, so
// the number of flows that share a member's memory is that of the busiest member.
Result<void> make_flows(Member& m, Buffers& buffers) {
  std::vector<std::uint32_t> load(m.group.size());
  for (const Flow& flow : m.request.round.flows) ++load[flow.source], ++load[flow.target];
  const std::size_t busiest = *std::ranges::max_element(load);
  const bool latency = m.request.step.metric == Metric::latency;
  const std::uint32_t me = m.group.rank();
  std::uint32_t channel = 0;
  for (const Flow& flow : m.request.round.flows) {
    ++channel;
    if (flow.source != me && flow.target != me) continue;
    const std::uint32_t peer = flow.source == me ? flow.target : flow.source;
    const FlowShape shape = shape_of(m, channel, peer, busiest);
    WEFT_TRY(Memory* const memory, buffers.take(shape.size * (latency ? 2 : shape.slots)));
    if (latency) {
      auto& end = flow.source == me ? m.ping : m.pong;
      end = std::make_unique<PingFlow>(shape, flow.source == me, m.transport, *memory);
    } else if (flow.source == me) {
      m.sends.push_back(std::make_unique<SendFlow>(shape, m.transport, *memory));
    } else {
      m.receives.push_back(std::make_unique<ReceiveFlow>(shape, m.transport, *memory));
    }
  }
  return {};
}

Failure no_answer(const Member& m, std::uint32_t peer) {
  return fail(fmt::format("no answer from member {} for {}", peer, text(m.request.step.deadline)));
}

// Polls every unfinished flow once; the first one still open, if any.
template <class Flows>
Result<std::optional<std::uint32_t>> poll_all(Member& m, Flows& flows, std::vector<bool>& over) {
  std::optional<std::uint32_t> open;
  for (std::size_t i = 0; i < flows.size(); ++i) {
    if (over[i]) continue;
    const Poll state = flows[i]->advance();
    if (state == Poll::failed) {
      m.progress.waiting_for = flows[i]->peer();
      return Failure(m.transport.error());
    }
    if (state == Poll::done)
      over[i] = true;
    else if (!open)
      open = flows[i]->peer();
  }
  return open;
}

Result<void> bandwidth_batch(Member& m, Deadline until) {
  for (auto& flow : m.receives) flow->begin_batch();
  for (auto& flow : m.sends) flow->begin_batch(until);
  std::vector<bool> sent(m.sends.size()), received(m.receives.size());
  for (unsigned turn = 0;; ++turn) {
    WEFT_TRY(const auto sending, poll_all(m, m.sends, sent));
    WEFT_TRY(const auto receiving, poll_all(m, m.receives, received));
    const auto open = sending ? sending : receiving;
    if (!open) return {};
    if (turn % 64 != 0) continue;
    m.progress.waiting_for = *open;
    if (Clock::now() >= m.give_up) return no_answer(m, *open);
  }
}

Result<void> latency_batch(Member& m, Deadline until) {
  PingFlow* const end = m.ping ? m.ping.get() : m.pong.get();
  if (end == nullptr) return {};
  m.progress.waiting_for = end->peer();
  const bool answered = m.ping ? end->ping(until, m.give_up) : end->pong(m.give_up);
  if (answered) return {};
  if (end->failed()) return Failure(m.transport.error());
  return no_answer(m, end->peer());
}

bool narrow(const std::vector<double>& windows, Ratio precision) {
  const MedianInterval interval = median_interval(windows);
  return interval.n >= 8 && interval.high - interval.low <= precision.value * interval.median;
}

bool narrow_enough(const Member& m) {
  const Ratio precision = m.request.step.precision;
  if (m.ping && !narrow(m.ping->medians(), precision)) return false;
  return std::ranges::all_of(m.sends,
                             [&](const auto& flow) { return narrow(flow->rates(), precision); });
}

Sample sample_head(const Member& m, std::uint32_t target, const std::vector<double>& windows) {
  const MedianInterval interval = median_interval(windows);
  Sample sample;
  sample.source = m.group.rank();
  sample.target = target;
  sample.round = m.request.round_index;
  sample.size_index = m.request.size_index;
  sample.flags = m.request.alone ? sample_flag::alone : 0;
  sample.windows = static_cast<std::uint32_t>(interval.n);
  sample.median = interval.median;
  sample.low = interval.low;
  sample.high = interval.high;
  return sample;
}

// What the target's own socket had no room for is known for all flows to it together.
void add_packets(const PacketRecord& record, Sample& sample) {
  const PacketCounts& counts = record.counts;
  sample.packets = counts.sent;
  sample.lost = std::max<std::int64_t>(0, counts.lost - counts.useless);
  sample.overflowed = std::min(sample.lost, counts.overflowed);
  sample.reordered = counts.reordered;
  sample.marked = counts.marked;
  sample.remarked = counts.remarked;
  sample.p50_ns = record.round_trips.at(0.5);
  sample.p99_ns = record.round_trips.at(0.99);
  sample.p999_ns = record.round_trips.at(0.999);
  sample.max_ns = record.round_trips.max();
}

Sample bandwidth_sample(const Member& m, SendFlow& flow) {
  const auto& rates = flow.rates();
  Sample sample = sample_head(m, flow.peer(), rates);
  sample.bytes = flow.bytes();
  sample.elapsed_ns = flow.elapsed().count();
  sample.messages = flow.messages();
  sample.worst_window = rates.empty() ? 0 : *std::ranges::min_element(rates);
  if (const auto packets = flow.packets()) add_packets(*packets, sample);
  return sample;
}

Sample latency_sample(const Member& m, const PingFlow& flow) {
  const auto& medians = flow.medians();
  const Histogram& histogram = flow.histogram();
  Sample sample = sample_head(m, flow.peer(), medians);
  sample.messages = histogram.count();
  sample.bytes = histogram.count() * m.size().count;
  sample.p50_ns = histogram.at(0.5);
  sample.p99_ns = histogram.at(0.99);
  sample.p999_ns = histogram.at(0.999);
  sample.max_ns = histogram.max();
  sample.worst_window = medians.empty() ? 0 : *std::ranges::max_element(medians);
  sample.checked_bytes = flow.checked();
  sample.wrong_bytes = flow.wrong();
  return sample;
}

// What the target of a flow knows and its source does not: the payload check.
Sample check_sample(const Member& m, std::uint32_t source, std::int64_t checked,
                    std::int64_t wrong) {
  Sample sample;
  sample.source = source;
  sample.target = m.group.rank();
  sample.round = m.request.round_index;
  sample.size_index = m.request.size_index;
  sample.flags = m.request.alone ? sample_flag::alone : 0;
  sample.checked_bytes = checked;
  sample.wrong_bytes = wrong;
  return sample;
}

std::vector<Sample> samples_of(const Member& m) {
  std::vector<Sample> samples;
  for (const auto& flow : m.sends) samples.push_back(bandwidth_sample(m, *flow));
  for (const auto& flow : m.receives)
    samples.push_back(check_sample(m, flow->peer(), flow->checked(), flow->wrong()));
  if (m.ping) samples.push_back(latency_sample(m, *m.ping));
  if (m.pong)
    samples.push_back(check_sample(m, m.pong->peer(), m.pong->checked(), m.pong->wrong()));
  return samples;
}

Result<Nanos> run_batches(Member& m) {
  const bool latency = m.request.step.metric == Metric::latency;
  const Nanos time = m.request.step.round_time;
  const auto batches = std::clamp<std::int64_t>(time / shortest_batch, 1, most_batches);
  Nanos measuring{0};
  for (auto left = batches; left > 0; --left) {
    m.progress.phase = Phase::measuring;
    const Deadline began = Clock::now();
    const Deadline until = began + time / batches;
    WEFT_CHECK(latency ? latency_batch(m, until) : bandwidth_batch(m, until));
    measuring += Clock::now() - began;
    m.progress.phase = Phase::agreeing;
    m.progress.waiting_for = -1;
    if (left == 1) break;
    WEFT_TRY(const bool enough, m.group.all_of(measuring >= time || narrow_enough(m), m.give_up));
    if (enough) break;
  }
  return measuring;
}

}  // namespace

Result<RoundResult> measure_round(const RoundRequest& request, Group& group, Transport& transport,
                                  Buffers& buffers, Progress& progress) {
  const Deadline began = Clock::now();
  Member member{request, group, transport, progress, began + request.step.deadline, {}, {}, {}, {}};
  buffers.release();
  WEFT_CHECK(make_flows(member, buffers));
  progress.phase = Phase::barrier;
  WEFT_CHECK(group.barrier(member.give_up));
  RoundResult result;
  WEFT_TRY(result.measuring, run_batches(member));
  result.samples = samples_of(member);
  for (const Sample& sample : result.samples)
    progress.bytes += static_cast<std::uint64_t>(sample.bytes);
  result.wall = Clock::now() - began;
  return result;
}

}  // namespace weft
