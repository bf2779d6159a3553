// What a person sees while a suite runs: one changing line on a terminal, plain lines elsewhere,
// nothing with --quiet. On stderr: stdout is the result.
#pragma once

#include "run/pipeline.h"

namespace weft {

enum class Talk { quiet, plain, terminal };

Talk talk_for_stderr(bool quiet);

class ProgressLine {
 public:
  explicit ProgressLine(Talk talk) : talk_(talk) {}
  ~ProgressLine();
  void show(const RunProgress& progress);
  void event(const Event& event);
  void clear();

 private:
  Talk talk_;
  bool shown_ = false;
  std::string step_;
};

}  // namespace weft
