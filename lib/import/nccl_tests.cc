// nccl-tests' standard output, from before 2.11 (no root, `error` in place of `#wrong`) to now (the
// test's name in lines of its own). NCCL's log lines may stand anywhere between the rows. Sizes and
// bandwidths: its PERFORMANCE.md; GB is 10^9 bytes.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "import/import.h"
#include "model/collective.h"

namespace weft {
namespace {

using Words = std::vector<std::string_view>;

class Reader {
 public:
  explicit Reader(const std::string& file) {
    out_.file = file;
    out_.tool = "nccl-tests";
  }
  Result<Imported> read(std::string_view text);

 private:
  void comment(std::string_view line);
  void rank(const Words& words);
  void row(const Words& words);
  void results(const Words& words, std::size_t first, std::size_t end, std::string_view mode);
  void result(std::string_view name, std::string_view value, ImportedRow& row);
  void check_numbers(const ImportedRow& row);
  void name_by_factor();
  void warn(std::string_view what) { out_.warnings.push_back(at_line(line_, what)); }

  Imported out_;
  std::size_t line_ = 0;
  Words columns_;
  std::int64_t ranks_ = 0;
  bool names_its_end_ = false, ended_ = false, validates_ = true;
  std::size_t other_lines_ = 0;
};

// The word behind `key`, "" where it is not there.
std::string_view after(std::string_view line, std::string_view key) {
  const std::size_t at = line.find(key);
  if (at == std::string_view::npos) return {};
  const Words rest = words(line.substr(at + key.size()));
  return rest.empty() ? std::string_view{} : rest.front();
}

// "alltoall_perf" -> "all_to_all": our word, where we have one.
std::string our_name(std::string_view name) {
  if (name.ends_with("_perf")) name.remove_suffix(5);
  std::string plain(name);
  std::erase(plain, '_');
  if (plain == "sendrecv") return "send_receive";
  for (const auto& [what, word] : words_of(Collective{})) {
    std::string ours(word);
    std::erase(ours, '_');
    if (ours == plain) return std::string(word);
  }
  return std::string(name);
}

// 22809 -> 2.28.9, as ncclGetVersion counts since 2.9.
std::string library_version(std::string_view number) {
  const auto value = whole(number);
  if (!value || *value < 10000) return std::string(number);
  return fmt::format("{}.{}.{}", *value / 10000, *value / 100 % 100, *value % 100);
}

void Reader::rank(const Words& w) {
  ++ranks_;
  const auto on = std::ranges::find(w, "on");
  if (on == w.end() || on + 1 == w.end()) return;
  const std::string host(*(on + 1));
  if (std::ranges::count(out_.hosts, host) == 0) out_.hosts.push_back(host);
}

void Reader::comment(std::string_view line) {
  const Words w = words(line.substr(1));
  if (w.empty()) return;
  if (w[0] == "Rank") return rank(w);
  if (w[0] == "size") {
    columns_ = w;
    return;
  }
  if (w[0] == "(B)" && (std::ranges::count(w, "(us)") == 0 || std::ranges::count(w, "(GB/s)") == 0))
    warn("units other than us and GB/s: the numbers cannot be read");
  if (line.find("validation: 0") != std::string_view::npos) validates_ = false;
  if (const auto name = after(line, "Collective test starting:"); !name.empty()) {
    out_.test = our_name(name);
    names_its_end_ = true;
  }
  if (line.find("Collective test concluded") != std::string_view::npos) ended_ = true;
  if (const auto version = after(line, "nccl-tests version"); !version.empty())
    out_.version = version;
  if (const auto number = after(line, "nccl-library="); !number.empty())
    out_.library = "NCCL " + library_version(number);
  if (line.find("Out of bounds values") != std::string_view::npos &&
      line.find("FAILED") != std::string_view::npos)
    warn("the tool itself says FAILED: " + printable(trim(line.substr(1))));
  if (const auto at = line.find("Avg bus bandwidth"); at != std::string_view::npos) {
    out_.own_average = parse_double(after(line.substr(at), ":"));
    out_.own_average_text = "GB/s of bus bandwidth over all its sizes and both modes";
    if (!names_its_end_) ended_ = true;
  }
}

void Reader::result(std::string_view name, std::string_view value, ImportedRow& row) {
  if (name == "#wrong" && value == "N/A") return;
  const auto number = parse_double(value);
  if (!number || !std::isfinite(*number))
    return warn(fmt::format("{} is '{}', no number", name, printable(value)));
  if (name == "time") row.time = from_us(*number);
  if (name == "algbw") row.rate = from_gigabytes(*number);
  if (name == "busbw") row.bus = from_gigabytes(*number);
  if (name == "error") row.deviation = *number;
  if (name == "#wrong") {
    row.wrong = static_cast<std::int64_t>(*number);
    row.check = *row.wrong == 0 ? DataCheck::passed : DataCheck::failed;
  }
}

void Reader::results(const Words& w, std::size_t first, std::size_t end, std::string_view mode) {
  ImportedRow row;
  row.line = static_cast<std::int64_t>(line_);
  row.mode = mode;
  for (std::size_t i = 0; i < first; ++i) {
    if (columns_[i] == "size") row.size = Bytes{whole(w[i]).value_or(0)};
    if (columns_[i] == "count") row.count = whole(w[i]);
    if (columns_[i] == "type") row.type = w[i];
    if (columns_[i] == "redop" && w[i] != "none") row.reduction = w[i];
  }
  for (std::size_t i = first; i < end; ++i) result(columns_[i], w[i], row);
  if (!validates_) row.check = DataCheck::not_checked, row.wrong.reset();
  if (!row.time && !row.bus) return;  // this mode was not run: N/A throughout
  check_numbers(row);
  out_.rows.push_back(std::move(row));
}

// What the file says three times over must agree, else it was torn or another unit is meant.
void Reader::check_numbers(const ImportedRow& row) {
  if (!row.time || !row.rate || !row.size || row.time->count() == 0) return;
  const double wanted = (*row.size / *row.time).bps, rounding = 0.006 * 8e9;
  if (std::abs(wanted - row.rate->bps) > 0.02 * wanted + rounding)
    warn(fmt::format("algbw {} does not follow from size and time ({})", text(*row.rate),
                     text(BitRate{wanted})));
}

void Reader::row(const Words& w) {
  if (w.size() != columns_.size())
    return warn(fmt::format("{} values under {} columns: the row is torn, it is left out", w.size(),
                            columns_.size()));
  const auto first =
      static_cast<std::size_t>(std::ranges::find(columns_, "time") - columns_.begin());
  const std::size_t each = (columns_.size() - first) / 2;
  results(w, first, first + each, "out of place");
  results(w, first + each, columns_.size(), "in place");
}

// Older versions do not say which test it was; what bus bandwidth is of algorithm bandwidth does.
void Reader::name_by_factor() {
  const auto row = std::ranges::max_element(
      out_.rows, {}, [](const ImportedRow& r) { return r.rate ? r.rate->bps : 0; });
  if (row == out_.rows.end() || !row->rate || !row->bus || row->rate->bps <= 0 || ranks_ < 2)
    return;
  const double factor = row->bus->bps / row->rate->bps;
  const auto fits = [&](Collective what) {
    return std::abs(factor - bus_factor(what, static_cast<std::uint32_t>(ranks_))) < 0.01;
  };
  const auto named = [&](Collective what) {
    out_.test = word(what);
    out_.notes.push_back(fmt::format("{} by its bus factor {:.4g}; the file does not name the test",
                                     word(what), factor));
  };
  const bool combines = !row->reduction.empty();
  if (combines && ranks_ > 2 && fits(Collective::all_reduce)) return named(Collective::all_reduce);
  if (combines && ranks_ > 2 && fits(Collective::reduce_scatter))
    return named(Collective::reduce_scatter);
  out_.notes.push_back("the file does not name the test, and several have its bus factor");
}

Result<Imported> Reader::read(std::string_view text) {
  for (const std::string_view line : lines(text)) {
    ++line_;
    if (const auto at = line.find("NCCL version "); at != std::string_view::npos)
      out_.library = "NCCL " + std::string(after(line.substr(at), "NCCL version"));
    if (trim(line).starts_with('#')) {
      comment(trim(line));
      continue;
    }
    const Words w = words(line);
    if (w.empty()) continue;
    const bool begins_a_row = parse_uint(w[0]).has_value();
    if (begins_a_row && !columns_.empty())
      row(w);
    else
      ++other_lines_;
  }
  if (columns_.empty() || std::ranges::count(columns_, "time") != 2)
    return fail_at({out_.file, 0, 0},
                   "no table of nccl-tests: its head `size count type ...` is missing");
  if (out_.rows.empty()) return fail_at({out_.file, 0, 0}, "a head and no row of results");
  if (ranks_ > 0) out_.ranks = ranks_;
  out_.complete = ended_;
  if (!ended_) out_.warnings.push_back("the file ends before the test does: no closing line");
  if (other_lines_ > 0)
    out_.facts.push_back(count_of(other_lines_, "line") + " of other output passed over");
  if (!validates_) out_.notes.push_back("run with -c 0: no result was checked");
  if (out_.test.empty()) name_by_factor();
  return std::move(out_);
}

Result<Imported> read(std::string_view text, const std::string& file) {
  return Reader(file).read(text);
}

}  // namespace

namespace importers {
extern const ImportSpec nccl_tests = {"nccl-tests", "What all_reduce_perf and its like print.",
                                      read};
}

}  // namespace weft
