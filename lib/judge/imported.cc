// See imported.h.

#include "judge/imported.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "judge/assess.h"
#include "model/collective.h"

namespace weft {
namespace {

// "MPI-CUDA Allreduce Latency" names all_reduce. Longer names first: one holds the other.
std::optional<Collective> collective_in(std::string_view test) {
  constexpr std::array<std::pair<std::string_view, Collective>, 9> names{
      {{"reducescatter", Collective::reduce_scatter},
       {"allreduce", Collective::all_reduce},
       {"allgather", Collective::all_gather},
       {"alltoall", Collective::all_to_all},
       {"broadcast", Collective::broadcast},
       {"bcast", Collective::broadcast},
       {"scatter", Collective::scatter},
       {"gather", Collective::gather},
       {"reduce", Collective::reduce}}};
  std::string plain = lower(test);
  std::erase(plain, '_');
  for (const auto& [name, what] : names)
    if (plain.find(name) != std::string::npos) return what;
  return std::nullopt;
}

std::string row_text(const Imported& imported, const ImportedRow& row) {
  std::string out = fmt::format("{} line {}", imported.file, row.line);
  if (row.size) out += ", " + text(*row.size);
  return row.mode.empty() ? out : out + ", " + row.mode;
}

void add_wrong(const Imported& imported, std::vector<Finding>& out) {
  for (const ImportedRow& row : imported.rows) {
    if (row.check != DataCheck::failed) continue;
    out.push_back({"wrong_payload",
                   Verdict::fail,
                   row_text(imported, row),
                   "results that are right",
                   row.wrong ? count_of(static_cast<std::size_t>(*row.wrong), "wrong element")
                             : std::string("the tool's own validation failed"),
                   "do not use this number; find the damaged data first",
                   {}});
  }
}

void add_slow_pairs(const Imported& imported, std::vector<Finding>& out) {
  std::vector<double> rates;
  for (const ImportedRow& row : imported.rows)
    if (!row.source.empty() && row.rate) rates.push_back(row.rate->bps);
  const PeerLimit limit = peer_limit(rates, Metric::bandwidth);
  if (limit.state != PeerLimit::State::compared) return;
  for (const ImportedRow& row : imported.rows) {
    if (row.source.empty() || !row.rate || row.rate->bps >= limit.floor) continue;
    out.push_back({"slow_flow",
                   Verdict::fail,
                   fmt::format("{} -> {}", row.source, row.target),
                   "at least " + text(BitRate{limit.floor}),
                   text(*row.rate),
                   "measure this pair again, alone, in both directions",
                   {fmt::format("{} line {}; {}", imported.file, row.line,
                                peer_text(limit, Metric::bandwidth))}});
  }
}

}  // namespace

bool add_bus_bandwidth(Imported& imported, std::uint32_t ranks) {
  const auto what = collective_in(imported.test);
  if (!what) return false;
  for (ImportedRow& row : imported.rows)
    if (row.rate && !row.bus) row.bus = BitRate{row.rate->bps * bus_factor(*what, ranks)};
  imported.ranks = ranks;
  imported.notes.push_back(fmt::format("bus bandwidth for {} ranks, as you said: factor {:.4g}",
                                       ranks, bus_factor(*what, ranks)));
  return true;
}

std::vector<Finding> judge_imported(const Imported& imported) {
  std::vector<Finding> out;
  add_wrong(imported, out);
  add_slow_pairs(imported, out);
  if (!imported.complete)
    out.push_back({"incomplete",
                   Verdict::unknown,
                   imported.file,
                   "a test that came to its end",
                   "the file ends before",
                   "run it again, or find the rest of its output",
                   {}});
  for (const std::string& warning : imported.warnings)
    out.push_back({"import",
                   Verdict::unknown,
                   imported.file,
                   "output that can be read whole",
                   warning,
                   "look at that line",
                   {}});
  return out;
}

}  // namespace weft
