// See host_name.h.

#include "hostlist/host_name.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include "base/text.h"

namespace weft {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_alnum(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_name_char(char c) { return is_alnum(c) || c == '-' || c == '_' || c == '.'; }

// A name of digits and dots is an address to the resolver, also "7" (0.0.0.7) and "010" (octal).
bool looks_numeric(std::string_view name) {
  return name.find_first_not_of("0123456789.") == std::string_view::npos;
}

std::optional<NameProblem> label_problem(std::string_view name) {
  std::size_t from = 0;
  for (const std::string_view label : split(name, '.')) {
    if (label.empty())
      return NameProblem{from, from == 0 ? "starts with a dot"
                                         : "has an empty part between dots, or a dot at its end"};
    if (label.front() == '-') return NameProblem{from, "has a part that starts with '-'"};
    if (label.back() == '-')
      return NameProblem{from + label.size() - 1, "has a part that ends with '-'"};
    if (label.size() > 63) return NameProblem{from, "has a part longer than 63 characters"};
    from += label.size() + 1;
  }
  return std::nullopt;
}

}  // namespace

std::string character_name(std::string_view text) {
  const auto byte = static_cast<unsigned char>(text.front());
  if (byte >= 0x20 && byte < 0x7F) return fmt::format("'{}'", text.front());
  if (byte < 0x80) return fmt::format("the control character 0x{:02X}", byte);
  const std::size_t length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
  std::vector<std::size_t> bad;
  valid_utf8(text.substr(0, length), &bad);
  if (!bad.empty() && bad.front() == 0) return fmt::format("the byte 0x{:02X}", byte);
  std::uint32_t point = byte & (0xFF >> (length + 1));
  for (std::size_t i = 1; i < length; ++i)
    point = point << 6 | (static_cast<unsigned char>(text[i]) & 0x3F);
  return fmt::format("the character U+{:04X}", point);
}

bool is_ipv4(std::string_view text) {
  in_addr out{};
  return text.size() < INET_ADDRSTRLEN && inet_pton(AF_INET, std::string(text).c_str(), &out) == 1;
}

bool is_ipv6(std::string_view text) {
  if (text.find('\0') != std::string_view::npos) return false;
  if (const std::size_t at = text.find('%'); at != std::string_view::npos) {
    const std::string_view zone = text.substr(at + 1);  // an interface: IFNAMSIZ is 16
    if (zone.empty() || zone.size() > 15 || zone.front() == '-') return false;
    for (const char c : zone)
      if (!is_name_char(c)) return false;
    text = text.substr(0, at);
  }
  in6_addr out{};
  return text.size() < INET6_ADDRSTRLEN &&
         inet_pton(AF_INET6, std::string(text).c_str(), &out) == 1;
}

std::optional<NameProblem> host_name_problem(std::string_view name) {
  if (name.empty()) return NameProblem{0, "is empty"};
  if (name.front() == '-') return NameProblem{0, "starts with '-', which ssh takes for an option"};
  if (name.find(':') != std::string_view::npos && is_ipv6(name)) return std::nullopt;
  for (std::size_t i = 0; i < name.size(); ++i)
    if (!is_name_char(name[i]))
      return NameProblem{i, fmt::format("has {} in it; letters, digits, '.', '-' and '_' may be",
                                        character_name(name.substr(i)))};
  if (name.size() > 253) return NameProblem{253, "is longer than 253 characters"};
  if (auto problem = label_problem(name)) return problem;
  if (looks_numeric(name) && !is_ipv4(name))
    return NameProblem{0, "is a number, which is taken for an address, and is not an IPv4 address"};
  return std::nullopt;
}

std::optional<NameProblem> user_name_problem(std::string_view name) {
  if (name.empty()) return NameProblem{0, "is empty"};
  if (name.front() == '-') return NameProblem{0, "starts with '-', which ssh takes for an option"};
  if (name.size() > 64) return NameProblem{64, "is longer than 64 characters"};
  for (std::size_t i = 0; i < name.size(); ++i)
    if (!is_name_char(name[i]))
      return NameProblem{i, fmt::format("has {} in it", character_name(name.substr(i)))};
  return std::nullopt;
}

}  // namespace weft
