// What the workers' hellos say about the machines they run on, and what a failed start says.
#pragma once

#include <string>
#include <vector>

#include "fabric/job.h"
#include "model/layout.h"
#include "model/run.h"

namespace weft {

// Error when workers of different hosts report one machine, or those of one host several.
// `launched[rank]` is the endpoint of each rank.
Result<void> check_machines(const std::vector<WorkerState>& workers,
                            const std::vector<std::uint32_t>& launched, const Layout& layout);

// The first line of the report: what this fabric is, and what its numbers cannot say.
std::string headline(const std::vector<WorkerState>& workers, const FabricInfo& info,
                     const Layout& layout);

// "host-a/1, host-b/0": endpoints whose worker has not come.
std::string missing_workers(const std::vector<WorkerState>& workers,
                            const std::vector<std::uint32_t>& launched, const Layout& layout);

// Where the workers find the controller: our address inside `control_net`, or on the way to the
// first other host; the loopback when there is none.
Result<std::string> controller_address(const std::string& control_net, const Layout& layout);

// The launcher ended before the workers were there: its own words, and the hosts that they name.
Error start_failure(const std::string& output, const std::vector<Endpoint>& endpoints,
                    const std::string& program);

}  // namespace weft
