// Nodes by name, messages with a limit, and text as it comes from other people's programs.

#include "plan/builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "base/text.h"
#include "base/utf16.h"

namespace weft {

Node& PlanBuilder::node(std::string_view name) {
  const auto [at, added] = by_name_.try_emplace(std::string(name), read_.plan.nodes.size());
  if (added) read_.plan.nodes.emplace_back().name = name;
  return read_.plan.nodes[at->second];
}

Link& PlanBuilder::link(Port a, Port b, std::uint32_t line) {
  node(a.node);
  if (!b.node.empty()) node(b.node);
  Link& link = read_.plan.links.emplace_back();
  link.a = std::move(a);
  link.b = std::move(b);
  if (line > 0) link.line = line;
  return link;
}

void PlanBuilder::open_port(Port port) {
  node(port.node);
  read_.plan.open_ports.push_back(std::move(port));
}

void PlanBuilder::add(std::vector<Error>& to, std::size_t& left_out, Error error) {
  if (to.size() < most_messages)
    to.push_back(std::move(error));
  else
    ++left_out;
}

void PlanBuilder::fault(std::uint32_t line, std::uint32_t column, std::string what,
                        std::string hint) {
  add(read_.faults, more_faults_, {std::move(what), {file_, line, column}, std::move(hint), {}});
}

void PlanBuilder::warn(std::uint32_t line, std::uint32_t column, std::string what,
                       std::string hint) {
  add(read_.warnings, more_warnings_,
      {std::move(what), {file_, line, column}, std::move(hint), {}});
}

void PlanBuilder::note(std::uint32_t line, std::string what) {
  add(read_.notes, more_notes_, {std::move(what), {file_, line, 0}, {}, {}});
}

PlanRead PlanBuilder::take() {
  const auto say = [&](std::vector<Error>& list, std::size_t left_out, std::string_view kind) {
    if (left_out > 0)
      list.push_back({fmt::format("and {} more {}", left_out, kind), {file_, 0, 0}, {}, {}});
  };
  say(read_.faults, more_faults_, "faults");
  say(read_.warnings, more_warnings_, "warnings");
  say(read_.notes, more_notes_, "notes");
  read_.plan.source = file_;
  return std::move(read_);
}

Place TextPlaces::at(std::size_t offset) {
  if (offset < counted_) counted_ = 0, line_ = 1, line_start_ = 0;
  for (; counted_ < offset && counted_ < text_.size(); ++counted_)
    if (text_[counted_] == '\n') ++line_, line_start_ = counted_ + 1;
  return {{}, line_, static_cast<std::uint32_t>(offset - line_start_ + 1)};
}

Result<std::string> plan_text(std::string_view raw, const std::string& file,
                              std::vector<Error>& warnings) {
  std::string text;
  if (auto decoded = utf16_text(raw)) {
    text = std::move(*decoded);
  } else {
    if (raw.starts_with("\xEF\xBB\xBF")) raw.remove_prefix(3);
    std::vector<std::size_t> bad;
    text = valid_utf8(raw, &bad);
    if (!bad.empty()) {
      Place place = TextPlaces(raw).at(bad.front());
      place.file = file;
      warnings.push_back({fmt::format("{} not UTF-8, shown as U+FFFD",
                                      count_of(bad.size(), "byte that is", "bytes that are")),
                          place,
                          "save the file as UTF-8",
                          {}});
    }
  }
  if (text.find('\n') == std::string::npos) std::ranges::replace(text, '\r', '\n');
  if (const std::size_t zero = text.find('\0'); zero != std::string::npos) {
    Place place = TextPlaces(text).at(zero);
    place.file = file;
    return fail_at(place, "holds a zero byte: this is no text file",
                   "save a workbook as CSV, not as .xlsx");
  }
  if (trim(text).empty()) return fail_at({file, 1, 1}, "the file is empty, expected a wiring plan");
  return text;
}

namespace {

void find_repeated(const Json& json, bool names, const std::string& file, std::vector<Error>& out) {
  constexpr std::size_t most = 100;
  if (const auto* list = json.array())
    for (const Json& item : *list) find_repeated(item, false, file, out);
  if (json.object() == nullptr) return;
  std::unordered_set<std::string_view> keys;
  for (const auto& [key, value] : *json.object()) {
    if (!keys.insert(key).second && !names && out.size() < most)
      out.push_back(
          {fmt::format("'{}' is there twice: only one of them counts", printable(key, 60)),
           value.place(file),
           "remove one of the two",
           {}});
    find_repeated(value, key == "nodes", file, out);
  }
}

}  // namespace

std::vector<Error> repeated_keys(const Json& json, const std::string& file) {
  std::vector<Error> out;
  find_repeated(json, false, file, out);
  return out;
}

std::string_view trim_cell(std::string_view text) {
  constexpr std::string_view no_break = "\xC2\xA0";
  for (;;) {
    text = trim(text);
    if (text.starts_with(no_break))
      text.remove_prefix(2);
    else if (text.ends_with(no_break))
      text.remove_suffix(2);
    else
      return text;
  }
}

Json json_text(std::string_view text) { return Json{std::string(text), 0, 0}; }

std::string attribute_text(const Json& value) {
  return value.text() != nullptr ? *value.text() : to_text(value);
}

std::optional<SwitchPort> switch_port(std::string_view name) {
  if (!name.starts_with("swp")) return {};
  name.remove_prefix(3);
  const std::size_t s = name.find('s');
  SwitchPort port;
  const auto cage = parse_uint(name.substr(0, s));
  if (!cage) return {};
  port.cage = *cage;
  if (s == std::string_view::npos) return port;
  port.lane = parse_uint(name.substr(s + 1));
  if (!port.lane) return {};
  return port;
}

bool natural_less(std::string_view a, std::string_view b) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (!digit(a[i]) || !digit(b[j])) {
      if (a[i] != b[j]) return static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[j]);
      ++i, ++j;
      continue;
    }
    const auto number = [&](std::string_view text, std::size_t& at) {
      std::size_t end = at;
      while (end < text.size() && digit(text[end])) ++end;
      std::string_view run = text.substr(at, end - at);
      at = end;
      run.remove_prefix(std::min(run.find_first_not_of('0'), run.size()));
      return run;
    };
    const std::string_view x = number(a, i), y = number(b, j);
    if (x.size() != y.size()) return x.size() < y.size();
    if (x != y) return x < y;
  }
  if (i < a.size() || j < b.size()) return j < b.size();
  return a < b;
}

}  // namespace weft
