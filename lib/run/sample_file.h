// Samples on disk: binary, one block a round, columns inside a block, each block on its own checked
// by a crc, so that a file cut anywhere loses only its last round.
//
//   block: "WEFTBLK3" | unit u64 | count u32 | crc u32 | wall_ns i64 | measuring_ns i64 | columns
//
// The crc is of the head with crc 0 and the columns.
//
// Little-endian, as the machines are that write it. A column holds one field of all samples of the
// block; their order is that of sample_columns() in sample_file.cc.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/file.h"
#include "fabric/fabric.h"

namespace weft {

std::string encode_block(const RoundOutcome& round);

struct SampleFile {
  std::vector<Sample> samples;  // of all whole blocks
  std::uint64_t next_unit = 0;  // one past the last round that is there
  Overhead overhead;
  std::uint64_t whole_bytes = 0;    // where the last whole block ends
  std::optional<std::string> torn;  // what is behind it, when something is
};

// Reads every whole block. A torn or damaged tail is not an error: it is told in `torn`.
SampleFile decode_samples(std::string_view bytes);

}  // namespace weft
