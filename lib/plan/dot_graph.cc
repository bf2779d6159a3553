// The statements of DOT by recursive descent; see dot_graph.h.

#include "plan/dot_graph.h"

#include <fmt/format.h>

#include <optional>
#include <set>
#include <utility>

#include "base/text.h"
#include "plan/dot_attributes.h"
#include "plan/dot_tokens.h"

namespace weft {
namespace {

constexpr int deepest = 20;  // `{` within `{`; a plan has two or three

// Defaults that `node [..]` and `edge [..]` set for what follows in the same braces.
struct Defaults {
  DotAttributes node, edge;
};

class Parser {
 public:
  Parser(std::string_view text, PlanBuilder& out) : tokens_(text), out_(out), lists_(out) {
    advance();
  }

  DotGraph run() {
    header();
    if (token_.kind == DotKind::brace_open) body();
    trailer();
    for (const DotToken& open : tokens_.unfinished()) fault(open, open.error);
    const auto unreadable = [&](std::uint32_t line) { return bad_lines_.contains(line); };
    std::erase_if(graph_.nodes, [&](const DotNode& node) { return unreadable(node.end.line); });
    std::erase_if(graph_.edges, [&](const DotEdge& edge) { return unreadable(edge.line); });
    return std::move(graph_);
  }

 private:
  // Ends of what stands in braces, for a link to the braces. Graphviz keeps them once a level too.
  void hand_up(std::vector<DotEnd>* members, const std::vector<DotEnd>& ends) {
    if (members == nullptr) return;
    members->insert(members->end(), ends.begin(), ends.end());
    graph_.graphviz_edges += static_cast<double>(ends.size());
  }

  void advance() {
    token_ = ahead_ ? std::move(*ahead_) : tokens_.next();
    ahead_.reset();
  }
  const DotToken& ahead() {
    if (!ahead_) ahead_ = tokens_.next();
    return *ahead_;
  }
  bool is(DotKind kind) const { return token_.kind == kind; }
  bool is_edge() const { return is(DotKind::edge) || is(DotKind::arrow) || is_dash(token_); }
  bool is_word(std::string_view word) const {
    const bool bare = is(DotKind::name) && token_.form == DotForm::bare;
    return bare && equal_ignoring_case(token_.text, word);
  }

  void fault(const DotToken& at, std::string what, std::string hint = {}) {
    graph_.broken = true;
    out_.fault(at.line, at.column, std::move(what), std::move(hint));
  }

  std::string found() const {
    if (is(DotKind::name) || is(DotKind::junk))
      return fmt::format("'{}'", printable(token_.text, 40));
    return std::string(dot_word(token_.kind));
  }

  void header();
  void body();
  void trailer();
  void statements(Defaults defaults, int depth, std::vector<DotEnd>* members);
  void statement(Defaults& defaults, int depth, std::vector<DotEnd>* members);
  void edges(std::vector<DotEnd> first, bool grouped, Defaults& defaults, int depth,
             std::vector<DotEnd>* members);
  void edge_operator();
  bool side(std::vector<DotEnd>& out, bool& grouped, const Defaults& defaults, int depth);
  void group(std::vector<DotEnd>& out, const Defaults& defaults, int depth);
  bool end(DotEnd& out);
  DotAttributes attributes();
  void attribute(DotAttributes& into);
  std::string name();
  void skip_statement(std::uint32_t line);
  void check_bare(DotToken& token);

