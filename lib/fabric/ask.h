// The node is asked first: is it there, has it this weft, is it idle. One `sh -s` per host through
// the agent (ssh), in parallel, the script on standard input: nothing is quoted twice.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/layout.h"

namespace weft {

struct AskOptions {
  std::string program;
  std::string version;
  std::vector<std::string> agent;
};

struct AskResult {
  std::map<std::string, std::string> unreachable;  // host -> the agent's words
  std::map<std::string, std::string> busy;         // host -> what keeps it busy
  std::vector<std::string> lacking;                // hosts without this version of weft
  std::map<std::string, std::string> answers;      // host -> what it printed
  bool shares_cores = false;                       // workers outnumber cores on some machine
};

Result<AskResult> ask(const Layout& layout, const AskOptions& options);

// A copy of this program on every host at one path, for clusters where it is not installed; gone
// again when the object is.
class Staging {
 public:
  static Result<std::unique_ptr<Staging>> make(const Layout& layout, const std::string& program,
                                               const std::vector<std::string>& agent);
  ~Staging();
  std::string program() const { return folder_ + "/weft"; }
  const std::string& folder() const { return folder_; }

 private:
  std::vector<std::string> hosts_, agent_;
  std::string folder_;
};

}  // namespace weft
