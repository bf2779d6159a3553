// What a worker would have said of a flow, made from what the model says: as many time windows as a
// round had, with a little noise by seed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/sample.h"
#include "model/step.h"
#include "twin/traffic.h"

namespace weft {

// A stretch of a round in which nothing changed: a share of its time, and the flow then.
struct RoundPart {
  double share = 1;
  TwinFlowResult result = {};
};

// Messages that arrive in that time; of latency, those that were answered.
std::int64_t messages_in(const TwinFlowResult& result, const Step& step, double bytes, Nanos time);

class SampleMaker {
 public:
  SampleMaker(double noise, std::int64_t windows) : noise_(noise), count_(windows) {}

  void seed(std::uint64_t seed) { random_ = seed; }
  // Of one flow and round. It failed when it does not work in the last part.
  Sample make(const Step& step, double bytes, std::span<const RoundPart> parts);

 private:
  void spread(std::span<const RoundPart> parts, double TwinFlowResult::*value, double noise,
              Sample& out);
  void bandwidth(const Step& step, double bytes, std::span<const RoundPart> parts, Sample& out);
  void latency(const Step& step, std::span<const RoundPart> parts, Sample& out);
  double uniform();

  double noise_;
  std::int64_t count_;
  std::vector<double> windows_;
  std::uint64_t random_ = 1;
};

}  // namespace weft
