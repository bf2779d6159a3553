// Fields as text; see text_fields.h.

#include "plan/text_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "plan/builder.h"

namespace weft {
namespace {

using Problem = std::optional<std::string>;

Problem whole(std::string_view text, std::optional<std::int64_t>& out) {
  const auto value = parse_uint(text);
  if (!value || *value > INT64_MAX)
    return fmt::format("'{}' is no whole number", printable(text, 40));
  out = static_cast<std::int64_t>(*value);
  return {};
}

Problem yes_or_no(std::string_view text, bool& out) {
  for (const std::string_view yes : {"true", "yes", "on", "1"})
    if (equal_ignoring_case(text, yes)) return out = true, Problem{};
  for (const std::string_view no : {"false", "no", "off", "0"})
    if (equal_ignoring_case(text, no)) return out = false, Problem{};
  return fmt::format("'{}' is neither true nor false", printable(text, 40));
}

// "400G", "400 Gb/s", "400GbE", "400g". A bare number has no unit, so it is none.
Problem rate(std::string_view text, std::optional<BitRate>& out) {
  std::string wanted(text);
  for (const std::string_view suffix : {"gbe", "ge", "g"})
    if (lower(wanted).ends_with(suffix)) {
      wanted = wanted.substr(0, wanted.size() - suffix.size()) + "G";
      break;
    }
  const auto value = parse_rate(wanted);
  if (!value) return value.error().what;
  if (value->bps < 1e6)
    return fmt::format("'{}' is no rate of a link, expected one such as 400G", printable(text, 40));
  out = *value;
  return {};
}

Problem bytes(std::string_view text, std::optional<Bytes>& out) {
  const auto value = parse_bytes(text);
  if (!value) return value.error().what;
  out = *value;
  return {};
}

// "U12", "12", "RU 12", "12-13" (the lower one).
Problem rack_unit(std::string_view text, std::optional<std::int64_t>& out) {
  std::string_view rest = trim(text);
  while (!rest.empty() &&
         (rest[0] == 'U' || rest[0] == 'u' || rest[0] == 'R' || rest[0] == 'r' || rest[0] == ' '))
    rest.remove_prefix(1);
  std::size_t end = 0;
  while (end < rest.size() && rest[end] >= '0' && rest[end] <= '9') ++end;
  const std::string_view after = trim(rest.substr(end));
  if (after.empty() || after[0] == '-' || equal_ignoring_case(after, "u"))
    if (Problem problem = whole(rest.substr(0, end), out); !problem) return {};
  return fmt::format("'{}' is no rack unit", printable(text, 40));
}

Problem status(std::string_view text, LinkStatus& out) {
  for (const auto& [value, name] : words_of(LinkStatus{}))
    if (equal_ignoring_case(text, name)) return out = value, Problem{};
  for (const std::string_view word : {"installed", "active", "done", "patched"})
    if (equal_ignoring_case(text, word)) return out = LinkStatus::connected, Problem{};
  for (const std::string_view word :
       {"plan", "pending", "todo", "to do", "future", "not installed"})
    if (equal_ignoring_case(text, word)) return out = LinkStatus::planned, Problem{};
  for (const std::string_view word : {"decommissioned", "remove", "removed"})
    if (equal_ignoring_case(text, word)) return out = LinkStatus::decommissioning, Problem{};
  return fmt::format("status '{}' is not known, the cable counts as connected",
                     printable(text, 40));
}

std::optional<std::string>* text_field(Node& node, std::string_view name) {
  if (name == "pod") return &node.pod;
  if (name == "tenant") return &node.tenant;
  if (name == "rack") return &node.rack;
  if (name == "model") return &node.model;
  if (name == "management" || name == "mgmt_ip") return &node.management;
  return nullptr;
}

std::string number(double value) { return fmt::format("{}", value); }

void append(TextFields& out, std::string_view name, const std::optional<std::string>& value) {
  if (value) out.emplace_back(name, *value);
}
void append(TextFields& out, std::string_view name, const std::optional<std::int64_t>& value) {
  if (value) out.emplace_back(name, std::to_string(*value));
}

void append(TextFields& out, const Attributes& attributes, std::vector<std::string>& lost) {
  for (const auto& [name, value] : attributes) {
    if (value.is_null()) continue;  // says nothing
    if (value.array() != nullptr || value.object() != nullptr)
      lost.push_back(name);
    else
      out.emplace_back(name, attribute_text(value));
  }
}

std::string exact_rate(BitRate value) {
  const double gbps = value.bps / 1e9;
  const bool whole = gbps >= 1 && gbps < 1e6 && std::floor(gbps) == gbps;
  return whole ? fmt::format("{:.0f}G", gbps) : fmt::format("{} bit/s", value.bps);
}

}  // namespace

std::optional<Role> role_of_word(std::string_view word) {
  for (const auto& [role, name] : words_of(Role{}))
    if (equal_ignoring_case(word, name)) return role;
  const auto is = [&](std::initializer_list<std::string_view> names) {
    return std::any_of(names.begin(), names.end(),
                       [&](std::string_view name) { return equal_ignoring_case(word, name); });
  };
  if (is({"tor", "leaf-switch", "border-leaf", "border"})) return Role::leaf;
  if (is({"super-spine", "super_spine", "core"})) return Role::superspine;
  if (is({"server", "compute", "gpu", "node", "hgx", "dgx"})) return Role::host;
  if (is({"patch-panel", "patch panel", "panel"})) return Role::patch_panel;
  return {};
}

std::optional<std::string> set_node_field(Node& node, std::string_view name,
                                          std::string_view text) {
  text = trim_cell(text);
  Problem problem;
  if (auto* field = text_field(node, name)) {
    *field = text;
  } else if (name == "role") {
    if (const auto role = role_of_word(text))
      node.role = *role, node.role_guessed = false;
    else
      problem = fmt::format("role '{}' is not known", printable(text, 40));
  } else if (name == "rail") {
    problem = whole(text, node.rail);
  } else if (name == "unit") {
    problem = rack_unit(text, node.unit);
  } else if (name == "aliases") {
    for (const std::string_view alias : words(text)) node.aliases.emplace_back(alias);
  } else {
    // `function` is the word of NVIDIA's topology converter; it stays an attribute for that.
    if (const auto role = role_of_word(text); role && name == "function") node.role = *role;
    node.attributes[std::string(name)] = json_text(text);
  }
  if (problem) node.attributes[std::string(name)] = json_text(text);
  return problem;
}

std::optional<std::string> set_link_field(Link& link, std::string_view name,
                                          std::string_view text) {
  text = trim_cell(text);
  Problem problem;
  if (name == "label") {
    link.label = text;
  } else if (name == "cable_type") {
    link.cable_type = text;
  } else if (name == "rate" || name == "speed") {
    problem = rate(text, link.rate);
  } else if (name == "status") {
    problem = status(text, link.status);
  } else if (name == "rail") {
    problem = whole(text, link.rail);
  } else if (name == "length" || name == "length_m") {
    link.length_m = parse_length(text, name == "length_m" ? "m" : "");
    if (!link.length_m) problem = fmt::format("'{}' is no length with a unit", printable(text, 40));
  } else if (name == "full_domain") {
    problem = yes_or_no(text, link.full_domain);
  } else if (name == "through") {
    link.through = parse_ports(text);
  } else {
    link.attributes[std::string(name)] = json_text(text);
  }
  if (problem) link.attributes[std::string(name)] = json_text(text);
  return problem;
}

bool is_intent_field(std::string_view name) {
  for (const std::string_view field :
       {"mtu", "link_rate", "routing", "adaptive_routing", "roce_dscp", "roce_priority", "cnp_dscp",
        "ecn_min", "ecn_max"})
    if (name == field) return true;
  return false;
}

std::optional<std::string> set_intent_field(Intent& intent, std::string_view name,
                                            std::string_view text) {
  text = trim_cell(text);
  if (name == "mtu") return whole(text, intent.mtu);
  if (name == "link_rate") return rate(text, intent.link_rate);
  if (name == "routing") return intent.routing = text, Problem{};
  if (name == "roce_dscp") return whole(text, intent.roce_dscp);
  if (name == "roce_priority") return whole(text, intent.roce_priority);
  if (name == "cnp_dscp") return whole(text, intent.cnp_dscp);
  if (name == "ecn_min") return bytes(text, intent.ecn_min);
  if (name == "ecn_max") return bytes(text, intent.ecn_max);
  if (name != "adaptive_routing") return {};
  bool value = false;
  if (Problem problem = yes_or_no(text, value)) return problem;
  intent.adaptive_routing = value;
  return {};
}

TextFields node_fields(const Node& node, std::vector<std::string>& lost) {
  TextFields out;
  if (node.role != Role::unknown && !node.role_guessed) out.emplace_back("role", word(node.role));
  append(out, "pod", node.pod);
  append(out, "rail", node.rail);
  append(out, "rack", node.rack);
  append(out, "unit", node.unit);
  append(out, "model", node.model);
  append(out, "tenant", node.tenant);
  append(out, "management", node.management);
  if (!node.aliases.empty()) out.emplace_back("aliases", join(node.aliases, " "));
  append(out, node.attributes, lost);
  return out;
}

TextFields link_fields(const Link& link, std::vector<std::string>& lost) {
  TextFields out;
  if (link.status != LinkStatus::connected) out.emplace_back("status", word(link.status));
  if (link.rate) out.emplace_back("rate", exact_rate(*link.rate));
  append(out, "rail", link.rail);
  append(out, "label", link.label);
  append(out, "cable_type", link.cable_type);
  if (link.length_m) out.emplace_back("length_m", number(*link.length_m));
  if (link.full_domain) out.emplace_back("full_domain", "true");
  if (!link.through.empty()) out.emplace_back("through", ports_text(link.through));
  append(out, link.attributes, lost);
  return out;
}

TextFields intent_fields(const Intent& intent) {
  TextFields out;
  append(out, "mtu", intent.mtu);
  if (intent.link_rate) out.emplace_back("link_rate", exact_rate(*intent.link_rate));
  append(out, "routing", intent.routing);
  if (intent.adaptive_routing)
    out.emplace_back("adaptive_routing", *intent.adaptive_routing ? "true" : "false");
  append(out, "roce_dscp", intent.roce_dscp);
  append(out, "roce_priority", intent.roce_priority);
  append(out, "cnp_dscp", intent.cnp_dscp);
  if (intent.ecn_min) out.emplace_back("ecn_min", std::to_string(intent.ecn_min->count));
  if (intent.ecn_max) out.emplace_back("ecn_max", std::to_string(intent.ecn_max->count));
  return out;
}

std::optional<double> parse_length(std::string_view text, std::string_view unit) {
  text = trim_cell(text);
  std::size_t end = 0;
  while (end < text.size() &&
         ((text[end] >= '0' && text[end] <= '9') || text[end] == '.' || text[end] == ','))
    ++end;
  std::string digits(text.substr(0, end));
  constexpr double longest = 1e6;  // metres; a number beyond is none that somebody meant
  // A decimal comma: "2,5". Two of them, or three digits behind one, are not told apart: no length.
  if (const std::size_t comma = digits.find(','); comma != std::string::npos) {
    if (digits.size() - comma - 1 > 2 || digits.find_first_of(",.", comma + 1) != std::string::npos)
      return {};
    digits[comma] = '.';
  }
  const auto value = parse_double(digits);
  const std::string_view own = trim_cell(text.substr(end));
  const std::string in = lower(own.empty() ? unit : own);
  if (!value) return {};
  struct Unit {
    std::string_view name;
    double metres;
  };
  for (const auto& [name, metres] :
       {Unit{"m", 1}, Unit{"meter", 1}, Unit{"meters", 1}, Unit{"metre", 1}, Unit{"metres", 1},
        Unit{"cm", 0.01}, Unit{"mm", 0.001}, Unit{"km", 1000}, Unit{"ft", 0.3048},
        Unit{"foot", 0.3048}, Unit{"feet", 0.3048}, Unit{"'", 0.3048}, Unit{"in", 0.0254},
        Unit{"inch", 0.0254}, Unit{"inches", 0.0254}, Unit{"\"", 0.0254}, Unit{"mi", 1609.344}})
    if (in == name && *value * metres < longest) return *value * metres;
  return {};
}

std::optional<Port> parse_port(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 == text.size()) return {};
  return Port{std::string(text.substr(0, colon)), std::string(text.substr(colon + 1))};
}

std::vector<Port> parse_ports(std::string_view text) {
  std::vector<Port> out;
  std::string list(text);  // also by ';' or ',', as people write lists
  for (char& c : list)
    if (c == ';' || c == ',') c = ' ';
  for (const std::string_view word : words(list))
    if (auto port = parse_port(word)) out.push_back(std::move(*port));
  return out;
}

std::string ports_text(const std::vector<Port>& ports) {
  std::string out;
  for (const Port& port : ports) out += fmt::format("{}{}", out.empty() ? "" : " ", port.text());
  return out;
}

}  // namespace weft
