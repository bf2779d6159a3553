// A plan as NVIDIA Air's topology JSON, with what that can hold; the rest is told as lost.

#include <fmt/format.h>

#include "base/text.h"
#include "plan/plan.h"
#include "plan/text_fields.h"

namespace weft {
namespace {

// Air wants these as numbers, also when they came as text from DOT.
bool is_number_key(std::string_view key) {
  return key == "cpu" || key == "memory" || key == "storage";
}

void write_attribute(JsonWriter& out, const std::string& key, const Json& value) {
  out.key(key);
  const auto number =
      value.text() != nullptr && is_number_key(key) ? parse_uint(*value.text()) : std::nullopt;
  if (number)
    out.value(*number);
  else
    write_json_value(out, value);
}

void write_node(JsonWriter& out, const Node& node) {
  out.key(node.name);
  out.begin_object();
  if (node.model) {
    out.key("model");
    out.value(std::string_view(*node.model));
  }
  for (const auto& [key, value] : node.attributes) write_attribute(out, key, value);
  out.end_object();
}

// Attributes that came as keys of one end go back there: "a.mac" to the first.
void write_end(JsonWriter& out, const Port& port, const Attributes& attributes,
               std::string_view side) {
  out.begin_object();
  out.key("node");
  out.value(std::string_view(port.node));
  out.key("interface");
  out.value(std::string_view(port.name));
  for (const auto& [key, value] : attributes)
    if (key.starts_with(side)) write_attribute(out, key.substr(side.size()), value);
  out.end_object();
}

void write_links(JsonWriter& out, const Plan& plan) {
  for (const Link& link : plan.links) {
    const bool panel = !link.far_end_known() && !link.through.empty();
    out.begin_array();
    write_end(out, link.a, link.attributes, "a.");
    if (link.far_end_known())
      write_end(out, link.b, link.attributes, "b.");
    else if (panel)
      write_end(out, link.through.back(), {}, "b.");
    else
      out.value("exit");
    out.end_array();
  }
  for (const Port& port : plan.open_ports) {
    out.begin_array();
    write_end(out, port, {}, "a.");
    out.value("unconnected");
    out.end_array();
  }
}

class Losses {
 public:
  explicit Losses(std::vector<std::string>& lost) : lost_(lost) {}
  template <class List, class Has>
  void count(const List& list, std::string_view what, std::string_view one, Has has) {
    std::size_t n = 0;
    for (const auto& item : list) n += has(item) ? 1 : 0;
    if (n > 0) lost_.push_back(fmt::format("{} of {}", what, count_of(n, one)));
  }

 private:
  std::vector<std::string>& lost_;
};

void tell_losses(const Plan& plan, std::vector<std::string>& lost) {
  Losses of(lost);
  of.count(plan.nodes, "the role", "device", [](const Node& n) {
    return n.role != Role::unknown && !n.role_guessed && !n.attributes.contains("function");
  });
  of.count(plan.nodes, "rack and unit", "device", [](const Node& n) { return n.rack || n.unit; });
  of.count(plan.nodes, "pod, rail and tenant", "device",
           [](const Node& n) { return n.pod || n.rail || n.tenant; });
  of.count(plan.nodes, "the management address", "device",
           [](const Node& n) { return n.management.has_value(); });
  of.count(plan.nodes, "other names", "device", [](const Node& n) { return !n.aliases.empty(); });
  of.count(plan.links, "the label", "cable", [](const Link& l) { return l.label.has_value(); });
  of.count(plan.links, "type and length", "cable",
           [](const Link& l) { return l.cable_type || l.length_m; });
  of.count(plan.links, "the rate", "cable", [](const Link& l) { return l.rate.has_value(); });
  of.count(plan.links, "the rail", "cable", [](const Link& l) { return l.rail.has_value(); });
  of.count(plan.links, "the status", "cable",
           [](const Link& l) { return l.status != LinkStatus::connected; });
  of.count(plan.links, "the wish for full names", "cable",
           [](const Link& l) { return l.full_domain; });
  of.count(plan.links, "the way through patch panels", "cable",
           [](const Link& l) { return l.through.size() > (l.far_end_known() ? 0u : 1u); });
  of.count(plan.links, "further attributes", "cable", [](const Link& l) {
    for (const auto& [key, value] : l.attributes)
      if (!key.starts_with("a.") && !key.starts_with("b.")) return true;
    return false;
  });
  if (!intent_fields(plan.intent).empty()) lost.push_back("what the fabric shall do (intent)");
}

}  // namespace

std::string write_air(const Plan& plan, std::vector<std::string>& lost) {
  std::string text;
  JsonWriter out(text, 3);
  out.begin_object();
  out.key("format");
  out.value("JSON");
  if (const auto title = plan.attributes.find("title"); title != plan.attributes.end())
    write_attribute(out, "title", title->second);
  out.key("content");
  out.begin_object();
  out.key("nodes");
  out.begin_object();
  for (const Node& node : plan.nodes) write_node(out, node);
  out.end_object();
  out.key("links");
  out.begin_array();
  write_links(out, plan);
  out.end_array();
  for (const auto& [key, value] : plan.attributes)
    if (key != "title") write_attribute(out, key, value);
  out.end_object();
  out.end_object();
  tell_losses(plan, lost);
  return text + "\n";
}

}  // namespace weft
