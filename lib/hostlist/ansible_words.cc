// See ansible_words.h.

#include "hostlist/ansible_words.h"

namespace weft {

std::optional<std::vector<ShellWord>> shell_words(HostListBuilder& out, std::string_view line,
                                                  std::size_t number) {
  std::vector<ShellWord> words;
  bool inside = false;  // a word has begun
  char quote = 0;
  Spot quote_at;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const Spot at{number, i + 1};
    const bool blank = c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
    if (quote == 0 && (blank || c == '#')) {
      if (c == '#') break;  // shlex ends a word here, also in its middle
      inside = false;
      continue;
    }
    if (!inside) words.push_back({"", at});
    inside = true;
    if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
      quote_at = at;
    } else if (c == '\\' && quote != '\'' && i + 1 < line.size()) {
      words.back().text += line[++i];
    } else {
      words.back().text += c;
    }
  }
  if (quote == 0) return words;
  out.error(quote_at, "this quote is never closed");
  return std::nullopt;
}

}  // namespace weft
