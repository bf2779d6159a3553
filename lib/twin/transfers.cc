// Events on a heap; see transfers.h.

#include "twin/transfers.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace weft {
namespace {

constexpr double picos_a_second = 1e12;
constexpr double far_away = 9e18;  // just under what Picos holds

Picos after(Picos now, double bits, double rate) {
  if (rate <= 0) return never;
  const double picos = bits / rate * picos_a_second;
  return picos + static_cast<double>(now) > far_away ? never : now + std::llround(picos);
}

}  // namespace

Transfers::Transfers(const LoadProblem& problem, const TransferSet& set)
    : rates_(problem), left_(set.bits.begin(), set.bits.end()) {
  const std::size_t n = left_.size();
  since_.assign(n, 0);
  due_.assign(n, never);
  end_.assign(n, never);
  speed_.assign(n, 0);
  start_.assign(set.start.begin(), set.start.end());
  start_.resize(n, 0);
  position_.assign(n, nowhere);
  order_.resize(n);
  std::iota(order_.begin(), order_.end(), 0u);
  std::ranges::stable_sort(order_, {}, [&](std::uint32_t flow) { return start_[flow]; });
}

double Transfers::left(std::uint32_t flow) const {
  if (end_[flow] != never) return 0;
  const double moved = speed_[flow] * static_cast<double>(now_ - since_[flow]) / picos_a_second;
  return std::max(left_[flow] - moved, 0.0);
}

void Transfers::place(std::uint32_t position, std::uint32_t flow) {
  heap_[position] = flow;
  position_[flow] = position;
}

// Moves a flow of the heap, whose `due_` changed, to its place.
void Transfers::sift(std::uint32_t position) {
  const std::uint32_t flow = heap_[position];
  const Picos due = due_[flow];
  while (position > 0 && due < due_[heap_[(position - 1) / 4]]) {
    place(position, heap_[(position - 1) / 4]);
    position = (position - 1) / 4;
  }
  const auto size = static_cast<std::uint32_t>(heap_.size());
  for (std::uint32_t child = position * 4 + 1; child < size; child = position * 4 + 1) {
    for (std::uint32_t other = child + 1, i = 0; i < 3 && other < size; ++i, ++other)
      if (due_[heap_[other]] < due_[heap_[child]]) child = other;
    if (due_[heap_[child]] >= due) break;
    place(position, heap_[child]);
    position = child;
  }
  place(position, flow);
}

void Transfers::drop(std::uint32_t flow) {
  const std::uint32_t position = position_[flow];
  position_[flow] = nowhere;
  const std::uint32_t last = heap_.back();
  heap_.pop_back();
  if (last == flow) return;
  place(position, last);
  sift(position);
}

void Transfers::plan_end(std::uint32_t flow) {
  left_[flow] = left(flow);
  since_[flow] = now_;
  speed_[flow] = rates_.rate(flow);
  due_[flow] = after(now_, left_[flow], speed_[flow]);
  if (position_[flow] == nowhere) {
    heap_.push_back(flow);
    position_[flow] = static_cast<std::uint32_t>(heap_.size() - 1);
  }
  sift(position_[flow]);
}

void Transfers::start_due() {
  for (; next_start_ < order_.size() && start_[order_[next_start_]] <= now_; ++next_start_) {
    since_[order_[next_start_]] = now_;
    rates_.add(order_[next_start_]);
  }
}

void Transfers::finish_due() {
  while (!heap_.empty() && due_[heap_[0]] <= now_) {
    const std::uint32_t flow = heap_[0];
    end_[flow] = last_end_ = now_;
    drop(flow);
    rates_.remove(flow);
  }
}

void Transfers::settle() {
  ++changes_;
  for (const std::uint32_t flow : rates_.settle())
    if (rates_.rate(flow) != speed_[flow]) plan_end(flow);
}

void Transfers::set_capacity(std::uint32_t link, double capacity) {
  rates_.set_capacity(link, capacity);
  settle();
}

void Transfers::run(Picos until) {
  while (true) {
    const Picos ends = heap_.empty() ? never : due_[heap_[0]];
    const Picos starts = next_start_ < order_.size() ? start_[order_[next_start_]] : never;
    const Picos next = std::min(ends, starts);
    if (next == never || next > until) break;
    now_ = std::max(next, now_);
    finish_due();
    start_due();
    settle();
  }
  if (until != never) now_ = std::max(now_, until);
}

}  // namespace weft
