// A made-up fleet: hosts with endpoints, and samples with log-normal noise from a seed.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "judge/judge.h"

namespace weft::test {

// Repeatable everywhere, unlike the standard library's distributions.
class Noise {
 public:
  explicit Noise(std::uint64_t seed) : state_(seed * 2 + 1) {}
  double uniform() {  // splitmix64
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return (static_cast<double>((z ^ (z >> 31)) >> 11) + 0.5) / 9007199254740992.0;
  }
  double normal() {  // Box and Muller
    return std::sqrt(-2 * std::log(uniform())) * std::cos(6.283185307179586 * uniform());
  }
  double around(double value, double sigma) { return value * std::exp(sigma * normal()); }

 private:
  std::uint64_t state_;
};

struct Fleet {
  Layout layout;
  StepRecord record;
  std::vector<Sample> samples;
  std::vector<Flow> expected;

  StepEvidence evidence() const { return {record, samples, expected}; }
};

inline Layout layout_of(std::size_t hosts, std::size_t slots) {
  Layout out;
  for (std::size_t h = 0; h < hosts; ++h)
    for (std::size_t s = 0; s < slots; ++s)
      out.endpoints.push_back({"n" + std::to_string(h), static_cast<std::int64_t>(s)});
  return out;
}

inline Sample sample_of(Flow flow, double value, std::uint32_t windows = 10) {
  Sample out;
  out.source = flow.source;
  out.target = flow.target;
  out.windows = windows;
  out.bytes = 1 << 20;
  out.elapsed_ns = 1000000;
  out.median = value;
  out.low = value * 0.99;
  out.high = value * 1.01;
  out.worst_window = value * 0.98;
  out.p50_ns = static_cast<std::int64_t>(value);
  return out;
}

// All pairs at one size; `value` gives the median of a flow.
inline Fleet pairs_fleet(std::size_t hosts, std::size_t slots,
                         const std::function<double(const Flow&)>& value,
                         Metric metric = Metric::bandwidth) {
  Fleet out;
  out.layout = layout_of(hosts, slots);
  out.record.step.id = "pairs";
  out.record.step.pattern = "pairs";
  out.record.step.metric = metric;
  out.record.step.sizes = {1_MiB};
  const auto n = static_cast<std::uint32_t>(hosts * slots);
  for (std::uint32_t a = 0; a < n; ++a) {
    out.record.members.push_back(a);
    for (std::uint32_t b = 0; b < n; ++b) {
      if (a == b) continue;
      out.expected.push_back({a, b});
      out.samples.push_back(sample_of({a, b}, value({a, b})));
      out.samples.back().round = (a + b) % n;  // a circle: every end once a round, each way
    }
  }
  return out;
}

inline Sample measured_alone(Flow flow, double value) {
  Sample out = sample_of(flow, value);
  out.flags = sample_flag::alone;
  return out;
}

}  // namespace weft::test
