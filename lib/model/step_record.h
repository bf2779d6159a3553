// What is kept of one step, a line of steps.jsonl: what judge reads besides the samples.
#pragma once

#include <string>
#include <vector>

#include "base/fields.h"
#include "model/counters.h"
#include "model/finding.h"
#include "model/step.h"

namespace weft {

enum class StepState : std::uint8_t { done, partly, skipped };
constexpr auto words_of(StepState) {
  return std::array<std::pair<StepState, std::string_view>, 3>{
      {{StepState::done, "done"}, {StepState::partly, "partly"}, {StepState::skipped, "skipped"}}};
}

// Something that happened while it ran: a rank lost, a restart, a retest.
struct Event {
  Instant at;
  std::string kind;  // "lost", "set_aside", "restarted", "hang", "retest", "device", "note"
  std::string subject;
  std::string what;

  static constexpr auto fields() {
    return std::tuple{field("at", &Event::at), field("kind", &Event::kind),
                      field("subject", &Event::subject), field("what", &Event::what)};
  }
};

// Where the time of a step went, summed over its rounds as the slowest member saw it.
struct Overhead {
  std::int64_t rounds = 0;
  Nanos wall{0};       // from the first round's start to the last one's end
  Nanos measuring{0};  // inside the measuring loop
  static constexpr auto fields() {
    return std::tuple{field("rounds", &Overhead::rounds), field("wall_ns", &Overhead::wall),
                      field("measuring_ns", &Overhead::measuring)};
  }
};

struct StepRecord {
  Step step;
  StepState state = StepState::done;
  std::string reason;  // why skipped or partly
  std::optional<Instant> started, ended;
  std::vector<std::uint32_t> members;  // endpoints that took part, in rank order
  std::string samples;                 // file, relative to the run folder; "" when none
  std::int64_t sample_count = 0;
  Overhead overhead;
  std::vector<CounterChange> counters;  // of the hosts that took part, while it ran
  std::vector<Event> events;
  std::vector<Gap> gaps;
  Extra extra;

  static constexpr auto fields() {
    return std::tuple{field("step", &StepRecord::step),
                      field("state", &StepRecord::state),
                      defaulted("reason", &StepRecord::reason),
                      field("started_at", &StepRecord::started),
                      field("ended_at", &StepRecord::ended),
                      defaulted("members", &StepRecord::members),
                      defaulted("samples", &StepRecord::samples),
                      defaulted("sample_count", &StepRecord::sample_count),
                      defaulted("overhead", &StepRecord::overhead),
                      defaulted("counters", &StepRecord::counters),
                      defaulted("events", &StepRecord::events),
                      defaulted("gaps", &StepRecord::gaps)};
  }
};

}  // namespace weft
