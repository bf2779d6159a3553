// Host lists as one line of text, so that tests are tables.
#pragma once

#include <string>

#include "hostlist/hostlist.h"

namespace weft::test {

// "ops@gpu-01:8/8 gpu-02=192.0.2.5 gpu-03 port 2222", or the errors, one a line.
inline std::string dump(const Result<HostList>& list) {
  if (!list) return list.error().text();
  std::string out;
  for (const HostEntry& host : list->hosts) {
    if (!out.empty()) out += ' ';
    if (host.user) out += *host.user + '@';
    out += host.name;
    if (host.slots) out += ':' + std::to_string(*host.slots);
    if (host.max_slots) out += '/' + std::to_string(*host.max_slots);
    if (host.address) out += '=' + *host.address;
    if (host.port) out += " port " + std::to_string(*host.port);
  }
  return out;
}

// The text read as `format`; errors and warnings have places in "f".
inline std::string dump(std::string_view text, std::string_view format = "") {
  return dump(read_host_list(text, "f", format));
}

inline std::string warnings(std::string_view text, std::string_view format = "") {
  const auto list = read_host_list(text, "f", format);
  if (!list) return "error: " + list.error().text();
  std::string out;
  for (const Error& warning : list->warnings) out += (out.empty() ? "" : "\n") + warning.text();
  return out;
}

inline bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace weft::test
