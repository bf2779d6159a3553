// A plan as DOT that ptmd and Air can read: every name quoted, one link a line.

#include <fmt/format.h>

#include <map>
#include <set>

#include "base/text.h"
#include "plan/dot_tokens.h"
#include "plan/plan.h"
#include "plan/text_fields.h"

namespace weft {
namespace {

std::string dot_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '\\';
    out += c;
  }
  // An odd number of backslashes before the closing quote would escape it.
  std::size_t backslashes = 0;
  while (backslashes < text.size() && text[text.size() - 1 - backslashes] == '\\') ++backslashes;
  if (backslashes % 2 == 1) out += '\\';
  return out + '"';
}

std::string dot_key(std::string_view text) {  // rack, but "a.mac"
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
  const bool bare = !text.empty() && text.find_first_not_of(letters) == std::string_view::npos &&
                    !dot_keyword(text);
  return bare ? std::string(text) : dot_text(text);
}

std::string bracketed(const TextFields& fields) {
  std::string out;
  for (const auto& [name, value] : fields)
    out += fmt::format("{}{}={}", out.empty() ? " [" : ", ", dot_key(name), dot_text(value));
  return out.empty() ? out : out + "]";
}

std::string edge(const Port& a, const Port& b, const TextFields& fields) {
  return fmt::format("  {}:{} -- {}:{}{}\n", dot_text(a.node), dot_text(a.name), dot_text(b.node),
                     dot_text(b.name), bracketed(fields));
}

void write_nodes(const Plan& plan, std::string& out, std::vector<std::string>& unheld) {
  std::map<std::string_view, std::string> open;
  for (const Port& port : plan.open_ports) {
    std::string& ports = open[port.node];
    ports += (ports.empty() ? "" : " ") + port.name;
  }
  std::set<std::string_view> linked;
  for (const Link& link : plan.links) {
    linked.insert(link.a.node);
    linked.insert(link.far_end_known() ? link.b.node : std::string_view());
  }
  for (const Node& node : plan.nodes) {
    TextFields fields = node_fields(node, unheld);
    if (const auto at = open.find(node.name); at != open.end())
      fields.emplace_back("open_ports", at->second);
    if (!fields.empty() || !linked.contains(node.name))
      out += fmt::format("  {}{}\n", dot_text(node.name), bracketed(fields));
  }
}

}  // namespace

std::string write_dot(const Plan& plan, std::vector<std::string>& lost) {
  std::vector<std::string> unheld;  // names of attributes
  std::string title, attributes;
  for (const auto& [name, value] : intent_fields(plan.intent))
    attributes += fmt::format("  {}={}\n", dot_key(name), dot_text(value));
  for (const auto& [name, value] : plan.attributes) {
    if (value.is_null()) continue;
    const bool plain = value.array() == nullptr && value.object() == nullptr;
    const std::string text = value.text() != nullptr ? *value.text()
                             : plain                 ? to_text(value)
                                                     : std::string();
    if (name == "title" && plain)
      title = dot_text(text) + " ";
    else if (plain)
      attributes += fmt::format("  {}={}\n", dot_key(name), dot_text(text));
    else
      unheld.push_back(name);
  }
  std::string out = fmt::format("graph {}{{\n{}", title, attributes);
  write_nodes(plan, out, unheld);
  std::size_t no_end = 0;
  for (const Link& link : plan.links) {
    if (link.far_end_known()) {
      out += edge(link.a, link.b, link_fields(link, unheld));
    } else if (link.through.empty()) {
      ++no_end;
    } else {  // the panel is where the plan ends
      Link shown = link;
      shown.through.pop_back();
      out += edge(link.a, link.through.back(), link_fields(shown, unheld));
    }
  }
  if (no_end > 0) lost.push_back(count_of(no_end, "cable") + " that leave the plan");
  const std::set<std::string> names(unheld.begin(), unheld.end());
  if (!names.empty())
    lost.push_back("attributes that are lists or objects: " +
                   join(std::vector<std::string>(names.begin(), names.end()), ", "));
  return out + "}\n";
}

}  // namespace weft
