// See snapshot_json.h.

#include "model/snapshot_json.h"

#include "base/fields.h"
#include "model/run_json.h"
#include "model/snapshot.h"

namespace weft {

Result<Snapshot> read_snapshot(std::string_view text, const std::string& file) {
  WEFT_TRY(const Json json, parse_json(text, file));
  if (const Json* schema = json.find("schema"); schema != nullptr && schema->text() != nullptr)
    WEFT_CHECK(check_schema(*schema->text(), file));
  return from_json<Snapshot>(json, file);
}

std::string write_snapshot(const Snapshot& snapshot) { return to_json_text(snapshot, 3) + "\n"; }

}  // namespace weft
