// Spraying at work: the tables that spray.h lays out, kept as the switches' routes are.
#pragma once

#include "lab/layout.h"
#include "lab/process_id.h"

namespace weft {

// Rules, tables and numbering on every switch, and a process of the lab that sees each change of
// routes, ports and shaping and lays the tables anew. It ends with the lab. Inside the lab.
Result<ProcessId> start_spray(const LabLayout& layout);

// The same once, at the end of a build: the switch's tables are as its routes are now.
Result<void> lay_spray_tables(const LabLayout& layout);

// Numbering on one switch, on and off: off, its packets go by the hash of their flow.
Result<void> set_spray(const std::string& node, bool on);

}  // namespace weft
