// A table made from file names: one file is one row, its name is the id (tools/cmake/table.cmake).
//
// A static registrar would be dropped by the linker from an archive, and a hand-kept list conflicts
// on every branch; here a file that forgets its object is a link error that names it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace weft {

template <class T>
struct Row {
  std::string_view id;
  const T& item;
};

// `id` with '-' read as '_', so that the command line takes both spellings.
std::string table_id(std::string_view id);
Error no_such_row(std::string_view kind, std::string_view id,
                  std::span<const std::string_view> ids);

// The row called `id`, or an error: "no pattern 'pair', did you mean 'pairs'?".
template <class T>
Result<const T*> find_row(std::span<const Row<T>> rows, std::string_view kind,
                          std::string_view id) {
  const std::string wanted = table_id(id);
  std::vector<std::string_view> ids;
  for (const Row<T>& row : rows) {
    if (row.id == wanted) return &row.item;
    ids.push_back(row.id);
  }
  return Failure(no_such_row(kind, id, ids));
}

}  // namespace weft
