// Their words, their order, and what each waits for; see daemons.h.

#include "lab/daemons.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>

#include "base/text.h"
#include "lab/space.h"

namespace weft {
namespace {

using Steady = std::chrono::steady_clock;

std::vector<std::string> frr_words(const std::string& program, const std::string& name) {
  return {program,
          "-u",
          "root",
          "-g",
          "root",
          "-P",
          "0",
          "-z",
          "/run/node/zserv.api",
          "--vty_socket",
          "/run/node",
          "-i",
          fmt::format("/run/node/{}.pid", name),
          "-f",
          fmt::format("/etc/frr/{}.conf", name)};
}

}  // namespace

Result<void> Daemons::start(const LabNode& node, const std::string& name,
                            const std::vector<std::string>& argv, bool forgive) {
  WEFT_TRY(const ProcessId process,
           start_daemon(node.name, argv, folder_.log(node.name, name), forgive));
  state_.daemons.push_back({node.name, name, process});
  return {};
}

Result<void> Daemons::start_zebras() {
  for (const LabNode* node : layout_.switches()) {
    auto argv = frr_words(programs_.zebra, "zebra");
    argv.insert(argv.end(), {"-s", "90000000"});
    WEFT_CHECK(start(*node, "zebra", argv));
  }
  return {};
}

// bgpd must find zebra's socket at once: a first try that fails is repeated only 10 s later.
Result<void> Daemons::wait_for_zebras() const {
  const auto limit = Steady::now() + std::chrono::seconds(20);
  for (const LabNode* node : layout_.switches()) {
    const fs::path socket = folder_.of_node(node->name) / "run/zserv.api";
    std::error_code error;
    while (!fs::exists(socket, error)) {
      if (Steady::now() > limit) {
        const auto said = read_file(folder_.log(node->name, "zebra"));
        return fail(fmt::format(
            "zebra of {} did not start: {}", node->name,
            said && !trim(*said).empty() ? printable(trim(*said), 300) : "it said nothing"));
      }
      ::usleep(5000);
    }
  }
  return {};
}

Result<void> Daemons::start_others() {
  WEFT_CHECK(wait_for_zebras());
  for (const LabNode* node : layout_.switches()) {
    if (layout_.options.bfd) {
      auto argv = frr_words(programs_.bfdd, "bfdd");
      argv.insert(argv.end(), {"--bfdctl", "/run/node/bfdd.sock"});
      WEFT_CHECK(start(*node, "bfdd", argv));
    }
    auto argv = frr_words(programs_.bgpd, "bgpd");
    argv.insert(argv.end(), {"-p", "179"});
    WEFT_CHECK(start(*node, "bgpd", argv));
  }
  // BGP takes longest, so the others start after it.
  for (const LabNode& node : layout_.nodes)
    if (state_.lldp) WEFT_CHECK(start_lldpd(node));
  return {};
}

Result<void> Daemons::start_lldpd(const LabNode& node) {
  return start(node, "lldpd",
               {programs_.lldpd, "-d", "-k", "-i", "-u", "/run/node/lldpd.socket", "-O",
                folder_.of_node(node.name) / "lldpd.conf"},
               true);
}

}  // namespace weft
