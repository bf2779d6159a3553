// Before the first message: every member's queue pairs are made, told to the others through the
// group, and connected.
#pragma once

#include <vector>

#include "backend/verbs_peer.h"

namespace weft::verbs {

// Where all completions of a transport come, and how to sleep until one does.
class Channel {
 public:
  Channel() = default;
  Channel(const Channel&) = delete;
  ~Channel();
  Result<void> make(const Device& device, std::uint32_t completions);
  ibv_cq* queue() const { return queue_; }
  void wait(Nanos at_most);

 private:
  ibv_comp_channel* channel_ = nullptr;
  ibv_cq* queue_ = nullptr;
  bool armed_ = false;
};

// Collective; ends once every member is ready to receive. A member that cannot be connected has its
// error; one that has no device or did not come is the error of all.
Result<void> join_peers(Device& device, const VerbsOptions& options, Group& group,
                        Deadline deadline, Channel& channel, std::vector<PeerState>& peers);

// All of it: a transport with its members joined (transport_verbs.cc).
Result<std::unique_ptr<Transport>> make_transport(std::shared_ptr<Device> device,
                                                  const VerbsOptions& options, Group& group,
                                                  Deadline deadline);

}  // namespace weft::verbs
