// Fields of nodes, links and intent as name and text: what DOT attributes and CSV columns hold.
// One list serves reading and writing, so that what was written is read back the same.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/plan.h"

namespace weft {

// Each sets the field of that name (or a common other spelling of it) from text. Names that are no
// field go to `attributes`. Nothing when it went well, else what is wrong with the text, which is
// then kept in `attributes` and never guessed at.
std::optional<std::string> set_node_field(Node& node, std::string_view name, std::string_view text);
std::optional<std::string> set_link_field(Link& link, std::string_view name, std::string_view text);
std::optional<std::string> set_intent_field(Intent& intent, std::string_view name,
                                            std::string_view text);  // no attributes: see below
bool is_intent_field(std::string_view name);

using TextFields = std::vector<std::pair<std::string, std::string>>;

// What those functions read back, in a fixed order; nothing for what is not set. Attributes that
// are lists or objects cannot be held as text: their names go to `lost`.
TextFields node_fields(const Node& node, std::vector<std::string>& lost);
TextFields link_fields(const Link& link, std::vector<std::string>& lost);
TextFields intent_fields(const Intent& intent);

std::optional<Role> role_of_word(std::string_view word);  // "leaf", "ToR", "server", ...

// Metres from "9.84 ft", "3m", "300 cm", "10'"; `unit` counts where the text has none. Nothing when
// it is no length or has no unit at all.
std::optional<double> parse_length(std::string_view text, std::string_view unit = "");

// "patch-4:F7 patch-5:F7" and back.
std::vector<Port> parse_ports(std::string_view text);
std::string ports_text(const std::vector<Port>& ports);
// "leaf01:swp1" at its last colon; nothing without one.
std::optional<Port> parse_port(std::string_view text);

}  // namespace weft
