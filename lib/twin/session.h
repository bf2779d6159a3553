// A session on the twin: rounds of a step to samples and counters, in virtual time, which is the
// time of the rounds since it was opened. Events happen at their time, inside of a round too.
#pragma once

#include "twin/fabric.h"
#include "twin/meter.h"
#include "twin/samples.h"

namespace weft {

class SimulatedSession final : public Session {
 public:
  SimulatedSession(const TwinState& state, TwinOptions options, Layout layout);
  Result<void> open(Sink& sink);

  const FabricInfo& info() const override { return info_; }
  const Layout& layout() const override { return layout_; }
  std::vector<std::uint32_t> available() const override;
  std::vector<SessionNode> nodes() const override;
  Result<StepOutcome> run(const StepRequest& request, Sink& sink) override;

 private:
  // What is computed anew when something has happened.
  struct Load {
    TwinTraffic traffic;
    TwinMeter meter;
    Load(TwinState& state, const TrafficSettings& settings)
        : traffic(state, settings), meter(state, traffic) {}
  };
  void renew();
  void happen(const TwinEvent& event, Sink& sink);
  void tell_absent(Sink& sink);
  void describe(Endpoint& endpoint, const TwinNic& nic) const;
  Result<StepOutcome> run_collective(const StepRequest& request, Sink& sink);
  Round flows_of(const StepRequest& request, std::uint64_t a_size, std::uint64_t unit) const;
  RoundOutcome round(const StepRequest& request, const Round& flows, std::uint64_t unit, Bytes size,
                     Sink& sink);
  void send(const Step& step, const Round& flows, double bytes, Nanos time);
  void count(const Step& step, double bytes, Nanos time);
  void tell_packets(std::span<Sample> samples) const;

  const std::shared_ptr<TwinState> shared_;  // a copy: its counters move
  TwinState& state_;
  const TwinOptions options_;
  Layout layout_;
  FabricInfo info_;
  std::unique_ptr<Load> load_;
  SampleMaker samples_;
  Nanos elapsed_{0};
  std::size_t next_event_ = 0;
  std::vector<bool> aside_;
  std::vector<TwinNic> nics_;  // by endpoint
  std::vector<TwinFlow> flows_;
  std::vector<std::vector<RoundPart>> parts_;  // by flow of a round
  std::vector<std::int64_t> messages_;         // by flow: of the part that is counted next
  std::vector<TwinMeter::Frames> frames_;      // by flow: over all parts
};

}  // namespace weft
