// Everything that has a name: what `weft list` shows, `weft explain` explains and completion
// offers.
//
// A kind is a table of the program. A new table is one line in catalog.cc: the fields of its rows
// (title, about, why, fix, example, facts, ...) are found by their names.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/fields.h"

namespace weft {

struct Part {
  std::string heading;  // "Why", "Source"
  std::string text;

  static constexpr auto fields() {
    return std::tuple{field("heading", &Part::heading), field("text", &Part::text)};
  }
};

struct Thing {
  std::string id;     // as it is typed on the command line
  std::string title;  // one line
  std::vector<Part> parts;

  static constexpr auto fields() {
    return std::tuple{field("id", &Thing::id, "as it is typed"), field("title", &Thing::title),
                      field("parts", &Thing::parts)};
  }
};

struct Kind {
  std::string_view name;   // "patterns", as it is typed after `weft list`
  std::string_view one;    // "pattern"; an option --pattern takes one
  std::string_view about;  // one line
  std::vector<Thing> (*things)();
};

std::span<const Kind> kinds();

// The kind of that name; '-' and '_' alike, the singular too. Null when there is none.
const Kind* find_kind(std::string_view name);

// Things that are no table's rows: verdicts, exit codes and the words of the program.
std::vector<Thing> verdict_things();
std::vector<Thing> exit_code_things();
std::vector<Thing> word_things();

}  // namespace weft
