// Any bytes as a table of ports, of rates, of aliases, of waivers.

#include "check/waivers.h"
#include "fuzz/observe.h"
#include "observe/tables.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  weft::Notes notes{"leaf1", {}, {}};
  weft::NodeState node;
  (void)weft::is_port_table(text);
  (void)weft::parse_port_table({text, "fuzz", 0, ""}, node, notes);
  weft::Plan plan;
  weft::Snapshot seen;
  (void)weft::parse_rate_table({text, "fuzz", 0, ""}, plan, seen);
  (void)weft::parse_aliases(text, "fuzz");
  (void)weft::parse_waivers(text, "fuzz");
  return 0;
}
