// What a collector makes of a case file or a text, for the tests of collectors.
#pragma once

#include <string>
#include <string_view>

#include "observe/observe.h"
#include "support/catch.h"
#include "support/golden.h"

namespace weft::test {

struct Parsed {
  NodeState node;
  Notes notes;
  Result<void> result;
};

inline Parsed parse_text(std::string_view collector, const std::string& text,
                         const std::string& file = "file.json") {
  const auto row = find_row(collectors::all(), "collector", collector);
  REQUIRE(row.has_value());
  Parsed out;
  out.notes.node = out.node.name = "node";
  out.result = (*row)->parse({text, file, 0, ""}, out.node, out.notes);
  return out;
}

inline Parsed parse_case(std::string_view collector, const std::string& file) {
  return parse_text(collector, read_test_file("cases/" + file), file);
}

}  // namespace weft::test
