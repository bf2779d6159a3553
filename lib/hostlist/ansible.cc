// Ansible inventories in INI form: groups, ranges, children, and how a host is reached.
//
// Grammar and meaning of Ansible 2.14's ini plugin, tried with `ansible-inventory --list`: lines of
// [group], [group:children] and [group:vars]; `;` and `#` comments, `#` also behind a host; ranges
// [01:04], [a:c] with an optional stride; `name:2222` is a port. Of the variables only those that
// say how a host is reached are used: ansible_host, ansible_port, ansible_user, with and without
// `ssh_`. A host that stands in several groups is one host.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "hostlist/ansible_groups.h"
#include "hostlist/ansible_words.h"
#include "hostlist/builder.h"
#include "hostlist/expand.h"
#include "hostlist/host_format.h"
#include "hostlist/host_name.h"

namespace weft::host_formats {
namespace {

enum class Kind { hosts, children, vars };

struct Section {
  std::string group;
  std::string kind;
};

// "[gpu:children]  # note" into its two words; nothing when the line is no section header.
std::optional<Section> section_of(std::string_view line) {
  line = trim(line);
  const std::size_t close = line.find(']');
  if (!line.starts_with('[') || close == std::string_view::npos) return std::nullopt;
  const std::string_view rest = trim(line.substr(close + 1));
  if (!rest.empty() && !rest.starts_with('#')) return std::nullopt;
  const std::string_view inside = line.substr(1, close - 1);
  const std::size_t colon = inside.find(':');
  const std::string_view group = inside.substr(0, colon);
  if (group.empty() || group.find_first_of(" \t") != std::string_view::npos) return std::nullopt;
  if (is_ipv6(inside)) return std::nullopt;
  if (colon == std::string_view::npos) return Section{std::string(group), "hosts"};
  return Section{std::string(group), std::string(inside.substr(colon + 1))};
}

bool is_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}
bool is_letter(std::string_view text) {
  return text.size() == 1 && lower(text)[0] >= 'a' && lower(text)[0] <= 'z';
}

class Reader {
 public:
  explicit Reader(const std::string& file) : out_(file) {}

  Result<HostList> read(std::string_view text) {
    group("ungrouped", {}).declared = true;
    group("all", {}).declared = true;
    std::size_t number = 0;
    for (const std::string_view line : lines(text)) read_line(line, ++number);
    if (check_groups(out_, groups_)) {
      fill_groups(out_, groups_);
      reach();
      for (const HostEntry& host : out_.list().hosts)
        if (groups_.contains(host.name))
          out_.warn({static_cast<std::size_t>(host.line), 1},
                    fmt::format("'{}' is both a host and a group", host.name));
    }
    return out_.finish("ansible");
  }

 private:
  InventoryGroup& group(const std::string& name, Spot at) {
    return groups_.try_emplace(name, InventoryGroup{.at = at}).first->second;
  }

  void read_line(std::string_view line, std::size_t number) {
    const std::string_view bare = trim(line);
    if (bare.empty() || bare.starts_with('#') || bare.starts_with(';')) return;
    const Spot at{number, static_cast<std::size_t>(bare.data() - line.data()) + 1};
    if (const auto section = section_of(bare)) return begin_section(*section, at);
    if (bare.starts_with('[') && bare.ends_with(']') && bare.find('[', 1) == bare.npos)
      return out_.error(at, fmt::format("'{}' is no section", printable(bare, 80)),
                        "write [group], [group:children] or [group:vars], without spaces");
    switch (kind_) {
      case Kind::hosts:
        return read_hosts(line, number);
      case Kind::children:
        return read_child(bare, at);
      case Kind::vars:
        return read_var(bare, at);
    }
  }

  void begin_section(const Section& section, Spot at) {
    static constexpr std::string_view kinds[] = {"hosts", "children", "vars"};
    const auto* found = std::find(std::begin(kinds), std::end(kinds), section.kind);
    if (found == std::end(kinds)) {
      out_.error(at.right(section.group.size() + 2),
                 fmt::format("a section of kind '{}' is not known{}", printable(section.kind, 40),
                             did_you_mean(section.kind, kinds)),
                 "there are :children and :vars");
      found = std::begin(kinds);
    }
    kind_ = static_cast<Kind>(found - std::begin(kinds));
    group_ = section.group;
    InventoryGroup& target = group(group_, at);
    if (kind_ != Kind::vars) target.declared = true;
  }

  void read_hosts(std::string_view line, std::size_t number) {
    const auto words = shell_words(out_, line, number);
    if (!words || words->empty()) return;
    InventoryVars vars;
    for (std::size_t i = 1; i < words->size(); ++i) {
      const ShellWord& word = (*words)[i];
      const std::size_t equals = word.text.find('=');
      if (equals == std::string::npos || equals == 0)
        out_.error(word.at, fmt::format("'{}' is not key=value", printable(word.text, 80)),
                   "one host or range a line");
      else
        vars[word.text.substr(0, equals)] = {unquoted(word.text.substr(equals + 1)), word.at};
    }
    const ShellWord& first = words->front();
    std::string_view pattern = first.text;
    std::optional<InventoryValue> port;
    if (!cut_port(pattern, first.at, port)) return;
    const auto names = expand_pattern(pattern, first.at);
    if (!names) return;
    for (const std::string& name : *names)
      if (!add(name, first.at, port, vars)) return;
  }

