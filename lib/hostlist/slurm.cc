// Slurm host lists: `gpu[001-004,007],login2`, and the lists of mpirun's --host: `a:2,b:2`.
//
// Ranges as Slurm 22.05 expands them (`scontrol show hostnames`, tried): numbers are padded to the
// width of a range's first one, several brackets make a product, in Slurm's order (expand.h).
// Taken besides: text behind a bracket and a step (`[0-10/2]`), both of ClusterShell; `:N` for
// slots and `user@`. Refused although Slurm lets it pass: brackets open, stray, nested or empty.

#include <fmt/format.h>

#include "base/text.h"
#include "hostlist/builder.h"
#include "hostlist/expand.h"
#include "hostlist/host_format.h"
#include "hostlist/host_name.h"

namespace weft::host_formats {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }

class Reader {
 public:
  explicit Reader(const std::string& file) : out_(file) {}

  Result<HostList> read(std::string_view text) {
    std::size_t number = 0;
    for (const std::string_view line : lines(text)) {
      ++number;
      if (!trim(line).starts_with('#')) read_line(line, number);
    }
    if (open_comma_) out_.error(*open_comma_, "nothing follows this comma");
    return out_.finish("slurm");
  }

 private:
  void read_line(std::string_view line, std::size_t number) {
    bool item_before = false;  // since the last comma, or since the line began
    for (std::size_t i = 0; i < line.size();) {
      const Spot at{number, i + 1};
      if (is_blank(line[i])) {
        ++i;
      } else if (line[i] == '#') {
        return;  // no name begins like this: a remark
      } else if (line[i] == ',') {
        if (!item_before) out_.error(at, "nothing stands before this comma");
        open_comma_ = at;
        item_before = false;
        ++i;
      } else {
        const std::size_t end = item_end(line, i);
        read_item(line.substr(i, end - i), at);
        open_comma_.reset();
        item_before = true;
        i = end;
      }
    }
  }

  // Where the item that starts at `from` ends: at a comma or blank outside of brackets.
  static std::size_t item_end(std::string_view line, std::size_t from) {
    int depth = 0;
    std::size_t i = from;
    for (; i < line.size(); ++i) {
      if (line[i] == '[') ++depth;
      if (line[i] == ']' && depth > 0) --depth;
      if (depth == 0 && (line[i] == ',' || is_blank(line[i]))) break;
    }
    return i;
  }

  void read_item(std::string_view item, Spot at) {
    std::optional<std::string_view> user;
    const Spot start = at;
    if (const std::size_t sign = item.find('@'); sign != std::string_view::npos) {
      user = item.substr(0, sign);
      item.remove_prefix(sign + 1);
      at = at.right(sign + 1);
    }
    std::optional<std::int64_t> slots;
    if (!is_ipv6(item) && !cut_slots(item, at, slots)) return;
    bool ranged = false;
    const auto names = names_of(item, at, ranged);
    if (!names) return;
    for (const std::string& name : *names)
      if (!add(name, at, user, start, slots, ranged)) return;
  }

  // Takes `:N` off the end of the item. False after an error.
  bool cut_slots(std::string_view& item, Spot at, std::optional<std::int64_t>& slots) {
    const std::size_t bracket = item.rfind(']');
    const std::size_t from = bracket == std::string_view::npos ? 0 : bracket;
    const std::size_t colon = item.find(':', from);
    if (colon == std::string_view::npos) return true;
    slots = read_count(out_, "the number of slots after ':'", item.substr(colon + 1),
                       max_slots_of_host, at.right(colon + 1));
    item = item.substr(0, colon);
    return slots.has_value();
  }

  std::optional<std::vector<std::string>> names_of(std::string_view item, Spot at, bool& ranged) {
    if (is_ipv6(item)) return std::vector{std::string(item)};
    if (item.starts_with('[') && item.ends_with(']') && is_ipv6(item.substr(1, item.size() - 2)))
      return std::vector{std::string(item.substr(1, item.size() - 2))};
    std::vector<NamePart> parts;
    for (std::size_t i = 0; i < item.size();) {
      if (item[i] != '[') {
        const std::size_t end = std::min(item.find_first_of("[]", i), item.size());
        if (end < item.size() && item[end] == ']')
          return refuse(at.right(end),
                        "this ']' closes "
                        "nothing");
        parts.push_back({std::string(item.substr(i, end - i))});
        i = end;
        continue;
      }
      const std::size_t end = item.find_first_of("[]", i + 1);
      if (end == std::string_view::npos) return refuse(at.right(i), "this '[' is never closed");
      if (item[end] == '[') return refuse(at.right(end), "a '[' inside of brackets");
      ranged = true;
      auto& part = parts.emplace_back();
      if (!read_ranges(item.substr(i + 1, end - i - 1), at.right(i + 1), part.choices))
        return std::nullopt;
      i = end + 1;
    }
    return expand(out_, parts, Turning::as_slurm, at);
  }

