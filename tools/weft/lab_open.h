// What the subcommands of `weft lab` share: which lab is meant, and what is known of it.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "command.h"
#include "lab/layout.h"
#include "lab/state.h"
#include "observe/collect.h"

namespace weft {

struct LabChoice {
  std::string name = "lab", root;
};
void declare_lab_choice(CLI::App& app, LabChoice& choice);

struct OpenLab {
  LabFolder folder;
  LabState state;
  LabLayout layout;
  bool alive = false;
};

// Error: there is no such lab, or what is kept of it cannot be read.
Result<OpenLab> find_lab(const LabChoice& choice);
// The same; a lab that has died is an error, too.
Result<OpenLab> open_lab(const LabChoice& choice);

// `work` inside the lab; its exit code.
int run_inside(const OpenLab& lab, const std::function<int()>& work);

// "14 nodes (2 spines, 4 leaves, 8 hosts), 32 links".
std::string size_of(const LabLayout& layout);

// "each flow by its hash", "each packet the next way".
std::string_view about(LabRouting routing);

// All nodes into a site folder, from inside.
Result<std::vector<Collected>> collect_lab(const OpenLab& lab, const fs::path& site,
                                           const std::function<void(const Collected&)>& done);

// Becomes another program with our streams; returns only the exit code of a failure, 127.
int become(std::vector<std::string> words);

// Becomes this program with other arguments; returns only the exit code of a failure.
int become_weft(std::vector<std::string> words);

// One part of `weft lab`, in a file of its own.
using LabPart = std::function<int()> (*)(CLI::App&);
std::function<int()> declare_lab_up(CLI::App& app);
std::function<int()> declare_lab_down(CLI::App& app);
std::function<int()> declare_lab_status(CLI::App& app);
std::function<int()> declare_lab_exec(CLI::App& app);
std::function<int()> declare_lab_agent(CLI::App& app);
std::function<int()> declare_lab_check(CLI::App& app);
std::function<int()> declare_lab_collect(CLI::App& app);
std::function<int()> declare_lab_run(CLI::App& app);
std::function<int()> declare_lab_fault(CLI::App& app);
std::function<int()> declare_lab_heal(CLI::App& app);

}  // namespace weft
