// Open MPI hostfiles: one host a line, `gpu-01 slots=8 max_slots=8`.
//
// Grammar and meaning are those of Open MPI 4.1 (orte/util/hostfile: hostfile_lex.l, hostfile.c),
// tried with 4.1.4: spaces around '=' are fine, `#`, `//` and `/* */` are comments, a repeated name
// adds one slot, `slots=` for a name that had its slots is refused, max_slots alone are the slots.
// What it silently skips or misreads (a bare number, `host:2` of MPICH) is said here.

#include <fmt/format.h>

#include <array>

#include "base/text.h"
#include "hostlist/builder.h"
#include "hostlist/host_format.h"
#include "hostlist/host_name.h"

namespace weft::host_formats {
namespace {

struct Token {
  std::string_view text;
  Spot at;
};

enum class Key { slots, max_slots, user, port, ignored };
constexpr std::pair<std::string_view, Key> keys[] = {{"slots", Key::slots},
                                                     {"cpu", Key::slots},
                                                     {"count", Key::slots},
                                                     {"max_slots", Key::max_slots},
                                                     {"max-slots", Key::max_slots},
                                                     {"slots_max", Key::max_slots},
                                                     {"slots-max", Key::max_slots},
                                                     {"cpu_max", Key::max_slots},
                                                     {"cpu-max", Key::max_slots},
                                                     {"max_cpu", Key::max_slots},
                                                     {"max-cpu", Key::max_slots},
                                                     {"count_max", Key::max_slots},
                                                     {"count-max", Key::max_slots},
                                                     {"max_count", Key::max_slots},
                                                     {"max-count", Key::max_slots},
                                                     {"username", Key::user},
                                                     {"user-name", Key::user},
                                                     {"user_name", Key::user},
                                                     {"port", Key::port},
                                                     {"boards", Key::ignored},
                                                     {"sockets", Key::ignored},
                                                     {"cores", Key::ignored},
                                                     {"sockets_per_board", Key::ignored},
                                                     {"cores_per_socket", Key::ignored}};

constexpr std::string_view blanks = " \t\f\v\r";

// Block comments become blanks, so that places stay what they are.
std::string without_block_comments(std::string_view text, HostListBuilder& out) {
  std::string bare(text);
  bool line_comment = false;
  for (std::size_t i = 0; i < bare.size(); ++i) {
    if (bare[i] == '\n') line_comment = false;
    if (bare[i] == '#' || bare.compare(i, 2, "//") == 0) line_comment = true;
    if (line_comment || bare.compare(i, 2, "/*") != 0) continue;
    const std::size_t end = bare.find("*/", i + 2);
    if (end == std::string::npos) {
      const auto before = static_cast<std::size_t>(
          std::count(bare.begin(), bare.begin() + static_cast<std::ptrdiff_t>(i), '\n'));
      const std::size_t start = bare.rfind('\n', i) + 1;  // npos + 1 is 0
      out.error({before + 1, i - start + 1}, "this comment has no end", "close it with */");
      bare.resize(i);
      break;
    }
    for (std::size_t k = i; k < end + 2; ++k)
      if (bare[k] != '\n') bare[k] = ' ';
  }
  return bare;
}

// Words and '=' of one line, comment dropped.
std::vector<Token> tokens_of(std::string_view line, std::size_t number) {
  std::vector<Token> out;
  for (std::size_t i = 0; i < line.size();) {
    if (blanks.find(line[i]) != std::string_view::npos) {
      ++i;
      continue;
    }
    if (line[i] == '#' || line.substr(i).starts_with("//")) break;
    const std::size_t from = i++;
    if (line[from] != '=')
      while (i < line.size() && blanks.find(line[i]) == std::string_view::npos && line[i] != '=' &&
             line[i] != '#' && !line.substr(i).starts_with("//"))
        ++i;
    out.push_back({line.substr(from, i - from), {number, from + 1}});
  }
  return out;
}

class Reader {
 public:
  explicit Reader(const std::string& file) : out_(file) {}

