// From hosts to endpoints, and what must stop a launch (dx-h17, hl-h05).

#include "dump.h"
#include "support/catch.h"
#include "support/golden.h"

using namespace weft;
using namespace weft::test;

static std::string layout(std::string_view text, std::optional<std::int64_t> ranks = {},
                          std::string_view format = "") {
  const auto list = read_host_list(text, "f", format);
  if (!list) return list.error().text();
  const auto layout = layout_of(*list, ranks);
  if (!layout) return layout.error().text();
  std::string out;
  for (const Endpoint& end : layout->endpoints) out += (out.empty() ? "" : " ") + end.text();
  return out;
}

static std::string problems(std::string_view text, std::int64_t ranks,
                            const LaunchTool& tool = {}) {
  const auto list = read_host_list(text, "f");
  if (!list) return list.error().text();
  std::string out;
  for (const Error& problem : launch_problems(*list, ranks, tool)) out += problem.text() + "\n";
  return out;
}

TEST_CASE("layout: host order, slots of each") {
  CHECK(layout("b:2,a:1", {}, "slurm") == "b/0 b/1 a/0");
  CHECK(layout("a\nb slots=2") == "a/0 b/0 b/1");
  CHECK(layout("localhost:4") == "localhost/0 localhost/1 localhost/2 localhost/3");
  CHECK(layout("a slots=4\nb slots=4", 2) == "a/0 a/1 b/0 b/1");
  CHECK(layout("a slots=0\nb slots=1") == "b/0");
  CHECK(layout("ops@a:1", {}, "slurm") == "a/0");
  CHECK(layout("gpu[1-2]", 2) == "gpu1/0 gpu1/1 gpu2/0 gpu2/1");  // the list cannot say slots
}

TEST_CASE("layout: never more than the slots") {
  CHECK(layout("a slots=8\nb slots=4\nc slots=4", 6) ==
        "f: 6 ranks asked on each host, and there are not enough slots on b, c: 4 slots each (ask "
        "for fewer ranks, or give more slots; Weft does not oversubscribe: ranks that share a GPU "
        "and a NIC measure each other)");
  CHECK(has(layout("a\nb slots=4", 2), "not enough slots on a: 1 slot ("));
  CHECK(has(layout("a:1,b:4", 2, "slurm"), "not enough slots on a: 1 slot ("));
  CHECK(has(layout("a slots=1", 0), "0 ranks a host are none"));
  CHECK(has(layout("a slots=0"), "no host has a slot"));
  CHECK(has(layout("n[1-100000]:60000", {}, "slurm"), "more than 1000000 endpoints"));
}

TEST_CASE("launch: dx-h17, more ranks than slots") {
  const std::string text = read_test_file("cases/dx-h17.hostfile.txt");
  CHECK(problems(text, 16).empty());
  CHECK(problems(text, 0).empty());
  CHECK(has(problems(text, 24),
            "f: 24 ranks asked, 16 slots given (hgx-01, hgx-02: 8 slots each) (ask for fewer"));
  CHECK(has(problems("a slots=8\nb\nc slots=8", 18),
            "17 slots given (a, c: 8 slots each; b: 1 slot)"));
  CHECK(has(problems("n[001-100]:8", 801),
            "(n001, n002, n003, n004, n005, n006, and 94 more: 8 slots each)"));
}

TEST_CASE("launch: hl-h05, full names that share the first label") {
  for (const char* file : {"cases/hl-h05.hostfile.txt", "cases/hl-h05.host-arg.txt"}) {
    const std::string text = read_test_file(file);
    INFO(file);
    CHECK(dump(text) == "gpu-01.hall-a.example:2 gpu-01.hall-b.example:2");
    const std::string said = problems(text, 4);
    CHECK(has(said, "gpu-01.hall-a.example and gpu-01.hall-b.example are one machine to Open MPI"));
    CHECK(has(said, "orte_keep_fqdn_hostnames"));
    CHECK(problems(text, 4, {.open_mpi_major = 5}).empty());
    CHECK(problems(text, 4, {.keeps_full_names = true}).empty());
  }
  CHECK(has(problems("gpu-01 slots=2\ngpu-01.lab.example slots=2", 4), "one machine"));
  CHECK(has(problems("2001:db8::1 slots=1", 1), "f:1: Open MPI 4 takes no IPv6 address"));
  CHECK(problems("192.0.2.1 slots=1\n192.0.2.2 slots=1", 2).empty());
  CHECK(problems("gpu-01.lab.example slots=1\ngpu-02.lab.example slots=1", 2).empty());
}
