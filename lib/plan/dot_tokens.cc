// The tokens of DOT; see dot_tokens.h.

#include "plan/dot_tokens.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace weft {
namespace {

bool letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80) != 0;
}
bool digit(char c) { return c >= '0' && c <= '9'; }
bool blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f'; }

// Graphviz's number: -?(\.[0-9]+|[0-9]+(\.[0-9]*)?). Length at the beginning of `text`, 0 when
// none.
std::size_t number_length(std::string_view text) {
  std::size_t i = text.starts_with('-') ? 1 : 0;
  const std::size_t first = i;
  while (i < text.size() && digit(text[i])) ++i;
  const bool whole = i > first;
  if (i < text.size() && text[i] == '.') {
    std::size_t j = i + 1;
    while (j < text.size() && digit(text[j])) ++j;
    if (whole || j > i + 1) i = j;
  }
  return i > first && (whole || i > first + 1) ? i : 0;
}

std::size_t id_length(std::string_view text) {
  std::size_t i = 0;
  if (!text.empty() && letter(text[0]))
    while (i < text.size() && (letter(text[i]) || digit(text[i]))) ++i;
  return i;
}

constexpr std::string_view stops = "{}[]=;,:\"<>#";

}  // namespace

bool dot_keyword(std::string_view word) {
  for (const std::string_view key : {"node", "edge", "graph", "digraph", "subgraph", "strict"})
    if (equal_ignoring_case(word, key)) return true;
  return false;
}

std::vector<std::string> graphviz_pieces(std::string_view word, std::string& refused) {
  std::vector<std::string> pieces;
  while (!word.empty()) {
    std::size_t n = id_length(word);
    if (n == 0) n = number_length(word);
    if (n == 0) {
      if (refused.empty()) refused = word.substr(0, 1);
      n = 1;
    }
    pieces.emplace_back(word.substr(0, n));
    word.remove_prefix(n);
  }
  return pieces;
}

void DotTokens::step(std::size_t n) {
  for (; n > 0 && at_ < text_.size(); --n) {
    if (text_[at_] == '\n') ++line_, line_start_ = at_ + 1;
    ++at_;
  }
}

DotToken DotTokens::begin(DotKind kind) const {
  DotToken token;
  token.kind = kind;
  token.line = line_;
  token.column = static_cast<std::uint32_t>(at_ - line_start_ + 1);
  return token;
}

void DotTokens::skip_blanks() {
  while (at_ < text_.size()) {
    if (blank(text_[at_])) {
      step();
    } else if (here("//") || here("#")) {
      step(std::min(text_.find('\n', at_), text_.size()) - at_);
    } else if (here("/*")) {
      DotToken open = begin(DotKind::junk);
      const std::size_t end = text_.find("*/", at_ + 2);
      if (end == std::string_view::npos) {
        open.error = "this comment is never closed, so Graphviz reads nothing after it";
        if (unfinished_.empty()) unfinished_.push_back(std::move(open));
        step(text_.size() - at_);
      } else {
        step(end + 2 - at_);
      }
    } else {
      return;
    }
  }
}

DotToken DotTokens::next() {
  skip_blanks();
  if (at_ >= text_.size()) return begin(DotKind::end);
  if (here("\"")) return quoted();
  if (here("<")) return html();
  if (here("--") || here("->")) {
    DotToken token = begin(here("--") ? DotKind::edge : DotKind::arrow);
    step(2);
    return token;
  }
  if (const std::size_t kind = std::string_view("{}[];,:=").find(text_[at_]);
      kind != std::string_view::npos) {
    DotToken token =
        begin(static_cast<DotKind>(static_cast<std::size_t>(DotKind::brace_open) + kind));
    step();
    return token;
  }
  return bare();
}

std::string DotTokens::quoted_part(DotToken& token) {
  std::string out;
  step();
  while (at_ < text_.size() && text_[at_] != '"' && (lines_allowed_ || text_[at_] != '\n')) {
    if (here("\\\"")) {
      out += '"';
      step(2);
    } else if (here("\\\n") || here("\\\r\n")) {
      step(here("\\\n") ? 2 : 3);
    } else if (here("\\\\")) {
      out += "\\\\";  // Graphviz keeps both; so that \\" ends the string
      step(2);
    } else {
      out += text_[at_];
      step();
    }
  }
  if (at_ < text_.size() && text_[at_] == '"')
    step();
  else if (lines_allowed_)
    token.error = "this quote is never closed";
  else
    token.error = "this quote is not closed on its line, which is not read";
  return out;
}

DotToken DotTokens::quoted() {
  DotToken token = begin(DotKind::name);
  token.form = DotForm::quoted;
  token.text = quoted_part(token);
  for (;;) {  // "a" + "b" is one name
    const std::size_t at = at_, line_start = line_start_;
    const std::uint32_t line = line_;
    skip_blanks();
    if (here("+")) {
      step();
      skip_blanks();
      if (here("\"")) {
        token.text += quoted_part(token);
        continue;
      }
    }
    at_ = at, line_ = line, line_start_ = line_start;
    return token;
  }
}

DotToken DotTokens::html() {
  DotToken token = begin(DotKind::name);
  token.form = DotForm::html;
  std::size_t depth = 0, from = at_;
  do {
    if (text_[at_] == '<') ++depth;
    if (text_[at_] == '>') --depth;
    step();
  } while (depth > 0 && at_ < text_.size());
  if (depth > 0) token.error = "this '<' is never closed";
  token.text = text_.substr(from + 1, at_ - from - (depth > 0 ? 1 : 2));
  return token;
}

DotToken DotTokens::bare() {
  DotToken token = begin(DotKind::name);
  const std::size_t from = at_;
  while (at_ < text_.size() && !blank(text_[at_]) && !here("--") && !here("->") && !here("//") &&
         !here("/*") && stops.find(text_[at_]) == std::string_view::npos)
    step();
  if (at_ == from) step();  // a stop that no rule took, as '>'
  const std::string_view word = text_.substr(from, at_ - from);
  token.text = word;
  if (std::none_of(word.begin(), word.end(), [](char c) { return letter(c) || digit(c); })) {
    token.kind = DotKind::junk;
    return token;
  }
  if (id_length(word) == word.size() || number_length(word) == word.size()) return token;
  std::string refused;
  const auto pieces = graphviz_pieces(word, refused);
  token.refused = !refused.empty();
  token.trouble =
      token.refused ? fmt::format("Graphviz stops at '{}' with a syntax error", printable(refused))
                    : fmt::format("Graphviz and ptmd read '{}'",
                                  printable(fmt::format("{}", fmt::join(pieces, "' and '"))));
  return token;
}

}  // namespace weft
