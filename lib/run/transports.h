// The way a worker's messages take: its interface in the fabric network, the RDMA device behind it,
// and the transport that a step asks for.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "backend/backend.h"
#include "fabric/network.h"
#include "fabric/rdma.h"
#include "model/step.h"

namespace weft {

// Of this process, as its launcher set it; "" where it did not.
std::string environment(const char* name);

// The rank on its host as the launcher gives it; -1 where it does not.
std::int64_t local_rank();

// The network of this worker's messages: its rail's, where each has one. "": none was asked for.
std::string own_network();

// The interface that is measured: in the fabric's network where one was given, else the one that
// leads to the controller.
Result<NetworkInterface> measured_interface();

// The RDMA device, port and GID of that interface.
Result<RdmaChoice> measured_rdma();

class Transports {
 public:
  Transports(Backend& backend, std::string program)
      : backend_(backend), program_(std::move(program)) {}

  // Collective among the group.
  Result<std::unique_ptr<Transport>> open(const Step& step, Group& group);

 private:
  Result<std::unique_ptr<Transport>> open_udp(const Step& step, Group& group);
  Result<std::unique_ptr<Transport>> open_verbs(const Step& step, Group& group);

  Backend& backend_;
  std::string program_;
  std::unique_ptr<VerbsDevice> verbs_;  // from the first step that needs it
};

}  // namespace weft
