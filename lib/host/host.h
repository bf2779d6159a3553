// The seam to a machine: run a command, read a file, list a folder. Weft only reads, so that is
// all.
//
// Sides: local, ssh (the user's own, so keys, agents and jump hosts work), a recorded folder, a
// fake, and `recording`, which passes on what another side says and keeps it as a recorded folder.
// "There is no such thing here" is an empty optional, not an error: nothing is wrong then.
//
// A recorded machine is `<site>/<node>/`: what a command printed is in `commands/<command>.out`,
// the command's words joined by '_' and other bytes than [A-Za-z0-9._+=:@,-] written '_'
// (`lldpctl -f json` is `lldpctl_-f_json.out`); its exit status and standard error are in
// `commands/<command>.err` when the status was not 0; files keep their path (`sys/...`,
// `proc/...`). Other spellings that people use are accepted: see command_names.h.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/result.h"
#include "base/units.h"

namespace weft {

struct Request {
  std::vector<std::string> argv;
  std::vector<std::string> known_as = {};  // other names a recorded folder may give it: "lldp"
  bool needs_root = false;
  Nanos timeout = std::chrono::seconds(20);
};

struct Answer {
  std::string text;
  std::string from;   // the file, or "node: command", for messages
  int status = 0;     // exit code
  std::string error;  // standard error, only when the status is not 0
};

class Host {
 public:
  virtual ~Host() = default;
  virtual std::string name() const = 0;

  // What it printed, also when it failed (status). Nothing when this machine has no such command.
  // Error: the machine could not be asked (no login, no answer in time).
  virtual Result<std::optional<Answer>> run(const Request& request) = 0;
  virtual Result<std::optional<Answer>> read(const std::string& path) = 0;  // absolute
  virtual Result<std::optional<std::vector<std::string>>> list(const std::string& path) = 0;
  // What the driver of an interface has counted, as `ethtool -S` prints it; this machine is asked
  // without the program.
  virtual Result<std::optional<Answer>> statistics(const std::string& interface) {
    return run({{"ethtool", "-S", interface}});
  }
};

struct HostOptions {
  bool sudo = false;  // reads that need root go through `sudo -n`
  // ssh only: who and where, "" for the user's own choice and the name itself.
  std::string user, address;
  std::optional<std::int64_t> port = {};
  Nanos connect_timeout = std::chrono::seconds(5);
  fs::path control_folder;  // ssh only: where one connection is kept per host, "" for none
};

std::unique_ptr<Host> local_host(std::string name, const HostOptions& options = {});

// Error: the name could be read as an option or holds bytes no host name has.
Result<std::unique_ptr<Host>> ssh_host(const std::string& name, const HostOptions& options = {});

// `folder` is one node's. Error: there is no such folder.
Result<std::unique_ptr<Host>> recorded_host(std::string name, const fs::path& folder);

// Asks `inner` and writes each answer under `folder`. A write that fails is the answer's error.
std::unique_ptr<Host> recording_host(Host& inner, fs::path folder);

// Answers from memory: by the words of the command joined by ' ', or by path.
class FakeHost : public Host {
 public:
  explicit FakeHost(std::string name) : name_(std::move(name)) {}
  void answers(std::string what, Answer with) { answers_.emplace_back(std::move(what), with); }
  void fails(std::string what, Error with) { failures_.emplace_back(std::move(what), with); }

  std::string name() const override { return name_; }
  Result<std::optional<Answer>> run(const Request& request) override;
  Result<std::optional<Answer>> read(const std::string& path) override { return find(path); }
  Result<std::optional<std::vector<std::string>>> list(const std::string& path) override;

 private:
  Result<std::optional<Answer>> find(const std::string& what) const;
  std::string name_;
  std::vector<std::pair<std::string, Answer>> answers_;
  std::vector<std::pair<std::string, Error>> failures_;
};

// "" when it is fine as an argument of ssh, else why not.
std::string bad_host_name(std::string_view name);

}  // namespace weft
