// How the workers are started: one mpirun for all of them, as an argument vector.
//
// Coordination runs over the management network: MPI is pinned to TCP (and shared memory inside a
// host) there, so that a pulled rail does not end the run and MPI does not move the rails'
// counters.
#pragma once

#include <string>
#include <vector>

#include "base/process.h"
#include "model/layout.h"

namespace weft {

struct LaunchOptions {
  std::string program;                 // the path of weft on every host
  std::string control_net;             // interface or network of coordination, "" for MPI's choice
  std::string fabric_net;              // of MPI's own messages between hosts, "" for MPI's choice
  std::vector<std::string> rail_nets;  // instead: worker n of a host uses the n-th
  std::vector<std::string> agent;      // what reaches a host: {"ssh"}; AGENT HOST COMMAND
  std::vector<std::string> extra;      // more arguments for mpirun, as the user gave them
  std::string folder;                  // for the host file
  std::string staged;                  // folder of a staged program, "" when there is none
  bool shares_cores = false;           // workers outnumber cores on some host
};

struct Launch {
  LaunchOptions options;
  std::vector<Endpoint> endpoints;  // rank order; those of a host are neighbours
  std::string control;              // address of the controller, host:port
  std::string token;
};

// The host file's content: "host slots=n" lines in rank order.
std::string open_mpi_hostfile(const std::vector<Endpoint>& endpoints);

// The command, its environment included. The token travels in the environment, never in a list of
// processes. Expects the host file at <folder>/hosts.
Command mpirun_command(const Launch& launch);

// The lines of mpirun's output that say what went wrong, without its frames of dashes, and the
// hosts of the launch that they name.
struct LaunchWords {
  std::string words;
  std::vector<std::string> hosts;
};
LaunchWords launch_words(std::string_view output, const std::vector<Endpoint>& endpoints);

}  // namespace weft