  Result<HostList> read(std::string_view text) {
    const std::string bare = without_block_comments(text, out_);
    std::size_t number = 0;
    for (const std::string_view line : lines(bare))
      if (const auto tokens = tokens_of(line, ++number); !tokens.empty()) read_line(tokens);
    return out_.finish("openmpi");
  }

 private:
  void read_line(const std::vector<Token>& tokens) {
    const Token& first = tokens.front();
    if (first.text.starts_with('^'))
      return out_.error(first.at, "Open MPI 4.1 does not take '^' in front of a host",
                        "take the line out");
    if (first.text.starts_with('+'))
      return out_.error(first.at,
                        fmt::format("'{}' counts hosts of another list", printable(first.text, 40)),
                        "write the name");
    if (first.text == "rank" && tokens.size() > 2 && tokens[2].text == "=")
      return out_.error(first.at, "this line is of a rankfile, not of a hostfile",
                        "write one host a line: gpu-01 slots=8");
    Given given;
    given.at = first.at;
    HostEntry* entry = host(first, given);
    const bool known = entry != nullptr && entry->line != 0;
    HostEntry scratch;  // a line with a bad name is still read for its other mistakes
    HostEntry& target = entry != nullptr ? *entry : scratch;
    for (std::size_t i = 1; i < tokens.size();) i = read_key(tokens, i, given);
    if (given.user) out_.user(target, given.user->text, given.user->at);
    if (given.port) target.port = given.port;
    if (known)
      again(target, given);
    else
      once(target, given);
  }

  // What one line says.
  struct Given {
    Spot at;
    std::string name;
    std::optional<std::int64_t> slots, max_slots, port;
    std::optional<Token> user;
    Spot slots_at, max_at;
  };

  // The host of the first word: user@name, or name:2 as MPICH writes slots.
  HostEntry* host(const Token& token, Given& given) {
    std::string_view name = token.text;
    Spot at = token.at;
    if (const std::size_t sign = name.find('@'); sign != std::string_view::npos) {
      given.user = Token{name.substr(0, sign), at};
      name.remove_prefix(sign + 1);
      at = at.right(sign + 1);
    }
    if (name.starts_with('[') && name.ends_with(']') && is_ipv6(name.substr(1, name.size() - 2))) {
      name = name.substr(1, name.size() - 2);
      at = at.right(1);
    }
    const std::size_t colon = name.find(':');
    if (colon != std::string_view::npos && !is_ipv6(name)) {
      const std::string_view count = name.substr(colon + 1);
      name = name.substr(0, colon);
      given.slots =
          read_count(out_, "the number after ':'", count, max_slots_of_host, at.right(colon + 1));
      given.slots_at = at.right(colon);
      if (given.slots)
        out_.warn(at.right(colon),
                  fmt::format("'{}:{}' is MPICH's way to write slots; taken as {} with {}",
                              printable(name, 80), *given.slots, printable(name, 80),
                              count_of(static_cast<std::size_t>(*given.slots), "slot")),
                  fmt::format("Open MPI looks for a host of that very name; write {} slots={}",
                              printable(name, 80), *given.slots));
    }
    if (name.find_first_of(",[") != std::string_view::npos && !is_ipv6(name)) {
      out_.error(at.right(name.find_first_of(",[")), "a hostfile has one host a line and no ranges",
                 "write the names out, or give the list itself as the argument");
      return nullptr;
    }
    given.name = std::string(name);
    return out_.host(name, at);
  }

  // Reads `key = value` at i; returns where to go on.
  std::size_t read_key(const std::vector<Token>& tokens, std::size_t i, Given& given) {
    const Token& key = tokens[i];
    if (i + 1 >= tokens.size() || tokens[i + 1].text != "=") {
      const bool number = parse_uint(key.text).has_value();
      out_.error(
          key.at, fmt::format("'{}' says nothing to Open MPI", printable(key.text, 40)),
          number ? fmt::format("write slots={}", key.text) : "write key=value, one host a line");
      return i + 1;
    }
    if (i + 2 >= tokens.size() || tokens[i + 2].text == "=") {
      out_.error(tokens[i + 1].at, fmt::format("'{}=' has no value", printable(key.text, 40)));
      return i + 2;
    }
    assign(key, tokens[i + 2], given);
    return i + 3;
  }

