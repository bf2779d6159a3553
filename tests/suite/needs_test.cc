#include "suite/needs.h"

#include "support/catch.h"

using namespace weft;

TEST_CASE("a step that cannot apply says why") {
  FabricInfo bare, all;
  all.rdma = all.cuda = all.pfc = all.qos_counters = all.can_disrupt = true;
  Step step;
  CHECK(why_skipped(step, bare, 1).empty());
  step.min_hosts = 2;
  CHECK(why_skipped(step, bare, 1) == "needs 2 hosts, 1 takes part");
  CHECK(why_skipped(step, bare, 2).empty());
  step.transport = "verbs";
  CHECK(why_skipped(step, bare, 2) == "needs an RDMA device, none was found");
  CHECK(why_skipped(step, all, 2).empty());
  step.transport = "mpi";
  step.memory = MemoryKind::cuda;
  CHECK(why_skipped(step, bare, 2) == "needs a GPU, none was found");
  step.memory = MemoryKind::host;
  for (const std::string_view need : capabilities) {
    step.needs = {std::string(need)};
    INFO(need);
    CHECK_FALSE(why_skipped(step, bare, 2).empty());
    CHECK(why_skipped(step, all, 2).empty());
  }
}
