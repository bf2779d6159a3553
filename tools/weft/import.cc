// weft import TOOL FILE...: results that a site already has, in our units, with what is wrong in
// them.

#include "import/import.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/file.h"
#include "base/json_writer.h"
#include "base/text.h"
#include "command.h"
#include "judge/imported.h"

namespace weft::commands {
namespace {

constexpr std::size_t most_rows = 60;

struct Options {
  std::string tool;
  std::vector<std::string> files;
  std::optional<std::int64_t> ranks;
  std::optional<std::string> link_rate;
  bool json = false;
};

// Two decimals, as the tools print: nothing of what a file says is rounded away.
std::string gigabytes(const BitRate& rate) { return fmt::format("{:.2f} GB/s", rate.bps / 8e9); }
std::string gigabits(const BitRate& rate) { return fmt::format("{:.2f} Gb/s", rate.bps / 1e9); }

template <class T>
std::string shown(const std::optional<T>& value) {
  if (!value) return "";
  if constexpr (std::is_same_v<T, std::int64_t>)
    return std::to_string(*value);
  else if constexpr (std::is_same_v<T, BitRate>)
    return gigabits(*value);
  else if constexpr (std::is_same_v<T, Nanos>)
    return fmt::format("{:.2f} us", static_cast<double>(value->count()) / 1e3);
  else
    return text(*value);
}

struct Column {
  std::string_view head;
  std::string (*cell)(const ImportedRow&, std::optional<BitRate> link);
};

constexpr Column columns[] = {
    {"from", [](const ImportedRow& r, std::optional<BitRate>) { return printable(r.source); }},
    {"to", [](const ImportedRow& r, std::optional<BitRate>) { return printable(r.target); }},
    {"size", [](const ImportedRow& r, std::optional<BitRate>) { return shown(r.size); }},
    {"count", [](const ImportedRow& r, std::optional<BitRate>) { return shown(r.count); }},
    {"type", [](const ImportedRow& r, std::optional<BitRate>) { return printable(r.type); }},
    {"redop", [](const ImportedRow& r, std::optional<BitRate>) { return printable(r.reduction); }},
    {"", [](const ImportedRow& r, std::optional<BitRate>) { return r.mode; }},
    {"time", [](const ImportedRow& r, std::optional<BitRate>) { return shown(r.time); }},
    {"average",
     [](const ImportedRow& r, std::optional<BitRate>) {
       return r.average == r.time ? std::string() : shown(r.average);
     }},
    {"least", [](const ImportedRow& r, std::optional<BitRate>) { return shown(r.least); }},
    {"most", [](const ImportedRow& r, std::optional<BitRate>) { return shown(r.most); }},
    {"p50", [](const ImportedRow& r, std::optional<BitRate>) { return shown(r.p50); }},
    {"p99", [](const ImportedRow& r, std::optional<BitRate>) { return shown(r.p99); }},
    {"p99.9", [](const ImportedRow& r, std::optional<BitRate>) { return shown(r.p999); }},
    {"rate", [](const ImportedRow& r, std::optional<BitRate>) { return shown(r.rate); }},
    {"algbw",
     [](const ImportedRow& r, std::optional<BitRate>) {
       return r.bus && r.rate ? gigabytes(*r.rate) : std::string();
     }},
    {"busbw", [](const ImportedRow& r,
                 std::optional<BitRate>) { return r.bus ? gigabytes(*r.bus) : std::string(); }},
    {"peak", [](const ImportedRow& r, std::optional<BitRate>) { return shown(r.peak); }},
    {"of the link",
     [](const ImportedRow& r, std::optional<BitRate> link) {
       const auto& rate = r.bus ? r.bus : r.rate;
       return link && rate ? text(Ratio{rate->bps / link->bps}) : std::string();
     }},
    {"error",
     [](const ImportedRow& r, std::optional<BitRate>) {
       return r.deviation ? fmt::format("{:g}", *r.deviation) : std::string();
     }},
    {"wrong", [](const ImportedRow& r, std::optional<BitRate>) { return shown(r.wrong); }},
    {"result",
     [](const ImportedRow& r, std::optional<BitRate>) {
       return r.check == DataCheck::not_checked ? std::string("not checked")
                                                : std::string(word(r.check));
     }},
};

std::string rows_of(const Imported& imported, std::optional<BitRate> link) {
  const std::size_t n = std::min(imported.rows.size(), most_rows);
  std::vector<std::string> lines(n + 1);
  for (const Column& column : columns) {
    std::vector<std::string> cells{std::string(column.head)};
    for (std::size_t i = 0; i < n; ++i) cells.push_back(column.cell(imported.rows[i], link));
    if (std::all_of(cells.begin() + 1, cells.end(), [](const auto& c) { return c.empty(); }))
      continue;
    std::size_t width = 0;
    for (const std::string& cell : cells) width = std::max(width, cell.size());
    for (std::size_t i = 0; i <= n; ++i) lines[i] += fmt::format("  {:>{}}", cells[i], width);
  }
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  if (imported.rows.size() > n)
    out += fmt::format("  and {} more; --json has all\n", imported.rows.size() - n);
  return out;
}

// Of a matrix of pairs, each of which was measured once.
std::string pairs_of(const Imported& imported) {
  double sum = 0;
  std::vector<double> rates;
  std::set<std::pair<std::string_view, std::string_view>> pairs;
  for (const ImportedRow& r : imported.rows)
    if (!r.source.empty() && r.rate) {
      pairs.emplace(r.source, r.target);
      rates.push_back(r.rate->bps);
      sum += r.rate->bps;
    }
  if (rates.size() < 2 || pairs.size() < rates.size()) return "";
  std::ranges::sort(rates);
  return fmt::format("{} pairs: median {}, mean {}, lowest {}\n", rates.size(),
                     gigabits({rates[rates.size() / 2]}),
                     gigabits({sum / static_cast<double>(rates.size())}),
                     gigabits({rates.front()}));
}

// What to quote: the best row, and never an average over sizes.
std::string headline_of(const Imported& imported) {
  std::string out;
  const auto best = [](const ImportedRow& r) {
    return r.bus ? r.bus->bps : r.rate ? r.rate->bps : 0;
  };
  const auto row = std::ranges::max_element(imported.rows, {}, best);
  if (best(*row) > 0)
    out += fmt::format("highest: {}{}{}{}\n",
                       row->bus ? "bus bandwidth " + gigabytes(*row->bus) + " = " : "",
                       gigabits({best(*row)}), row->size ? " at " + text(*row->size) : "",
                       row->mode.empty() ? "" : ", " + row->mode);
  out += pairs_of(imported);
  if (imported.own_average)
    out += fmt::format(
        "the file's own average: {:g} {}; not to be compared with a link, nor with "
        "an average over other sizes\n",
        *imported.own_average, imported.own_average_text);
  return out;
}

std::string text_of(const Imported& imported, const std::vector<Finding>& findings,
                    std::optional<BitRate> link) {
  std::string out = fmt::format("{}: {}{}{}", printable(imported.file), imported.tool,
                                imported.version.empty() ? "" : " " + printable(imported.version),
                                imported.test.empty() ? "" : ", " + printable(imported.test));
  if (!imported.library.empty()) out += ", " + printable(imported.library);
  if (imported.ranks) out += fmt::format(", {} ranks", *imported.ranks);
  if (!imported.hosts.empty()) out += " on " + count_of(imported.hosts.size(), "host");
  out += "\n";
  for (const std::string& fact : imported.facts) out += "  " + fact + "\n";
  for (const std::string& note : imported.notes) out += "  note: " + note + "\n";
  out += "\n" + rows_of(imported, link) + "\n" + headline_of(imported);
  for (const Finding& f : findings)
    out += fmt::format("{} {}: {}; expected {}. Next: {}\n",
                       f.verdict == Verdict::fail ? "FAIL" : "UNKNOWN", printable(f.subject),
                       printable(f.observed), f.expected, f.next_step);
  return out;
}

struct Outcome {
  Imported imported;
  std::vector<Finding> findings;