  std::nullopt_t refuse(Spot at, std::string what) {
    out_.error(at, std::move(what));
    return std::nullopt;
  }

  // "001-004,007" into ranges. False after an error.
  bool read_ranges(std::string_view text, Spot at, std::vector<NameRange>& into) {
    if (text.empty()) return refuse(at, "these brackets are empty"), false;
    bool good = true;
    std::size_t offset = 0;
    for (const std::string_view piece : split(text, ',')) {
      const auto range = read_range(piece, at.right(offset));
      if (range) into.push_back(*range);
      good = good && range.has_value();
      offset += piece.size() + 1;
    }
    return good;
  }

  // One of "7", "001-004", "0-10/2".
  std::optional<NameRange> read_range(std::string_view text, Spot at) {
    if (text.empty()) return refuse(at, "nothing between the commas in these brackets");
    NameRange range;
    std::string_view numbers = text;
    if (const std::size_t slash = text.find('/'); slash != std::string_view::npos) {
      const auto step = range_number(text.substr(slash + 1));
      if (!step || *step == 0)
        return refuse(at.right(slash + 1), "the step after '/' is not a number above 0");
      range.step = *step;
      numbers = text.substr(0, slash);
    }
    const std::size_t dash = numbers.find('-');
    const std::string_view first = numbers.substr(0, dash);
    const std::string_view last = dash == std::string_view::npos ? first : numbers.substr(dash + 1);
    const auto low = range_number(first), high = range_number(last);
    if (!low || !high) {
      const std::string_view wrong = low ? last : first;
      const bool long_one = wrong.size() > 18;
      out_.error(low ? at.right(dash + 1) : at,
                 fmt::format("'{}' is {}", printable(wrong, 40),
                             long_one ? "too large a number" : "not a number"),
                 numbers.find(':') != std::string_view::npos
                     ? "a range is written 1-4, with a step 1-9/2"
                     : "");
      return std::nullopt;
    }
    if (*low > *high) return refuse(at, fmt::format("the range {} runs backwards", numbers));
    if (last.size() > first.size() && last.starts_with('0'))
      out_.warn(at, fmt::format("{} is padded at its end only; read as Slurm does, without zeros",
                                numbers));
    range.first = *low, range.last = *high, range.width = first.size();
    return range;
  }

  // False when it is no use to go on with this item.
  bool add(const std::string& name, Spot at, std::optional<std::string_view> user, Spot user_at,
           std::optional<std::int64_t> slots, bool ranged) {
    HostEntry* entry = out_.host(name, at);
    if (entry == nullptr) return false;
    if (user) out_.user(*entry, *user, user_at);
    if (entry->line == 0) {
      entry->line = static_cast<std::int64_t>(at.line);
      entry->slots = slots;
      if (slots == 0) out_.warn(at, fmt::format("{} has no slot, so it takes no part", name));
    } else if (ranged && !slots) {
      out_.warn(at, fmt::format("{} is in the list twice; counted once", name));
    } else {
      entry->slots = entry->slots.value_or(1) + slots.value_or(1);
      out_.warn(at, fmt::format("{} is in the list twice: {} slots in all, as mpirun --host counts",
                                name, *entry->slots));
    }
    return true;
  }

  HostListBuilder out_;
  std::optional<Spot> open_comma_;  // the last comma, until an item follows it, here or a line on
};

int likeness(std::string_view text) {
  int best = 10;
  for (const std::string_view line : lines(text)) {
    const std::string_view bare = trim(line);
    if (bare.empty() || bare.starts_with('#')) continue;
    if (bare.find('=') != std::string_view::npos) return 0;
    if (bare.find(',') != std::string_view::npos) best = 70;
    const std::size_t open = bare.find_first_of("[]");
    if (open == std::string_view::npos) continue;
    const bool range = bare.find('-', open) < bare.find(']', open);
    best = std::max(best, range ? 70 : 55);
  }
  return best;
}

Result<HostList> read(std::string_view text, const std::string& file) {
  return Reader(file).read(text);
}

}  // namespace

extern const HostFormat slurm = {
    .title = "Slurm host list",
    .about = "Names with ranges in brackets; `:N` behind a name gives it N slots.",
    .example = "gpu[001-004,007],login2:2",
    .facts =
        "Slurm: scontrol(1) `show hostnames`, 22.05 tried; mpirun(1) --host for `:N`; "
        "ClusterShell for text behind a bracket and `/step`",
    .likeness = likeness,
    .read = read};

}  // namespace weft::host_formats
