// Results that another tool measured, in our units, with what they say of themselves.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/fields.h"
#include "base/units.h"

namespace weft {

// Whether the tool looked at the data it moved. not_checked is no pass.
enum class DataCheck : std::uint8_t { not_checked, passed, failed };
constexpr auto words_of(DataCheck) {
  return std::array<std::pair<DataCheck, std::string_view>, 3>{
      {{DataCheck::not_checked, "not_checked"},
       {DataCheck::passed, "passed"},
       {DataCheck::failed, "failed"}}};
}

// One number of the file with what belongs to it. What the file does not hold is absent.
struct ImportedRow {
  std::int64_t line = 0;              // in the file
  std::optional<Bytes> size;          // of a message, or as the tool defines a collective's
  std::optional<std::int64_t> count;  // elements, as the tool counts them
  std::string type, reduction;        // "float", "sum"
  std::string mode;                   // "out of place", "in place", "" where there is one only
  std::string source, target;         // of a pair
  std::optional<Nanos> time;          // as the tool's headline has it: mean, or perftest's typical
  std::optional<Nanos> average, least, most, p50, p99, p999;
  std::optional<BitRate> rate;        // payload; of a collective size / time
  std::optional<BitRate> bus, peak;   // of a collective times the bus factor; perftest's peak
  std::optional<double> messages;     // a second
  std::optional<std::int64_t> wrong;  // elements
  std::optional<double> deviation;    // largest relative error, as old nccl-tests print it
  DataCheck check = DataCheck::not_checked;

  static constexpr auto fields() {
    return std::tuple{field("line", &ImportedRow::line),
                      field("size_bytes", &ImportedRow::size),
                      field("count", &ImportedRow::count),
                      defaulted("type", &ImportedRow::type),
                      defaulted("reduction", &ImportedRow::reduction),
                      defaulted("mode", &ImportedRow::mode),
                      defaulted("source", &ImportedRow::source),
                      defaulted("target", &ImportedRow::target),
                      field("time_ns", &ImportedRow::time),
                      field("average_ns", &ImportedRow::average),
                      field("least_ns", &ImportedRow::least),
                      field("most_ns", &ImportedRow::most),
                      field("p50_ns", &ImportedRow::p50),
                      field("p99_ns", &ImportedRow::p99),
                      field("p999_ns", &ImportedRow::p999),
                      field("rate_bps", &ImportedRow::rate),
                      field("bus_bps", &ImportedRow::bus),
                      field("peak_bps", &ImportedRow::peak),
                      field("messages_per_second", &ImportedRow::messages),
                      field("wrong_elements", &ImportedRow::wrong),
                      field("deviation_ratio", &ImportedRow::deviation),
                      defaulted("check", &ImportedRow::check)};
  }
};

struct Imported {
  std::string schema = "1.0";
  std::string file, tool, version, test;  // "im.txt", "nccl-tests", "2.17.6", "all_reduce"
  std::string library;                    // "NCCL 2.21.5+cuda12.4"
  std::optional<std::int64_t> ranks;
  std::vector<std::string> hosts;
  std::vector<std::string> facts;     // other things that the file says of the run: "GID index 3"
  std::vector<std::string> warnings;  // "line 12: ..."
  std::vector<std::string> notes;     // what a reader must know to use the numbers
  bool complete = true;               // false: it ends before the tool's own end
  std::optional<double> own_average;  // the file's own summary, in its own unit: shown, never used
  std::string own_average_text;
  std::vector<ImportedRow> rows;

  static constexpr auto fields() {
    return std::tuple{field("schema", &Imported::schema),
                      field("file", &Imported::file),
                      field("tool", &Imported::tool),
                      defaulted("version", &Imported::version),
                      defaulted("test", &Imported::test),
                      defaulted("library", &Imported::library),
                      field("ranks", &Imported::ranks),
                      defaulted("hosts", &Imported::hosts),
                      defaulted("facts", &Imported::facts),
                      defaulted("warnings", &Imported::warnings),
                      defaulted("notes", &Imported::notes),
                      field("complete", &Imported::complete),
                      field("own_average", &Imported::own_average),
                      defaulted("own_average_text", &Imported::own_average_text),
                      field("rows", &Imported::rows)};
  }
};

}  // namespace weft
