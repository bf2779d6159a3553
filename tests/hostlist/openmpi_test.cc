// Open MPI hostfiles: as mpirun 4.1.4 reads them, and a word where it stays silent.

#include "dump.h"
#include "support/catch.h"
#include "support/golden.h"

using namespace weft;
using namespace weft::test;

TEST_CASE("openmpi: the case hl-h04") {
  const std::string text = read_test_file("cases/hl-h04.txt");
  CHECK(dump(text) == "gpu-01:8/8 gpu-02:4 gpu-03:2 ops@gpu-04:1");
  CHECK(has(warnings(text), "f:6:7: 'gpu-03:2' is MPICH's way to write slots"));
}

TEST_CASE("openmpi: reads") {
  const auto [text, wanted] = GENERATE(table<std::string, std::string>({
      {"gpu-01\ngpu-02\n", "gpu-01 gpu-02"},
      {"gpu-01 slots =4", "gpu-01:4"},
      {"gpu-01 slots= 4", "gpu-01:4"},
      {"gpu-01\tslots\t=\t4\t# note", "gpu-01:4"},
      {"gpu-01 max-slots=4 slots=2", "gpu-01:2/4"},
      {"gpu-01 slots=2 max_slots=4", "gpu-01:2/4"},
      {"gpu-01 slots_max=4", "gpu-01:4/4"},  // as Open MPI: max_slots alone are the slots
      {"gpu-01 cpu=2\ngpu-02 count=3", "gpu-01:2 gpu-02:3"},
      {"gpu-01 slots=8 // note", "gpu-01:8"},
      {"/* old\ngpu-09 */\ngpu-01 /* all */ slots=8", "gpu-01:8"},
      {"gpu-01 slots=8#note\r\ngpu-02 slots=8\r\n", "gpu-01:8 gpu-02:8"},
      {"\xEF\xBB\xBFgpu-01 slots=8\n", "gpu-01:8"},
      {"ops@gpu-01.lab.example slots=8", "ops@gpu-01.lab.example:8"},
      {"gpu-01 username=ops", "ops@gpu-01"},
      {"gpu-01 port=2222 slots=1", "gpu-01:1 port 2222"},
      {"192.0.2.1 slots=2\nops@192.0.2.2", "192.0.2.1:2 ops@192.0.2.2"},
      {"2001:db8::1 slots=2\n[2001:db8::2]\nops@2001:db8::3",
       "2001:db8::1:2 2001:db8::2 "
       "ops@2001:db8::3"},
      {"gpu-01\ngpu-01\ngpu-02\ngpu-01", "gpu-01:3 gpu-02"},  // a machine file of PBS
      {"gpu-01 slots=2\ngpu-01", "gpu-01:3"},
      {"gpu-01 sockets=2 slots=4", "gpu-01:4"},
      {"   gpu-01   slots=4   ", "gpu-01:4"},
      {"gpu-01 slots=4", "gpu-01:4"},  // no newline at the end
  }));
  INFO(text);
  CHECK(dump(text) == wanted);
}

TEST_CASE("openmpi: refusals") {
  const auto [text, wanted] = GENERATE(table<std::string, std::string>({
      {"gpu-01 slots=8\ngpu-01 slots=8", "f:2:1: gpu-01 is on line 1 already; Open MPI refuses"},
      {"gpu-01\ngpu-01 slots=8", "f:2:1: gpu-01 is on line 1 already; Open MPI refuses"},
      {"gpu-01 slots=8 max_slots=4", "f:1:16: max_slots 4 is less than slots 8"},
      {"gpu-01 slots=-1", "f:1:14: slots is '-1', not a whole number from 0 to 65535"},
      {"gpu-01 slots=eight", "f:1:14: slots is 'eight'"},
      {"gpu-01 slots=8.5", "f:1:14: slots is '8.5'"},
      {"gpu-01 slots=99999999999999999999", "f:1:14: slots is '99999999999999999999'"},
      {"gpu-01 slots=", "f:1:13: 'slots=' has no value"},
      {"gpu-01 slots", "f:1:8: 'slots' says nothing to Open MPI"},
      {"gpu-01 slots 8\ngpu-02 slots=1", "f:1:8: 'slots' says nothing to Open MPI"},
      {"gpu-01 8\ngpu-02 slots=1", "f:1:8: '8' says nothing to Open MPI (write slots=8)"},
      {"gpu-01 slot=8\ngpu-02 slots=1", "f:1:8: no key 'slot' in a hostfile, did you mean 'sl"},
      {"gpu-01 Slots=8\ngpu-02 slots=1", "no key 'Slots' in a hostfile, did you mean 'slots'?"},
      {"gpu-01 slots=8 slots=4", "f:1:16: 'slots' is the second of its kind on this line"},
      {"gpu-01:2:3 slots=1", "f:1:8: the number after ':' is '2:3'"},
      {"gpu-01: slots=1", "f:1:8: the number after ':' is ''"},
      {"gpu[01-04] slots=8", "f:1:4: a hostfile has one host a line and no ranges"},
      {"a,b slots=8", "f:1:2: a hostfile has one host a line and no ranges"},
      {"+n1 slots=8", "f:1:1: '+n1' counts hosts of another list"},
      {"rank 0=gpu-01 slot=0:1\nrank 1=gpu-02 slot=0", "f:1:1: this line is of a rankfile"},
      {"a@b@c slots=1", "f:1:4: the host name 'b@c' has '@' in it"},
      {"\"gpu-01\" slots=8", "f:1:1: the host name '\"gpu-01\"' has '\"' in it"},
      {"-gpu slots=8", "f:1:1: the host name '-gpu' starts with '-'"},
      {"gpu-01 slots=8\n/* open", "f:2:1: this comment has no end"},
      {"gpu-01 username=-x", "f:1:17: the user name '-x' starts with '-'"},
      {"gpu-01 port=99999 slots=1", "f:1:13: port is '99999'"},
      {"# nothing\n", "f: there is no host in it"},
      {"gpu-01\n^gpu-02", "f:2:1: Open MPI 4.1 does not take '^'"},
      {"gpu-01 slots=1\nGPU-01 slots=1", "f:2:1: GPU-01 is gpu-01 of line 1: DNS ignores case"},
  }));
  INFO(text);
  const std::string said = dump(text, "openmpi");
  INFO(said);
  CHECK(has(said, wanted));
}

TEST_CASE("openmpi: all mistakes at once") {
  const std::string said = dump("gpu/1 slots=x\ngpu-02 slot=8\ngpu-03 slots=8 9\n", "openmpi");
  CHECK(has(said, "f:1:4: the host name 'gpu/1'"));
  CHECK(has(said, "f:1:13: slots is 'x'"));
  CHECK(has(said, "f:2:8: no key 'slot'"));
  CHECK(has(said, "f:3:16: '9' says nothing"));
}

TEST_CASE("openmpi: a name that is listed again is said") {
  CHECK(has(warnings("gpu-01\ngpu-01"), "f:2:1: gpu-01 is on line 1 already: one slot more, 2 "));
  CHECK(has(warnings("gpu-01 slots=0\ngpu-02"), "f:1:8: gpu-01 has no slot"));
}
