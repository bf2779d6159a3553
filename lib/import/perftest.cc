// perftest: the text that ib_write_bw and its like print, and their --out_json.
//
// The bandwidth's unit is worked out from the message rate that stands beside it: "MB" is 2^20
// bytes whatever the label says, --report_gbits prints 10^9 bit/s, and the JSON has the same keys
// for both. A peak of 0 was not measured (duration mode). Latencies are half round trips; t_typical
// is the median. GIDs are printed byte by byte in decimal.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/json.h"
#include "base/text.h"
#include "import/import.h"

namespace weft {
namespace {

enum class RateUnit : std::uint8_t { unknown, gigabits, mebibytes, megabytes };

// Which unit makes `average` agree with the message rate. The messages are given in 10^6 a second
// with six digits behind the point, which bounds how well it can agree.
RateUnit unit_by_messages(double average, double mpps, double bytes) {
  const double bits = mpps * 1e6 * bytes * 8, rounding = 0.5e-6 / mpps + 0.005;
  const auto agrees = [&](BitRate rate) { return std::abs(rate.bps / bits - 1) < rounding; };
  if (mpps <= 0 || average <= 0 || bytes <= 0 || rounding > 0.02) return RateUnit::unknown;
  if (agrees({average * 1e9})) return RateUnit::gigabits;
  if (agrees(from_mebibytes(average))) return RateUnit::mebibytes;
  if (agrees(from_megabytes(average))) return RateUnit::megabytes;
  return RateUnit::unknown;
}

// Where the message rate is too coarse: "BW average[Gb/sec]"; MB in a label is 2^20.
RateUnit unit_by_label(std::string_view label) {
  if (label.find("Gb/") != std::string_view::npos) return RateUnit::gigabits;
  if (label.find("MB/") != std::string_view::npos || label.find("MiB/") != std::string_view::npos)
    return RateUnit::mebibytes;
  return RateUnit::unknown;
}

BitRate in_unit(double value, RateUnit unit) {
  if (unit == RateUnit::gigabits) return {value * 1e9};
  return unit == RateUnit::mebibytes ? from_mebibytes(value) : from_megabytes(value);
}

std::string_view unit_words(RateUnit unit) {
  if (unit == RateUnit::gigabits) return "10^9 bit/s";
  return unit == RateUnit::mebibytes ? "2^20 bytes/s" : "10^6 bytes/s";
}

// What one line of results says, by the names of the JSON's keys.
struct Values {
  std::optional<double> size, iterations, peak, average, messages;
  std::optional<double> least, most, typical, mean, p99, p999;
  std::string_view label;  // of the bandwidth's column
};

// `name`: a column's head or a key. False: not one that is kept.
bool set(std::string_view name, double value, Values& out) {
  const auto is = [&](std::string_view begins) { return name.starts_with(begins); };
  if (is("#bytes") || name == "MsgSize") return out.size = value, true;
  if (is("#iterations") || name == "n_iterations") return out.iterations = value, true;
  if (is("BW peak") || name == "BW_peak") return out.peak = value, true;
  if (is("BW average") || name == "BW_average") return out.average = value, out.label = name, true;
  if (is("MsgRate")) return out.messages = value, true;
  if (is("t_min")) return out.least = value, true;
  if (is("t_max")) return out.most = value, true;
  if (is("t_typical")) return out.typical = value, true;
  if (is("t_avg")) return out.mean = value, true;
  if (is("99% percentile") || name == "percentile_99") return out.p99 = value, true;
  if (is("99.9% percentile") || name == "percentile_99.9") return out.p999 = value, true;
  return false;
}

std::optional<Nanos> time_of(const std::optional<double>& us) {
  if (!us) return std::nullopt;
  return from_us(*us);
}

void add_rates(const Values& v, ImportedRow& row, Imported& out) {
  if (!v.average) return;
  RateUnit unit = unit_by_messages(*v.average, v.messages.value_or(0), v.size.value_or(0));
  if (unit == RateUnit::unknown) unit = unit_by_label(v.label);
  if (unit == RateUnit::unknown) {
    out.warnings.push_back(
        at_line(static_cast<std::size_t>(row.line),
                "the unit of the bandwidth cannot be worked out: no message rate "
                "that agrees with one; the rate is left out"));
    return;
  }
  row.rate = in_unit(*v.average, unit);
  if (v.peak && *v.peak > 0) row.peak = in_unit(*v.peak, unit);
  const std::string note = fmt::format("bandwidth in {}", unit_words(unit));
  if (std::ranges::count(out.notes, note) == 0) out.notes.push_back(note);
}

void add_row(const Values& v, std::size_t line, Imported& out) {
  ImportedRow row;
  row.line = static_cast<std::int64_t>(line);
  if (v.size) row.size = Bytes{static_cast<std::int64_t>(*v.size)};
  if (v.iterations) row.count = static_cast<std::int64_t>(*v.iterations);
  if (v.messages && *v.messages > 0) row.messages = *v.messages * 1e6;
  row.average = time_of(v.mean);
  row.time = v.typical ? time_of(v.typical) : row.average;
  row.least = time_of(v.least);
  row.most = time_of(v.most);
  row.p99 = time_of(v.p99);
  row.p999 = time_of(v.p999);
  add_rates(v, row, out);
  if (row.time)
    out.notes.push_back("times are half round trips; the headline is t_typical, the median");
  if (row.time && out.notes.size() > 1 && out.notes.back() == out.notes[out.notes.size() - 2])
    out.notes.pop_back();
  out.rows.push_back(std::move(row));
}

// "00:...:255:255:192:00:02:71" -> "192.0.2.71"; "" where it is no IPv4 address.
std::string address_of(std::string_view gid) {
  const auto parts = split(gid, ':');
  if (parts.size() != 16 || trim(parts[10]) != "255" || trim(parts[11]) != "255") return "";
  std::string out;
  for (std::size_t i = 12; i < 16; ++i) {
    const auto byte = parse_uint(trim(parts[i]));
    if (!byte || *byte > 255) return "";
    out += (i > 12 ? "." : "") + std::to_string(*byte);
  }
  return out;
}

class TextReader {
 public:
  explicit TextReader(const std::string& file) {
    out_.file = file;
    out_.tool = "perftest";
  }

