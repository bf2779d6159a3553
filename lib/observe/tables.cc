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
  if (const auto mtu = cell(row, c.mtu); !mtu.empty()) {
    if (const auto number = parse_uint(mtu); number && *number < 1'000'000)
      one.mtu = static_cast<std::int64_t>(*number);
    else
      notes.warn({file, row.line, 0}, fmt::format("MTU '{}' not understood", printable(mtu, 60)));
  }
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
    // A table without that column tells devices only; what a protocol sends always has a port.
    one.port_id_type = columns.neighbour_port < 0 ? "no column"
                       : one.port_id.empty()      ? ""
                                                  : "ifname";
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

bool says_unknown(std::string_view text) {
  const std::string low = lower(text);
  return low.empty() || low == "-" || low == "n/a" || low == "none" || low.starts_with("unknown");
}

// The number in front of "Mb/s" or of nothing.
std::optional<double> megabits_of(std::string_view text) {
  const std::size_t unit = text.find("Mb/s");
  const auto number = parse_double(trim(text.substr(0, unit)));
  if (!number || (unit != text.npos && unit + 4 != text.size())) return {};
  return *number;
}

// The host's end: ethtool decides, the rate file only where ethtool was not asked.
Result<void> read_host_rate(std::string_view ethtool, std::string_view rate_file, Interface& out) {
  if (!ethtool.empty()) {
    if (says_unknown(ethtool)) return {};
    const auto megabits = megabits_of(ethtool);
    if (!megabits) return fail(fmt::format("ethtool_speed '{}' is no number", printable(ethtool)));
    out.up = is_known_speed(*megabits);
    if (*out.up) out.speed = BitRate{*megabits * 1e6};
    return {};
  }
  if (says_unknown(rate_file)) return {};
  const auto gigabits = parse_double(words(rate_file)[0]);
  if (!gigabits || *gigabits <= 0)
    return fail(fmt::format("rate_file '{}' does not begin with a rate", printable(rate_file)));
  out.speed = BitRate{*gigabits * 1e9};
  return {};
}

// "400G"; without a unit as the column beside it, in Gb/s, or as ethtool gives it, in Mb/s: no link
// is slower than 1000 in the one or faster than 1600 in the other.
Result<std::optional<BitRate>> switch_rate(std::string_view text) {
  if (says_unknown(text)) return std::optional<BitRate>();
  if (const auto bare = parse_double(text)) {
    if (!is_known_speed(*bare)) return std::optional<BitRate>();
    return std::optional(BitRate{*bare * (*bare > 1600 ? 1e6 : 1e9)});
  }
  auto rate = parse_rate(text);
  if (!rate) return fail("switch_speed: " + rate.error().what);
  return std::optional(*rate);
}

struct RateColumns {
  int host, device, planned, file, ethtool, far, port, speed;
  explicit RateColumns(const Table& t)
      : host(t.column({"host", "node"})),
        device(t.column({"device", "interface", "port"})),
        planned(t.column({"planned_gbps", "planned"})),
        file(t.column({"rate_file", "rate"})),
        ethtool(t.column({"ethtool_speed", "ethtool"})),
        far(t.column({"switch"})),
        port(t.column({"switch_port"})),
        speed(t.column({"switch_speed"})) {}
};

Result<void> read_rates(const Table::TableRow& row, const RateColumns& c, Plan& plan,
                        Snapshot& seen) {
  const std::string name(cell(row, c.host)), own(cell(row, c.device));
  if (name.empty() || own.empty()) return fail("a line without a host or a device");
  const auto planned = parse_double(cell(row, c.planned));
  if (!planned || *planned <= 0)
    return fail(fmt::format("planned_Gbps '{}' is no rate", printable(cell(row, c.planned))));
  Interface host{.name = own};
  WEFT_CHECK(read_host_rate(cell(row, c.ethtool), cell(row, c.file), host));
  WEFT_TRY(const std::optional<BitRate> far_speed, switch_rate(cell(row, c.speed)));
  if (far_speed && host.up == false) host.up.reset();
  Link& link = plan.links.emplace_back();
  link.a = {name, own};
  link.b = {std::string(cell(row, c.far)), std::string(cell(row, c.port))};
  if (link.b.node.empty()) link.b.node = "switch of " + name;
  link.line = row.line;
  link.rate = BitRate{*planned * 1e9};
  interface_of(state_of(seen, name), own) = host;
  NodeState& far = state_of(seen, link.b.node);
  if (!far.interfaces) far.interfaces.emplace();  // looked at, though perhaps not at this port
  if (far_speed) {
    Interface& other = interface_of(far, link.b.name);
    other.speed = far_speed;
    other.up = true;
  }
  return {};
}

}  // namespace

bool is_known_speed(double megabits) { return megabits > 0 && megabits != 65535 && megabits < 1e7; }

Result<void> parse_rate_table(const Answer& answer, Plan& plan, Snapshot& seen) {
  WEFT_TRY(const Table table, parse_table(answer.text, answer.from));
  const RateColumns columns(table);
  if (columns.host < 0 || columns.device < 0 || columns.planned < 0)
    return fail_at({answer.from, 1, 1}, "has no columns 'host', 'device' and 'planned_Gbps'");
  plan.source = answer.from;
  for (const auto& row : table.rows)
    if (const auto read = read_rates(row, columns, plan, seen); !read)
      seen.gaps.push_back({fmt::format("{}:{}", printable(answer.from), row.line),
                           "rates of a link", read.error().what});
  if (plan.links.empty())
    return fail_at({answer.from, table.rows.empty() ? 1 : table.rows.front().line, 1},
                   table.rows.empty() ? "has no lines below its header" : seen.gaps.front().why);
  return {};
}

}  // namespace weft
