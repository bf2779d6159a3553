// An open RDMA device with its port and GID, and the memory registered with it.
#pragma once

#include <infiniband/verbs.h>

#include <memory>
#include <string>
#include <vector>

#include "backend/transport_verbs.h"

namespace weft::verbs {

// "IBV_QPS_RTR: No such device": a call that failed, with its errno.
Failure call_failed(const std::string& what, int number, std::string hint = {});

std::string gid_text(const ibv_gid& gid);  // 10.1.0.1 where it holds an IPv4 address

class Device : public std::enable_shared_from_this<Device> {
 public:
  static Result<std::shared_ptr<Device>> open(const VerbsPort& port);
  ~Device();

  ibv_context* context() const { return context_; }
  ibv_pd* domain() const { return domain_; }
  const VerbsPort& port() const { return port_; }
  const ibv_port_attr& attributes() const { return attributes_; }
  const ibv_device_attr& limits() const { return limits_; }
  const ibv_gid& gid() const { return gid_; }
  std::string text() const { return gid_text(gid_) + " (" + port_.device + ")"; }

  // Once for each block; it ends with the block.
  Result<ibv_mr*> registration(Memory& memory);

  // What the device has told since the last call: "port 1: port error", never waits.
  std::vector<std::string> events();
  bool lost() const { return lost_; }  // by what it told: the port is down, the device failed

 private:
  Device() = default;
  VerbsPort port_;
  ibv_context* context_ = nullptr;
  ibv_pd* domain_ = nullptr;
  ibv_port_attr attributes_{};
  ibv_device_attr limits_{};
  ibv_gid gid_{};
  bool lost_ = false;
};

}  // namespace weft::verbs