  static constexpr auto fields() {
    return std::tuple{field("result", &Outcome::imported), field("findings", &Outcome::findings)};
  }
};

Result<Outcome> import_one(const Options& o, const ImportSpec& spec, const std::string& file) {
  WEFT_TRY(const std::string content, read_file(file));
  Outcome out;
  WEFT_TRY(out.imported, spec.read(valid_utf8(content), file));
  if (o.ranks && !add_bus_bandwidth(out.imported, static_cast<std::uint32_t>(*o.ranks)))
    out.imported.notes.push_back("--ranks is of no use here: the test is no known collective");
  out.findings = judge_imported(out.imported);
  return out;
}

int worse(int a, int b) {
  for (const int code : {exit_code::bad_request, exit_code::failed, exit_code::unknown})
    if (a == code || b == code) return code;
  return exit_code::fine;
}

int execute(const Options& o) {
  const auto spec = find_row(importers::all(), "tool", o.tool);
  if (!spec) return complain(spec.error());
  std::optional<BitRate> link;
  if (o.link_rate) {
    const auto rate = parse_rate(*o.link_rate);
    if (!rate) return complain(rate.error());
    link = *rate;
  }
  int code = exit_code::fine;
  std::string out;
  std::vector<Outcome> all;
  for (const std::string& file : o.files) {
    auto outcome = import_one(o, **spec, file);
    if (!outcome) {
      code = worse(code, complain(outcome.error()));
      continue;
    }
    for (const Finding& finding : outcome->findings)
      code = worse(code, exit_code_of(finding.verdict));
    out += (out.empty() ? "" : "\n") + text_of(outcome->imported, outcome->findings, link);
    all.push_back(std::move(*outcome));
  }
  if (o.json) {
    out.clear();
    JsonWriter json(out, 2);
    write_json(json, all);
    out += "\n";
  }
  return print_result(out, code);
}

std::function<int()> declare(CLI::App& app) {
  auto o = std::make_shared<Options>();
  std::string tools;
  for (const auto& row : importers::all())
    tools += (tools.empty() ? "" : ", ") + command_name(row.id);
  app.add_option("tool", o->tool, "Who printed it: " + tools)->required();
  app.add_option("files", o->files, "Its standard output, or JSON")->required();
  app.add_option("--ranks", o->ranks, "How many took part, where the file does not say (OSU)")
      ->check(CLI::Range(std::int64_t{2}, std::int64_t{1000000}));
  app.add_option("--link-rate", o->link_rate, "Show rates as a share of this, such as 400Gb/s");
  app.add_flag("--json", o->json, "Print JSON instead of tables");
  return [o] { return execute(*o); };
}

}  // namespace

extern const CommandSpec import = {
    "Reads what nccl-tests, perftest, OSU or mpiGraph printed", declare, false,
    "weft import nccl-tests all_reduce.txt\n"
    "weft import perftest --link-rate 400Gb/s write_bw.json lat.txt\n"
    "weft import osu allreduce.txt --ranks 64"};

}  // namespace weft::commands
