// Any bytes to every reader of other tools' results: a result or an error, never a crash.
#include "import/import.h"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const auto& [id, spec] : weft::importers::all()) (void)spec.read(text, "fuzz.txt");
  return 0;
}
