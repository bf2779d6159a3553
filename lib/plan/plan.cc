// The doors: which reader, then what every plan needs after it.

#include "plan/plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "plan/builder.h"
#include "plan/roles.h"
#include "plan/settle.h"

namespace weft {
namespace {

constexpr std::size_t largest = std::size_t{256} << 20;  // bytes; 30,000 links are about 3 MB

bool has_suffix(const PlanFormat& format, const std::string& file) {
  const std::vector<std::string_view> suffixes = words(format.suffixes);
  return std::any_of(suffixes.begin(), suffixes.end(),
                     [&](std::string_view suffix) { return lower(file).ends_with(suffix); });
}

std::string known_formats() {
  std::string out;
  for (const auto& row : plan_formats::all())
    out += fmt::format("{}{}", out.empty() ? "" : ", ", row.id);
  return out;
}

// The suffix counts first; where several have it (.json) or none, the content.
Result<const Row<PlanFormat>*> tell_format(std::string_view text, const std::string& file) {
  std::vector<const Row<PlanFormat>*> named, fitting;
  for (const Row<PlanFormat>& row : plan_formats::all()) {
    if (has_suffix(row.item, file)) named.push_back(&row);
    if (row.item.looks_like(text)) fitting.push_back(&row);
  }
  for (const auto* row : fitting)
    if (std::find(named.begin(), named.end(), row) != named.end()) return row;
  if (named.empty() && !fitting.empty()) return fitting.front();
  // A wrong suffix: text that is clearly another format is read as that.
  if (!fitting.empty() && (fitting.front()->id != "csv")) return fitting.front();
  if (!named.empty()) return named.front();
  return fail_at({file, 0, 0}, "no format of wiring plans fits this file",
                 fmt::format("name it with --from: {}", known_formats()));
}

}  // namespace

Result<PlanRead> read_plan(std::string_view raw, const std::string& file, std::string_view format) {
  std::vector<Error> warnings;
  WEFT_TRY(const std::string text, plan_text(raw, file, warnings));
  const Row<PlanFormat>* row = nullptr;
  if (format.empty()) {
    WEFT_TRY(row, tell_format(text, file));
  } else {
    WEFT_CHECK(find_row(plan_formats::all(), "plan format", format));
    for (const auto& candidate : plan_formats::all())
      if (candidate.id == table_id(format)) row = &candidate;
  }
  WEFT_TRY(PlanRead read, row->item.read(text, file));
  read.format = row->id;
  read.warnings.insert(read.warnings.begin(), warnings.begin(), warnings.end());
  guess_roles(read);  // patch panels must be known to be joined
  settle(read);
  return read;
}

Result<PlanRead> load_plan(const fs::path& path, std::string_view format) {
  WEFT_TRY(const std::string text, read_file(path, largest));
  return read_plan(text, path.string(), format);
}

Result<std::string> format_for_writing(const std::string& file, std::string_view format) {
  if (!format.empty()) {
    WEFT_CHECK(find_row(plan_formats::all(), "plan format", format));
    return table_id(format);
  }
  const std::string name = lower(file);
  if (name.ends_with(".json")) return std::string("json");
  for (const auto& row : plan_formats::all())
    if (has_suffix(row.item, name)) return std::string(row.id);
  return fail(fmt::format("no format is known by the name '{}'", printable(file)),
              fmt::format("name it with --to: {}", known_formats()));
}

Result<std::string> write_plan(const Plan& plan, std::string_view format,
                               std::vector<std::string>& lost) {
  WEFT_TRY(const PlanFormat* row, find_row(plan_formats::all(), "plan format", format));
  return row->write(plan, lost);
}

}  // namespace weft
