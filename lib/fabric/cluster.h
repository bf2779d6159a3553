// A cluster: hosts reached over ssh (or an agent like it), workers started by one mpirun. `local`
// is a cluster of one host.
#pragma once

#include <string>
#include <vector>

#include "fabric/fabric.h"

namespace weft {

struct ClusterOptions {
  std::string program;  // path of this weft
  std::string version;
  std::string folder;                       // for the host file: the run folder
  std::string control_net, fabric_net;      // interface name or network; "" for the default route
  std::vector<std::string> rail_nets = {};  // worker n of a host sends over the n-th
  std::vector<std::string> agent = {"ssh"};
  std::vector<std::string> mpirun_extra = {};
  bool force = false;  // load hosts that are not idle
};

std::unique_ptr<Fabric> make_cluster(ClusterOptions options);

}  // namespace weft
