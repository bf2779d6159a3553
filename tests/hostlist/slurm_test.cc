// Slurm lists: expansion as `scontrol show hostnames` 22.05.8 printed it, and refusals with places.

#include "dump.h"
#include "support/catch.h"
#include "support/golden.h"

using namespace weft;
using namespace weft::test;

TEST_CASE("slurm: the cases hl-h01 and hl-h02") {
  CHECK(dump(read_test_file("cases/hl-h01.txt")) ==
        "gpu001 gpu002 gpu003 gpu004 gpu007 login2 su2-n8 su2-n9 su2-n10 su2-n11");
  CHECK(dump(read_test_file("cases/hl-h02.txt")) ==
        "r1n01 r1n02 r1n03 r2n01 r2n02 r2n03 s1-ib s2-ib x7");
}

TEST_CASE("slurm: expands as Slurm does") {
  const auto [text, wanted] = GENERATE(table<std::string, std::string>({
      {"n[1-010]", "n1 n2 n3 n4 n5 n6 n7 n8 n9 n10"},
      {"n[01-3]", "n01 n02 n03"},
      {"n[08-10]", "n08 n09 n10"},
      {"n[007-12]", "n007 n008 n009 n010 n011 n012"},
      {"n[98-101]", "n98 n99 n100 n101"},
      {"n[1-2]x[01-02]", "n1x01 n1x02 n2x01 n2x02"},
      {"n[1-2][3-4]", "n13 n14 n23 n24"},
      {"n[2-2]", "n2"},
      {"n[3,1]", "n3 n1"},
      {"n[1-3,2]", "n1 n2 n3"},  // Slurm lists n2 twice; a host takes part once
      {"a b", "a b"},
      {"a,b\nc", "a b c"},
      {"a,\nb", "a b"},
      {"# note\r\na,b\r\n", "a b"},
      {"a   # a remark\nb, # another\nc", "a b c"},
      {"\xEF\xBB\xBFgpu[1-2]", "gpu1 gpu2"},
      {"node", "node"},
      // The last bracket turns fastest, then the first: not what one would think, but Slurm's.
      {"r[1-2]s[1-2]n[1-2]", "r1s1n1 r1s1n2 r2s1n1 r2s1n2 r1s2n1 r1s2n2 r2s2n1 r2s2n2"},
      {"gpu[0-10/5]", "gpu0 gpu5 gpu10"},
      {"gpu[1-2].lab.example", "gpu1.lab.example gpu2.lab.example"},
  }));
  INFO(text);
  CHECK(dump(text, "slurm") == wanted);
}

TEST_CASE("slurm: slots, users and addresses of a list on the command line") {
  const auto [text, wanted] = GENERATE(table<std::string, std::string>({
      {"localhost:4", "localhost:4"},
      {"a:2,b:2", "a:2 b:2"},
      {"gpu[1-2]:8", "gpu1:8 gpu2:8"},
      {"ops@gpu-[1-2]:8", "ops@gpu-1:8 ops@gpu-2:8"},
      {"192.0.2.1:2,192.0.2.2", "192.0.2.1:2 192.0.2.2"},
      {"2001:db8::1", "2001:db8::1"},
      {"[2001:db8::1]:4,[2001:db8::2]", "2001:db8::1:4 2001:db8::2"},
      {"a,a", "a:2"},  // mpirun --host counts a repeated name as one slot more
      {"a:2,b,a:3", "a:5 b"},
      {"GPU1,gpu1", "GPU1:2"},  // one machine to DNS
      {"a:0,b", "a:0 b"},
  }));
  INFO(text);
  CHECK(dump(text, "slurm") == wanted);
}

TEST_CASE("slurm: warns of what is read in another way than it looks") {
  CHECK(has(warnings("n[1-3,2]", "slurm"), "f:1:1: n2 is in the list twice; counted once"));
  CHECK(has(warnings("a,a", "slurm"), "f:1:3: a is in the list twice: 2 slots in all"));
  CHECK(has(warnings("n[1-010]", "slurm"), "f:1:3: 1-010 is padded at its end only"));
  CHECK(has(warnings("a:0,b", "slurm"), "a has no slot"));
  CHECK(warnings("gpu[001-004,007],login2", "slurm").empty());
}

