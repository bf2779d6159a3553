// What is known of a lab between two commands: one folder, `lab.json` and `plan.json` in it, and a
// folder per node with its configuration and logs.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/file.h"
#include "lab/layout.h"
#include "lab/process_id.h"

namespace weft {

struct LabDaemon {
  std::string node;     // "" for one of the whole lab
  std::string program;  // "zebra", "bgpd", "bfdd", "lldpd", "spray"
  ProcessId process;    // inside the lab

  static constexpr auto fields() {
    return std::tuple{field("node", &LabDaemon::node), field("program", &LabDaemon::program),
                      field("process", &LabDaemon::process)};
  }
};

struct LabState {
  std::string schema = "1.0";
  std::string name;
  Instant made;
  ProcessId keeper;   // outside
  bool up = false;    // everything of it was built
  bool lldp = false;  // lldpd runs on its nodes
  LabOptions options;
  std::vector<LabDaemon> daemons;
  std::vector<std::string> faults;  // as `kind:place,place`, in the order of their injection
  std::vector<std::string> notes;   // what this machine does not have, and what that costs
  Extra extra;

  static constexpr auto fields() {
    return std::tuple{field("schema", &LabState::schema),
                      field("name", &LabState::name),
                      field("made_at", &LabState::made),
                      field("keeper", &LabState::keeper),
                      field("up", &LabState::up),
                      defaulted("lldp", &LabState::lldp),
                      field("options", &LabState::options),
                      defaulted("daemons", &LabState::daemons),
                      defaulted("faults", &LabState::faults),
                      defaulted("notes", &LabState::notes)};
  }
};

// Where labs are kept: `given`, else $XDG_RUNTIME_DIR/weft/lab, /run/weft/lab for root, or a folder
// of the user's own in the temporary one.
Result<fs::path> lab_root(const std::string& given);

class LabFolder {
 public:
  // Error: the name could leave the folder.
  static Result<LabFolder> named(const std::string& root, const std::string& name);

  const fs::path& path() const { return path_; }
  std::string name() const { return path_.filename().string(); }
  fs::path of_node(std::string_view node) const { return path_ / "nodes" / node; }
  fs::path log(std::string_view node, std::string_view program) const;

  bool exists() const;
  Result<LabState> read() const;  // error: there is no lab of that name, or its file is broken
  Result<void> write(const LabState& state) const;
  Result<Plan> read_plan() const;
  Result<void> write_plan(const Plan& plan) const;
  Result<void> remove() const;  // refuses a folder that is no lab's

 private:
  explicit LabFolder(fs::path path) : path_(std::move(path)) {}
  fs::path path_;
};

// Names of the labs below a root, alive or dead.
std::vector<std::string> lab_names(const std::string& root);

}  // namespace weft
