// The space a lab lives in: one keeper process with mount, pid, network, host name and, without
// root, user namespaces of its own. Everything of the lab runs inside: it cannot touch what is
// outside, its names clash with nobody's, and when the keeper ends the kernel ends all the rest.
//
// Inside, /run is the lab's own with everything that was in the old one, and the accounts of FRR
// and lldpd are the lab's root. A node is three namespaces (network, mounts, host name), kept by
// a process of its own; `ip` knows its network by its name. In a node's view /run/node and /etc/frr
// are its own folders, so that lldpctl and vtysh need no arguments, as on a real switch.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/result.h"
#include "lab/process_id.h"

namespace weft {

// Starts a keeper, which outlives us and ends when the folder of `log`, which gets its words, is
// gone. Error: what the system forbids, and
// where that is set.
Result<ProcessId> start_keeper(const fs::path& log);

// Runs `work` in a child inside the keeper's space, in the same folder and with our streams. What
// it returned; 128 + signal when a signal ended it. Needs a process of one thread.
Result<int> inside(const ProcessId& keeper, const std::function<int()>& work);

// ---- inside the space ------------------------------------------------------------------------

struct NodeView {
  std::string name;
  fs::path folder;                       // with run/ and frr/, which become /run/node and /etc/frr
  std::vector<std::string> hidden = {};  // programs that this kind of machine does not have
};
Result<void> make_nodes(const std::vector<NodeView>& nodes);

bool is_inside_lab();

// How a node answers who asks it: a frozen one never, a dead one not at all.
enum class Silence { none, frozen, dead };
Result<void> set_silence(const std::string& node, Silence silence);
Silence silence_of(const std::string& node);

pid_t keeper_of_node(const std::string& node);  // the process that keeps its namespaces
bool is_node(std::string_view name);

// The calling thread, and what it starts, moves into the node for good.
Result<void> enter_node(const std::string& name);

// Runs `work` on the node and waits; other threads stay where they are.
Result<void> on_node(const std::string& name, const std::function<Result<void>()>& work);

// A daemon of the node: in a session of its own, output to `log`. `forgive_setgroups`: the call
// succeeds without effect, as a space without root allows no groups and lldpd insists.
Result<ProcessId> start_daemon(const std::string& node, const std::vector<std::string>& argv,
                               const fs::path& log, bool forgive_setgroups = false);

// In a new process that outlives its parent: a session and name of its own, nothing kept open but
// `keep`, silent.
void stand_alone(const char* name, std::span<const int> keep = {});

// The accounts file with FRR's and lldpd's made root's: for passwd (true) and group.
std::string lab_accounts(std::string_view file, bool passwd);

// Why the system may have refused a step of making the space, from its own settings.
struct SpaceLimits {
  bool root = false;
  std::optional<std::int64_t> user_namespaces;  // user.max_user_namespaces
  std::optional<std::int64_t> unprivileged;     // kernel.unprivileged_userns_clone (Debian)
  std::optional<std::int64_t> apparmor;         // kernel.apparmor_restrict_unprivileged_userns
  bool container = false;
};
std::string why_forbidden(const SpaceLimits& limits);

}  // namespace weft
