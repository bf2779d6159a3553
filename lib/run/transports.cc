// See transports.h.

#include "run/transports.h"

#include <algorithm>
#include <cstdlib>

#include "backend/transport_udp.h"
#include "base/text.h"
#include "fabric/channel.h"
#include "host/host.h"
#include "observe/rdma_ports.h"

namespace weft {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

std::int64_t local_rank() {
  for (const char* name : {"OMPI_COMM_WORLD_LOCAL_RANK", "SLURM_LOCALID"})
    if (const auto value = parse_uint(environment(name))) return static_cast<std::int64_t>(*value);
  return -1;
}

std::string own_network() {
  const std::string rails = environment("WEFT_RAIL_NETS");
  const std::int64_t rank = local_rank();
  if (rails.empty() || rank < 0) return environment("WEFT_FABRIC_NET");
  const auto nets = split(rails, ',');
  return std::string(nets[static_cast<std::size_t>(rank) % nets.size()]);
}

Result<NetworkInterface> measured_interface() {
  if (const std::string net = own_network(); !net.empty()) return interface_in(net);
  WEFT_TRY(const SocketAddress controller, parse_socket_address(environment("WEFT_CONTROL")));
  WEFT_TRY(const std::string address, address_towards(controller.host));
  return interface_in(address + (address.find(':') == std::string::npos ? "/32" : "/128"));
}

Result<RdmaChoice> measured_rdma() {
  const auto host = local_host("localhost");
  const auto ports = read_rdma_ports(*host);
  if (ports.empty()) return fail("there is no RDMA device on this host");
  WEFT_TRY(const NetworkInterface way, measured_interface());
  return choose_rdma(ports, way.name, way.address);
}

Result<std::unique_ptr<Transport>> Transports::open(const Step& step, Group& group) {
  if (step.transport == "udp") return open_udp(step, group);
  if (step.transport == "verbs") return open_verbs(step, group);
  return backend_.transport(group);
}

Result<std::unique_ptr<Transport>> Transports::open_udp(const Step& step, Group& group) {
  UdpOptions options;
  WEFT_TRY(const NetworkInterface way, measured_interface());
  options.address = way.address;
  options.mtu = way.mtu.value_or(options.mtu);
  options.seed = step.seed;
  options.queue_pairs = static_cast<std::uint32_t>(step.queue_pairs);
  options.rate = step.rate;
  if (step.dscp) options.dscp = static_cast<std::uint8_t>(*step.dscp);
  return make_udp_transport(group, options, Clock::now() + step.deadline);
}

// The device stays open, with what is registered; which GID it is may have changed since.
Result<std::unique_ptr<Transport>> Transports::open_verbs(const Step& step, Group& group) {
  if (!verbs_) {
    WEFT_TRY(const RdmaChoice choice, measured_rdma());
    const VerbsPort port{choice.device, static_cast<std::uint8_t>(choice.port),
                         static_cast<std::uint8_t>(choice.gid_index)};
    WEFT_TRY(verbs_, load_verbs(program_, port));
  }
  VerbsOptions options;
  options.operation = step.operation;
  options.queue_pairs = static_cast<std::uint32_t>(step.queue_pairs);
  options.queue_depth =
      std::max(options.queue_depth, 2 * static_cast<std::uint32_t>(step.queue_depth));
  options.service_level = static_cast<std::uint8_t>(step.service_level);
  options.seed = step.seed;
  options.shares_cores = environment("OMPI_MCA_mpi_yield_when_idle") == "1";  // by our launcher
  options.patience = std::min<Nanos>(step.deadline / 3, std::chrono::seconds(8));
  if (step.dscp) options.dscp = static_cast<std::uint8_t>(*step.dscp);
  return verbs_->transport(group, options, Clock::now() + step.deadline);
}

}  // namespace weft
