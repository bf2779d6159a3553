// The one interface to a fabric: a real cluster, the lab, or the twin. What is above never knows
// which one it is; a fabric states what it can do as data.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "host/host.h"
#include "model/flow.h"
#include "model/layout.h"
#include "model/run.h"
#include "model/sample.h"

namespace weft {

// A round that is over, in endpoint numbers. `unit` counts rounds over all sizes of the step.
struct RoundOutcome {
  std::uint64_t unit = 0;
  std::vector<Sample> samples;
  Nanos wall{0}, measuring{0};
};

// Takes what a step yields while it runs.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual Result<void> round(const RoundOutcome& outcome) = 0;  // an error ends the step
  virtual void event(const Event& event) = 0;
  virtual void counters(const std::vector<CounterChange>&) {}  // of one host, at a step's end
  // Raw text that was collected from a node: kept as it came.
  virtual void observed(const std::string& node, const std::string& name,
                        std::string_view text) = 0;
  virtual void tick() = 0;  // a few times a second
};

// A step with who takes part and where to begin. `alone`: only these flows (endpoint numbers), one
// after the other at one size, nothing else running.
struct StepRequest {
  Step step;
  std::vector<std::uint32_t> members;  // endpoints, in rank order
  std::uint64_t first_unit = 0;
  std::vector<Flow> alone = {};
  std::uint32_t alone_size_index = 0;
};

struct StepOutcome {
  bool complete = false;  // every round was run, but for flows of what was set aside
  bool interrupted = false;
  std::string reason = {};
  std::vector<Gap> gaps = {};
};

// A host or a switch that can be asked something while the session is open.
struct SessionNode {
  std::string name;
  std::function<Result<std::unique_ptr<Host>>()> open;
};

class Session {
 public:
  virtual ~Session() = default;
  virtual const FabricInfo& info() const = 0;
  virtual const Layout& layout() const = 0;  // with devices and rates once they are known
  virtual std::vector<std::uint32_t> available() const = 0;  // endpoints that are not set aside
  // Who can be asked for counters around a step.
  virtual std::vector<SessionNode> nodes() const { return {}; }
  // Bounded by the step's deadlines. Error: the run cannot go on at all (the launcher's own words).
  virtual Result<StepOutcome> run(const StepRequest& request, Sink& sink) = 0;
};

class Fabric {
 public:
  virtual ~Fabric() = default;
  virtual Result<std::unique_ptr<Session>> open(const Layout& layout, Sink& sink) = 0;
};

// Rounds of a step over all its sizes.
std::uint64_t units_of(const Step& step, std::uint32_t members);

}  // namespace weft
