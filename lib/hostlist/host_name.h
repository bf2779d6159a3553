// Names that may reach ssh and mpirun, checked character by character; says where the fault is.
//
// RFC 952/1123 names, plus '_' which is common inside clusters; lengths of RFC 1035 (63 a label,
// 253 in all). Nothing may start with '-': a program would take it for an option.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace weft {

struct NameProblem {
  std::size_t offset = 0;  // of the byte at fault
  std::string what;        // a sentence without a place
};

// Nothing when `name` is a good host name or IP address (IPv6 without brackets, a zone allowed).
std::optional<NameProblem> host_name_problem(std::string_view name);
std::optional<NameProblem> user_name_problem(std::string_view name);

bool is_ipv4(std::string_view text);
bool is_ipv6(std::string_view text);

// "'/'", or "U+00A0" and the like for what does not print: the character at the front of `text`.
std::string character_name(std::string_view text);

}  // namespace weft
