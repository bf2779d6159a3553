// Gathers hosts and mistakes while a format reads its text: what all formats have in common.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hostlist/hostlist.h"

namespace weft {

// A place inside the text: line and column from 1.
struct Spot {
  std::size_t line = 1;
  std::size_t column = 1;
  Spot right(std::size_t n) const { return {line, column + n}; }
};

class HostListBuilder {
 public:
  explicit HostListBuilder(std::string file) { list_.source = std::move(file); }

  void error(Spot at, std::string what, std::string hint = {});
  void warn(Spot at, std::string what, std::string hint = {});

  // The host of that name, new (its line is 0 until then set) or known; null after an error: a bad
  // name or too many hosts. DNS ignores case, so does this. Valid until the next call.
  HostEntry* host(std::string_view name, Spot at);
  // Sets entry.user after checking it.
  void user(HostEntry& entry, std::string_view name, Spot at);

  HostList& list() { return list_; }
  bool has_errors() const { return !errors_.empty(); }

  // The list, or all mistakes; a list without a host is a mistake too.
  Result<HostList> finish(std::string_view format);

 private:
  Place place(Spot at) const;
  HostList list_;
  std::unordered_map<std::string, std::size_t> index_;  // by lower-case name
  std::vector<Error> errors_;
  std::size_t left_out_ = 0;  // errors beyond the limit
  std::size_t left_out_warnings_ = 0;
  bool full_ = false;
};

// A whole number from 0 to `limit`, or an error at `at`: "slots is '-1', not a number from ...".
std::optional<std::int64_t> read_count(HostListBuilder& out, std::string_view what,
                                       std::string_view text, std::int64_t limit, Spot at);

constexpr std::int64_t max_slots_of_host = 65'535;

// The text without a byte order mark; an error when it is UTF-16.
Result<std::string_view> without_mark(std::string_view text, const std::string& file);

}  // namespace weft
