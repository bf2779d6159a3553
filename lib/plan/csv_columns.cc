// Words of headers; see csv_columns.h.

#include "plan/csv_columns.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>

#include "base/text.h"

namespace weft {
namespace {

using Words = std::vector<std::string>;

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

int side_of(std::string_view word) {
  if (is_one_of(word, {"a", "from", "source", "src", "local", "near", "1", "start", "left",
                       "origin", "orig", "aend", "asys"}))
    return 0;
  if (is_one_of(word, {"b", "to", "destination", "dest", "dst", "remote", "far", "2", "right",
                       "target", "neighbor", "neighbour", "peer", "z", "zend"}))
    return 1;
  return -1;
}

// "Source-Port", "sourcePort", "device1" into lower-case words.
Words header_words(std::string_view header) {
  Words out;
  int before = 0;  // 1: small letter, 2: capital, 3: digit, 0: anything else
  for (const char c : header) {
    const int kind = c >= 'a' && c <= 'z'   ? 1
                     : c >= 'A' && c <= 'Z' ? 2
                     : c >= '0' && c <= '9' ? 3
                                            : 0;
    const bool goes_on = kind == before || (before == 2 && kind == 1);
    if (kind != 0 && !goes_on) out.emplace_back();
    if (kind != 0) out.back() += kind == 2 ? static_cast<char>(c + 32) : c;
    before = kind;
  }
  return out;
}

bool device_word(std::string_view word) {
  return is_one_of(word, {"device", "host", "hostname", "node", "switch", "system", "server",
                          "equipment", "leaf", "spine", "tor", "asset"});
}
bool port_word(std::string_view word) {
  return is_one_of(word, {"port", "ports", "interface", "intf", "ifname", "if", "int", "nic",
                          "termination", "terminations", "connector"});
}
bool length_unit_word(std::string_view word) {
  return is_one_of(word, {"m", "meter", "meters", "metre", "metres", "ft", "feet", "foot", "cm",
                          "mm", "in", "inch", "inches"});
}

// The rest of a header, once the words for the side are gone.
ColumnKind kind_of(const Words& words, bool sided, std::string& unit) {
  const auto has = [&](std::initializer_list<std::string_view> list) {
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return is_one_of(word, list); });
  };
  const auto only = [&](std::initializer_list<std::string_view> list) {
    return !words.empty() && std::all_of(words.begin(), words.end(), [&](const std::string& word) {
      return is_one_of(word, list);
    });
  };
  if (words.empty()) return sided ? ColumnKind::device : ColumnKind::kept;
  if (has({"length", "len"})) {
    if (has({"unit", "units"})) return ColumnKind::length_unit;
    for (const std::string& word : words)
      if (length_unit_word(word)) unit = word;
    return ColumnKind::length;
  }
  if (only({"full", "domain"}) && words.size() == 2) return ColumnKind::full_domain;
  if (has({"rail"}) && words.size() == 1) return sided ? ColumnKind::node_rail : ColumnKind::rail;
  if (only({"rack", "ru", "u", "unit", "units", "position", "elevation", "height", "pos"})) {
    if (words.size() == 1 && words[0] == "rack") return ColumnKind::rack;
    return ColumnKind::unit;
  }
  if (only({"rack", "cabinet", "cab", "name", "id"}) && has({"rack", "cabinet", "cab"}))
    return ColumnKind::rack;
  if (has({"type"}) && (sided || has({"termination", "port", "interface"})) &&
      !has({"cable", "device", "media"}))
    return ColumnKind::end_type;
  if (has({"role"})) return ColumnKind::role;
  if (has({"model"}) || (has({"device"}) && has({"type"}))) return ColumnKind::model;
  if (only({"pod"})) return ColumnKind::pod;
  if (only({"tenant"})) return sided ? ColumnKind::tenant : ColumnKind::kept;
  if (only({"management", "mgmt", "ip", "address"}) && has({"management", "mgmt"}))
    return ColumnKind::management;
  if (only({"alias", "aliases"})) return ColumnKind::aliases;
  if (only({"status", "state", "cable", "link"}) && has({"status", "state"}))
    return ColumnKind::status;
  if (only({"speed", "rate", "link", "port", "bandwidth"}) && has({"speed", "rate", "bandwidth"}))
    return ColumnKind::rate;
  if (only({"through", "via", "patch", "panel", "panels"})) return ColumnKind::through;
  if (only({"type", "cable", "media", "medium"}) && has({"type", "media", "medium"}))
    return ColumnKind::cable_type;
  if (only({"label", "cable", "tag", "id", "no", "nr", "number", "name", "link"}) &&
      has({"label", "cable"}))
    return ColumnKind::label;
  const bool ports = std::any_of(words.begin(), words.end(), port_word);
  const bool plain = std::all_of(words.begin(), words.end(), [](const std::string& word) {
    return port_word(word) || device_word(word) || is_one_of(word, {"name", "id", "number", "no"});
  });
  if (plain && ports) return ColumnKind::port;
  if (plain && std::any_of(words.begin(), words.end(), device_word)) return ColumnKind::device;
  if (sided && words.size() == 1 && words[0] == "name") return ColumnKind::name;
  return ColumnKind::kept;
}