  Result<Imported> read(std::string_view text) {
    for (const std::string_view line : lines(text)) {
      ++line_;
      const std::string_view content = trim(line);
      if (content.starts_with("#bytes"))
        head(content);
      else if (!columns_.empty() && !content.empty() && parse_uint(words(content)[0]))
        row(words(content));
      else
        setting(content);
    }
    if (columns_.empty())
      return fail_at({out_.file, 0, 0},
                     "no table of perftest: its head `#bytes #iterations ...` is missing");
    if (out_.rows.empty())
      return fail_at({out_.file, 0, 0},
                     "a head and no row of results: the test did not come that far");
    if (!ruled_off_) out_.warnings.push_back("the table's last rule is missing: was it cut off?");
    out_.complete = ruled_off_;
    if (addresses_.size() == 2)
      for (ImportedRow& row : out_.rows) row.source = addresses_[0], row.target = addresses_[1];
    out_.notes.push_back("perftest does not look at the data it moves: not checked");
    return std::move(out_);
  }

 private:
  // "#bytes #iterations" have one space between them in latency tests.
  void head(std::string_view line) {
    columns_.clear();
    for (std::string_view column : head_columns(line)) {
      if (const auto at = column.find(" #"); at != std::string_view::npos) {
        columns_.push_back(column.substr(0, at));
        column = column.substr(at + 1);
      }
      columns_.push_back(column);
    }
  }

  void row(const std::vector<std::string_view>& values) {
    ruled_off_ = false;
    if (values.size() != columns_.size()) {
      out_.warnings.push_back(
          at_line(line_, fmt::format("{} values under {} columns: the row is left out",
                                     values.size(), columns_.size())));
      return;
    }
    Values v;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto number = parse_double(values[i]);
      if (!number || !std::isfinite(*number) || *number < 0)
        out_.warnings.push_back(at_line(
            line_, fmt::format("{} is '{}', no number", columns_[i], printable(values[i]))));
      else
        set(columns_[i], *number, v);
    }
    add_row(v, line_, out_);
  }

