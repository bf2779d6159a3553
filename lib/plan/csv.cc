// Cable lists as CSV: NetBox's import and export forms, from,from_port,to,to_port, and
// point-to-point workbooks; separators , ; tab and |.
//
// Facts: NetBox dcim (cable import form, cable table, termination types); RFC 4180; what
// spreadsheets write (byte-order mark, "sep=;", decimal commas, title rows, empty merged cells).

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "plan/builder.h"
#include "plan/csv_shape.h"
#include "plan/plan.h"
#include "plan/text_fields.h"

namespace weft {
namespace {

class Reader {
 public:
  Reader(const std::string& file, CsvShape shape)
      : out_(file), shape_(std::move(shape)), columns_(shape_.columns) {
    for (const int side : {0, 1}) {
      device_[side] = *columns_.find(ColumnKind::device, side);
      port_[side] = columns_.find(ColumnKind::port, side);
      type_[side] = columns_.find(ColumnKind::end_type, side);
      least_ = std::max({least_, device_[side] + 1, port_[side] ? *port_[side] + 1 : 0});
    }
    cable_type_ = columns_.find(ColumnKind::cable_type);
    length_unit_ = columns_.find(ColumnKind::length_unit);
    through_ = columns_.find(ColumnKind::through);
  }

  PlanRead run(std::string_view text) {
    CsvRows rows(text, shape_.separator, columns_.list.size());
    CsvRow row;
    while (rows.next(row)) {
      if (row.line <= columns_.line || row.empty() || is_comment_row(row)) continue;
      if (row.line == 1 && row.cell(0).starts_with("sep=")) continue;
      read_row(row);
    }
    for (const Error& trouble : rows.troubles())
      out_.fault(trouble.place.line, trouble.place.column, trouble.what, trouble.hint);
    if (shape_.headerless)
      out_.warn(1, 0, "no header row: read as from,from_port,to,to_port", "add that line on top");
    summary();
    return out_.take();
  }

 private:
  enum class EndKind { network, panel, outside, power, console };
  struct End {
    std::string device, port;
    EndKind kind = EndKind::network;
    int side = 0;         // of the columns it came from; a row may be turned round
    bool spare() const {  // words for "nothing is there" that people write into cells
      for (const std::string_view word : {"", "-", "--", "n/a", "na", "none", "spare", "unused",
                                          "open", "free", "unconnected", "not connected", "tbd"})
        if (equal_ignoring_case(device, word)) return true;
      return false;
    }
  };

  End read_end(const CsvRow& row, int side) const;
  bool is_power(const CsvRow& row, const End& a, const End& b) const;
  void read_row(const CsvRow& row);
  bool header_again(const CsvRow& row) const;
  bool row_fits(const CsvRow& row);
  void read_ends(const CsvRow& row, End a, End b);
  bool several(const CsvRow& row, const End& a, const End& b);
  void read_nodes(const CsvRow& row, const End& a, const End& b);
  void read_node_cell(const CsvRow& row, const CsvColumn& column, const std::string& device,
                      const std::string& text);
  void read_cable(const CsvRow& row, Link& link);
  std::optional<std::string> read_length(const CsvRow& row, const CsvColumn& column,
                                         const std::string& text, Link& link);
  void summary();

  struct Count {
    std::size_t n = 0;
    std::uint32_t first = 0;
    void add(std::uint32_t line) {
      if (n++ == 0) first = line;
    }
  };

