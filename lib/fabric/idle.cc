// See idle.h. /proc/stat counts ticks since the machine started: user, nice, system, idle, iowait,
// irq, softirq, steal (proc(5)). InfiniBand and RoCE ports count words of four bytes
// (port_xmit_data, port_rcv_data); their traffic is in no counter of the network interface.

#include "fabric/idle.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <vector>

#include "base/text.h"

namespace weft {

const std::string_view activity_question = R"sh(
echo "cores=$(nproc)"
echo "kernel=$(cat /proc/sys/kernel/random/boot_id 2>/dev/null)"
echo "workers=$(pgrep -c -f '^[^ ]*weft worker' 2>/dev/null)"
if command -v nvidia-smi >/dev/null 2>&1; then
  apps=$(nvidia-smi --query-compute-apps=pid --format=csv,noheader 2>/dev/null)
  echo "gpu_processes=$(printf '%s' "$apps" | grep -c .)"
fi
reading() {
  read -r up rest < /proc/uptime && echo "uptime=$up"
  read -r stat < /proc/stat && echo "stat=$stat"
  for nic in /sys/class/net/*; do
    if [ -e "$nic/device" ]; then
      echo "nic=${nic##*/} $(cat "$nic/speed" "$nic/statistics/rx_bytes" \
        "$nic/statistics/tx_bytes" 2>/dev/null | tr '\n' ' ')"
    fi
  done
  for port in /sys/class/infiniband/*/ports/*; do
    if [ -e "$port/counters" ]; then
      device=${port%/ports/*}
      echo "rdma=${device##*/} $(cut -d ' ' -f 1 "$port/rate") $(cat \
        "$port/counters/port_rcv_data" "$port/counters/port_xmit_data" 2>/dev/null | tr '\n' ' ')"
    fi
  done
}
reading; sleep 0.5; reading
)sh";

namespace {

constexpr double busy_share = 0.5, loud_share = 0.05;

using Words = std::vector<std::string_view>;

Words words_of(std::string_view text) {
  Words words;
  for (const std::string_view word : split(text, ' '))
    if (!trim(word).empty()) words.push_back(trim(word));
  return words;
}

// Ticks at work and all ticks; steal is neither: another machine's work says nothing of this one.
struct Ticks {
  std::uint64_t busy = 0, all = 0;
};

std::optional<Ticks> ticks_of(std::string_view stat) {
  const Words words = words_of(stat);
  if (words.size() < 8) return {};
  Ticks ticks;
  for (std::size_t i = 1; i < 8; ++i) {
    const auto value = parse_uint(words[i]);
    if (!value) return {};
    ticks.all += *value;
    if (i != 4 && i != 5) ticks.busy += *value;
  }
  return ticks;
}

struct NicReading {
  std::string name;
  double line_rate_bps = 0;
  std::uint64_t bytes = 0;  // both ways
};

// "eth0 100000 1200 3400": name, rate in `unit` bit/s, both counters in `bytes`. A rate that the
// driver does not know is -1 or cannot be read at all; then there is one word fewer.
std::optional<NicReading> nic_of(std::string_view text, double unit, std::uint64_t bytes) {
  const Words words = words_of(text);
  if (words.size() != 4) return {};
  const auto rate = parse_double(words[1]);
  const auto in = parse_uint(words[2]), out = parse_uint(words[3]);
  if (!rate || *rate <= 0 || !in || !out) return {};
  return NicReading{std::string(words[0]), *rate * unit, (*in + *out) * bytes};
}

struct Readings {
  std::optional<double> uptime;
  std::optional<Ticks> ticks;
  std::map<std::string, NicReading> nics;
};

void read_line(std::string_view key, std::string_view value, Readings& r) {
  if (key == "uptime") r.uptime = parse_double(value);
  if (key == "stat") r.ticks = ticks_of(value);
  if (key != "nic" && key != "rdma") return;
  const auto nic = key == "nic" ? nic_of(value, 1e6, 1) : nic_of(value, 1e9, 4);
  if (nic) r.nics[nic->name] = *nic;
}

void compare(const Readings& first, const Readings& second, Activity& out) {
  if (first.ticks && second.ticks && second.ticks->all > first.ticks->all &&
      second.ticks->busy >= first.ticks->busy)
    out.busy_cores = static_cast<double>(out.cores) *
                     static_cast<double>(second.ticks->busy - first.ticks->busy) /
                     static_cast<double>(second.ticks->all - first.ticks->all);
  if (!first.uptime || !second.uptime || *second.uptime <= *first.uptime) return;
  for (const auto& [name, nic] : second.nics) {
    const auto before = first.nics.find(name);
    if (before == first.nics.end() || nic.bytes < before->second.bytes) continue;
    const double bps = static_cast<double>(nic.bytes - before->second.bytes) * 8 /
                       (*second.uptime - *first.uptime);
    if (bps / nic.line_rate_bps <= out.loudest_ratio) continue;
    out.loudest = name;
    out.loudest_ratio = bps / nic.line_rate_bps;
  }
}

}  // namespace

Activity parse_activity(std::string_view said) {
  Activity activity;
  Readings first, second;
  std::size_t seen = 0;  // readings begin with the uptime
  for (const std::string_view line : lines(said)) {
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string_view key = line.substr(0, equals), value = line.substr(equals + 1);
    if (key == "cores") activity.cores = parse_uint(value).value_or(0);
    if (key == "kernel") activity.kernel = value;
    if (key == "workers") activity.workers = parse_uint(value).value_or(0);
    if (key == "gpu_processes") activity.gpu_processes = parse_uint(value).value_or(0);
    seen += key == "uptime";
    if (seen > 0) read_line(key, value, seen == 1 ? first : second);
  }
  compare(first, second, activity);
  return activity;
}

std::string why_busy(const Activity& activity) {
  std::vector<std::string> reasons;
  if (activity.gpu_processes > 0)
    reasons.push_back(count_of(activity.gpu_processes, "process", "processes") + " on its GPUs");
  if (activity.workers > 0)
    reasons.push_back(count_of(activity.workers, "worker") + " of another weft");
  if (activity.busy_cores > busy_share * static_cast<double>(activity.cores))
    reasons.push_back(
        fmt::format("{:.1f} of its {} cores at work", activity.busy_cores, activity.cores));
  if (activity.loudest_ratio > loud_share)
    reasons.push_back(fmt::format("traffic of {:.0f} % of {}'s rate", activity.loudest_ratio * 100,
                                  printable(activity.loudest)));
  return join(reasons, ", ");
}

}  // namespace weft
