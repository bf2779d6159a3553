// Picks the format, reads what the command line gave, and takes a group; see hostlist.h.

#include "hostlist/hostlist.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"
#include "base/text.h"
#include "hostlist/builder.h"
#include "hostlist/host_format.h"

namespace weft {
namespace {

constexpr std::size_t largest_list = std::size_t{32} << 20;

// Inventories that Ansible can read and that are not read here.
std::optional<Error> other_format(std::string_view text, const std::string& file) {
  const std::string_view bare = trim(text);
  const bool yaml =
      bare.starts_with("---") || bare.starts_with("all:\n") || bare.starts_with("all:\r\n");
  if (!yaml && !bare.starts_with('{')) return std::nullopt;
  return Error{fmt::format("this is {}, not a host list", yaml ? "YAML" : "JSON"),
               {file, 1, 1},
               "an inventory must be in INI form; `ansible-inventory --graph` shows its hosts",
               {}};
}

bool looks_like_path(const std::string& argument) {
  static constexpr std::string_view endings[] = {".txt",  ".ini",   ".cfg",  ".yml", ".yaml",
                                                 ".json", ".hosts", ".list", ".conf"};
  if (argument.find('/') < argument.find('[')) return true;  // behind one it is a step
  return std::ranges::any_of(endings, [&](auto end) { return argument.ends_with(end); });
}

Result<HostList> read_host_file(const std::string& path, std::string_view format) {
  WEFT_TRY(const std::string text, read_file(path, largest_list));
  return read_host_list(text, path, format);
}

bool is_readable_kind(const std::string& path) {
  std::error_code ignored;
  return !path.empty() && fs::exists(path, ignored) && !fs::is_directory(path, ignored);
}

}  // namespace

Result<HostList> read_host_list(std::string_view text, const std::string& file,
                                std::string_view format) {
  WEFT_TRY(text, without_mark(text, file));
  const HostFormat* reader = nullptr;
  if (!format.empty()) {
    WEFT_TRY(reader, find_row(host_formats::all(), "host list format", format));
  } else {
    if (auto other = other_format(text, file)) return Failure(std::move(*other));
    int best = -1;
    for (const auto& [id, row] : host_formats::all())
      if (const int likeness = row.likeness(text); likeness > best) best = likeness, reader = &row;
  }
  return reader->read(text, file);
}

Result<HostList> host_list_argument(const std::string& argument, std::string_view format) {
  if (is_readable_kind(argument)) return read_host_file(argument, format);
  const std::size_t at = argument.rfind('@');
  if (at != std::string::npos && is_readable_kind(argument.substr(0, at))) {
    WEFT_TRY(HostList list, read_host_file(argument.substr(0, at), format));
    return hosts_of_group(std::move(list), argument.substr(at + 1));
  }
  if (looks_like_path(argument))
    return fail(fmt::format("no file '{}'", printable(argument)),
                "give a file of hosts, or a list such as gpu[001-004,7] or a:2,b:2");
  WEFT_TRY(HostList list, read_host_list(argument, "host list", format.empty() ? "slurm" : format));
  list.source = argument;
  return list;
}

Result<HostList> hosts_of_group(HostList list, std::string_view group) {
  if (group == "all") return list;
  const auto found = list.groups.find(std::string(group));
  if (found == list.groups.end()) {
    std::vector<std::string_view> names{"all"};
    for (const auto& [name, hosts] : list.groups) names.push_back(name);
    return fail_at({list.source, 0, 0},
                   fmt::format("no group '{}'{}", printable(group, 80), did_you_mean(group, names)),
                   list.groups.empty() ? "only an Ansible inventory has groups" : "");
  }
  std::vector<std::string> wanted = found->second;
  std::ranges::sort(wanted);
  std::erase_if(list.hosts, [&](const HostEntry& host) {
    return !std::ranges::binary_search(wanted, host.name);
  });
  if (list.hosts.empty())
    return fail_at({list.source, 0, 0},
                   fmt::format("the group '{}' is empty", printable(group, 80)));
  return list;
}

}  // namespace weft
