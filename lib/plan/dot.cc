// Graphviz DOT as Cumulus PTM and NVIDIA Air use it: "leaf01":"swp1" -- "spine01":"swp3".
//
// Facts: the PTM chapter of the Cumulus Linux manual (hostnametype, LLDP and BFD parameters and
// their templates), the DOT grammar, and libcgraph 2.43 as tried. Our own attributes are the names
// of the fields of Node and Link.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "plan/dot_graph.h"
#include "plan/dot_graphviz.h"
#include "plan/plan.h"
#include "plan/text_fields.h"

namespace weft {
namespace {

// What stands before anything is said: a plan often opens with a banner of comments.
std::string_view without_comments(std::string_view text) {
  const auto drop = [&](std::string_view end) {
    const std::size_t at = text.find(end);
    text.remove_prefix(at == std::string_view::npos ? text.size() : at + end.size());
  };
  for (;;) {
    text = trim(text);
    if (text.starts_with("/*"))
      drop("*/");
    else if (text.starts_with("#") || text.starts_with("//"))
      drop("\n");
    else
      return text;
  }
}

bool looks_like_dot(std::string_view text) {
  const std::string_view body = without_comments(text.substr(0, 16384));
  const std::string word = lower(body.substr(0, body.find_first_of(" \t\r\n\"{/#")));
  return word == "graph" || word == "digraph" || word == "strict";
}

// How PTM compares names: "match_type=portdescr, match_hostname=fqdn". A template is looked up.
struct Matching {
  std::optional<bool> full_domain;
  std::optional<std::string> type;

  void take(std::string_view lldp, const Attributes& templates, int depth = 0) {
    for (const std::string_view part : split(lldp, ',')) {
      const std::size_t equals = part.find('=');
      if (equals == std::string_view::npos) continue;
      const std::string_view key = trim(part.substr(0, equals)),
                             value = trim(part.substr(equals + 1));
      if (key == "match_hostname") full_domain = equal_ignoring_case(value, "fqdn");
      if (key == "match_type") type = lower(value);
      if (key != "lldptmpl" || depth > 0) continue;
      if (const auto found = templates.find(std::string(value)); found != templates.end())
        take(attribute_text(found->second), templates, depth + 1);
    }
  }
};

class Reader {
 public:
  Reader(std::string_view text, const std::string& file)
      : out_(file), graph_(parse_dot(text, out_)) {}

  PlanRead run(std::string_view text) {
    if (!graph_.name.empty()) out_.plan().attributes["title"] = json_text(graph_.name);
    for (const DotAttribute& attribute : graph_.attributes) plan_attribute(attribute);
    for (const DotNode& node : graph_.nodes) read_node(node);
    for (const DotEdge& edge : graph_.edges) read_edge(edge);
    strict();
    second_opinion(std::string(text));
    return out_.take();
  }

 private:
  void plan_attribute(const DotAttribute& from) {
    if (!is_intent_field(from.key))
      out_.plan().attributes[from.key] = json_text(from.value);
    else if (const auto problem = set_intent_field(out_.plan().intent, from.key, from.value))
      out_.warn(from.line, 0, fmt::format("{} of the graph: {}", from.key, *problem));
  }

  bool named(const DotEnd& end) {
    if (end.node.empty()) out_.fault(end.line, end.column, "a device with an empty name");
    return !end.node.empty();
  }

  void read_node(const DotNode& from) {
    DotEnd end = from.end;
    clean(end);
    if (!named(end)) return;
    if (!end.port.empty())
      out_.fault(end.line, end.column,
                 fmt::format("{}:{} stands alone: no link", printable(end.node, 60),
                             printable(end.port, 40)),
                 "is a '--' missing?");
    out_.node(end.node);
    for (const auto& [key, value, line] : from.attributes) {
      if (key == "open_ports") {
        for (const std::string_view port : words(value))
          out_.open_port({end.node, std::string(port)});
        continue;
      }
      if (const auto problem = set_node_field(out_.node(end.node), key, value))
        out_.warn(
            line, 0,
            fmt::format("{} of {}: {}", printable(key, 40), printable(end.node, 60), *problem));
    }
  }

  // Blanks around a name, and a colon inside the quotes: what was meant is clear, and said.
  void clean(DotEnd& end) {
    for (std::string* text : {&end.node, &end.port}) {
      if (trim_cell(*text).size() == text->size()) continue;
      out_.warn(end.line, end.column,
                fmt::format("\"{}\" has blanks around it, which are part of the name for Graphviz",
                            printable(*text, 60)));
      *text = trim_cell(*text);
    }
    const std::size_t colon = end.node.find(':');
    if (!end.port.empty() || colon == std::string::npos || colon == 0 ||
        colon + 1 == end.node.size() || end.node.find(':', colon + 1) != std::string::npos)
      return;
    out_.warn(
        end.line, end.column,
        fmt::format("\"{}\" has its colon inside the quotes: Graphviz and ptmd read one device "
                    "of that name without a port",
                    printable(end.node, 80)),
        "write \"device\":\"port\"");
    end.port = end.node.substr(colon + 1);
    end.node.resize(colon);
  }

  void read_edge(const DotEdge& edge) {
    if (edge.a_grouped || edge.b_grouped) explain_group(edge);
    if (edge.a.size() > 1 && edge.b.size() > 1) return;
    for (const DotEnd& a : edge.a)
      for (const DotEnd& b : edge.b) read_link(edge, a, b);
  }

