// The progress line; see progress_line.h.

#include "progress_line.h"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

#include "base/talk.h"
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
  if (shown_) talk("\r\x1b[K");
  shown_ = false;
}

void ProgressLine::show(const RunProgress& p) {
  if (talk_ == Talk::quiet) return;
  const std::string note = p.note.empty() ? "" : ", " + p.note;
  const std::string head = fmt::format("[{}/{}] {}", p.step_number, p.steps, p.step);
  if (talk_ == Talk::plain) {
    const std::string key = head + note;
    if (key != step_) talk("{}{}, about {} left\n", head, note, whole_seconds(p.left));
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
  talk("\r{}\x1b[K", line);
  shown_ = true;
}

void ProgressLine::event(const Event& event) {
  if (talk_ == Talk::quiet) return;
  clear();
  talk("{}: {}: {}\n", event.kind, printable(event.subject), printable(event.what, 1000));
}

}  // namespace weft
