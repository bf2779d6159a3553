// JSON as machines print it: with a warning above it, a comma too many, bytes that are not
// UTF-8, or all of it in UTF-16.
//
// Sources of the traits: lldpd before 1.0.22 does not escape object keys; FRRouting/frr#2567 (comma
// after the last peer); daemons that print their warnings on standard output.
#pragma once

#include <string_view>

#include "base/json.h"
#include "observe/observe.h"

namespace weft {

// Each repair is a warning with its place. Error: empty ("the file is empty"), no JSON at all (with
// how it begins), or broken in another way (line and column).
Result<Json> lenient_json(const Answer& answer, Notes& notes);

// Text of a value however it is wrapped: "x", {"value": "x"}, [{"value": "x"}], 12. "" for none.
std::string text_of(const Json* value);
std::vector<std::string> texts_of(const Json* value);

// The value itself, or the first of a list (json0 wraps everything in one).
const Json* unwrapped(const Json* value);

std::optional<std::int64_t> integer_of(const Json* value);  // also of text "120"
std::optional<bool> bool_of(const Json* value);  // true, "on", "up", "yes", "enabled", {"up": {}}

}  // namespace weft
