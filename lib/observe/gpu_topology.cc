// See gpu_topology.h. The words of the legend, the nearest first: PIX one PCIe bridge, PXB several,
// PHB through the host bridge, NODE between host bridges of one NUMA node, SYS across the machine.
// NVIDIA's tool colours its output also into a pipe; columns may be missing or empty.

#include "observe/gpu_topology.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace weft {
namespace {

constexpr std::array<std::string_view, 5> distances{"PIX", "PXB", "PHB", "NODE", "SYS"};

bool is_part(std::string_view word) {
  for (const std::string_view kind : {"GPU", "NIC", "mlx", "roce", "ib"})
    if (word.starts_with(kind) && word.find(' ') == word.npos) return true;
  return false;
}

// Without colours: ESC [ ... letter.
std::string plain(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\x1b') {
      out += text[i];
      continue;
    }
    while (i + 1 < text.size() && !(text[i] >= 'A' && text[i] <= 'Z') &&
           !(text[i] >= 'a' && text[i] <= 'z'))
      ++i;
  }
  return out;
}

std::size_t rank_of(std::string_view way) {
  const auto it = std::ranges::find(distances, way);
  return static_cast<std::size_t>(it - distances.begin());
}

// "  NIC0: mlx5_0" of the legend.
void read_legend(std::string_view line, GpuTopology& out) {
  const auto colon = line.find(':');
  if (colon == line.npos) return;
  const std::string_view name = trim(line.substr(0, colon));
  for (TopologyPart& part : out.parts)
    if (part.name == name) part.device = std::string(trim(line.substr(colon + 1)));
}

}  // namespace

Result<GpuTopology> parse_gpu_topology(std::string_view raw, const std::string& from) {
  GpuTopology out;
  std::vector<std::string> columns;
  const std::string text = plain(raw);
  for (const std::string_view line : lines(text)) {
    const auto cells = split(line, '\t');
    if (columns.empty()) {
      for (const std::string_view cell : cells) columns.emplace_back(trim(cell));
      const bool head = columns.size() > 1 && std::ranges::any_of(columns, is_part);
      if (!head) columns.clear();
      continue;
    }
    const std::string_view name = trim(cells.front());
    if (cells.size() < 2 || !is_part(name)) {
      read_legend(line, out);
      continue;
    }
    TopologyPart part{std::string(name),
                      is_part(name) && !name.starts_with("GPU") && !name.starts_with("NIC")
                          ? std::string(name)
                          : "",
                      {},
                      {}};
    for (std::size_t i = 1; i < cells.size() && i < columns.size(); ++i) {
      if (is_part(columns[i]) && columns[i].find(' ') == std::string::npos)
        part.ways.emplace_back(trim(cells[i]));
      else if (columns[i] == "NUMA Affinity")
        if (const auto node = parse_uint(trim(cells[i])))
          part.numa_node = static_cast<std::int64_t>(*node);
    }
    out.parts.push_back(std::move(part));
  }
  if (out.parts.empty())
    return fail_at({from, 1, 1}, "has no table of GPUs and NICs",
                   "expected the output of `nvidia-smi topo -m`");
  return out;
}

std::vector<NearNic> nics_of(const GpuTopology& topology, std::string_view gpu) {
  std::vector<NearNic> out;
  const auto row = std::ranges::find(topology.parts, gpu, &TopologyPart::name);
  if (row == topology.parts.end()) return out;
  for (std::size_t i = 0; i < row->ways.size() && i < topology.parts.size(); ++i) {
    const TopologyPart& part = topology.parts[i];
    if (part.name.starts_with("GPU") || rank_of(row->ways[i]) == distances.size()) continue;
    out.push_back({part.device.empty() ? part.name : part.device, row->ways[i]});
  }
  std::ranges::stable_sort(out, {}, [](const NearNic& nic) { return rank_of(nic.way); });
  if (!out.empty() && out.front().way != "SYS")
    std::erase_if(out, [](const NearNic& nic) { return nic.way == "SYS"; });
  return out;
}

}  // namespace weft
