#include "fabric/blame.h"

#include "fabric/machines.h"
#include "support/catch.h"

using namespace weft;

namespace {

std::vector<WorkerState> four_workers() {
  std::vector<WorkerState> workers(4);
  for (auto& worker : workers) {
    worker.heard = std::chrono::steady_clock::now();
    worker.progress.sequence = 1;
    worker.hello.host = "vm";
    worker.hello.boot_id = "b";
  }
  return workers;
}

Assignment all_four() {
  Assignment a;
  a.sequence = 1;
  a.endpoints = {0, 1, 2, 3};
  a.ranks = {0, 1, 2, 3};
  return a;
}

const std::string killed =
    "----\nmpirun noticed that process rank 2 with PID 0 on node vm exited on signal 9 (Killed).\n";

}  // namespace

TEST_CASE("what the launcher says of a signal beats the order in which connections ended") {
  const std::vector<Trouble> signs{{TroubleKind::problem, 1, {1, 0, 2, "Read -1"}, "Read -1"},
                                   {TroubleKind::lost, 3, {}, "gone"}};
  CHECK(decide(signs, four_workers(), killed, all_four()).rank == 2u);
  CHECK(decide(signs, four_workers(), "", all_four()).rank == 3u);
  CHECK(decide(signs, four_workers(), "process rank 9 exited on signal 9.", all_four()).rank == 3u);
  CHECK(decide(signs, four_workers(), "process rank 1 was late. Signal ok", all_four()).rank == 3u);
}

TEST_CASE("a silent worker is named before the one that complains of it") {
  auto workers = four_workers();
  workers[3].heard -= std::chrono::seconds(3);
  const std::vector<Trouble> signs{{TroubleKind::problem, 0, {1, 0, 3, "no answer"}, "no answer"}};
  const Trouble trouble = decide(signs, workers, "", all_four());
  CHECK(trouble.kind == TroubleKind::silent);
  CHECK(trouble.rank == 3u);
}

TEST_CASE("two that are alive and do not reach each other are a pair, and nobody is named") {
  const std::vector<Trouble> signs{{TroubleKind::problem, 0, {1, 0, 3, "no answer"}, "no answer"}};
  const Trouble trouble = decide(signs, four_workers(), "", all_four());
  CHECK(trouble.kind == TroubleKind::problem);
  CHECK(trouble.partner(all_four()) == std::pair<std::int64_t, std::int64_t>{0, 3});
  Assignment shrunk = all_four();
  shrunk.ranks = {-1, 0, 1, 2};  // member 0 was set aside: rank 0 is member 1
  CHECK(trouble.partner(shrunk) == std::pair<std::int64_t, std::int64_t>{1, 3});
  CHECK_FALSE(Trouble{TroubleKind::problem, 0, {1, 0, 9, ""}, ""}.partner(all_four()));
}

TEST_CASE("who is waited for by most is named, by one alone is not") {
  auto workers = four_workers();
  workers[0].progress.waiting_for = 2;
  CHECK_FALSE(waited_for(workers, all_four()));
  workers[1].progress.waiting_for = 2;
  workers[3].progress.waiting_for = 1;
  CHECK(waited_for(workers, all_four()) == 2u);
}

TEST_CASE("names that lead to one machine, and a host on two machines, are refused") {
  Layout layout{{{"a", 0}, {"a", 1}, {"b", 0}, {"b", 1}}};
  auto workers = four_workers();
  const std::vector<std::uint32_t> launched{0, 1, 2, 3};
  CHECK(check_machines(workers, launched, layout).error().what ==
        "hosts a and b are one machine, which calls itself vm");
  workers[2].hello.host = workers[3].hello.host = "vm2";
  CHECK(check_machines(workers, launched, layout));
  workers[3].hello.boot_id = "c";
  CHECK(check_machines(workers, launched, layout)
            .error()
            .what.starts_with("the workers of host b run on different machines"));
}
