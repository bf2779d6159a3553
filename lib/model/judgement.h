// A summary of samples, what was expected of them, and the verdict with its reason.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/fields.h"
#include "model/packet_tally.h"
#include "model/step.h"
#include "model/verdict.h"

namespace weft {

// Of one number: n values, the median, a distribution-free interval, and the spread (MAD, scaled to
// a standard deviation). Unit as the judgement says.
struct Summary {
  std::int64_t n = 0;
  double median = 0, low = 0, high = 0, spread = 0;

  static constexpr auto fields() {
    return std::tuple{field("n", &Summary::n), field("median", &Summary::median),
                      field("low", &Summary::low), field("high", &Summary::high),
                      field("spread", &Summary::spread)};
  }
};

enum class BaselineSource : std::uint8_t { none, peers, derived, cited, history, twin };
constexpr auto words_of(BaselineSource) {
  return std::array<std::pair<BaselineSource, std::string_view>, 6>{
      {{BaselineSource::none, "none"},
       {BaselineSource::peers, "peers"},
       {BaselineSource::derived, "derived"},
       {BaselineSource::cited, "cited"},
       {BaselineSource::history, "history"},
       {BaselineSource::twin, "twin"}}};
}

// What a number is judged against. `floor` is the limit: a lower one for bandwidth, an upper one
// for latency. Units as in the judgement.
struct Baseline {
  BaselineSource source = BaselineSource::none;
  double expected = 0;
  double floor = 0;
  std::string because;  // the derivation or the citation, in one line

  static constexpr auto fields() {
    return std::tuple{field("source", &Baseline::source), field("expected", &Baseline::expected),
                      field("floor", &Baseline::floor), field("because", &Baseline::because)};
  }
};

// One flow that was not fine, or that was tested again.
struct Outlier {
  std::string subject;  // "host-a/0 -> host-b/0"
  Verdict verdict = Verdict::unknown;
  double value = 0;             // in the unit of the judgement
  std::optional<double> alone;  // the same pair again with nothing else running
  std::string why;
  std::optional<std::uint32_t> source = {}, target = {};  // endpoints of the layout

  static constexpr auto fields() {
    return std::tuple{field("subject", &Outlier::subject), field("verdict", &Outlier::verdict),
                      field("value", &Outlier::value),     field("alone", &Outlier::alone),
                      field("why", &Outlier::why),         field("source", &Outlier::source),
                      field("target", &Outlier::target)};
  }
};

// How an endpoint fared in a judgement, kept only where some of its flows were bad.
struct EndpointTally {
  std::uint32_t endpoint = 0;  // of the layout
  std::int64_t flows = 0;      // measured, to or from it
  std::int64_t bad = 0;        // of these, slow, failed, or with wrong payload

  static constexpr auto fields() {
    return std::tuple{field("endpoint", &EndpointTally::endpoint),
                      field("flows", &EndpointTally::flows), field("bad", &EndpointTally::bad)};
  }
};

// One (step, size, class of pairs). `unit` is "bps" or "ns".
struct Judgement {
  std::string step;
  Bytes size;
  std::string flow_class;  // "same host", "between hosts"
  std::string unit;
  Metric metric = Metric::bandwidth;
  Verdict verdict = Verdict::unknown;
  std::string why;
  Summary summary;  // over the flows of the class
  Baseline baseline;
  std::optional<double> worst;                          // the worst flow's median
  std::optional<double> worst_window;                   // the lowest (highest) of all flows
  std::optional<std::int64_t> p99_ns, p999_ns, max_ns;  // latency: the worst flow's
  std::int64_t flows_expected = 0, flows_measured = 0;
  std::int64_t checked_bytes = 0, wrong_bytes = 0;
  std::optional<PacketTally> packets;  // where the transport sees them (udp)
  std::vector<Outlier> outliers;       // the worst ones; `why` says how many there are
  std::vector<EndpointTally> tallies;  // of every endpoint with a bad flow, also beyond `outliers`

  static constexpr auto fields() {
    return std::tuple{
        field("step", &Judgement::step),
        field("size_bytes", &Judgement::size),
        field("class", &Judgement::flow_class),
        field("unit", &Judgement::unit, "bps (bit/s) or ns (half round trip)"),
        field("metric", &Judgement::metric),
        field("verdict", &Judgement::verdict),
        field("why", &Judgement::why),
        field("summary", &Judgement::summary),
        field("baseline", &Judgement::baseline),
        field("worst", &Judgement::worst, "median of the worst flow"),
        field("worst_window", &Judgement::worst_window,
              "lowest (latency: highest) time window of any flow"),
        field("p99_ns", &Judgement::p99_ns),
        field("p999_ns", &Judgement::p999_ns),
        field("max_ns", &Judgement::max_ns),
        field("flows_expected", &Judgement::flows_expected),
        field("flows_measured", &Judgement::flows_measured),
        field("checked_bytes", &Judgement::checked_bytes),
        field("wrong_bytes", &Judgement::wrong_bytes),
        field("packets", &Judgement::packets, "where the transport sees them (udp)"),
        defaulted("outliers", &Judgement::outliers),
        defaulted("tallies", &Judgement::tallies, "endpoints with a flow that failed")};
  }
};

// A part that is probably at fault.
struct Suspect {
  std::string subject;
  Ratio score;  // 0 to 1
  std::vector<std::string> evidence;
  std::string next_step;

  static constexpr auto fields() {
    return std::tuple{field("subject", &Suspect::subject), field("score_ratio", &Suspect::score),
                      field("evidence", &Suspect::evidence),
                      field("next_step", &Suspect::next_step)};
  }
};

}  // namespace weft
