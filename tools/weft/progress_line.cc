// The progress line; see progress_line.h.

#include "progress_line.h"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

#include "base/text.h"

namespace weft {

// An estimate has no fractions of a second.
static std::string whole_seconds(Nanos time) {
  return text(Nanos(std::chrono::ceil<std::chrono::seconds>(time)));
}

Talk talk_for_stderr(bool quiet) {
  if (quiet) return Talk::quiet;
  return ::isatty(STDERR_FILENO) == 1 ? Talk::terminal : Talk::plain;
}

ProgressLine::~ProgressLine() { clear(); }

void ProgressLine::clear() {
  if (shown_) fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
  shown_ = false;
}

void ProgressLine::show(const RunProgress& p) {
  if (talk_ == Talk::quiet) return;
  const std::string note = p.note.empty() ? "" : ", " + p.note;
  const std::string head = fmt::format("[{}/{}] {}", p.step_number, p.steps, p.step);
  if (talk_ == Talk::plain) {
    const std::string key = head + note;
    if (key != step_)
      fmt::print(stderr, "{}{}, about {} left\n", head, note, whole_seconds(p.left));
    step_ = key;
    return;
  }
  std::string line =
      fmt::format("{}  round {} of {}{}, about {} left", head, std::min(p.round + 1, p.rounds),
                  p.rounds, note, whole_seconds(p.left));
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 &&
      line.size() >= size.ws_col)
    line.resize(size.ws_col - 1u);
  fmt::print(stderr, "\r{}\x1b[K", line);
  std::fflush(stderr);
  shown_ = true;
}

void ProgressLine::event(const Event& event) {
  if (talk_ == Talk::quiet) return;
  clear();
  fmt::print(stderr, "{}: {}: {}\n", event.kind, printable(event.subject),
             printable(event.what, 1000));
}

}  // namespace weft
