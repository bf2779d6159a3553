// Which column of a cable list means what, told from its header: NetBox's import and export forms,
// plain from/to lists, and point-to-point workbooks with repeated or two-line headers.
//
// Facts: NetBox dcim CableImportForm and CableTable (3.x and 4.x); workbooks as they are passed
// around: "Rack, U, Device, Port" twice, or a line "Source ... Destination" above it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plan/csv_rows.h"

namespace weft {

enum class ColumnKind : std::uint8_t {
  kept,  // not known: goes to the attributes of the link
  device,
  port,
  name,
  rack,
  unit,
  role,
  model,
  pod,
  tenant,
  management,
  aliases,
  node_rail,
  end_type,  // dcim.interface, dcim.powerport, ...
  label,
  cable_type,
  length,
  length_unit,
  status,
  rate,
  rail,
  through,
  full_domain
};

struct CsvColumn {
  ColumnKind kind = ColumnKind::kept;
  int side = -1;  // 0: a, 1: b, -1: of the cable, or not told
  std::string header = {};
  std::string unit = {};  // of a length, from "Length (ft)"
};

struct Columns {
  std::vector<CsvColumn> list;
  std::uint32_t line = 0;  // of the header, 0 when there is none

  std::optional<std::size_t> find(ColumnKind kind, int side = -1) const;
  bool complete() const;  // both devices are there, and both ports or neither
};

CsvColumn classify_column(std::string_view header);

// `above` is the row before, which may name the sides ("Source", "", "Destination", "").
Columns columns_of(const CsvRow& header, const CsvRow* above);

}  // namespace weft