  PlanBuilder out_;
  CsvShape shape_;
  const Columns& columns_;
  std::size_t device_[2];
  std::optional<std::size_t> port_[2], type_[2], cable_type_, length_unit_, through_;
  std::size_t least_ = 0;  // cells without which a row has not both ends
  Count power_, console_, remarks_, short_, no_unit_;
  std::string first_remark_;
};

Reader::End Reader::read_end(const CsvRow& row, int side) const {
  End end;
  end.side = side;
  end.device = row.cell(device_[side]);
  if (port_[side]) {
    end.port = row.cell(*port_[side]);
  } else if (auto port = parse_port(end.device)) {
    end.device = std::move(port->node);
    end.port = std::move(port->name);
  }
  if (equal_ignoring_case(end.device, "exit") && end.port.empty()) end.kind = EndKind::outside;
  if (!type_[side]) return end;
  const std::string type = lower(row.cell(*type_[side]));
  const auto is = [&](std::string_view word) { return type.find(word) != std::string::npos; };
  if (is("frontport") || is("front port") || is("rearport") || is("rear port"))
    end.kind = EndKind::panel;
  else if (is("power") || is("outlet"))
    end.kind = EndKind::power;
  else if (is("console"))
    end.kind = EndKind::console;
  else if (is("circuit") || is("provider"))
    end.kind = EndKind::outside;
  return end;
}

// By NetBox's type, by the type of the cable, or by both ports' names.
bool Reader::is_power(const CsvRow& row, const End& a, const End& b) const {
  if (a.kind == EndKind::power || b.kind == EndKind::power) return true;
  if (cable_type_) {
    const std::string type = lower(row.cell(*cable_type_));
    for (const std::string_view word : {"power", "c13", "c14", "c19", "c20"})
      if (type.find(word) != std::string::npos) return true;
  }
  const auto power_port = [](const std::string& port) {
    const std::string name = lower(port);
    for (const std::string_view word : {"psu", "pwr", "power", "inlet", "outlet"})
      if (name.starts_with(word)) return true;
    return false;
  };
  const std::string far = lower(b.device), near = lower(a.device);
  return (power_port(a.port) && (power_port(b.port) || far.starts_with("pdu"))) ||
         (power_port(b.port) && near.starts_with("pdu"));
}

bool Reader::row_fits(const CsvRow& row) {
  if (row.cells.size() < least_) {
    out_.fault(row.line, 0,
               fmt::format("the row ends after {}, where the header has {}: it is not read",
                           count_of(row.cells.size(), "cell"), columns_.list.size()),
               "is it cut off? an end that is left open has its empty cells: leaf1,swp4,,");
    return false;
  }
  if (row.cells.size() < columns_.list.size() && !columns_.list[row.cells.size()].header.empty())
    short_.add(row.line);
  if (row.cells.size() <= columns_.list.size()) return true;
  const bool more =
      std::any_of(row.cells.begin() + static_cast<std::ptrdiff_t>(columns_.list.size()),
                  row.cells.end(), [](const auto& cell) { return !cell.empty(); });
  if (!more) return true;
  out_.fault(row.line, 0,
             fmt::format("{} cells where the header has {}: the row is not read", row.cells.size(),
                         columns_.list.size()),
             fmt::format("a cell that holds '{}' needs quotes",
                         shape_.separator == '\t' ? std::string("a tab")
                                                  : std::string(1, shape_.separator)));
  return false;
}

// Lists that were joined have their header in the middle again.
bool Reader::header_again(const CsvRow& row) const {
  return !shape_.headerless && row.cells.size() == columns_.list.size() &&
         std::equal(row.cells.begin(), row.cells.end(), columns_.list.begin(),
                    [](const std::string& cell, const CsvColumn& column) {
                      return cell == column.header;
                    });
}

void Reader::read_row(const CsvRow& row) {
  if (header_again(row)) return;
  End a = read_end(row, 0), b = read_end(row, 1);
  const bool a_whole = !a.spare() && !a.port.empty(), b_whole = !b.spare() && !b.port.empty();
  if (!a_whole && !b_whole && row.filled() == 1) {  // a title between the rows
    if (remarks_.n == 0)
      for (const std::string& cell : row.cells)
        if (!cell.empty()) first_remark_ = cell;
    return remarks_.add(row.line);
  }
  if (!row_fits(row)) return;
  if (is_power(row, a, b)) return power_.add(row.line);
  if (a.kind == EndKind::console || b.kind == EndKind::console) return console_.add(row.line);
  read_ends(row, std::move(a), std::move(b));
}

// NetBox joins the ends of a breakout cable with commas, in no order.
bool Reader::several(const CsvRow& row, const End& a, const End& b) {
  for (const End* end : {&a, &b})
    if (end->port.find(',') != std::string::npos || end->device.find(',') != std::string::npos) {
      out_.fault(
          row.line, 0,
          fmt::format("a cable with several ends ({} {}): which belongs to which is not told",
                      printable(end->device, 80), printable(end->port, 80)),
          "one row a link: swp1s0 to one host, swp1s1 to the other");
      return true;
    }
  return false;
}

void Reader::read_ends(const CsvRow& row, End a, End b) {
  if (several(row, a, b)) return;
  const bool passes = through_ && !row.cell(*through_).empty();
  if ((a.spare() && !a.device.empty()) || a.kind == EndKind::outside) std::swap(a, b);
  const bool outside = b.kind == EndKind::outside;
  const bool open = b.spare() && b.port.empty() && !passes && !outside;
  constexpr std::string_view merged = "merged cells of a workbook come out empty: fill them down";
  if (a.spare())
    return out_.fault(row.line, 0,
                      b.spare() ? std::string("a row without a device at either end")
                                : fmt::format("no device at the other end of {}:{}",
                                              printable(b.device, 60), printable(b.port, 40)),
                      std::string(merged));
  if (b.spare() && !b.port.empty() && !outside)
    return out_.fault(row.line, 0,
                      fmt::format("port {} of no device, far end of {}:{}", printable(b.port, 40),
                                  printable(a.device, 60), printable(a.port, 40)),
                      std::string(merged));
  for (const End* end : {&a, &b})
    if (end->port.empty() && !end->spare() && end->kind != EndKind::outside)
      return out_.fault(row.line, 0, fmt::format("no port of {}", printable(end->device, 80)));
  read_nodes(row, a, b);
  if (open) return out_.open_port({a.device, a.port});
  if (a.kind == EndKind::panel && b.kind != EndKind::panel) std::swap(a, b);
  for (const End* end : {&a, &b})
    if (end->kind == EndKind::panel) out_.node(end->device).role = Role::patch_panel;
  const bool unknown = b.spare() || outside;
  // A circuit by its name; the bare word is what the row says already.
  const std::string exit =
      !outside || b.port.empty() ? "" : std::string(trim(b.device + " " + b.port));
  Link& link = out_.link({a.device, a.port}, unknown ? Port{} : Port{b.device, b.port}, row.line);
  if (!exit.empty()) link.attributes["exit"] = json_text(exit);
  read_cable(row, link);
}

void Reader::read_nodes(const CsvRow& row, const End& a, const End& b) {
  for (std::size_t i = 0; i < columns_.list.size() && i < row.cells.size(); ++i) {
    const CsvColumn& column = columns_.list[i];
    if (column.side < 0 || row.cells[i].empty()) continue;
    const bool own = device_[0] == i || device_[1] == i || column.kind == ColumnKind::port ||
                     column.kind == ColumnKind::end_type || column.kind == ColumnKind::kept;
    if (own) continue;
    const End& end = a.side == column.side ? a : b;
    if (!end.spare() && end.kind != EndKind::outside)
      read_node_cell(row, column, end.device, row.cells[i]);
  }
}

void Reader::read_node_cell(const CsvRow& row, const CsvColumn& column, const std::string& device,
                            const std::string& text) {
  static const std::map<ColumnKind, std::string> names = {
      {ColumnKind::rack, "rack"},       {ColumnKind::unit, "unit"},
      {ColumnKind::role, "role"},       {ColumnKind::model, "model"},
      {ColumnKind::pod, "pod"},         {ColumnKind::tenant, "tenant"},
      {ColumnKind::aliases, "aliases"}, {ColumnKind::management, "management"},
      {ColumnKind::node_rail, "rail"}};
  const auto name = names.find(column.kind);
  if (name == names.end()) return;
  Node& node = out_.node(device);
  Node seen;
  const auto problem = set_node_field(seen, name->second, text);
  if (problem)
    return out_.warn(row.line, 0,
                     fmt::format("{} of {}: {}", name->second, printable(device, 60), *problem));
  const auto differs = [&](const auto& old, const auto& now) { return old && now && *old != *now; };
  if (differs(node.rack, seen.rack) || differs(node.unit, seen.unit) ||
      differs(node.model, seen.model) || differs(node.pod, seen.pod) ||
      differs(node.rail, seen.rail) ||
      (column.kind == ColumnKind::role && node.role != Role::unknown && node.role != seen.role))
    return out_.warn(row.line, 0,
                     fmt::format("{} of {} is '{}' here and another above: the first "
                                 "counts",
                                 name->second, printable(device, 60), printable(text, 40)));
  if (column.kind == ColumnKind::aliases) node.aliases.clear();
  set_node_field(node, name->second, text);
}

void Reader::read_cable(const CsvRow& row, Link& link) {
  for (std::size_t i = 0; i < columns_.list.size() && i < row.cells.size(); ++i) {
    const CsvColumn& column = columns_.list[i];
    const std::string& text = row.cells[i];
    if (text.empty()) continue;
    std::optional<std::string> problem;
    switch (column.kind) {
      case ColumnKind::label:
        problem = set_link_field(link, "label", text);
        break;
      case ColumnKind::cable_type:
        problem = set_link_field(link, "cable_type", text);
        break;
      case ColumnKind::status:
        problem = set_link_field(link, "status", text);
        break;
      case ColumnKind::rate:
        problem = set_link_field(link, "rate", text);
        break;
      case ColumnKind::rail:
        problem = set_link_field(link, "rail", text);
        break;
      case ColumnKind::through:
        problem = set_link_field(link, "through", text);
        break;
      case ColumnKind::full_domain:
        problem = set_link_field(link, "full_domain", text);
        break;
      case ColumnKind::length:
        problem = read_length(row, column, text, link);
        break;
      case ColumnKind::kept:
        if (!column.header.empty())
          link.attributes[column.header] = json_text(text);
        else
          out_.warn(row.line, 0,
                    fmt::format("'{}' stands in a column without a header", printable(text, 60)));
        break;
      default:
        break;
    }
    if (problem)
      out_.warn(row.line, 0, fmt::format("{}: {}", printable(column.header, 40), *problem));
  }
}

std::optional<std::string> Reader::read_length(const CsvRow& row, const CsvColumn& column,
                                               const std::string& text, Link& link) {
  const std::string& unit = length_unit_ ? row.cell(*length_unit_) : column.unit;
  link.length_m = parse_length(text, unit);
  if (link.length_m) return {};
  const bool number = parse_length(text, "m").has_value();
  const bool odd_unit = number && !unit.empty();
  link.attributes[column.header] = json_text(odd_unit ? text + " " + unit : text);
  if (odd_unit)
    return fmt::format("the unit '{}' of {} is not known: kept as text, not as metres",
                       printable(unit, 40), printable(text, 40));
  if (!number) return fmt::format("'{}' is no length", printable(text, 40));
  no_unit_.add(row.line);
  return {};
}

void Reader::summary() {
  if (power_.n > 0)
    out_.note(power_.first,
              fmt::format("{} skipped, the first here", count_of(power_.n, "power cable")));
  if (console_.n > 0)
    out_.note(console_.first,
              fmt::format("{} skipped, the first here", count_of(console_.n, "console cable")));
  if (remarks_.n > 0)
    out_.note(remarks_.first,
              fmt::format("{} without a cable skipped, the first here: '{}'",
                          count_of(remarks_.n, "row"), printable(first_remark_, 60)));
  if (short_.n > 0)
    out_.warn(short_.first, 0,
              fmt::format("{} with fewer cells than the header, the first here",
                          count_of(short_.n, "row")),
              "is the file cut off? cells that are missing count as empty");
  if (no_unit_.n > 0)
    out_.warn(no_unit_.first, 0,
              fmt::format("{} without a unit, the first here: kept as text, not as metres",
                          count_of(no_unit_.n, "length")),
              "add a column length_unit, or the unit to the header: Length (m)");
}

Result<PlanRead> read_csv(std::string_view text, const std::string& file) {
  auto shape = find_csv_shape(text);
  if (!shape) return no_csv_shape(text, file);
  return Reader(file, std::move(*shape)).run(text);
}

bool looks_like_csv(std::string_view text) {
  return find_csv_shape(text.substr(0, text.rfind('\n', 65536) == std::string_view::npos
                                           ? text.size()
                                           : text.rfind('\n', 65536)))
      .has_value();
}

}  // namespace

std::string write_csv(const Plan& plan, std::vector<std::string>& lost);

namespace plan_formats {
extern const PlanFormat csv = {"cable lists: NetBox import and export, from/to lists, workbooks",
                               ".csv .tsv .txt", looks_like_csv, read_csv, write_csv};
}

}  // namespace weft
