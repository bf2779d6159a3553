// One queue pair: made, connected, and what has been posted to it.
#pragma once

#include <deque>

#include "backend/verbs_choice.h"
#include "backend/verbs_device.h"

namespace weft::verbs {

struct LaneState;

class Pair {
 public:
  struct Shape {
    ibv_cq* queue = nullptr;  // of all its completions
    std::uint32_t sends = 128, receives = 128;
    std::uint32_t inlined = 220;  // bytes of a message that go with the request, at most
  };
  // How it reaches the other end.
  struct Way {
    std::uint32_t number = 0;  // of the other end's queue pair
    ibv_gid gid{};
    ibv_mtu mtu = IBV_MTU_1024;
    std::uint16_t lid = 0;
    std::uint32_t flow_label = 0;
    std::uint8_t traffic_class = 0, service_level = 0, timeout = 14;
  };

  Pair() = default;
  Pair(Pair&& other) noexcept;
  Pair& operator=(Pair&&) = delete;
  ~Pair();

  Result<void> make(const Device& device, const Shape& shape);
  Result<void> connect(const Device& device, const Way& way);
  std::uint32_t number() const { return pair_->qp_num; }
  ibv_qp* raw() const { return pair_; }
  std::uint32_t inlined() const { return inlined_; }
  bool full() const { return in_flight_ + 1 >= sends_; }

  // What one confirmed request ends: this many messages of the lane, and all requests so far.
  struct Confirmed {
    LaneState* lane = nullptr;
    std::uint64_t over = 0;
    std::uint32_t requests = 0;
  };
  // Error: errno of the device.
  int post(ibv_send_wr& request, bool confirmed, LaneState* lane, std::uint64_t over);
  Confirmed confirm();
  bool unconfirmed_too_long() const { return unconfirmed_ + 1 >= sends_ / 4; }

  int post_notice(std::uint64_t id);  // a receive without a buffer; errno

  struct Expected {
    LaneState* lane = nullptr;
    std::uint64_t message = 0;
  };
  std::deque<Expected> expected;  // receives posted, in order (operation send)

 private:
  ibv_qp* pair_ = nullptr;
  std::uint32_t sends_ = 0, inlined_ = 0;
  std::uint32_t in_flight_ = 0, unconfirmed_ = 0;
  std::deque<Confirmed> confirmed_;
};

}  // namespace weft::verbs
