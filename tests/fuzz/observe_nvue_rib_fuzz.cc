// Any bytes as what the collector nvue_rib reads.

#include "fuzz/observe.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  weft::fuzz_collector({reinterpret_cast<const char*>(data), size}, "nvue_rib");
  return 0;
}