TEST_CASE("slurm: hl-h03, each line on its own is refused with its column") {
  const std::vector<std::string> wanted = {
      "f:1:5: this '[' is never closed",
      "f:1:7: this ']' closes nothing",
      "f:1:6: a '[' inside of brackets",
      "f:1:6: these brackets are empty",
      "f:1:6: the range 5-3 runs backwards",
      "f:1:9: nothing between the commas in these brackets",
      "f:1:6: 'a' is not a number",
      "f:1:1: nothing stands before this comma\nf:1:2: nothing stands before this comma"};
  const std::string text = read_test_file("cases/hl-h03.txt");
  std::size_t from = 0;
  for (const std::string& error : wanted) {
    const std::size_t end = text.find('\n', from);
    const std::string line = text.substr(from, end - from);
    INFO(line);
    CHECK(dump(line) == error);  // whatever format it is taken for
    from = end + 1;
  }
  const auto all = read_host_list(text, "f");
  REQUIRE(!all);
  CHECK(all.error().also.size() == 8);  // nine mistakes in all, none hides another
}

TEST_CASE("slurm: refusals") {
  const auto [text, wanted] = GENERATE(table<std::string, std::string>({
      {"gpu[1-1000000]", "f:1:1: these are more than 100000 hosts"},
      {"r[1-1000]n[1-1000]", "f:1:1: these are more than 100000 hosts"},
      {"a[1-2000][1-2000][1-2000][1-2000][1-2000][1-2000]", "f:1:1: these are more than"},
      {"n[1-99999999999999999999]", "f:1:5: '99999999999999999999' is too large a number"},
      {"n[1-3:2]", "f:1:5: '3:2' is not a number (a range is written 1-4, with a step 1-9/2)"},
      {"n[1-3/0]", "f:1:7: the step after '/' is not a number above 0"},
      {"n[-3]", "f:1:3: '' is not a number"},
      {"n[1-]", "f:1:5: '' is not a number"},
      {"n[1--3]", "f:1:5: '-3' is not a number"},
      {"n[1 - 3]", "f:1:3: '1 ' is not a number"},
      {"a,,b", "f:1:3: nothing stands before this comma"},
      {"a,b,", "f:1:4: nothing follows this comma"},
      {",a", "f:1:1: nothing stands before this comma"},
      {"a:", "f:1:3: the number of slots after ':' is ''"},
      {"a:x", "f:1:3: the number of slots after ':' is 'x'"},
      {"a:-1", "f:1:3: the number of slots after ':' is '-1'"},
      {"a:99999999", "not a whole number from 0 to 65535"},
      {"-oProxyCommand=x", "f:1:1: the host name '-oProxyCommand=x' starts with '-'"},
      {"a.-b", "f:1:3: the host name 'a.-b' has a part that starts with '-'"},
      {"-l@a", "f:1:1: the user name '-l' starts with '-'"},
      {"gpu-1;reboot", "f:1:6: the host name 'gpu-1;reboot' has ';' in it"},
      {"gpu$(id)", "has '$' in it"},
      {"gpu\xC2\xA0"
       "1",
       "f:1:4: the host name 'gpu\xC2\xA0"
       "1' has the character U+00A0 in it"},
      {"gp\xC3\xBC", "has the character U+00FC in it"},
      {"gpu\xFF", "f:1:4: the host name 'gpu\\xff' has the byte 0xFF in it"},
      {std::string("a\0b", 3), "has the control character 0x00 in it"},
      {"10.0.0", "is a number, which is taken for an address"},
      {"7", "is a number, which is taken for an address"},
      {"192.0.2.256", "is not an IPv4 address"},
      {"a..b", "f:1:3: the host name 'a..b' has an empty part"},
      {std::string(64, 'a'), "has a part longer than 63 characters"},
      {"", "f: there is no host in it"},
      {"# only a comment\n\n", "f: there is no host in it"},
  }));
  INFO(text);
  const std::string said = dump(text, "slurm");
  INFO(said);
  CHECK(has(said, wanted));
}

TEST_CASE("slurm: all mistakes at once, and no host of the good part") {
  const std::string said = dump("good1,n[5-3],good2\nn[\nx/y", "slurm");
  CHECK(has(said, "f:1:9: the range 5-3 runs backwards\n"));
  CHECK(has(said, "f:2:2: this '[' is never closed\n"));
  CHECK(has(said, "f:3:2: the host name 'x/y' has '/' in it"));
  std::string many;
  for (int i = 0; i < 1000; ++i) many += "n[\n";
  CHECK(has(dump(many, "slurm"), "and 950 more mistakes"));
}

TEST_CASE("slurm: the largest list that is taken") {
  const auto list = read_host_list("n[1-100000]", "f", "slurm");
  REQUIRE(list);
  CHECK(list->hosts.size() == max_hosts);
  CHECK(list->hosts.back().name == "n100000");
  CHECK(has(dump("n[1-100000],m", "slurm"), "f:1:13: more than 100000 hosts"));
}
