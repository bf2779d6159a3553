// See needs.h.

#include "suite/needs.h"

#include <fmt/format.h>

#include "base/text.h"

namespace weft {
namespace {

// The sentence for one capability, "" where the fabric has it.
std::string lacking(std::string_view need, const FabricInfo& fabric) {
  if (need == "rdma" && !fabric.rdma) return "needs an RDMA device, none was found";
  if (need == "cuda" && !fabric.cuda) return "needs a GPU, none was found";
  if (need == "pfc" && !fabric.pfc) return "needs priority flow control, which is not here";
  if (need == "qos_counters" && !fabric.qos_counters)
    return "needs the switches' QoS counters, which cannot be read here";
  if (need == "can_disrupt" && !fabric.can_disrupt)
    return "disturbs the fabric, which this one does not allow";
  return "";
}

}  // namespace

std::string why_skipped(const Step& step, const FabricInfo& fabric, std::int64_t hosts) {
  if (hosts < step.min_hosts)
    return fmt::format("needs {}, {} {} part",
                       count_of(static_cast<std::size_t>(step.min_hosts), "host"), hosts,
                       hosts == 1 ? "takes" : "take");
  std::vector<std::string> needs = step.needs;
  if (step.transport == "verbs") needs.push_back("rdma");
  if (step.memory == MemoryKind::cuda) needs.push_back("cuda");
  for (const std::string& need : needs)
    if (std::string why = lacking(need, fabric); !why.empty()) return why;
  return "";
}

}  // namespace weft
