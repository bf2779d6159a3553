// A subcommand: one file here, its name is the id. The only home of CLI11, exit codes and stdout.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/table.h"
#include "model/verdict.h"

namespace weft {

struct CommandSpec {
  std::string_view summary;  // one line for `weft --help`
  // Declares the options on `app` and returns what runs once they are parsed: the exit code.
  std::function<int()> (*declare)(CLI::App& app);
  bool hidden = false;            // not shown in help and completion (the worker)
  std::string_view example = {};  // command lines, one a line, at the end of its --help
};

namespace commands {
std::span<const Row<CommandSpec>> all();
}

// The id as it is typed: "swap_cables" is `swap-cables`.
std::string command_name(std::string_view id);

// Exit codes of the whole program.
namespace exit_code {
constexpr int fine = 0;    // no failure, nothing unknown; warnings allowed
constexpr int failed = 1;  // something failed, faults in a plan included
constexpr int bad_request =
    2;                      // the request was wrong, or nothing could be judged because of input
constexpr int unknown = 3;  // nothing failed, something is unknown
constexpr int interrupted = 130;
}  // namespace exit_code

int exit_code_of(Verdict verdict, bool strict = false);  // strict: a warning counts as a failure

// Errors go to stderr, one a line, "weft: " in front; returns `code`.
int complain(const Error& error, int code = exit_code::bad_request);

// The result goes to stdout; exit code 2 with a message when stdout cannot be written.
int print_result(std::string_view text, int code = exit_code::fine);

}  // namespace weft
