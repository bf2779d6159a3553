// Any bytes as what the collector ip_addr reads.

#include "fuzz/observe.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  weft::fuzz_collector({reinterpret_cast<const char*>(data), size}, "ip_addr");
  return 0;
}
