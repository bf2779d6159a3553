// Processes: commands as argument vectors, never through a shell; every wait has an end.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/units.h"

namespace weft {

struct Command {
  std::vector<std::string> argv;
  std::vector<std::pair<std::string, std::string>> environment = {};  // added to ours
  std::string input = {};                                             // given on standard input
  Nanos timeout = std::chrono::seconds(30);
  std::size_t output_limit = std::size_t{64} << 20;  // bytes kept of each stream
};

struct CommandOutput {
  int status = 0;  // exit code; 128 + signal when a signal ended it
  bool timed_out = false;
  std::string out;
  std::string err;
};

// Runs it to its end. Error only when it could not be started ("cannot run 'x': No such file").
// After the timeout the whole process group is killed and `timed_out` set.
Result<CommandOutput> run_command(const Command& command);

// A long-running program in a process group of its own. Its stdout and stderr go to one file, not
// to a pipe: should we be killed, it can still write and end in order.
class Child {
 public:
  static Result<Child> start(const Command& command, const std::string& output_file);
  Child(Child&& other) noexcept;
  Child& operator=(Child&& other) noexcept;
  ~Child();  // kills what still runs

  pid_t pid() const { return pid_; }
  void read_output(std::string& append_to);  // what it has written since the last call
  std::optional<int> ended();                // exit status as in CommandOutput, once ended
  void signal(int number) const;             // to the whole group
  int end(Nanos patience);                   // SIGTERM, then SIGKILL after `patience`; status

 private:
  Child(pid_t pid, int output) : pid_(pid), output_(output) {}
  pid_t pid_ = -1;
  int output_ = -1;
  std::optional<int> status_;
};

// The path of the running program, and the folder of a program found in PATH ("" when not found).
std::string own_path();
std::string find_program(const std::string& name);

}  // namespace weft
