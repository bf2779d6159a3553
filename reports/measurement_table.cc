// step, size, class, median with its interval, expected and limit with their source, the worst
// flow, verdict. Fits the terminal: where it is too wide the step stands on a line of its own above
// its rows.

#include "reports/measurement_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/text.h"
#include "reports/words.h"

namespace weft {
namespace {

enum Column { step, size, flow_class, median, interval, expectation, source, worst, columns };
using Cells = std::array<std::string, columns>;

constexpr Cells titles() {
  return {"step", "size", "class", "median", "95 % interval", "expected, limit", "source", "worst"};
}
constexpr std::array<bool, columns> right{false, true, false, true, false, false, false, true};

Cells cells_of(const Judgement& j) {
  const NumberScale scale = scale_of(j);
  Cells cells;
  cells[step] = visible(j.step);
  cells[size] = size_of(j);
  cells[flow_class] = visible(j.flow_class);
  if (measured(j)) {
    cells[median] = scale.with_unit(j.summary.median);
    cells[interval] =
        fmt::format("{} .. {}", scale.number(j.summary.low), scale.number(j.summary.high));
  } else {
    cells[median] = "not measured";
  }
  if (judged(j)) {
    cells[expectation] =
        fmt::format("{}, {} {}", scale.number(j.baseline.expected),
                    lower_is_better(j.unit) ? "<=" : ">=", scale.number(j.baseline.floor));
    cells[source] = word(j.baseline.source);
  } else {
    cells[expectation] = "none";
  }
  if (j.worst) cells[worst] = scale.number(*j.worst);
  return cells;
}

using Widths = std::array<std::size_t, columns>;

Widths widths_of(const std::vector<Cells>& rows) {
  Widths widths{};
  for (const Cells& row : rows)
    for (std::size_t c = 0; c < columns; ++c) widths[c] = std::max(widths[c], width_of(row[c]));
  return widths;
}

std::string row_text(const Cells& row, const Widths& widths, bool with_step) {
  std::string out = "  ";
  for (std::size_t c = with_step ? step : size; c < columns; ++c)
    out += (right[c] ? padded_left(row[c], widths[c]) : padded(row[c], widths[c])) + "  ";
  return out;
}

std::size_t row_width(const Widths& widths, bool with_step) {
  std::size_t total = 2 + 7;  // indent, verdict
  for (std::size_t c = with_step ? step : size; c < columns; ++c) total += widths[c] + 2;
  return total;
}

void shorten_classes(std::vector<Cells>& rows, const Widths& widths, int terminal) {
  const std::size_t others = row_width(widths, false) - widths[flow_class];
  const std::size_t room = static_cast<std::size_t>(std::max(terminal, 40));
  const std::size_t most = std::max<std::size_t>(12, room > others ? room - others : 0);
  for (Cells& row : rows) row[flow_class] = shortened(row[flow_class], most, "...");
}

void write_reasons(TextLines& out, const Run& run, const Judgement& j) {
  constexpr std::size_t shown = 5;
  if (j.verdict != Verdict::pass && !j.why.empty()) out.wrapped("      ", 8, visible(j.why));
  if (j.flows_measured != j.flows_expected) out.wrapped("      ", 8, flows_sentence(j));
  if (const std::string packets = packets_sentence(j); !packets.empty())
    out.wrapped("      ", 8, packets);
  if (j.wrong_bytes != 0) out.wrapped("      ", 8, "payload: " + payload_sentence(j));
  if (!j.tallies.empty())
    out.wrapped("      ", 8, "failing: " + join(failing_endpoints(run, j, 4), "; "));
  const NumberScale scale = scale_of(j);
  for (std::size_t i = 0; i < std::min(shown, j.outliers.size()); ++i) {
    const Outlier& o = j.outliers[i];
    std::string said =
        fmt::format("{} {}: {}", word(o.verdict), visible(o.subject), scale.with_unit(o.value));
    if (o.alone) said += fmt::format(", alone {}", scale.with_unit(*o.alone));
    if (!o.why.empty()) said += ": " + visible(o.why);
    out.wrapped("      ", 8, said);
  }
  if (j.outliers.size() > shown)
    out.line(fmt::format("      and {} more; run.json has all", j.outliers.size() - shown));
}

}  // namespace

void write_measurement_table(TextLines& out, const Run& run) {
  if (run.judgements.empty()) return;
  out.heading("Measurements");
  std::vector<Cells> rows{titles()};
  for (const Judgement& judgement : run.judgements) rows.push_back(cells_of(judgement));
  const Widths wanted = widths_of(rows);
  const bool with_step = row_width(wanted, true) <= static_cast<std::size_t>(out.columns());
  if (!with_step) shorten_classes(rows, wanted, out.columns());
  const Widths widths = widths_of(rows);
  out.line(out.faint(row_text(rows[0], widths, with_step) + "verdict"));
  for (std::size_t i = 0; i < run.judgements.size(); ++i) {
    const Judgement& judgement = run.judgements[i];
    if (!with_step && (i == 0 || run.judgements[i - 1].step != judgement.step))
      out.line("  " + out.strong(rows[i + 1][step]));
    out.line(row_text(rows[i + 1], widths, with_step) + out.verdict(judgement.verdict, 0));
    write_reasons(out, run, judgement);
  }
}

}  // namespace weft
