// A pipe written by the signal handler; see interrupt.h. The state is that of the process, as
// signals are.

#include "base/interrupt.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <initializer_list>

namespace weft::interrupt {
namespace {

volatile sig_atomic_t was_raised = 0;
int ends[2] = {-1, -1};

void on_signal(int) {
  const int saved = errno;
  was_raised = 1;
  [[maybe_unused]] const ssize_t n = ::write(ends[1], "!", 1);
  errno = saved;
}

}  // namespace

void install() {
  if (ends[0] >= 0 || ::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return;
  struct sigaction action {};
  action.sa_handler = on_signal;
  ::sigemptyset(&action.sa_mask);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) ::sigaction(number, &action, nullptr);
  ::signal(SIGPIPE, SIG_IGN);
}

bool raised() { return was_raised != 0; }
int fd() { return ends[0]; }

}  // namespace weft::interrupt