  // A port behind the name counts only where the host is new, and less than a variable: so does
  // Ansible.
  bool add(const std::string& name, Spot at, const std::optional<InventoryValue>& port,
           const InventoryVars& vars) {
    HostEntry* entry = out_.host(name, at);
    if (entry == nullptr) return false;
    if (entry->line == 0 && port) host_vars_[entry->name]["ansible_port"] = *port;
    if (entry->line == 0) entry->line = static_cast<std::int64_t>(at.line);
    std::vector<std::string>& members = groups_[group_].hosts;
    if (!members_[group_].insert(entry->name).second)
      out_.warn(at, fmt::format("{} is in [{}] already; counted once", entry->name, group_));
    else
      members.push_back(entry->name);
    for (const auto& [key, value] : vars) host_vars_[entry->name][key] = value;
    return true;
  }

  // `name:2222`, `[2001:db8::1]:2222`. False after an error.
  bool cut_port(std::string_view& pattern, Spot at, std::optional<InventoryValue>& into) {
    if (is_ipv6(pattern)) return true;
    const std::size_t bracket = pattern.rfind(']');
    const std::size_t colon = pattern.find(':', bracket == pattern.npos ? 0 : bracket);
    if (colon != pattern.npos) {
      const std::string_view port = pattern.substr(colon + 1);
      into = InventoryValue{std::string(port), at.right(colon + 1)};
      if (!is_digits(port)) {
        out_.error(at.right(colon + 1), fmt::format("'{}' is not a port", printable(port, 40)));
        return false;
      }
      pattern = pattern.substr(0, colon);
    }
    if (pattern.starts_with('[') && pattern.ends_with(']') &&
        is_ipv6(pattern.substr(1, pattern.size() - 2)))
      pattern = pattern.substr(1, pattern.size() - 2);
    return true;
  }

  std::optional<std::vector<std::string>> expand_pattern(std::string_view pattern, Spot at) {
    std::vector<NamePart> parts;
    for (std::size_t i = 0; i < pattern.size();) {
      const std::size_t bracket = std::min(pattern.find_first_of("[]", i), pattern.size());
      if (bracket > i) parts.push_back({std::string(pattern.substr(i, bracket - i))});
      if (bracket == pattern.size()) break;
      const std::size_t end = pattern.find_first_of("[]", bracket + 1);
      if (pattern[bracket] == ']' || end == pattern.npos || pattern[end] == '[') {
        out_.error(at.right(bracket), pattern[bracket] == ']' ? "this ']' closes nothing"
                                      : end == pattern.npos   ? "this '[' is never closed"
                                                              : "a '[' inside of brackets");
        return std::nullopt;
      }
      const auto range =
          read_range(pattern.substr(bracket + 1, end - bracket - 1), at.right(bracket + 1));
      if (!range) return std::nullopt;
      parts.push_back({"", {*range}});
      i = end + 1;
    }
    return expand(out_, parts, Turning::last_fastest, at);
  }

  // "01:04", "a:c", "10:14:2", ":5" (from 0).
  std::optional<NameRange> read_range(std::string_view text, Spot at) {
    const auto wrong = [&](std::string what, std::string hint = {}) {
      out_.error(at, fmt::format("the range '{}' {}", printable(text, 40), what), std::move(hint));
      return std::nullopt;
    };
    const auto pieces = split(text, ':');
    if (pieces.size() < 2 || pieces.size() > 3)
      return wrong("is not begin:end or begin:end:step",
                   text.find_first_of("-,") != text.npos ? "Ansible writes [1:4]" : "");
    const std::string_view begin = pieces[0].empty() ? "0" : pieces[0], end = pieces[1];
    if (end.empty()) return wrong("has no end");
    NameRange range;
    if (is_letter(begin) && is_letter(end)) {
      range.letters = true;
      range.first = static_cast<unsigned char>(begin[0]);
      range.last = static_cast<unsigned char>(end[0]);
      if ((begin[0] <= 'Z') != (end[0] <= 'Z')) return wrong("mixes small and capital letters");
    } else {
      const auto low = range_number(begin), high = range_number(end);
      if (!low || !high) return wrong("has an end that is neither a number nor a letter");
      if (begin.size() > 1 && begin[0] == '0' && begin.size() != end.size())
        return wrong("has ends of different length, and zeros in front");
      range.first = *low, range.last = *high;
      range.width = begin.size() > 1 && begin[0] == '0' ? begin.size() : 0;
    }
    if (range.first > range.last) return wrong("runs backwards");
    if (pieces.size() == 3) {
      const auto step = range_number(pieces[2]);
      if (!step || *step == 0) return wrong("has a step that is not a number above 0");
      range.step = *step;
    }
    return range;
  }

