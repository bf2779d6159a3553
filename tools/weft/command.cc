// What all subcommands share: exit codes and the two streams.

#include "command.h"
#include "base/talk.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>

namespace weft {

std::string command_name(std::string_view id) {
  std::string name(id);
  std::ranges::replace(name, '_', '-');
  return name;
}

int exit_code_of(Verdict verdict, bool strict) {
  switch (verdict) {
    case Verdict::fail:
      return exit_code::failed;
    case Verdict::unknown:
      return exit_code::unknown;
    case Verdict::warn:
      return strict ? exit_code::failed : exit_code::fine;
    case Verdict::pass:
    case Verdict::skip:
      return exit_code::fine;
  }
  return exit_code::unknown;
}

int complain(const Error& error, int code) {
  talk("weft: {}\n", error.text());
  return code;
}

int print_result(std::string_view text, int code) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0)
    return code;
  return complain(Error{"cannot write the result to standard output", {}, "", {}});
}

}  // namespace weft
