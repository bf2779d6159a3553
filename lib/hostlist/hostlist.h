// Host lists: which machines, how many slots each, how to log in. Open MPI hostfiles, Slurm lists
// and Ansible INI inventories are read into one noun; each format is a row of the table in
// host_format.h.
//
// A name from a file ends up as an argument of ssh and of mpirun, so it is validated here, before
// anything is started. All mistakes of a list are reported together, each with file, line and
// column, and a list with a mistake gives no host at all.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/layout.h"

namespace weft {

constexpr std::size_t max_hosts = 100'000;  // no list expands beyond this

struct HostEntry {
  std::string name;  // letters, digits, '.', '-', '_', or an IP address without brackets
  std::optional<std::int64_t> slots, max_slots;  // as the list says; slots 0: takes no part
  std::optional<std::string> user, address;      // how to log in, where it is not plain `name`
  std::int64_t line = 0;
  std::vector<std::string> groups;   // direct and through children, sorted
  std::optional<std::int64_t> port;  // of ssh

  // What ssh is to be given: "ops@192.0.2.5" or "gpu-01". The port goes in an option of its own.
  std::string login() const { return (user ? *user + "@" : "") + address.value_or(name); }
};

struct HostList {
  std::string source;            // the file, or the list itself
  std::vector<HostEntry> hosts;  // each machine once, in the order of the list
  std::vector<Error> warnings;   // what a person should know; the list is usable
  std::map<std::string, std::vector<std::string>> groups;  // Ansible: group to its hosts
  std::string format;  // id of the format it was read as: "openmpi", ...
};

// Reads `text` as `format` ("openmpi", "slurm", "ansible"), or as what it looks like when that is
// "". Pure. `file` is only for messages.
Result<HostList> read_host_list(std::string_view text, const std::string& file,
                                std::string_view format = "");

// What a person gave on the command line. An existing file is read; FILE@GROUP takes one group of
// it. Anything else is a list: `gpu[001-004,7]`, `localhost:4`, `a:2,b:2`. `format` as above.
Result<HostList> host_list_argument(const std::string& argument, std::string_view format = "");

// Only the hosts of one group ("all" is every host). Error: no such group, with the near ones.
Result<HostList> hosts_of_group(HostList list, std::string_view group);

// Endpoints in host order, slots counted from 0 on each. Without `ranks_per_host`: as many as the
// list gives slots, where none are given 1 (what Open MPI's hostfile means by that). With it: that
// many on each host, an error naming who has how many when a host has fewer; never oversubscribed.
Result<Layout> layout_of(const HostList& list, std::optional<std::int64_t> ranks_per_host = {});

// What the launcher is known to do; both can be asked from `mpirun --version` and its parameters.
struct LaunchTool {
  int open_mpi_major = 4;
  bool keeps_full_names = false;  // orte_keep_fqdn_hostnames is set
};

// Why this list must not be launched; empty when it may. `ranks_wanted` 0: not more than the slots.
// Errors: more ranks than slots (who has how many); and, with Open MPI 4 and older, names that
// differ only after the first dot, which it would run on one machine, and IPv6 addresses, which it
// refuses as names (4.1.4, tried).
std::vector<Error> launch_problems(const HostList& list, std::int64_t ranks_wanted = 0,
                                   const LaunchTool& tool = {});

}  // namespace weft
