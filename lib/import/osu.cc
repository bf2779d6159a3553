// OSU micro-benchmarks: bandwidth, latency and collectives, with the columns that -f, -z and -c
// add. MB is 10^6 bytes. Times of a collective are over ranks: average, least and most of their
// averages.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/text.h"
#include "import/import.h"

namespace weft {
namespace {

using Columns = std::vector<std::string_view>;

// "# OSU MPI-CUDA Allreduce Latency Test v7.4"
bool title(std::string_view line, Imported& out) {
  const std::size_t at = line.find("OSU ");
  if (at == std::string_view::npos) return false;
  std::string_view rest = trim(line.substr(at + 4));
  if (const std::size_t v = rest.rfind(" v"); v != std::string_view::npos) {
    out.version = rest.substr(v + 2);
    rest = rest.substr(0, v);
  }
  if (rest.ends_with(" Test")) rest.remove_suffix(5);
  out.test = rest;
  return true;
}

// A column's value under its name. False: the name means nothing to us.
bool set(std::string_view name, double value, ImportedRow& row) {
  const std::string key = lower(name);
  const auto is = [&](std::string_view begins) { return key.starts_with(begins); };
  if (is("size")) return row.size = Bytes{static_cast<std::int64_t>(value)}, true;
  if (is("bandwidth (mb/s)") || is("mb/s")) return row.rate = from_megabytes(value), true;
  if (is("messages/s")) return row.messages = value, true;
  if (is("avg latency(us)") || is("avg lat(us)") || is("latency (us)"))
    return row.time = row.average = from_us(value), true;
  if (is("min latency(us)") || is("min lat(us)")) return row.least = from_us(value), true;
  if (is("max latency(us)") || is("max lat(us)")) return row.most = from_us(value), true;
  if (is("p50 tail lat(us)")) return row.p50 = from_us(value), true;
  if (is("p99 tail lat(us)")) return row.p99 = from_us(value), true;
  if (is("iterations")) return row.count = static_cast<std::int64_t>(value), true;
  return false;
}

class Reader {
 public:
  explicit Reader(const std::string& file) {
    out_.file = file;
    out_.tool = "OSU micro-benchmarks";
  }

  Result<Imported> read(std::string_view text) {
    for (const std::string_view line : lines(text)) {
      ++line_;
      const std::string_view content = trim(line);
      if (content.starts_with('#'))
        comment(trim(content.substr(1)));
      else if (!content.empty())
        row(words(content));
    }
    if (columns_.empty())
      return fail_at({out_.file, 0, 0},
                     "no table of an OSU benchmark: its head `# Size ...` is missing");
    if (out_.rows.empty()) return fail_at({out_.file, 0, 0}, "a head and no row of results");
    if (std::ranges::none_of(columns_, [](auto name) { return lower(name) == "validation"; }))
      out_.notes.push_back("run without -c: no result was checked");
    out_.notes.push_back("the file does not say whether the test came to its end");
    return std::move(out_);
  }

 private:
  void comment(std::string_view line) {
    if (title(line, out_)) return;
    const Columns columns = head_columns(line);
    if (columns.empty()) return;
    const std::string first = lower(columns[0]);
    if (first == "size" || first.starts_with("avg latency") || first.starts_with("avg lat"))
      columns_ = columns;
    else if (line.starts_with("Datatype:"))
      type_ = trim(line.substr(9));
    else
      out_.facts.push_back(printable(line));
    if (type_.ends_with('.')) type_.remove_suffix(1);
  }

  void row(const Columns& values) {
    if (columns_.empty() || !parse_double(values[0])) {
      if (!columns_.empty())
        out_.warnings.push_back(at_line(line_, "no row of the table: " + printable(values[0])));
      return;
    }
    if (values.size() != columns_.size()) {
      out_.warnings.push_back(
          at_line(line_, fmt::format("{} values under {} columns: the row is left out",
                                     values.size(), columns_.size())));
      return;
    }
    ImportedRow row;
    row.line = static_cast<std::int64_t>(line_);
    row.type = type_;
    for (std::size_t i = 0; i < values.size(); ++i) value(columns_[i], values[i], row);
    if (!row.rate && row.size && row.time && row.time->count() > 0 && is_collective())
      row.rate = *row.size / *row.time;
    out_.rows.push_back(std::move(row));
  }

  void value(std::string_view name, std::string_view text, ImportedRow& row) {
    if (lower(name) == "validation") {
      row.check = lower(text) == "pass" ? DataCheck::passed : DataCheck::failed;
      return;
    }
    const auto number = parse_double(text);
    if (!number || !std::isfinite(*number) || *number < 0)
      out_.warnings.push_back(
          at_line(line_, fmt::format("{} is '{}', no number", name, printable(text))));
    else if (!set(name, *number, row) && unknown_.insert(std::string(name)).second)
      out_.warnings.push_back(fmt::format("column '{}' is not known, it is left out", name));
  }

  // Point-to-point tests time half a round trip or a window, not a call.
  bool is_collective() const {
    return std::ranges::any_of(columns_,
                               [](auto name) { return lower(name).starts_with("avg lat"); });
  }

  Imported out_;
  std::size_t line_ = 0;
  Columns columns_;
  std::string_view type_;
  std::set<std::string> unknown_;
};

Result<Imported> read(std::string_view text, const std::string& file) {
  return Reader(file).read(text);
}

}  // namespace

namespace importers {
extern const ImportSpec osu = {"OSU micro-benchmarks",
                               "What osu_bw, osu_latency, osu_allreduce print.", read};
}

}  // namespace weft