  void read_child(std::string_view line, Spot at) {
    const std::string_view name = line.substr(0, line.find_first_of(" \t"));
    const std::string_view rest = trim(line.substr(name.size()));
    if (name.find_first_of(":[]=#") != name.npos || (!rest.empty() && !rest.starts_with('#')))
      return out_.error(at, fmt::format("'{}' is not the name of a group", printable(line, 80)),
                        fmt::format("[{}:children] has one group a line", printable(group_, 80)));
    const std::string child(name);
    group(child, at);
    auto& children = groups_[group_].children;
    if (std::ranges::none_of(children, [&](const auto& c) { return c.first == child; }))
      children.emplace_back(child, at);
  }

  void read_var(std::string_view line, Spot at) {
    const std::size_t equals = line.find('=');
    if (equals == line.npos)
      return out_.error(at, fmt::format("'{}' is not key=value", printable(line, 80)),
                        fmt::format("[{}:vars] has one variable a line", printable(group_, 80)));
    const std::string_view value = trim(line.substr(equals + 1));
    const auto column = static_cast<std::size_t>(value.data() - line.data());
    groups_[group_].vars[std::string(trim(line.substr(0, equals)))] = {
        unquoted(std::string(value)), at.right(value.empty() ? equals : column)};
  }

  static std::string unquoted(std::string value) {
    if (value.size() > 1 && (value.front() == '"' || value.front() == '\'') &&
        value.front() == value.back())
      return value.substr(1, value.size() - 2);
    return value;
  }

  // How each host is reached: its own words over those of its groups.
  void reach() {
    const auto depths = group_depths(groups_);
    for (HostEntry& host : out_.list().hosts) {
      InventoryVars vars = group_vars(groups_, host.groups, depths);
      for (const auto& [key, value] : host_vars_[host.name]) vars[key] = value;
      const auto word = [&](const char* name, const char* older) -> const InventoryValue* {
        for (const char* key : {name, older})
          if (const auto found = vars.find(key); found != vars.end()) return usable(found->second);
        return nullptr;
      };
      if (const auto* value = word("ansible_host", "ansible_ssh_host")) address(host, *value);
      if (const auto* value = word("ansible_user", "ansible_ssh_user"))
        out_.user(host, value->text, value->at);
      if (const auto* value = word("ansible_port", "ansible_ssh_port"))
        host.port = read_count(out_, "ansible_port", value->text, 65'535, value->at);
    }
  }

  void address(HostEntry& host, const InventoryValue& value) {
    if (const auto problem = host_name_problem(value.text))
      return out_.error(
          value.at, fmt::format("the address '{}' {}", printable(value.text, 80), problem->what));
    if (value.text != host.name) host.address = value.text;
  }

  // Null, and a warning, for a template: only Ansible can say what it stands for.
  const InventoryValue* usable(const InventoryValue& value) {
    if (value.text.find("{{") == std::string::npos) return &value;
    out_.warn(
        value.at,
        fmt::format("'{}' is a template, which is not evaluated here", printable(value.text, 80)),
        "write the value itself");
    return nullptr;
  }

  HostListBuilder out_;
  InventoryGroups groups_;
  std::map<std::string, InventoryVars> host_vars_;
  std::map<std::string, std::set<std::string>> members_;
  std::string group_ = "ungrouped";
  Kind kind_ = Kind::hosts;
};

int likeness(std::string_view text) {
  int best = 0;
  for (const std::string_view line : lines(text)) {
    const std::string_view bare = trim(line);
    if (const auto section = section_of(bare);
        section && bare.find(',') == bare.npos &&
        section->group.find_first_not_of("0123456789-") != section->group.npos)
      return 95;
    if (bare.starts_with(';')) best = std::max(best, 75);
    if (bare.find(" ansible_") != bare.npos) return 95;
    const std::size_t open = bare.find('[');
    const std::size_t colon = bare.find(':', open);
    if (open != bare.npos && open > 0 && colon < bare.find(']', open) && !bare.starts_with('#'))
      best = std::max(best, 75);
  }
  return best;
}

Result<HostList> read(std::string_view text, const std::string& file) {
  return Reader(file).read(text);
}

}  // namespace

extern const HostFormat ansible = {
    .title = "Ansible inventory (INI)",
    .about = "Groups of hosts with ranges, children and variables; FILE@GROUP takes one group.",
    .example = "[gpu]\nhgx[01:04].lab.example ansible_user=ops",
    .facts =
        "Ansible 2.14: `ansible-doc -t inventory ini`, plugins/inventory/ini.py; tried with "
        "ansible-inventory --list",
    .likeness = likeness,
    .read = read};

}  // namespace weft::host_formats
