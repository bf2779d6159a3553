// What rates come of a load, by how congestion is (or is not) controlled.
//
// ideal: max-min fair: what the Spectrum-X algorithm aims at.
// pfc: no control, lossless. Senders push; where a link is full the queue grows back to the links
//   that feed it, which are paused. On a paused link packets wait behind each other, so all its
//   flows are as slow as the slowest, victims that go elsewhere included; they in turn pause the
//   links behind them. With `pushing` only those flows ignore congestion control; others become
//   victims, but do not push. (Head-of-line blocking, congestion spreading: Zhu et al., SIGCOMM
//   2015; section 7.3 of the design's facts: the victim collapses.)
// lossy: no control, no pauses. Senders push at line rate, full links drop the rest, and go-back-N
//   sends a whole window again for each packet lost, so little of the line rate is new bytes.
// In every one, links may lose packets by themselves (`loss`), which go-back-N pays for.
#pragma once

#include "twin/max_min.h"

namespace weft {

enum class CongestionControl : std::uint8_t { ideal, pfc, lossy };
constexpr auto words_of(CongestionControl) {
  return std::array<std::pair<CongestionControl, std::string_view>, 3>{
      {{CongestionControl::ideal, "ideal"},
       {CongestionControl::pfc, "pfc"},
       {CongestionControl::lossy, "lossy"}}};
}

struct CongestionSettings {
  CongestionControl control = CongestionControl::ideal;
  double round_trip_ns = 8000;  // how long a sender goes on before it learns of a loss
  double packet_bits = 4178 * 8;
  std::span<const double> loss = {};           // by link, of its packets; empty: none
  std::span<const std::uint8_t> pushing = {};  // by flow, pfc only; empty: all
  // Which links cannot be paused for a flow, by entry of its path; pfc only; empty: none. What
  // pushes into a full link over such a one is dropped there, and pauses nobody.
  std::span<const std::uint8_t> unpausable = {};
};

struct CongestedRates {
  std::vector<double> rate;            // bit/s that arrive and are new, by flow
  std::vector<double> offered;         // bit/s that the sender puts on the wire, repeats included
  std::vector<double> lost;            // share of the packets that were lost on the way, by flow
  std::vector<std::uint8_t> paused;    // by link: it was paused (pfc)
  std::vector<double> dropped;         // of `lost`: at full links that could not pause, by flow
  std::vector<std::uint8_t> drops_at;  // the stage of those links, by flow; 0: nothing dropped
};

CongestedRates congested_rates(const LoadProblem& problem, const CongestionSettings& settings);

// What each sender can put on its own first link, beside the others there.
std::vector<double> pushed_rates(const LoadProblem& problem);

// The stage at which each flow is held back: the first with a full link. 0 is its own NIC, which
// queues nothing in the fabric.
constexpr std::uint8_t not_held = 255;
std::vector<std::uint8_t> held_stages(const LoadProblem& problem, std::span<const double> carried);
constexpr bool is_full(double carried, double capacity) { return carried >= capacity * (1 - 1e-6); }

// New bytes per byte sent, when a share `loss` of the packets is lost and each loss makes
// `window` packets be sent again: (1 - p) / (1 - p + p w). (Bertsekas and Gallager, 2.4.1.)
double go_back_n_efficiency(double loss, double window);

}  // namespace weft