  void assign(const Token& key, const Token& value, Given& given) {
    const auto* found = std::find_if(std::begin(keys), std::end(keys),
                                     [&](const auto& k) { return k.first == key.text; });
    if (found == std::end(keys)) {
      static constexpr std::array<std::string_view, 4> usual = {"slots", "max_slots", "username",
                                                                "port"};
      return out_.error(key.at, fmt::format("no key '{}' in a hostfile{}", printable(key.text, 40),
                                            did_you_mean(key.text, usual)));
    }
    switch (found->second) {
      case Key::slots:
        return count(key, value, max_slots_of_host, given.slots, given.slots_at);
      case Key::max_slots:
        return count(key, value, max_slots_of_host, given.max_slots, given.max_at);
      case Key::port:
        given.port = read_count(out_, key.text, value.text, 65'535, value.at);
        return;
      case Key::user:
        given.user = value;
        return;
      case Key::ignored:
        return;  // Open MPI reads these and makes no use of them
    }
  }

  void count(const Token& key, const Token& value, std::int64_t limit,
             std::optional<std::int64_t>& into, Spot& at) {
    if (into)
      return out_.error(key.at,
                        fmt::format("'{}' is the second of its kind on this line", key.text));
    into = read_count(out_, key.text, value.text, limit, value.at);
    at = key.at;
  }

  void once(HostEntry& entry, const Given& given) {
    entry.line = static_cast<std::int64_t>(given.at.line);
    entry.slots = given.slots;
    entry.max_slots = given.max_slots;
    if (!entry.slots) entry.slots = entry.max_slots;  // as Open MPI does
    if (entry.max_slots && *entry.max_slots < *entry.slots)
      out_.error(given.max_at,
                 fmt::format("max_slots {} is less than slots {}", *entry.max_slots, *entry.slots));
    if (entry.slots == 0)
      out_.warn(given.slots_at, fmt::format("{} has no slot, so it takes no part", entry.name));
  }

  // A name listed before. Its slots grow by one; giving them anew is what Open MPI refuses.
  void again(HostEntry& entry, const Given& given) {
    if (given.name != entry.name)
      return out_.error(
          given.at,
          fmt::format("{} is {} of line {}: DNS ignores case", given.name, entry.name, entry.line),
          "keep one line a host");
    if (given.slots || given.max_slots)
      return out_.error(given.at,
                        fmt::format("{} is on line {} already; Open MPI refuses slots given twice",
                                    entry.name, entry.line),
                        "keep one line a host");
    entry.slots = entry.slots.value_or(1) + 1;
    out_.warn(given.at, fmt::format("{} is on line {} already: one slot more, {} now, as Open MPI "
                                    "counts",
                                    entry.name, entry.line, *entry.slots));
  }

  HostListBuilder out_;
};

int likeness(std::string_view text) {
  int lines_of_one_word = 0, other = 0;
  for (const std::string_view line : lines(text)) {
    const auto tokens = tokens_of(line, 1);
    if (tokens.empty()) continue;
    for (std::size_t i = 1; i + 1 < tokens.size(); ++i)
      for (const auto& [key, kind] : keys)
        if (tokens[i].text == key && tokens[i + 1].text == "=") return 80;
    if (tokens.front().text == "rank") return 60;
    const bool plain = tokens.front().text.find_first_of(",[]") == std::string_view::npos;
    (plain && tokens.size() == 1 ? lines_of_one_word : other) += 1;
  }
  return lines_of_one_word > 0 && other == 0 ? 50 : 20;
}

Result<HostList> read(std::string_view text, const std::string& file) {
  return Reader(file).read(text);
}

}  // namespace

extern const HostFormat openmpi = {
    .title = "Open MPI hostfile",
    .about = "One host a line with slots, max_slots and a user. A host without slots counts one.",
    .example = "gpu-01 slots=8 max_slots=8\nops@gpu-02 slots=8",
    .facts = "Open MPI 4.1: mpirun(1), orte/util/hostfile/hostfile_lex.l and hostfile.c",
    .likeness = likeness,
    .read = read};

}  // namespace weft::host_formats
