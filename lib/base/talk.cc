// Plain write calls whose failure is not a failure; see talk.h.

#include "base/talk.h"

#include <unistd.h>

#include <cerrno>

namespace weft {

void talk_text(std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(STDERR_FILENO, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
}

}  // namespace weft