  void setting(std::string_view content) {
    if (content.starts_with("-----")) {
      ruled_off_ = !out_.rows.empty();
    } else if (content.ends_with(" Test") && content.find(':') == std::string_view::npos) {
      out_.test = content;
    } else if (content.starts_with("GID:")) {
      if (std::string address = address_of(trim(content.substr(4))); !address.empty())
        addresses_.push_back(std::move(address));
    } else if (content.find("Completion with error") != std::string_view::npos ||
               content.find("Failed") != std::string_view::npos ||
               content.find("Couldn't") != std::string_view::npos) {
      out_.warnings.push_back(at_line(line_, "perftest says: " + printable(content)));
    } else {
      for (const std::string_view key : {"Number of qps", "GID index", "Mtu", "Device  "})
        fact(content, key);
    }
  }

  void fact(std::string_view content, std::string_view key) {
    const std::size_t at = content.find(key);
    if (at == std::string_view::npos) return;
    const std::size_t colon = content.find(':', at);
    if (colon == std::string_view::npos) return;
    const auto value = words(content.substr(colon + 1));
    if (!value.empty()) out_.facts.push_back(fmt::format("{} {}", trim(key), printable(value[0])));
  }

  Imported out_;
  std::size_t line_ = 0;
  std::vector<std::string_view> columns_;
  std::vector<std::string> addresses_;
  bool ruled_off_ = false;
};

void add_json_row(const Json& result, Imported& out) {
  Values v;
  for (const Json::Member& member : *result.object()) {
    double number = 0;
    if (member.value.number(number) && std::isfinite(number) && number >= 0)
      set(member.key, number, v);
    else if (member.value.text() == nullptr)
      out.warnings.push_back(at_line(member.value.line, printable(member.key) + " is no number"));
  }
  v.label = {};  // a key says no unit
  add_row(v, result.line, out);
}

// Where a line begins with a letter, as no line of their JSON may.
std::optional<Place> bare_name(std::string_view text, const std::string& file) {
  std::uint32_t number = 0;
  for (const std::string_view line : lines(text)) {
    ++number;
    const std::size_t at = line.find_first_not_of(" \t\r");
    if (at == std::string_view::npos) continue;
    const char first = lower(line.substr(at, 1))[0];
    if (first >= 'a' && first <= 'z')
      return Place{file, number, static_cast<std::uint32_t>(at) + 1};
  }
  return std::nullopt;
}

Result<Imported> read_json(std::string_view text, const std::string& file) {
  if (const auto place = bare_name(text, file))
    return fail_at(*place, "not valid JSON: a name without quotes",
                   "perftest before 24.01 writes invalid JSON");
  WEFT_TRY(const Json json, parse_json(text, file));
  Imported out;
  out.file = file;
  out.tool = "perftest";
  if (const Json* info = json.find("test_info"); info != nullptr && info->object() != nullptr)
    for (const Json::Member& member : *info->object()) {
      if (member.key == "test" && member.value.text() != nullptr) out.test = *member.value.text();
      for (const char* key : {"Device", "Number_of_qps", "GID_index", "Mtu"})
        if (member.key == key)
          out.facts.push_back(fmt::format("{} {}", key, printable(to_text(member.value))));
    }
  const Json* results = json.find("results");
  if (results == nullptr) return fail_at(json.place(file), "no \"results\" of perftest in it");
  if (results->object() != nullptr) add_json_row(*results, out);
  if (results->array() != nullptr)
    for (const Json& result : *results->array())
      if (result.object() != nullptr) add_json_row(result, out);
  if (out.rows.empty()) return fail_at(results->place(file), "\"results\" holds no result");
  out.notes.push_back("perftest does not look at the data it moves: not checked");
  return out;
}

Result<Imported> read(std::string_view text, const std::string& file) {
  if (trim(text).starts_with('{')) return read_json(text, file);
  return TextReader(file).read(text);
}

}  // namespace

namespace importers {
extern const ImportSpec perftest = {"perftest",
                                    "What ib_write_bw, ib_send_lat print, or --out_json.", read};
}

}  // namespace weft
