// The parts of the lab's space that need no privilege: accounts, reasons, processes, its folder.

#include "lab/space.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lab/state.h"
#include "support/catch.h"
#include "support/golden.h"

using namespace weft;

TEST_CASE("lab: the daemons' accounts become root's, the others stay", "[lab]") {
  CHECK(lab_accounts("root:x:0:0:root:/root:/bin/bash\nfrr:x:101:104::/x:/bin/false\n"
                     "ann:x:1000:1000::/home/ann:/bin/bash\n",
                     true) ==
        "root:x:0:0:root:/root:/bin/sh\nfrr:x:0:0::/:/bin/false\n_lldpd:x:0:0::/:/bin/false\n"
        "ann:x:1000:1000::/home/ann:/bin/bash\n");
  CHECK(lab_accounts("root:x:0:\nfrrvty:x:105:frr\nadm:x:4:\n", false) ==
        "root:x:0:\nfrr:x:0:\nfrrvty:x:0:\n_lldpd:x:0:\nadm:x:4:\n");
}

TEST_CASE("lab: who forbids namespaces is named with its setting", "[lab]") {
  const auto says = [](const SpaceLimits& limits, const char* what) {
    return why_forbidden(limits).find(what) != std::string::npos;
  };
  CHECK(says({.root = true}, "CAP_SYS_ADMIN"));
  CHECK(says({.user_namespaces = 0}, "user.max_user_namespaces is 0"));
  CHECK(says({.user_namespaces = 100, .unprivileged = 0}, "unprivileged_userns_clone is 0"));
  CHECK(says({.user_namespaces = 100, .unprivileged = 1, .apparmor = 1}, "Ubuntu 24.04"));
  CHECK(says({.user_namespaces = 100, .container = true}, "seccomp"));
  CHECK(says({}, "run as root"));
}

TEST_CASE("lab: a process is its id and its start, and another one is never ended", "[lab]") {
  const auto before_fork = ::signal(SIGTERM, SIG_DFL);  // the test's own handler is not the child's
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::pause();
    ::_exit(0);
  }
  ::signal(SIGTERM, before_fork);
  const auto process = process_now(pid);
  REQUIRE(process);
  CHECK(is_alive(*process));
  // The same id with another start: what the id was recorded for is gone.
  ProcessId before = *process;
  --before.started;
  CHECK_FALSE(is_alive(before));
  CHECK(end_process(before, std::chrono::seconds(1)));
  CHECK(is_alive(*process));
  CHECK(end_process(*process, std::chrono::seconds(5)));
  CHECK_FALSE(is_alive(*process));  // also before it is reaped
  ::waitpid(pid, nullptr, 0);
  CHECK_FALSE(process_now(pid));
  CHECK_FALSE(is_alive({}));
}

TEST_CASE("lab: the folder keeps the state, and only a lab's folder is removed", "[lab]") {
  const test::TemporaryFolder temporary;
  const std::string root = temporary.path("labs");
  const auto folder = LabFolder::named(root, "one");
  REQUIRE(folder);
  CHECK_FALSE(folder->read());
  CHECK(folder->read().error().text().find("weft lab up --name one") != std::string::npos);
  REQUIRE(make_folders(folder->path()));
  CHECK_FALSE(folder->remove());
  LabState state;
  state.name = "one";
  state.keeper = {42, 99};
  state.faults = {"pulled_cable:leaf:swp1"};
  REQUIRE(folder->write(state));
  CHECK(lab_names(root) == std::vector<std::string>{"one"});
  const auto back = folder->read();
  REQUIRE(back);
  CHECK(back->keeper.started == 99);
  CHECK(back->faults == state.faults);
  REQUIRE(folder->remove());
  CHECK_FALSE(fs::exists(folder->path()));
}

TEST_CASE("lab: names that leave the folder, and folders of others, are refused", "[lab]") {
  const test::TemporaryFolder temporary;
  for (const char* name : {"", "..", "a/b", "-x", ".x", "a b"})
    CHECK_FALSE(LabFolder::named(temporary.path("labs"), name));
  REQUIRE(make_folders(temporary.path("open")));
  fs::permissions(temporary.path("open"), fs::perms::all);
  const auto refused = LabFolder::named(temporary.path("open"), "lab");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().text().find("not a folder of yours alone") != std::string::npos);
}