bool of_a_node(ColumnKind kind) {
  return kind >= ColumnKind::device && kind <= ColumnKind::end_type;
}

// "Source, , , Destination, , , Cable" fills to the right.
std::vector<int> sides_above(const CsvRow& above, std::size_t columns) {
  std::vector<int> sides(columns, -1);
  int side = -1;
  bool a = false, b = false;
  for (std::size_t i = 0; i < columns; ++i) {
    if (const std::string& cell = above.cell(i); !cell.empty()) {
      const CsvColumn column = classify_column(cell);
      side =
          column.kind == ColumnKind::device || column.kind == ColumnKind::kept ? column.side : -1;
    }
    sides[i] = side;
    a |= side == 0, b |= side == 1;
  }
  if (!a || !b) sides.assign(columns, -1);  // a title, not a header
  return sides;
}

// pandas writes a repeated header as "Device.1".
void undo_pandas(Columns& columns) {
  std::map<std::string, CsvColumn*> plain;
  for (CsvColumn& column : columns.list) plain[column.header] = &column;
  for (CsvColumn& column : columns.list) {
    if (!column.header.ends_with(".1")) continue;
    const auto base = plain.find(column.header.substr(0, column.header.size() - 2));
    if (base == plain.end() || base->second->side != -1) continue;
    column = classify_column(base->first);
    column.header += ".1";
  }
}

}  // namespace

CsvColumn classify_column(std::string_view header) {
  CsvColumn out;
  out.header = header;
  if (header.size() > 100) return out;  // no header, and long to look at
  Words words = header_words(header);
  int side = -1;
  std::size_t sides = 0;
  Words rest;
  for (const std::string& word : words) {
    if (const int s = side_of(word); s >= 0) {
      if (side != s) ++sides;
      side = s;
    } else if (!is_one_of(word, {"side", "end", "of", "the"})) {
      rest.push_back(word);
    }
  }
  if (sides > 1) return out;  // "cables from A to B": a title
  out.kind = kind_of(rest, side >= 0, out.unit);
  if (out.kind != ColumnKind::kept) out.side = of_a_node(out.kind) ? side : -1;
  if (out.kind == ColumnKind::kept && rest.empty()) out.side = side;
  return out;
}

std::optional<std::size_t> Columns::find(ColumnKind kind, int side) const {
  for (std::size_t i = 0; i < list.size(); ++i)
    if (list[i].kind == kind && list[i].side == side) return i;
  return {};
}

bool Columns::complete() const {
  const auto a = find(ColumnKind::device, 0), b = find(ColumnKind::device, 1);
  if (!a || !b) return false;
  const bool ports[] = {find(ColumnKind::port, 0).has_value(),
                        find(ColumnKind::port, 1).has_value()};
  if (ports[0] || ports[1]) return ports[0] && ports[1];
  // "from,to" with leaf01:swp1 in the cells; but "leaf1,swp1,leaf2,swp2" is data.
  const auto digit = [](const std::string& text) {
    return text.find_first_of("0123456789") != std::string::npos;
  };
  return !digit(list[*a].header) && !digit(list[*b].header);
}

Columns columns_of(const CsvRow& header, const CsvRow* above) {
  Columns columns;
  columns.line = header.line;
  for (const std::string& cell : header.cells) columns.list.push_back(classify_column(cell));
  undo_pandas(columns);
  if (above != nullptr) {
    const std::vector<int> sides = sides_above(*above, columns.list.size());
    for (std::size_t i = 0; i < sides.size(); ++i) {
      CsvColumn& column = columns.list[i];
      if (column.side != -1 || sides[i] == -1) continue;
      std::string unit;
      column.kind = kind_of(header_words(column.header), true, unit);
      if (of_a_node(column.kind)) column.side = sides[i];
    }
  }
  for (int side : {0, 1}) {  // NetBox: side_a_device, side_a_name
    const bool device = columns.find(ColumnKind::device, side).has_value();
    if (const auto name = columns.find(ColumnKind::name, side))
      columns.list[*name].kind = device ? ColumnKind::port : ColumnKind::device;
  }
  for (CsvColumn& column : columns.list) {  // the first is a, the second b
    if (!of_a_node(column.kind) || column.side != -1) continue;
    if (!columns.find(column.kind, 0))
      column.side = 0;
    else if (!columns.find(column.kind, 1))
      column.side = 1;
    else
      column.kind = ColumnKind::kept;
  }
  return columns;
}

}  // namespace weft
