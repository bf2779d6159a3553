// DOT cut into tokens with line and column, more patient than Graphviz: a bare name that Graphviz
// would split or refuse stays whole and is marked, so that the reader can say what is wrong with
// it. The grammar: graphviz.org/doc/info/lang.html; what Graphviz 2.43 does was tried with
// libcgraph.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

enum class DotKind : std::uint8_t {
  end,
  name,
  brace_open,
  brace_close,
  bracket_open,
  bracket_close,
  semicolon,
  comma,
  colon,
  equals,
  edge,
  arrow,
  junk
};

enum class DotForm : std::uint8_t { bare, quoted, html };

struct DotToken {
  DotKind kind = DotKind::end;
  DotForm form = DotForm::bare;
  std::string text = {};  // of a name: unquoted, escapes resolved; of junk: as it stands
  std::uint32_t line = 1;
  std::uint32_t column = 1;
  std::string trouble = {};  // of a bare name: what Graphviz makes of it, "" when it reads it whole
  bool refused = false;      // of a bare name: Graphviz stops here with a syntax error
  std::string error = {};    // an unfinished quote, comment or <...>: what was left open
};

class DotTokens {
 public:
  explicit DotTokens(std::string_view text) : text_(text) {}
  DotToken next();

  // Whether a quoted text may run over lines: a value of an attribute may, a name never does, and
  // then the quote is most likely missing.
  void allow_lines(bool allowed) { lines_allowed_ = allowed; }

  // Ends of unfinished comments; asked for when the tokens are through.
  const std::vector<DotToken>& unfinished() const { return unfinished_; }

 private:
  void skip_blanks();
  void step(std::size_t n = 1);
  bool here(std::string_view what) const { return text_.substr(at_).starts_with(what); }
  DotToken begin(DotKind kind) const;
  DotToken quoted();
  std::string quoted_part(DotToken& token);
  DotToken html();
  DotToken bare();

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  std::size_t line_start_ = 0;
  bool lines_allowed_ = false;
  std::vector<DotToken> unfinished_;
};

// How Graphviz's lexer would cut a bare word: `leaf-02` into "leaf", "-02". `refused` is set to the
// first character it has no rule for ("." or "/"), or stays "".
std::vector<std::string> graphviz_pieces(std::string_view word, std::string& refused);

bool dot_keyword(std::string_view word);  // node, edge, graph, ..., in any case

}  // namespace weft
