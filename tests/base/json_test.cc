#include "base/json.h"
#include "base/fields.h"
#include "support/catch.h"

using namespace weft;

namespace {

enum class Colour { red, green };
constexpr auto words_of(Colour) {
  return std::array<std::pair<Colour, std::string_view>, 2>{
      {{Colour::red, "red"}, {Colour::green, "green"}}};
}

struct Inner {
  std::int64_t count = 0;
  Colour colour = Colour::red;
  static constexpr auto fields() {
    return std::tuple{field("count", &Inner::count), defaulted("colour", &Inner::colour)};
  }
};

struct Outer {
  std::string name;
  std::vector<Inner> items;
  std::optional<double> maybe;
  Extra extra;
  static constexpr auto fields() {
    return std::tuple{field("name", &Outer::name), defaulted("items", &Outer::items),
                      field("maybe", &Outer::maybe)};
  }
};

}  // namespace

TEST_CASE("values know their line and column") {
  const auto json = parse_json("{\n  \"a\": [1,\n    \"x\"]\n}", "f.json");
  REQUIRE(json);
  const Json& x = (*json->find("a")->array())[1];
  CHECK(x.line == 3);
  CHECK(x.column == 5);
}

TEST_CASE("indentation moves no place") {
  const auto json =
      parse_json("{\n        \"a\": [\n            \"b\",\n\t    \"c\"\n  ]\n}   ", "f.json");
  REQUIRE(json);
  CHECK(json->find("a")->column == 14);
  CHECK(json->find("a")->array()->at(0).line == 3);
  CHECK(json->find("a")->array()->at(0).column == 13);
  CHECK(json->find("a")->array()->at(1).column == 6);
  CHECK(parse_json("{\n        \"a\": x\n}", "f").error().text().starts_with("f:2:14: "));
  CHECK(parse_json("{\n        \"a\": 1\n        y\n}", "f").error().text().starts_with("f:3:9: "));
  CHECK(parse_json("{\"a\": \"b\n      c\"}", "f").error().text().starts_with("f:1:9: "));
  CHECK(parse_json("{\n      ", "f").error().text().starts_with("f:2:"));
  CHECK(to_text(*parse_json("[\"a    b\"]", "f")) == "[\"a    b\"]");
}

TEST_CASE("broken JSON is refused with a place") {
  CHECK(parse_json("{\"a\": }", "f.json").error().text().starts_with("f.json:1:"));
  CHECK(parse_json("", "f.json").error().text() == "f.json:1:1: the file is empty, expected JSON");
  CHECK_FALSE(parse_json("{\"a\":1} x", "f.json"));
  CHECK_FALSE(parse_json(std::string(100000, '['), "f.json"));
  CHECK(parse_json("\"\xff\"", "f.json").error().what == "byte 1 is not valid UTF-8");
  std::vector<std::size_t> bad;
  CHECK(parse_json("\"\xff\"", "f.json", &bad));
  CHECK(bad == std::vector<std::size_t>{1});
}

TEST_CASE("integers stay exact, comments are allowed, a byte order mark too") {
  std::uint64_t big = 0;
  CHECK(parse_json("18446744073709551615", "f")->integer(big));
  CHECK(big == UINT64_MAX);
  CHECK(to_text(*parse_json("\xEF\xBB\xBF{ // why\n \"a\": 9007199254740993 }", "f")) ==
        "{\"a\":9007199254740993}");
}

TEST_CASE("a document becomes a struct and comes back, unknown fields kept") {
  const std::string text =
      "{\"name\":\"n\",\"items\":[{\"count\":2,\"colour\":\"green\"}],\"maybe\":1.5,\"new\":[1,{}]"
      "}";
  const auto outer = from_json_text<Outer>(text, "f");
  REQUIRE(outer);
  CHECK(outer->items.at(0).colour == Colour::green);
  CHECK(to_json_text(*outer) == text);
}

TEST_CASE("all mistakes of a document are told at once, each with its place") {
  const auto outer = from_json_text<Outer>(
      "{\"items\": [{\"cuont\": 1, \"colour\": \"gren\"}, {\"count\": -0.5}]}", "f.json");
  REQUIRE_FALSE(outer);
  const std::string all = outer.error().text();
  CHECK(all.find("'name' is missing") != std::string::npos);
  CHECK(all.find("items[0]: 'count' is missing") != std::string::npos);
  CHECK(all.find("unknown key 'cuont', did you mean 'count'?") != std::string::npos);
  CHECK(all.find("expected one of red, green, got 'gren', did you mean 'green'?") !=
        std::string::npos);
  CHECK(all.find("items[1].count: expected a whole number, got a number") != std::string::npos);
}

TEST_CASE("writing escapes what came from outside and never writes nan") {
  std::string out;
  JsonWriter writer(out);
  writer.begin_array();
  writer.value("a\"\\\n\x01\xff");
  writer.value(0.0 / 0.0);
  writer.value(0.1);
  writer.value(391.84e9);
  writer.end_array();
  CHECK(out == "[\"a\\\"\\\\\\n\\u0001\uFFFD\",null,0.1,391840000000]");
}
