// What all readers of plans share: nodes by name, links with their line, and collected messages.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "plan/plan.h"

namespace weft {

class PlanBuilder {
 public:
  explicit PlanBuilder(std::string file) : file_(std::move(file)) {}

  // The node of that name, made when it is new. The reference holds until the next call.
  Node& node(std::string_view name);
  // Adds both nodes when they are new. An empty `b` is a far end the plan does not know.
  Link& link(Port a, Port b, std::uint32_t line);
  void open_port(Port port);

  void fault(std::uint32_t line, std::uint32_t column, std::string what, std::string hint = {});
  void warn(std::uint32_t line, std::uint32_t column, std::string what, std::string hint = {});
  void note(std::uint32_t line, std::string what);

  std::size_t said() const { return read_.faults.size() + read_.warnings.size(); }
  Plan& plan() { return read_.plan; }
  const std::string& file() const { return file_; }
  PlanRead take();

 private:
  static constexpr std::size_t most_messages = 1000;  // of a kind; a hostile file has more
  void add(std::vector<Error>& to, std::size_t& left_out, Error error);

  std::string file_;
  PlanRead read_;
  std::unordered_map<std::string, std::size_t> by_name_;
  std::size_t more_faults_ = 0, more_warnings_ = 0, more_notes_ = 0;
};

// Line and column of byte offsets; asked for in growing order it counts the text once.
class TextPlaces {
 public:
  explicit TextPlaces(std::string_view text) : text_(text) {}
  Place at(std::size_t offset);

 private:
  std::string_view text_;
  std::size_t counted_ = 0, line_start_ = 0;
  std::uint32_t line_ = 1;
};

// UTF-8 whatever the file was: a byte-order mark goes, UTF-16 (a workbook's "Unicode text") becomes
// UTF-8, bytes that are no text become U+FFFD with one warning. A zero byte is an error.
Result<std::string> plan_text(std::string_view raw, const std::string& file,
                              std::vector<Error>& warnings);

std::string_view trim_cell(std::string_view text);  // spaces, also no-break ones

// A warning for each key that an object has twice, of which one counts. The keys of "nodes"
// are left to the readers, for whom they are names.
std::vector<Error> repeated_keys(const Json& json, const std::string& file);

// A JSON value made by a program, and a JSON value as the text of an attribute.
Json json_text(std::string_view text);
std::string attribute_text(const Json& value);

// "swp1s0" apart: base "swp1", lane 0; no lane for "swp1". Nothing when it is no such name.
struct SwitchPort {
  std::uint64_t cage = 0;
  std::optional<std::uint64_t> lane;
};
std::optional<SwitchPort> switch_port(std::string_view name);

// Orders names as people do: eth2 before eth10.
bool natural_less(std::string_view a, std::string_view b);

}  // namespace weft
