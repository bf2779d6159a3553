// The snapshot as a document, snapshot.json: another major version is refused, newer minor fields
// of nodes and of the document are kept. In one translation unit because the templates are heavy.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace weft {

struct Snapshot;

Result<Snapshot> read_snapshot(std::string_view text, const std::string& file);
std::string write_snapshot(const Snapshot& snapshot);  // ends with a line end

}  // namespace weft
