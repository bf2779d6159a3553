// The real sides of a worker's seams are modules, loaded when a worker starts: `weft` itself starts
// on a laptop without MPI, and fast (49 linked libraries cost 29 ms, none 2.5).
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "backend/transport_verbs.h"
#include "measure/seams.h"

namespace weft {

// The job that this process is a member of. Ranks are those of the whole job.
class Backend {
 public:
  virtual ~Backend() = default;
  virtual std::uint32_t world_rank() const = 0;
  virtual std::uint32_t world_size() const = 0;
  virtual std::string library() const = 0;  // "Open MPI v4.1.4, ..."
  // Collective among `ranks` only which all must name the same list in the same order.
  virtual Result<std::unique_ptr<Group>> group(std::span<const std::uint32_t> ranks, int key) = 0;
  // Messages between the members of a group made here.
  virtual Result<std::unique_ptr<Transport>> transport(Group& group) = 0;
  // Collectives among them. The group must outlive it.
  virtual Result<std::unique_ptr<Communicator>> communicator(Group& group) = 0;
};

// Every module exports `weft_backend` with this type. Starts the library; called once.
using OpenBackend = Result<std::unique_ptr<Backend>>();

// The folder of the modules beside a program: <folder>/lib/weft (build) or <folder>/../lib/weft
// (installed). Error: where it looked.
Result<std::string> backend_folder(const std::string& program);

// Loads backend_<name>.so from that folder. Error: the loader's own words.
Result<std::unique_ptr<Backend>> load_backend(const std::string& program, const std::string& name);

// Likewise: the module of a transport only (transport_verbs.h).
Result<std::unique_ptr<VerbsDevice>> load_verbs(const std::string& program, const VerbsPort& port);

}  // namespace weft
