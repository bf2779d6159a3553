// Building what a layout says, inside the lab's space, and waiting until it works.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "host/host.h"
#include "lab/layout.h"
#include "lab/state.h"

namespace weft {

// The programs a lab starts, as they are here; "" where one is missing.
struct LabPrograms {
  std::string ip, tc, zebra, bgpd, bfdd, lldpd;
  std::string lldpcli;  // lldpd cannot do without; a copy where Debian's own is not for this user
  std::string nft;      // classes, marks, spraying, tenants' walls

  bool has_lldp() const { return !lldpd.empty() && !lldpcli.empty(); }
};
LabPrograms find_lab_programs();

// What is missing for this lab, with the packages that have it. `notes` gets what the lab will be
// without.
Result<void> check_programs(const LabPrograms& programs, const LabOptions& options,
                            std::vector<std::string>& notes);

// Namespaces, cables, addresses, queues and, unless routes are static, daemons, which are added to
// `state`. `told` is given what is being done.
Result<void> build_lab(const LabLayout& layout, const LabFolder& folder,
                       const LabPrograms& programs, LabState& state,
                       const std::function<void(const std::string&)>& told);

// Addresses, queue, and the settings of one port that was made anew.
Result<void> furnish_port(const LabLayout& layout, const LabFolder& folder, const Port& port);

// A host whose ports were down and whose daemon is gone.
Result<void> revive_host(const LabLayout& layout, const LabFolder& folder, LabState& state,
                         const std::string& host);

// How far a lab is: what has come, what is wanted, and who is late.
struct LabReadiness {
  std::size_t neighbours = 0, neighbours_wanted = 0;  // port views
  std::size_t routed = 0, routed_wanted = 0;          // switches with all their ways
  std::vector<std::string> late;                      // nodes

  bool ready() const { return late.empty(); }
};
class ReadyWatch {
 public:
  ReadyWatch(const LabLayout& layout, bool lldp);
  // Asks those that were not ready the last time: in turn until one is not, or everybody.
  LabReadiness look(bool everybody);

 private:
  const LabLayout& layout_;
  std::vector<const LabNode*> without_neighbours_, without_routes_;
  std::map<std::string, std::size_t> heard_;
  bool lldp_;
};

// Runs a batch of ip or tc on a node, "" for the operator's own namespace.
Result<void> run_batch(const std::string& program, const std::string& node,
                       const std::string& batch);

// A command on a node to its end; its output. Error when it fails, with what it said.
Result<std::string> node_output(const std::string& node, const std::vector<std::string>& argv,
                                const std::string& input = "");

// The node for collectors, from inside the lab.
std::unique_ptr<Host> node_host(const std::string& node);

}  // namespace weft
