// Hostile plans: small files that ask for much. Each must come back soon, with little memory, and
// say what it left out.

#include <fmt/format.h>

#include <ctime>

#include "plan/lint.h"
#include "support/catch.h"

using namespace weft;

namespace {

std::string repeated(std::string_view what, int n, std::string_view head, std::string_view tail) {
  std::string out(head);
  for (int i = 0; i < n; ++i) out += fmt::format(fmt::runtime(what), i);
  return out + std::string(tail);
}

Result<PlanRead> soon(const std::string& text, std::string_view format) {
  const std::clock_t begin = std::clock();
  Result<PlanRead> read = read_plan(text, "hostile", format);
  if (read) lint(read->plan, {true});
  CHECK(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC < 60);  // by sanitizers too
  return read;
}

bool said(const Result<PlanRead>& read, std::string_view what) {
  if (!read) return read.error().text().find(what) != std::string::npos;
  for (const Error& fault : read->faults)
    if (fault.what.find(what) != std::string::npos) return true;
  return false;
}

}  // namespace

TEST_CASE("attributes and defaults without end") {
  CHECK(said(soon(repeated("k{}=v ", 30000, "graph { a:1 -- b:2 [", "] }"), "dot"),
             "more than 500 attributes"));
}

TEST_CASE("defaults are not copied without end") {
  std::string text = repeated("k{}=v ", 400, "graph { edge [", "]\n");
  text += repeated("a{0}:1--b{0}:2\n", 4000, "", "}");
  const Result<PlanRead> read = soon(text, "dot");
  REQUIRE(read);
  CHECK(read->plan.links.size() == 4000);
  CHECK(said(read, "no longer applied"));
}

TEST_CASE("groups are never multiplied out, deep braces are refused") {
  const std::string group = repeated(" x{}:1", 20000, "{", "}");
  CHECK(said(soon("graph { " + group + " -- " + group + " -- " + group + " }", "dot"),
             "between two groups"));
  CHECK(said(soon("graph { " + std::string(100000, '{') + " }", "dot"), "braces deeper"));
}

TEST_CASE("rows and cells without end") {
  CHECK_FALSE(soon(std::string(1000000, ','), "csv"));
  CHECK_FALSE(soon(repeated("Device ", 100000, "", "\n"), "csv"));
  CHECK(
      said(soon("from,from_port,to,to_port\n" + repeated("\"a\n", 20001, "", ""), "csv"), "quote"));
}

TEST_CASE("one port, one panel, one name for everybody") {
  const std::string head = "from,from_port,to,to_port\n";
  CHECK(soon(head + repeated("leaf1,1,spine{0},1\n", 20000, "", ""), "csv"));
  CHECK(soon(head + repeated("leaf{0},1,patch-1,1\n", 20000, "", ""), "csv"));
  CHECK(soon(head + repeated("leaf1.d{0},{0},spine1,p{0}\n", 20000, "", ""), "csv"));
  CHECK(soon(
      head + repeated("leaf{0},swp1,spine{0},swp1\nspine{0},swp2,leaf{0}x,swp2\n", 20000, "", ""),
      "csv"));
}
