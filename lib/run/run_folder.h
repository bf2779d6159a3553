// The folder of a run, written as it goes: a crash loses at most the round that was running.
//
//   request.json   what was asked, the suite's text included: --resume needs nothing else
//   fabric.json    what the fabric is, and its endpoints
//   plan.json      the plan (hosts only, where no wiring plan was given)
//   site/          raw text collected from the hosts
//   steps.jsonl    a StepRecord a line; of a step the last line counts
//   samples/       one binary file a step, a block a round
//   hosts, mpirun.log  what mpirun was given and what it said
//   run.json       the whole document, made from the above by `weft judge`
//   report.html    the page
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/file.h"
#include "model/layout.h"
#include "model/plan.h"
#include "model/run.h"
#include "run/sample_file.h"

namespace weft {

// What was asked.
struct RunRequest {
  std::string schema = "1.0";
  std::string tool_version;
  Instant started;
  std::string suite_file, suite_text;
  std::string hosts;  // as given
  Layout layout;
  std::uint64_t seed = 1;
  std::string control_net, fabric_net;
  std::vector<std::string> agent, mpirun_extra, rail_nets;
  bool force = false;
  std::string fabric = "cluster";  // or "twin": of plan.json, with these faults
  std::vector<std::string> faults = {};
  Extra extra;

  static constexpr auto fields() {
    return std::tuple{field("schema", &RunRequest::schema),
                      field("tool_version", &RunRequest::tool_version),
                      field("started_at", &RunRequest::started),
                      field("suite_file", &RunRequest::suite_file),
                      field("suite_text", &RunRequest::suite_text),
                      defaulted("hosts", &RunRequest::hosts),
                      field("layout", &RunRequest::layout),
                      field("seed", &RunRequest::seed),
                      defaulted("control_net", &RunRequest::control_net),
                      defaulted("fabric_net", &RunRequest::fabric_net),
                      defaulted("agent", &RunRequest::agent),
                      defaulted("mpirun_extra", &RunRequest::mpirun_extra),
                      defaulted("rail_nets", &RunRequest::rail_nets),
                      defaulted("force", &RunRequest::force),
                      defaulted("fabric", &RunRequest::fabric),
                      defaulted("faults", &RunRequest::faults)};
  }
};

// What the fabric turned out to be.
struct FabricRecord {
  std::string schema = "1.0";
  FabricInfo info;
  Layout layout;
  Extra extra;

  static constexpr auto fields() {
    return std::tuple{field("schema", &FabricRecord::schema), field("info", &FabricRecord::info),
                      field("layout", &FabricRecord::layout)};
  }
};

class RunFolder {
 public:
  // A new one; without a plan, the hosts are its plan. Error: it holds a run already, or cannot be
  // written.
  static Result<RunFolder> create(const fs::path& path, const RunRequest& request,
                                  const Plan* plan = nullptr);
  // One that is there. Error: no run folder, broken files, a newer schema.
  static Result<RunFolder> open(const fs::path& path);
  // Before anything is measured into it: nobody else may, until this object is gone. Also refuses a
  // folder that a newer weft has written into. Error: a run is in progress there.
  Result<void> lock();

  const fs::path& path() const { return path_; }
  const RunRequest& request() const { return request_; }

  Result<void> write_fabric(const FabricRecord& record) const;
  Result<FabricRecord> read_fabric() const;  // from the request's layout when it was never written
  Result<void> write_site(const std::string& node, const std::string& name,
                          std::string_view text) const;

  Result<void> append_step(const StepRecord& record) const;
  // The last record of each step, in the order in which they were begun. A torn last line is told
  // in `notes`, any other broken line is an error with its place.
  Result<std::vector<StepRecord>> read_steps(std::vector<std::string>& notes) const;

  std::string samples_name(const Step& step) const;         // relative to the folder
  Result<SampleFile> read_samples(const Step& step) const;  // empty when there is none
  // Opens for appending; cuts a torn tail off first.
  Result<AppendFile> append_samples(const Step& step) const;

  Result<void> write_run(const Run& run) const;

 private:
  RunFolder(fs::path path, RunRequest request)
      : path_(std::move(path)), request_(std::move(request)) {}
  fs::path path_;
  RunRequest request_;
  std::shared_ptr<int> lock_;  // an open descriptor that holds the lock
};

}  // namespace weft
