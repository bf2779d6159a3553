// Text without the locale: cutting, joining, comparing, escaping, and guessing what was meant.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

std::string_view trim(std::string_view text);  // spaces, tabs, CR, LF on both ends
std::vector<std::string_view> split(std::string_view text, char separator);  // keeps empty fields
std::vector<std::string_view> lines(std::string_view text);  // without line ends, LF or CRLF
std::vector<std::string_view> words(std::string_view text);  // runs of spaces and tabs separate
std::string join(const std::vector<std::string>& parts, std::string_view separator);

std::string lower(std::string_view text);  // ASCII only
bool equal_ignoring_case(std::string_view a, std::string_view b);

// Whole text as a number, else nothing. No sign, no spaces, no locale.
std::optional<std::uint64_t> parse_uint(std::string_view text);
std::optional<double> parse_double(std::string_view text);

// Safe for a terminal or a log: control bytes and invalid UTF-8 as \xNN, at most `limit` bytes.
std::string printable(std::string_view text, std::size_t limit = 200);

// Valid UTF-8 as it is, each invalid byte replaced by U+FFFD. `offsets` gets their positions.
std::string valid_utf8(std::string_view text, std::vector<std::size_t>* offsets = nullptr);

std::string escape_html(std::string_view text);  // & < > " ' and control bytes; also for XML

// The candidate nearest to `word` by edit distance, or "" when none is near enough to suggest.
std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);
// ", did you mean 'x'?" or "".
std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates);

std::string base64(std::span<const std::byte> bytes);
// The bytes again; nothing when it is not base64 (RFC 4648, with padding, without white space).
std::optional<std::vector<std::byte>> from_base64(std::string_view text);
std::uint32_t crc32(std::span<const std::byte> bytes);  // the one of zlib and PNG

// "1 host", "3 hosts".
std::string count_of(std::size_t n, std::string_view singular, std::string_view plural = {});

}  // namespace weft
