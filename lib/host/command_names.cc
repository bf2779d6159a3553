// Spelling of command names; see command_names.h.

#include "host/command_names.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.h"

namespace weft {

std::string command_file_name(const std::vector<std::string>& argv) {
  std::string name = join(argv, "_");
  for (char& c : name) {
    const auto u = static_cast<unsigned char>(c);
    const bool kept = std::isalnum(u) || std::string_view("._+=:@,-").find(c) != std::string::npos;
    if (!kept || u >= 0x80) c = '_';
  }
  return name;
}

std::string command_key(std::string_view name) {
  // Words that say in which form, not what.
  static constexpr std::array<std::string_view, 13> form = {
      "f", "o", "j", "c", "json", "json0", "out", "txt", "log", "stdout", "detail", "s", "d"};
  std::string key;
  std::string word;
  const auto finish = [&] {
    if (!word.empty() && std::find(form.begin(), form.end(), word) == form.end())
      key += (key.empty() ? "" : "_") + word;
    word.clear();
  };
  for (const char c : lower(name)) {
    if (std::isalnum(static_cast<unsigned char>(c)))
      word += c;
    else
      finish();
  }
  finish();
  return key;
}

}  // namespace weft
