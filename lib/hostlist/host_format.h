// One format of host lists: a row of the table that CMake makes from the files of this folder.
#pragma once

#include "base/table.h"
#include "hostlist/hostlist.h"

namespace weft {

struct HostFormat {
  std::string_view title;
  std::string_view about;    // what it can say
  std::string_view example;  // one that reads
  std::string_view facts;    // where the grammar comes from
  // How much the text looks like this format: 0 not at all, 100 for certain.
  int (*likeness)(std::string_view text);
  Result<HostList> (*read)(std::string_view text, const std::string& file);
};

namespace host_formats {
std::span<const Row<HostFormat>> all();
}

}  // namespace weft
