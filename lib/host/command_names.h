// How a command is called as a file, and which spellings mean the same command.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft {

// "lldpctl_-f_json", without ".out".
std::string command_file_name(const std::vector<std::string>& argv);

// What is left of a file name or command once its spelling is taken away: lower case, without
// ".out", ".json", ".json0", ".txt", ".log", without format flags, words joined by '_':
// "lldpctl_-f_json.out", "lldpctl.json" and "LLDPctl -f json0" are all "lldpctl".
std::string command_key(std::string_view name);

}  // namespace weft
