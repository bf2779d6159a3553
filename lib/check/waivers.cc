// Accepted deviations; see waivers.h.

#include "check/waivers.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/csv.h"
#include "base/text.h"

namespace weft {
namespace {

struct WaiverFile {
  std::string id, subject, reason, check, expiry;
  static constexpr auto fields() {
    return std::tuple{field("id", &WaiverFile::id), field("subject", &WaiverFile::subject),
                      field("reason", &WaiverFile::reason), defaulted("check", &WaiverFile::check),
                      field("expiry", &WaiverFile::expiry)};
  }
};

Result<Waiver> checked(const WaiverFile& raw, const Place& place) {
  for (const auto& [name, value] :
       {std::pair{"id", &raw.id}, std::pair{"subject", &raw.subject},
        std::pair{"reason", &raw.reason}, std::pair{"expiry", &raw.expiry}})
    if (value->empty())
      return fail_at(place, fmt::format("a waiver without {}", name),
                     "each needs id, subject, reason and expiry");
  const bool day = raw.expiry.size() == 10;
  auto until = parse_instant(day ? raw.expiry + "T00:00:00Z" : raw.expiry);
  if (!until)
    return fail_at(place, fmt::format("expiry '{}' is no date", printable(raw.expiry)),
                   "write it like 2027-03-31");
  if (day) until->unix_ns += std::int64_t{86'400'000'000'000} - 1;
  return Waiver{raw.id, raw.subject, raw.reason, raw.check, raw.expiry, *until};
}

Result<std::vector<Waiver>> from_rows(const std::vector<std::pair<WaiverFile, Place>>& rows) {
  std::vector<Waiver> out;
  std::vector<Error> errors;
  for (const auto& [raw, place] : rows) {
    if (auto one = checked(raw, place))
      out.push_back(std::move(*one));
    else
      errors.push_back(std::move(one.error()));
  }
  if (!errors.empty()) return Failure(collected(std::move(errors)));
  return out;
}

bool is_name_byte(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c == '-' || c == '.' || c == '/';
}

bool fits(const Waiver& waiver, const Finding& finding) {
  if (!waiver.check.empty() && waiver.check != finding.check) return false;
  const std::string subject = lower(finding.subject);
  std::string wanted = lower(waiver.subject);
  const bool any_end = wanted.ends_with('*');
  if (any_end) wanted.pop_back();
  for (std::size_t at = subject.find(wanted); at != std::string::npos;
       at = subject.find(wanted, at + 1)) {
    const std::size_t end = at + wanted.size();
    const bool begins = at == 0 || !is_name_byte(subject[at - 1]);
    const bool ends = any_end || end == subject.size() || !is_name_byte(subject[end]);
    if (begins && ends) return true;
  }
  return false;
}

}  // namespace

Result<std::vector<Waiver>> parse_waivers(std::string_view text, const std::string& file) {
  std::vector<std::pair<WaiverFile, Place>> rows;
  if (trim(text).starts_with('[')) {
    WEFT_TRY(const Json json, parse_json(text, file));
    WEFT_TRY(const auto list, from_json<std::vector<WaiverFile>>(json, file));
    for (std::size_t i = 0; i < list.size(); ++i)
      rows.emplace_back(list[i], (*json.array())[i].place(file));
    return from_rows(rows);
  }
  WEFT_TRY(const Table table, parse_table(text, file));
  const int columns[] = {table.column({"id"}), table.column({"subject"}), table.column({"reason"}),
                         table.column({"check"}), table.column({"expiry", "expires", "until"})};
  for (const auto& row : table.rows) {
    const auto cell = [&](int i) {
      return columns[i] < 0 ? std::string() : row.cells[std::size_t(columns[i])];
    };
    rows.emplace_back(WaiverFile{cell(0), cell(1), cell(2), cell(3), cell(4)},
                      Place{file, row.line, 1});
  }
  return from_rows(rows);
}

std::vector<Waived> apply_waivers(const std::vector<Waiver>& waivers, Instant now,
                                  std::vector<Finding>& findings, std::vector<std::string>& notes) {
  std::vector<Waived> out;
  for (const Waiver& waiver : waivers) {
    const bool expired = now > waiver.until;
    std::size_t fitting = 0;
    for (std::size_t i = 0; i < findings.size();) {
      const bool to_waive = findings[i].verdict != Verdict::pass && fits(waiver, findings[i]);
      fitting += to_waive;
      if (!to_waive || expired) {
        ++i;
        continue;
      }
      out.push_back({waiver.id, waiver.reason, waiver.expiry, std::move(findings[i])});
      findings.erase(findings.begin() + std::ptrdiff_t(i));
    }
    if (expired && fitting > 0)
      notes.push_back(fmt::format("waiver {} for {} expired on {}: its finding counts again",
                                  printable(waiver.id), printable(waiver.subject),
                                  printable(waiver.expiry)));
    else if (fitting == 0)
      notes.push_back(fmt::format("waiver {} for {} fits no finding", printable(waiver.id),
                                  printable(waiver.subject)));
  }
  return out;
}

}  // namespace weft
