// The worker's end of the control connection, on a thread of its own.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "fabric/channel.h"
#include "measure/progress.h"

namespace weft {

class ControlThread {
 public:
  ControlThread(Channel channel, Progress& progress);
  ~ControlThread();

  // The next assignment; nothing when the controller says stop.
  std::optional<Assignment> next();
  void send(std::string frame);
  void working_on(std::int64_t sequence) { sequence_ = sequence; }

 private:
  void loop(std::stop_token stop);
  void take(const Frame& frame);
  std::string report() const;

  Channel channel_;
  Progress& progress_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Assignment> assignments_;
  std::string outgoing_;
  bool stopped_ = false;
  std::atomic<std::int64_t> sequence_{0};
  int wake_[2] = {-1, -1};
  std::jthread thread_;
};

}  // namespace weft
