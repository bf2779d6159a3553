// See builder.h.

#include "hostlist/builder.h"

#include <fmt/format.h>

#include "base/text.h"
#include "hostlist/host_name.h"

namespace weft {
namespace {
constexpr std::size_t shown_mistakes = 50;  // of one list; more say nothing new
}

Place HostListBuilder::place(Spot at) const {
  return {list_.source, static_cast<std::uint32_t>(at.line), static_cast<std::uint32_t>(at.column)};
}

void HostListBuilder::error(Spot at, std::string what, std::string hint) {
  if (errors_.size() >= shown_mistakes)
    ++left_out_;
  else
    errors_.push_back(Error{std::move(what), place(at), std::move(hint), {}});
}

void HostListBuilder::warn(Spot at, std::string what, std::string hint) {
  if (list_.warnings.size() >= shown_mistakes)
    ++left_out_warnings_;
  else
    list_.warnings.push_back(Error{std::move(what), place(at), std::move(hint), {}});
}

HostEntry* HostListBuilder::host(std::string_view name, Spot at) {
  if (const auto problem = host_name_problem(name)) {
    error(at.right(problem->offset),
          fmt::format("the host name '{}' {}", printable(name, 80), problem->what));
    return nullptr;
  }
  const auto [found, is_new] = index_.try_emplace(lower(name), list_.hosts.size());
  if (!is_new) return &list_.hosts[found->second];
  if (list_.hosts.size() >= max_hosts) {
    index_.erase(found);
    if (!full_) error(at, fmt::format("more than {} hosts", max_hosts), "split the list");
    full_ = true;
    return nullptr;
  }
  list_.hosts.emplace_back().name = std::string(name);
  return &list_.hosts.back();
}

void HostListBuilder::user(HostEntry& entry, std::string_view name, Spot at) {
  if (const auto problem = user_name_problem(name)) {
    error(at.right(problem->offset),
          fmt::format("the user name '{}' {}", printable(name, 80), problem->what));
  } else if (entry.user && *entry.user != name) {
    error(at, fmt::format("{} has two users, '{}' and '{}'", entry.name, *entry.user, name));
  } else {
    entry.user = std::string(name);
  }
}

Result<HostList> HostListBuilder::finish(std::string_view format) {
  if (left_out_ > 0)
    errors_.push_back(
        Error{fmt::format("and {} more mistakes", left_out_), {list_.source, 0, 0}, "", {}});
  if (left_out_warnings_ > 0)
    list_.warnings.push_back(Error{
        fmt::format("and {} more like these", left_out_warnings_), {list_.source, 0, 0}, "", {}});
  if (errors_.empty() && list_.hosts.empty())
    errors_.push_back(Error{"there is no host in it", {list_.source, 0, 0}, "", {}});
  if (!errors_.empty()) return Failure(collected(std::move(errors_)));
  list_.format = std::string(format);
  return std::move(list_);
}

std::optional<std::int64_t> read_count(HostListBuilder& out, std::string_view what,
                                       std::string_view text, std::int64_t limit, Spot at) {
  const auto value = parse_uint(text);
  if (value && *value <= static_cast<std::uint64_t>(limit))
    return static_cast<std::int64_t>(*value);
  out.error(at, fmt::format("{} is '{}', not a whole number from 0 to {}", what,
                            printable(text, 40), limit));
  return std::nullopt;
}

Result<std::string_view> without_mark(std::string_view text, const std::string& file) {
  if (text.starts_with("\xEF\xBB\xBF")) return text.substr(3);
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    return fail_at({file, 1, 1}, "is UTF-16", "save it as UTF-8");
  return text;
}

}  // namespace weft
