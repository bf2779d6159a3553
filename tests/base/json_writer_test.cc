#include "base/json_writer.h"

#include "base/json.h"
#include "support/catch.h"

using namespace weft;

namespace {

std::string written(std::string_view text) {
  std::string out;
  JsonWriter(out).value(text);
  return out;
}

}  // namespace

TEST_CASE("every byte of a text is escaped, kept, or replaced, wherever it stands") {
  CHECK(written("") == "\"\"");
  CHECK(written("plain") == "\"plain\"");
  CHECK(written("\"\\\n\t\r") == R"("\"\\\n\t\r")");
  CHECK(written(std::string_view("a\0b\x1f\x7f", 5)) == R"("a\u0000b\u001f\u007f")");
  CHECK(written("\x01mid\"") == R"("\u0001mid\"")");
  CHECK(written("caf\xE9 \xC3\xA9 \xF0\x9F\x98\x80") == "\"caf\uFFFD \xC3\xA9 \xF0\x9F\x98\x80\"");
  for (int c = 0; c < 128; ++c) {
    const std::string text = "<" + std::string(1, static_cast<char>(c)) + ">";
    const auto back = parse_json(written(text), "x");
    REQUIRE(back);
    CHECK(*back->text() == text);
  }
}
