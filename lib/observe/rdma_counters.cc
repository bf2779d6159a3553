// Counters of RDMA devices out of sysfs; see counters.h. Source of the files' meaning:
// Documentation/ABI/stable/sysfs-class-infiniband of the kernel, and counter_names.h.

#include <algorithm>

#include "base/text.h"
#include "observe/counter_names.h"
#include "observe/counters.h"

namespace weft {
namespace {

void read_folder(Host& host, const std::string& device, const std::string& folder,
                 const std::string& source, std::vector<Counter>& out) {
  const auto names = host.list(folder + "/" + source);
  if (!names || !*names) return;  // a driver without them
  for (const std::string& name : **names) {
    if (is_no_counter(name)) continue;
    const auto answer = host.read(folder + "/" + source + "/" + name);
    if (answer && *answer) {
      out.push_back(parse_counter(device, source, name, (*answer)->text));
      continue;
    }
    Counter missing = parse_counter(device, source, name, "");
    if (!answer) missing.why = "not available: " + answer.error().what;
    out.push_back(std::move(missing));
  }
}

// A device that is also shown here, but whose interface lives in another network namespace.
bool is_foreign(Host& host, const std::string& port, const std::vector<std::string>& interfaces) {
  const auto answer = host.read(port + "/gid_attrs/ndevs/0");
  if (!answer || !*answer) return false;
  const std::string name(trim((*answer)->text));
  return !name.empty() && std::ranges::count(interfaces, name) == 0;
}

}  // namespace

std::vector<Counter> read_rdma_counters(Host& host) {
  std::vector<Counter> out;
  const std::string base = "/sys/class/infiniband";
  const auto devices = host.list(base);
  if (!devices || !*devices) return out;
  const auto interfaces = host.list("/sys/class/net");
  for (const std::string& device : **devices) {
    const auto ports = host.list(base + "/" + device + "/ports");
    if (!ports || !*ports) continue;
    for (const std::string& port : **ports) {
      const std::string folder = base + "/" + device + "/ports/" + port;
      if (interfaces && *interfaces && is_foreign(host, folder, **interfaces)) continue;
      for (const char* source : {"counters", "hw_counters"})
        read_folder(host, device + "/" + port, folder, source, out);
    }
  }
  return out;
}

}  // namespace weft
