// The words of one line of an Ansible inventory: Python's shlex.split(line, comments=True).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hostlist/builder.h"

namespace weft {

struct ShellWord {
  std::string text;  // quotes gone
  Spot at;
};

// Nothing, and an error, when a quote is left open.
std::optional<std::vector<ShellWord>> shell_words(HostListBuilder& out, std::string_view line,
                                                  std::size_t number);

}  // namespace weft