  DotTokens tokens_;
  DotToken token_;
  std::optional<DotToken> ahead_;
  std::set<std::uint32_t> bad_lines_;  // where quotes do not match: nothing of them is believed
  PlanBuilder& out_;
  DotAttributeLists lists_;
  DotGraph graph_;
};

void Parser::header() {
  if (is_word("strict")) {
    graph_.strict = true;
    graph_.strict_line = token_.line;
    advance();
  }
  if (is_word("graph") || is_word("digraph")) {
    graph_.directed = is_word("digraph");
    advance();
  } else {
    fault(token_, fmt::format("expected 'graph' at the beginning, got {}", found()),
          "a plan in DOT is: graph \"name\" { \"leaf01\":\"swp1\" -- \"spine01\":\"swp3\" }");
  }
  if (is(DotKind::name)) graph_.name = name();
  if (!is(DotKind::brace_open)) {
    fault(token_, fmt::format("expected '{{' after the name of the graph, got {}", found()));
    while (!is(DotKind::brace_open) && !is(DotKind::end)) advance();
  }
}

void Parser::body() {
  const DotToken open = token_;
  advance();
  statements({}, 0, nullptr);
  if (is(DotKind::brace_close))
    advance();
  else
    fault(open, "this '{' is never closed", "a '}' is missing, at the end of the file at latest");
}

void Parser::trailer() {
  while (is(DotKind::semicolon)) advance();
  if (is(DotKind::end)) return;
  const bool another = is_word("graph") || is_word("digraph") || is_word("strict");
  out_.fault(token_.line, token_.column,
             another ? "a second graph begins here: Graphviz and ptmd read only the first, and so "
                       "does weft"
                     : fmt::format("{} after the end of the graph is not read", found()),
             another ? "put each plan into a file of its own" : "is a '}' one too many above?");
}

void Parser::statements(Defaults defaults, int depth, std::vector<DotEnd>* members) {
  while (!is(DotKind::brace_close) && !is(DotKind::end)) {
    if (is(DotKind::semicolon)) {
      fault(token_, "a ';' that ends nothing: Graphviz stops here with a syntax error");
      advance();
    } else {
      statement(defaults, depth, members);
      if (is(DotKind::semicolon)) advance();
    }
  }
}

void Parser::statement(Defaults& defaults, int depth, std::vector<DotEnd>* members) {
  const std::uint32_t line = token_.line;
  const bool is_node = is_word("node"), is_edge_word = is_word("edge"), is_graph = is_word("graph");
  if ((is_node || is_edge_word || is_graph) && ahead().kind == DotKind::bracket_open) {
    advance();
    const DotAttributes given = attributes();
    if (is_node)
      lists_.set_all(defaults.node, given);
    else if (is_edge_word)
      lists_.set_all(defaults.edge, given);
    else if (depth == 0)
      lists_.set_all(graph_.attributes, given);
    return;
  }
  if (is(DotKind::name) && ahead().kind == DotKind::equals) {
    DotAttributes given;
    attribute(given);
    if (depth == 0) lists_.set_all(graph_.attributes, given);
    return;
  }
  std::vector<DotEnd> first;
  bool grouped = false;
  if (!side(first, grouped, defaults, depth)) return skip_statement(line);
  if (is_edge()) return edges(std::move(first), grouped, defaults, depth, members);
  DotAttributes given = lists_.copied(defaults.node, token_.line);
  if (is(DotKind::bracket_open)) lists_.set_all(given, attributes());
  if (!grouped) {
    first.front().lone = members != nullptr;
    graph_.nodes.push_back({first.front(), given});
    if (members != nullptr) graph_.nodes.back().end.port.clear();
  }
  for (DotEnd& end : first)  // braces that are no side of a link: their ports have no cable
    if (grouped && std::exchange(end.lone, false) && !end.port.empty())
      graph_.nodes.push_back({end, {}});
  hand_up(members, first);
}

void Parser::edges(std::vector<DotEnd> first, bool grouped, Defaults& defaults, int depth,
                   std::vector<DotEnd>* members) {
  const std::size_t begin = graph_.edges.size();
  std::vector<DotEnd> left = std::move(first);
  bool left_grouped = grouped;
  while (is_edge()) {
    DotEdge edge;
    edge.line = token_.line;
    edge.column = token_.column;
    const std::uint32_t line = token_.line;
    edge_operator();
    if (!side(edge.b, edge.b_grouped, defaults, depth)) {
      skip_statement(line);
      break;
    }
    hand_up(members, left);
    std::vector<DotEnd> next = is_edge() ? edge.b : std::vector<DotEnd>{};
    if (next.empty()) hand_up(members, edge.b);
    edge.a = std::move(left);
    edge.a_grouped = left_grouped;
    if (!edge.a.empty()) edge.line = edge.a.front().line, edge.column = edge.a.front().column;
    graph_.graphviz_edges +=
        static_cast<double>(edge.a.size()) * static_cast<double>(edge.b.size());
    left = std::move(next);
    left_grouped = edge.b_grouped;
    graph_.edges.push_back(std::move(edge));
  }
  DotAttributes given = lists_.copied(defaults.edge, token_.line);
  if (is(DotKind::bracket_open)) lists_.set_all(given, attributes());
  for (auto i = begin; i < graph_.edges.size(); ++i)
    graph_.edges[i].attributes = i == begin ? given : lists_.copied(given, token_.line);
}

void Parser::edge_operator() {
  if (is_dash(token_)) {
    fault(token_, fmt::format("'{}' is no link: Graphviz wants '--'", printable(token_.text)),
          token_.text == "-" ? "" : "a text editor made one dash of two hyphens");
  } else if (is(DotKind::arrow) && !graph_.directed) {
    fault(token_, "'->' in a graph: Graphviz wants '--' here, or 'digraph' at the beginning");
  } else if (is(DotKind::edge) && graph_.directed) {
    fault(token_, "'--' in a digraph: Graphviz wants 'graph' at the beginning, or '->' here");
  }
  advance();
}

bool Parser::side(std::vector<DotEnd>& out, bool& grouped, const Defaults& defaults, int depth) {
  if (is(DotKind::brace_open) || is_word("subgraph")) {
    grouped = true;
    group(out, defaults, depth);
    return true;
  }
  out.emplace_back();
  if (end(out.back())) return true;
  out.pop_back();
  return false;
}

void Parser::group(std::vector<DotEnd>& out, const Defaults& defaults, int depth) {
  if (is_word("subgraph")) {
    advance();
    if (is(DotKind::name)) name();
  }
  if (!is(DotKind::brace_open)) return fault(token_, fmt::format("expected '{{', got {}", found()));
  const DotToken open = token_;
  advance();
  if (depth >= deepest) {
    fault(open, fmt::format("braces deeper than {} levels", deepest));
    while (!is(DotKind::end)) advance();
    return;
  }
  statements(defaults, depth + 1, &out);
  if (is(DotKind::brace_close))
    advance();
  else
    fault(open, "this '{' is never closed");
}

// Where a line meets the box when the graph is drawn (the DOT grammar's compass_pt).
static bool is_compass_point(std::string_view text) {
  for (const std::string_view point : {"n", "ne", "e", "se", "s", "sw", "w", "nw", "c", "_"})
    if (text == point) return true;
  return false;
}

bool Parser::end(DotEnd& out) {
  if (!is(DotKind::name)) {
    fault(token_, fmt::format("expected a device, got {}", found()));
    return false;
  }
  if (token_.form == DotForm::bare && dot_keyword(token_.text))
    fault(token_, fmt::format("'{}' is a word of DOT: as a device it needs quotes", token_.text));
  out.line = token_.line;
  out.column = token_.column;
  out.node = name();
  if (!is(DotKind::colon)) return true;
  advance();
  if (!is(DotKind::name)) {
    fault(token_, fmt::format("expected a port after ':', got {}", found()));
    return false;
  }
  out.port = name();
  if (!is(DotKind::colon)) return true;
  advance();
  const DotToken third = token_;
  if (!is(DotKind::name)) {
    fault(third, fmt::format("expected a name after ':', got {}", found()));
    return false;
  }
  const std::string rest = name();
  if (is_compass_point(rest)) {
    out_.note(third.line, fmt::format("compass point ':{}' of {}:{} is for drawing: left out", rest,
                                      printable(out.node, 60), printable(out.port, 40)));
    return true;
  }
  fault(third,
        fmt::format("'{}:{}:{}' has a second colon: Graphviz takes what follows it for a "
                    "compass point and drops it",
                    printable(out.node, 60), printable(out.port, 40), printable(rest, 40)),
        "quote a port that holds a colon");
  out.port += ':' + rest;
  return true;
}

DotAttributes Parser::attributes() {
  DotAttributes out;
  while (is(DotKind::bracket_open)) {
    const DotToken open = token_;
    advance();
    while (!is(DotKind::bracket_close)) {
      if (is(DotKind::comma) || is(DotKind::semicolon)) {
        advance();
      } else if (is(DotKind::name)) {
        attribute(out);
      } else {
        fault(is(DotKind::end) ? open : token_,
              is(DotKind::end) ? "this '[' is never closed"
                               : fmt::format("expected an attribute or ']', got {}", found()));
        if (!is(DotKind::end)) skip_statement(token_.line);
        return out;
      }
    }
    advance();
  }
  return out;
}

void Parser::attribute(DotAttributes& into) {
  const std::uint32_t line = token_.line;
  std::string key = name();
  if (!is(DotKind::equals))
    return lists_.set(into, {std::move(key), "true", line});  // as Graphviz does
  tokens_.allow_lines(true);
  advance();
  tokens_.allow_lines(false);
  if (!is(DotKind::name)) {
    fault(token_, fmt::format("expected a value for '{}', got {}", printable(key, 40), found()));
    return;
  }
  lists_.set(into, {std::move(key), name(), line});
}

std::string Parser::name() {
  if (!token_.error.empty()) {
    fault(token_, token_.error);
    bad_lines_.insert(token_.line);
  }
  if (token_.form == DotForm::bare) check_bare(token_);
  std::string out = std::move(token_.text);
  advance();
  return out;
}

void Parser::check_bare(DotToken& token) {
  const std::string as_written = token.text;
  if (strip_curly(token.text))
    return fault(token,
                 fmt::format("'{}' has curly quotes, which Graphviz takes for a part of the "
                             "name",
                             printable(as_written, 80)),
                 "use straight ones: \"");
  if (token.trouble.empty()) return;
  std::string what =
      fmt::format("'{}' is not quoted: {}", printable(token.text, 80), token.trouble);
  std::string hint = fmt::format("write \"{}\"", printable(token.text, 80));
  if (token.refused)
    fault(token, std::move(what), std::move(hint));
  else
    out_.warn(token.line, token.column, std::move(what), std::move(hint));
}

// After a mistake: to the end of its line or statement, whichever comes first.
void Parser::skip_statement(std::uint32_t line) {
  while (!is(DotKind::end) && !is(DotKind::brace_close) && token_.line == line) {
    const bool last = is(DotKind::semicolon);
    advance();
    if (last) return;
  }
}

}  // namespace

DotGraph parse_dot(std::string_view text, PlanBuilder& out) { return Parser(text, out).run(); }

}  // namespace weft