  void explain_group(const DotEdge& edge) {
    const bool ports =
        std::any_of(edge.b.begin(), edge.b.end(),
                    [](const DotEnd& e) { return !e.port.empty(); }) ||
        std::any_of(edge.a.begin(), edge.a.end(), [](const DotEnd& e) { return !e.port.empty(); });
    if (edge.a.size() == 1 && edge.b.size() == 1) {
      if (ports)
        out_.warn(edge.line, edge.column,
                  "a link to '{ ... }': Graphviz and ptmd drop the port of what is in the braces",
                  "write the device and its port without braces");
      return;
    }
    const auto& many = edge.b.size() > 1 ? edge.b : edge.a;
    std::string far;
    for (std::size_t i = 0; i < many.size() && i < 4; ++i)
      far += fmt::format("{}{}:{}", i > 0 ? ", " : "", printable(many[i].node, 60),
                         printable(many[i].port, 40));
    if (many.size() > 4) far += fmt::format(" and {} more", many.size() - 4);
    constexpr std::string_view hint = "one line a cable: \"leaf\":\"port\" -- \"spine\":\"port\"";
    if (edge.a.size() > 1 && edge.b.size() > 1)  // no links are made of it
      return out_.fault(edge.line, edge.column,
                        fmt::format("a link between two groups is no cable ({} on one side)", far),
                        std::string(hint));
    if (edge.a.empty() || edge.b.empty())
      return out_.fault(edge.line, edge.column, "a link to empty braces", std::string(hint));
    out_.warn(
        edge.line, edge.column,
        fmt::format("a link to a group ({}): Graphviz and ptmd make {} links of it and drop the "
                    "ports in the braces",
                    far, many.size()),
        std::string(hint));
  }

  void read_link(const DotEdge& edge, DotEnd a, DotEnd b) {
    clean(a);
    clean(b);
    if (!named(a) || !named(b)) return;
    if (a.port.empty() || b.port.empty()) {
      const DotEnd& bare = a.port.empty() ? a : b;
      out_.node(a.node), out_.node(b.node);
      return out_.fault(
          bare.line, bare.column,
          fmt::format("no port of {}: a link needs a port at both ends", printable(bare.node, 80)),
          "write \"device\":\"port\" -- \"device\":\"port\"");
    }
    Link& link = out_.link({a.node, a.port}, {b.node, b.port}, edge.line);
    const Attributes& global = out_.plan().attributes;
    if (const auto type = global.find("hostnametype"); type != global.end())
      link.full_domain = equal_ignoring_case(attribute_text(type->second), "fqdn");
    Matching matching;
    if (const auto lldp = global.find("LLDP"); lldp != global.end())
      matching.take(attribute_text(lldp->second), global);
    if (matching.full_domain) link.full_domain = *matching.full_domain;
    matching.full_domain.reset();
    for (const auto& [key, value, line] : edge.attributes) {
      if (const auto problem = set_link_field(link, key, value))
        out_.warn(line, 0, fmt::format("{}: {}", printable(key, 40), *problem));
      if (key == "LLDP") matching.take(value, global);
    }
    if (matching.full_domain) link.full_domain = *matching.full_domain;
    if (matching.type == "portdescr") link.attributes["match_type"] = json_text("portdescr");
  }

  // `strict` keeps one link between two devices, so ptmd forgets the others.
  void strict() {
    if (!graph_.strict) return;
    std::map<std::pair<std::string_view, std::string_view>, std::size_t> between;
    for (const Link& link : out_.plan().links)
      ++between[std::minmax<std::string_view>(link.a.node, link.b.node)];
    std::size_t lost = 0;
    std::string first;
    for (const auto& [pair, n] : between) {
      if (n > 1 && first.empty())
        first = fmt::format(", the first between {} and {}", printable(pair.first, 60),
                            printable(pair.second, 60));
      lost += n - 1;
    }
    if (lost > 0)
      out_.warn(
          graph_.strict_line, 1,
          fmt::format("'strict' makes Graphviz and ptmd keep one link between two devices: {} "
                      "of this plan would be lost{}",
                      count_of(lost, "link"), first),
          "remove 'strict'");
  }

  // Asked only where it can answer in bounded time, and told only where nothing above explains it.
  void second_opinion(const std::string& text) {
    constexpr double most_edges = 1'000'000;
    if (graph_.broken || graph_.graphviz_edges > most_edges) return;
    const std::size_t said = out_.said();
    const GraphvizOpinion opinion = ask_graphviz(text);
    if (!opinion.read) {
      out_.fault(0, 0,
                 fmt::format("Graphviz does not read this file; it says: {}",
                             printable(join(opinion.said, " "))));
      return;
    }
    if (said > 0) return;
    if (opinion.edges == graph_.edges.size() && opinion.nodes.size() == out_.plan().nodes.size())
      return;
    out_.warn(0, 0,
              fmt::format("Graphviz reads {} and {} here, weft {} and {}",
                          count_of(opinion.nodes.size(), "device"), count_of(opinion.edges, "link"),
                          count_of(out_.plan().nodes.size(), "device"),
                          count_of(graph_.edges.size(), "link")),
              "two links with the same 'key' are one to Graphviz");
  }

  PlanBuilder out_;
  DotGraph graph_;
};

Result<PlanRead> read_dot(std::string_view text, const std::string& file) {
  PlanRead read = Reader(text, file).run(text);
  if (read.plan.nodes.empty() && !read.faults.empty())
    return Failure(collected(std::move(read.faults)));
  return read;
}

}  // namespace

std::string write_dot(const Plan& plan, std::vector<std::string>& lost);

namespace plan_formats {
extern const PlanFormat dot = {"Graphviz DOT, the topology.dot of Cumulus PTM and NVIDIA Air",
                               ".dot .gv", looks_like_dot, read_dot, write_dot};
}

}  // namespace weft
