// Who takes part in a run on a cluster and how they are reached: what `weft run` and `weft measure`
// share.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>

#include "run/pipeline.h"

namespace weft {

struct ChosenHosts {
  std::optional<std::string> hosts, link_rate;
  std::string group, control_net, fabric_net, agent = "ssh", seed_text = "1";
  std::optional<std::int64_t> ranks_per_host;
  std::vector<std::string> mpirun_extra, rail_nets;
  bool force = false;
};
void declare_launch(CLI::App& app, ChosenHosts& options);

Result<std::uint64_t> seed_of(const ChosenHosts& options);

// The endpoints of the host list; its warnings are told unless `quiet`. `starts`: they will be
// started, so that what the launcher would refuse is an error.
Result<Layout> cluster_layout(const ChosenHosts& options, bool quiet, bool starts);

// A request without suite for this layout.
Result<RunRequest> cluster_request(const ChosenHosts& options, Layout layout);

// The fabric that the folder's request names: the cluster, or the twin of its plan, made again.
Result<std::unique_ptr<Fabric>> fabric_of(const RunFolder& folder);

// Runs what is left of the folder's suite, with a progress line unless `quiet`.
Result<Run> run_folder(const RunFolder& folder, bool quiet);

}  // namespace weft
