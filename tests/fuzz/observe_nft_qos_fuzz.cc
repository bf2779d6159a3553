// Any bytes as what the collector nft_qos reads.

#include "fuzz/observe.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  weft::fuzz_collector({reinterpret_cast<const char*>(data), size}, "nft_qos");
  return 0;
}
