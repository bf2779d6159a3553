// Which format a text is taken for, what the command line may give, names, and noise.

#include "hostlist/hostlist.h"

#include <filesystem>
#include <random>

#include "base/file.h"
#include "base/text.h"
#include "dump.h"
#include "hostlist/host_format.h"
#include "hostlist/host_name.h"
#include "support/catch.h"
#include "support/golden.h"

using namespace weft;
using namespace weft::test;

static std::string format_of(std::string_view text) {
  const auto list = read_host_list(text, "f");
  return list ? list->format : list.error().text();
}

TEST_CASE("hostlist: the format is seen from the text") {
  CHECK(format_of("gpu-01\ngpu-02\n") == "openmpi");
  CHECK(format_of("gpu-01") == "openmpi");
  CHECK(format_of("gpu-01 slots=8") == "openmpi");
  CHECK(format_of("gpu-01:2\n") == "openmpi");
  CHECK(format_of("gpu[01-04]") == "slurm");
  CHECK(format_of("# site\na,b\n") == "slurm");
  CHECK(format_of("gpu[1-2]\ngpu[4-5]\n") == "slurm");
  CHECK(format_of("[gpu]\ngpu[01:04]") == "ansible");
  CHECK(format_of("gpu[01:04]\n") == "ansible");
  CHECK(format_of("; site\ngpu1\n") == "ansible");
  CHECK(format_of("gpu1 ansible_host=192.0.2.1") == "ansible");
  CHECK(dump("[2001:db8::1]\n") == "2001:db8::1");
  CHECK(has(format_of("all:\n  hosts:\n    a:\n"), "this is YAML, not a host list"));
  CHECK(has(format_of("{\"all\": {}}"), "this is JSON, not a host list"));
  CHECK(has(format_of("\xFF\xFEg\0p\0u\0"), "is UTF-16"));
  CHECK(has(dump("a", "slurn"), "no host list format 'slurn', did you mean 'slurm'?"));
}

TEST_CASE("hostlist: each row of the table has an example that reads as itself") {
  for (const auto& [id, format] : host_formats::all()) {
    INFO(id);
    CHECK(format_of(format.example) == id);
    CHECK(!format.title.empty());
    CHECK(!format.about.empty());
    CHECK(!format.facts.empty());
  }
}

TEST_CASE("hostlist: what the command line may give") {
  const std::string inventory = tests_folder() + "/cases/hl-h06.ini";
  CHECK(dump(host_list_argument("localhost:4")) == "localhost:4");
  CHECK(dump(host_list_argument("node[001-003,7]")) == "node001 node002 node003 node7");
  CHECK(host_list_argument(inventory)->hosts.size() == 12);
  CHECK(host_list_argument(inventory + "@gpu")->hosts.size() == 10);
  CHECK(has(dump(host_list_argument(inventory + "@gpuu")), "no group 'gpuu', did you mean 'gpu'?"));
  CHECK(has(dump(host_list_argument("a/b.txt")), "no file 'a/b.txt'"));
  CHECK(has(dump(host_list_argument("hosts.ini")), "no file 'hosts.ini'"));
  CHECK(dump(host_list_argument("gpu[0-4/2]")) == "gpu0 gpu2 gpu4");
  CHECK(has(dump(host_list_argument("n[1-")), "host list:1:2: this '[' is never closed"));
  CHECK(has(dump(host_list_argument("")), "there is no host in it"));
  CHECK(dump(host_list_argument("ops@gpu-01")) == "ops@gpu-01");
  CHECK(!host_list_argument(tests_folder()));
}

TEST_CASE("hostlist: names of files in messages, line and column") {
  const TemporaryFolder folder;
  REQUIRE(write_file(folder.path("hosts.txt"), "gpu-01 slots=8\ngpu_02 slots=x\n"));
  CHECK(has(dump(host_list_argument(folder.path("hosts.txt"))), "hosts.txt:2:14: slots is 'x'"));
}

TEST_CASE("hostlist: good and bad names") {
  for (const char* name : {"a", "gpu-01", "gpu_01", "GPU01.lab.example", "7a", "192.0.2.1",
                           "2001:db8::1", "fe80::1%eth0", "::1", "node.7"})
    CHECK_FALSE(host_name_problem(name));
  for (const char* name : {"", "-a", "a-", ".a", "a.", "a b", "a\n", "a:b", "fe80::1%", "a@b",
                           "a/b", "010", "192.0.2.010", "[::1]", "a\xE2\x80\x8B", "`id`"})
    CHECK(host_name_problem(name));
  CHECK(character_name("\xE2\x80\x8B") == "the character U+200B");
  CHECK(character_name("\xF0\x9F\x98\x80") == "the character U+1F600");
  CHECK(character_name("\xE2") == "the byte 0xE2");
}

// Random bytes, and good lists with bytes changed: a value or errors with a place, and no crash.
TEST_CASE("hostlist: noise is never more than an error with a place") {
  std::mt19937 random(20261130);
  const std::string seeds[] = {"", "gpu[001-004,007],login2,su2-n[8-11]:4",
                               "ops@gpu-01 slots=8 # x\ngpu-02 max_slots = 4\n^gpu-03",
                               read_test_file("cases/hl-h06.ini"), "[2001:db8::1]:4,a[1-2]b[3,4]"};
  static constexpr std::string_view alphabet = "[]:,-=@#;\"'\\ \t\r\n/*^+0129azAZ._\xC3\xBC\xFF";
  const auto any = [&](std::size_t n) { return static_cast<std::size_t>(random()) % n; };
  for (int i = 0; i < 6000; ++i) {
    std::string text = seeds[any(std::size(seeds))];
    for (std::size_t edits = any(12); edits > 0; --edits) {
      const char byte = any(4) == 0 ? static_cast<char>(any(256)) : alphabet[any(alphabet.size())];
      const std::size_t at = any(text.size() + 1);
      if (any(3) == 0 && at < text.size())
        text.erase(at, 1 + any(8));
      else
        text.insert(at, 1, byte);
    }
    for (const char* format : {"", "openmpi", "slurm", "ansible"}) {
      const auto list = read_host_list(text, "f", format);
      if (list) {
        REQUIRE(!list->hosts.empty());
        for (const HostEntry& host : list->hosts) REQUIRE_FALSE(host_name_problem(host.name));
        (void)layout_of(*list);
        (void)launch_problems(*list, 8);
      } else {
        REQUIRE(!list.error().what.empty());
        REQUIRE(list.error().place.file == "f");
      }
    }
  }
}
