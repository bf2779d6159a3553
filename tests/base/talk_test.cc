#include "base/talk.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/catch.h"

using namespace weft;

TEST_CASE("talk that nobody can hear is no failure") {
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(::open("/dev/full", O_WRONLY), STDERR_FILENO);
    talk("a full {}\n", "disk");
    ::close(STDERR_FILENO);
    talk("a closed stream\n");
    ::_exit(0);
  }
  int status = -1;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
}
