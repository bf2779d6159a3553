// How the program describes itself: help that fits a terminal, and what was meant instead of a
// typo.
#pragma once

#include <map>
#include <memory>

#include "command.h"

namespace weft {

// What each declared subcommand does once it is parsed.
using Actions = std::map<const CLI::App*, std::function<int()>>;

// The whole command line. Only the subcommand `named` gets its options ("*": all of them), so that
// `weft --help` does not pay for them all.
std::unique_ptr<CLI::App> make_app(std::string_view named, Actions& actions);

// The words after `weft` with the subcommand spelled as in the table, `help X` as `X --help`, and
// nothing as `--help`. Error: there is no such subcommand.
Result<std::vector<std::string>> known_words(std::vector<std::string> words);

// What is wrong with the command line, with "did you mean" where a name is near.
Error parse_problem(const CLI::App& app, const CLI::ParseError& error);

}  // namespace weft
