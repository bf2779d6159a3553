// A table with a line per port; see tables.h.

#include "observe/tables.h"

#include <fmt/format.h>

#include "base/csv.h"
#include "base/text.h"

namespace weft {
namespace {

struct Columns {
  int port, neighbour, neighbour_port, link, speed, mtu, fec;

  explicit Columns(const Table& t)
      : port(t.column({"port", "interface", "local_port", "local port"})),
        neighbour(
            t.column({"neighbour", "neighbor", "remote_device", "remote host", "remote_host"})),
        neighbour_port(t.column({"neighbour_port", "neighbor_port", "remote_port", "remote port"})),
        link(t.column({"link", "state", "status", "oper", "oper_status"})),
        speed(t.column({"speed"})),
        mtu(t.column({"mtu"})),
        fec(t.column({"fec"})) {}
};

std::string_view cell(const Table::TableRow& row, int column) {
  return column < 0 ? std::string_view()
                    : std::string_view(row.cells[static_cast<std::size_t>(column)]);
}

void read_state(const Table::TableRow& row, const Columns& c, NodeState& node, Notes& notes,
                const std::string& file) {
  Interface& one = interface_of(node, cell(row, c.port));
  const std::string state = lower(cell(row, c.link));
  if (state == "up")
    one.up = true, one.enabled = true;
  else if (state == "down")
    one.up = false;
  else if (state.starts_with("admin") || state == "disabled")
    one.up = false, one.enabled = false;
  else if (!state.empty())
    notes.warn({file, row.line, 0},
               fmt::format("link state '{}' not understood", printable(state)));
  if (const auto speed = cell(row, c.speed); !speed.empty()) {
    if (auto rate = parse_rate(speed))
      one.speed = *rate;
    else
      notes.warn({file, row.line, 0}, rate.error().what);
  }
  if (const auto mtu = parse_uint(cell(row, c.mtu))) one.mtu = static_cast<std::int64_t>(*mtu);
  if (const auto fec = cell(row, c.fec); !fec.empty()) one.fec = lower(fec);
}

}  // namespace

bool is_port_table(std::string_view text) {
  const std::string head = lower(text.substr(0, std::min<std::size_t>(text.find('\n'), 400)));
  const auto table = parse_table(head, "");
  if (!table || trim(head).starts_with('{') || trim(head).starts_with('[')) return false;
  const Columns columns(*table);
  return columns.port >= 0 && columns.neighbour >= 0;
}

Result<void> parse_port_table(const Answer& answer, NodeState& node, Notes& notes) {
  WEFT_TRY(const Table table, parse_table(answer.text, answer.from));
  const Columns columns(table);
  if (columns.port < 0 || columns.neighbour < 0)
    return fail_at({answer.from, 1, 1}, "has no columns 'port' and 'neighbour'");
  node.neighbours.emplace();
  node.neighbours_from = answer.from;
  for (const auto& row : table.rows) {
    if (cell(row, columns.port).empty()) {
      notes.warn({answer.from, row.line, 1}, "a line without a port, left out");
      continue;
    }
    read_state(row, columns, node, notes, answer.from);
    if (cell(row, columns.neighbour).empty()) continue;
    Neighbour& one = node.neighbours->emplace_back();
    one.port = std::string(cell(row, columns.port));
    one.system_name = std::string(cell(row, columns.neighbour));
    one.port_id = std::string(cell(row, columns.neighbour_port));
    if (!one.port_id.empty()) one.port_id_type = "ifname";
    one.line = row.line;
  }
  return {};
}

namespace {

NodeState& state_of(Snapshot& seen, std::string_view name) {
  for (NodeState& node : seen.nodes)
    if (node.name == name) return node;
  NodeState& made = seen.nodes.emplace_back();
  made.name = std::string(name);
  return made;
}

// The host's end: ethtool decides, the rate file only where ethtool was not asked.
void read_host_rate(std::string_view ethtool, std::string_view rate_file, Interface& out) {
  if (!ethtool.empty()) {
    const auto megabits = parse_double(ethtool);
    out.up = megabits.has_value() && *megabits > 0 && *megabits < 1e7;
    if (*out.up) out.speed = BitRate{*megabits * 1e6};
    return;
  }
  const auto words_in = words(rate_file);
  if (words_in.empty()) return;
  if (const auto gigabits = parse_double(words_in[0])) out.speed = BitRate{*gigabits * 1e9};
}

}  // namespace

Result<void> parse_rate_table(const Answer& answer, Plan& plan, Snapshot& seen) {
  WEFT_TRY(const Table t, parse_table(answer.text, answer.from));
  const int host = t.column({"host", "node"}), device = t.column({"device", "interface", "port"}),
            planned = t.column({"planned_gbps", "planned"}), file = t.column({"rate_file", "rate"}),
            ethtool = t.column({"ethtool_speed", "ethtool"}), far = t.column({"switch"}),
            port = t.column({"switch_port"}), speed = t.column({"switch_speed"});
  if (host < 0 || device < 0 || planned < 0)
    return fail_at({answer.from, 1, 1}, "has no columns 'host', 'device' and 'planned_Gbps'");
  for (const auto& row : t.rows) {
    const std::string name(cell(row, host)), own(cell(row, device));
    std::string there(cell(row, far));
    if (there.empty()) there = "switch of " + name;
    Link& link = plan.links.emplace_back();
    link.a = {name, own};
    link.b = {there, std::string(cell(row, port))};
    link.line = row.line;
    if (const auto gigabits = parse_double(cell(row, planned)))
      link.rate = BitRate{*gigabits * 1e9};
    else
      return fail_at({answer.from, row.line, 0}, "planned_Gbps is no number");
    read_host_rate(cell(row, ethtool), cell(row, file), interface_of(state_of(seen, name), own));
    if (const auto text = cell(row, speed); !text.empty()) {
      Interface& other = interface_of(state_of(seen, there), link.b.name);
      WEFT_TRY(other.speed, parse_rate(text));
      other.up = true;
    }
  }
  return {};
}

}  // namespace weft
