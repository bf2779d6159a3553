// What a plan's fabric should give, as the twin has it: one value for each step, size and class of
// pairs, by how its switches choose among ways. A baseline with source `twin`.
#pragma once

#include <string>
#include <vector>

#include "base/fields.h"
#include "model/finding.h"
#include "model/judgement.h"

namespace weft {

enum class TwinRouting : std::uint8_t { adaptive, hash };
constexpr auto words_of(TwinRouting) {
  return std::array<std::pair<TwinRouting, std::string_view>, 2>{
      {{TwinRouting::adaptive, "adaptive"}, {TwinRouting::hash, "hash"}}};
}

// A number that depends on the seed: the median over seeds, the least and the most.
struct SeedRange {
  double expected = 0, low = 0, high = 0;

  static constexpr auto fields() {
    return std::tuple{field("expected", &SeedRange::expected), field("low", &SeedRange::low),
                      field("high", &SeedRange::high)};
  }
};

struct ExpectedValue {
  std::string step;
  Bytes size;
  std::string flow_class;  // as in a judgement
  TwinRouting routing = TwinRouting::adaptive;
  Metric metric = Metric::bandwidth;
  std::string unit;         // "bps" or "ns"
  std::int64_t flows = 0;   // of one seed
  SeedRange median, worst;  // of the flows of the class

  static constexpr auto fields() {
    return std::tuple{field("step", &ExpectedValue::step),
                      field("size_bytes", &ExpectedValue::size),
                      field("class", &ExpectedValue::flow_class),
                      field("routing", &ExpectedValue::routing,
                            "adaptive: per-packet spray; hash: ECMP by 5-tuple"),
                      field("metric", &ExpectedValue::metric),
                      field("unit", &ExpectedValue::unit, "bps (bit/s) or ns (half round trip)"),
                      field("flows", &ExpectedValue::flows),
                      field("median", &ExpectedValue::median, "of the flows"),
                      field("worst", &ExpectedValue::worst, "the worst flow")};
  }
};

struct Expectations {
  std::string schema = "1.0";
  std::string tool_version;
  BaselineSource source = BaselineSource::twin;
  std::string plan, plan_digest;  // as in a run
  std::string suite;
  std::int64_t hosts = 0, endpoints = 0;
  std::vector<std::int64_t> seeds;
  std::vector<ExpectedValue> values;
  std::vector<Gap> gaps;  // steps of which nothing is known, and why

  static constexpr auto fields() {
    return std::tuple{field("schema", &Expectations::schema),
                      field("tool_version", &Expectations::tool_version),
                      field("source", &Expectations::source),
                      field("plan", &Expectations::plan),
                      field("plan_digest", &Expectations::plan_digest),
                      field("suite", &Expectations::suite),
                      field("hosts", &Expectations::hosts),
                      field("endpoints", &Expectations::endpoints),
                      field("seeds", &Expectations::seeds),
                      field("values", &Expectations::values),
                      defaulted("gaps", &Expectations::gaps)};
  }
};

}  // namespace weft
