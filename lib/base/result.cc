// How errors read: one line each, the place first so that editors and people can jump to it.

#include "base/result.h"
#include "base/talk.h"

#include <fmt/core.h>

#include <cstdlib>
#include <cstring>

namespace weft {

std::string Place::text() const {
  if (line == 0) return file;
  if (column == 0) return fmt::format("{}:{}", file, line);
  return fmt::format("{}:{}:{}", file, line, column);
}

Error Error::in(std::string file) && {
  for (Error& other : also)
    if (other.place.file.empty()) other.place.file = file;
  if (place.file.empty()) place.file = std::move(file);
  return std::move(*this);
}

std::string Error::text() const {
  std::string out = place.text();
  if (!out.empty()) out += ": ";
  out += what;
  const bool many_lines =
      what.find('\n') != std::string::npos;  // then the hint would be lost in it
  if (!hint.empty()) out += fmt::format(fmt::runtime(many_lines ? "\n{}" : " ({})"), hint);
  for (const Error& other : also) out += "\n" + other.text();
  return out;
}

Error collected(std::vector<Error> errors) {
  WEFT_ASSERT(!errors.empty());
  Error first = std::move(errors.front());
  for (std::size_t i = 1; i < errors.size(); ++i) first.also.push_back(std::move(errors[i]));
  return first;
}

std::string errno_text(int number) {
  return strerrordesc_np(number) ? strerrordesc_np(number) : "unknown error";
}

void assertion_failed(const char* condition, const char* file, int line) {
  talk("weft: internal error: {}:{}: {} does not hold\n", file, line, condition);
  std::abort();
}

}  // namespace weft
