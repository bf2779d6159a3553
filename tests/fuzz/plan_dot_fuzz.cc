// Any bytes as a plan in the format dot.

#include "fuzz/plan.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  weft::fuzz_plan({reinterpret_cast<const char*>(data), size}, "dot");
  return 0;
}
