#include "base/interrupt.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/catch.h"

using namespace weft;

TEST_CASE("a signal can be polled for and does not end the program") {
  const pid_t child = ::fork();  // a process of its own: signal handlers are for ever
  if (child == 0) {
    interrupt::install();
    const bool before = interrupt::raised();
    ::raise(SIGINT);
    pollfd wait{interrupt::fd(), POLLIN, 0};
    ::_exit(!before && interrupt::raised() && ::poll(&wait, 1, 1000) == 1 ? 0 : 1);
  }
  int status = -1;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK((WIFEXITED(status) && WEXITSTATUS(status) == 0));
}
