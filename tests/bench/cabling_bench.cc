// How long a whole fabric's cabling takes: plan and LLDP text of every node read from disk,
// matched, diagnosed, moves planned, on one core.
//
//   cabling_bench [NODES]     default 1260 nodes of 8 rails in three tiers: 30,560 links
//   cabling_bench make NODES DIR | run DIR
//
// Prints for a quarter, half, whole and twice: CPU seconds of each part, and the peak of memory,
// each run in a process of its own. The text is as lldpctl prints it, about 1.3 kB a neighbour.

#include <fmt/core.h>
#include <sys/resource.h>

#include <cstdlib>
#include <ctime>
#include <map>

#include "base/file.h"
#include "base/process.h"
#include "check/cabling_report.h"
#include "observe/site.h"
#include "plan/make.h"
#include "plan/plan.h"

using namespace weft;

namespace {

struct Wire {
  std::string port, far_node, far_port;
};

std::string record(const Wire& w, int index) {
  return fmt::format(R"(      {{
        "{}": {{
          "via": "LLDP",
          "rid": "{}",
          "age": "3 days, 00:01:10",
          "chassis": {{
            "{}": {{
              "id": {{
                "type": "mac",
                "value": "02:00:5e:{:02x}:{:02x}:01"
              }},
              "descr": "Cumulus Linux version 5.9.2 running on Mellanox Technologies Ltd. SN5600",
              "mgmt-ip": [
                "192.0.2.41",
                "2001:db8:40::41"
              ],
              "mgmt-iface": [
                "1",
                "2"
              ],
              "capability": [
                {{
                  "type": "Bridge",
                  "enabled": false
                }},
                {{
                  "type": "Router",
                  "enabled": true
                }},
                {{
                  "type": "Wlan",
                  "enabled": false
                }},
                {{
                  "type": "Station",
                  "enabled": false
                }}
              ]
            }}
          }},
          "port": {{
            "id": {{
              "type": "ifname",
              "value": "{}"
            }},
            "descr": "{}",
            "ttl": "120",
            "auto-negotiation": {{
              "supported": false,
              "enabled": false,
              "current": "10GbaseT - Four-pair Category 6A or better, full duplex mode only"
            }}
          }}
        }}
      }})",
                     w.port, index, w.far_node, index >> 8 & 255, index & 255, w.far_port,
                     w.far_port);
}

// Some cables are not where the plan has them: exchanged, in a row, or not there.
std::vector<std::pair<Port, Port>> cables_of(const Plan& plan) {
  std::vector<std::pair<Port, Port>> cables;
  for (const Link& link : plan.links) cables.emplace_back(link.a, link.b);
  for (std::size_t i = 0; i + 1 < cables.size(); i += 100)
    std::swap(cables[i].second, cables[i + 1].second);
  for (std::size_t i = 5000; i + 40 < cables.size(); i += 5000)
    for (std::size_t k = 0; k < 30; ++k) std::swap(cables[i + k].second, cables[i + k + 1].second);
  for (std::size_t i = 50; i < cables.size(); i += 997) cables[i].first.node.clear();
  return cables;
}

int make(std::int64_t nodes, const fs::path& folder) {
  const Result<MadePlan> made = make_plan(MakeRequest{nodes, 8, 3});
  if (!made) return fmt::print(stderr, "{}\n", made.error().text()), 1;
  std::map<std::string, std::vector<Wire>> by_node;
  for (const auto& [a, b] : cables_of(made->plan)) {
    if (a.node.empty()) continue;
    by_node[a.node].push_back({a.name, b.node, b.name});
    by_node[b.node].push_back({b.name, a.node, a.name});
  }
  std::vector<std::string> lost;
  const auto text = write_plan(made->plan, "csv", lost);
  if (!text || !make_folders(folder) || !write_file(folder / "plan.csv", *text)) return 1;
  for (const auto& [node, wires] : by_node) {
    std::string json = "{\n  \"lldp\": {\n    \"interface\": [\n";
    for (std::size_t i = 0; i < wires.size(); ++i)
      json += (i > 0 ? ",\n" : "") + record(wires[i], int(i));
    json += "\n    ]\n  }\n}\n";
    const fs::path commands = folder / "site" / node / "commands";
    if (!make_folders(commands) || !write_file(commands / "lldpctl_-f_json.out", json)) return 1;
  }
  return 0;
}

class Watch {
 public:
  double lap() {
    const std::clock_t now = std::clock();
    const double out = static_cast<double>(now - last_) / CLOCKS_PER_SEC;
    last_ = now;
    return out;
  }

 private:
  std::clock_t last_ = std::clock();
};

int run(const fs::path& folder) {
  Watch watch;
  const auto read = load_plan(folder / "plan.csv");
  if (!read) return fmt::print(stderr, "{}\n", read.error().text()), 1;
  const double plan_s = watch.lap();
  const auto seen = observe_site(folder / "site");
  if (!seen) return fmt::print(stderr, "{}\n", seen.error().text()), 1;
  const double read_s = watch.lap();
  Cabling found = check_cabling({read->plan, *seen, {}, {}});
  const double check_s = watch.lap();
  const std::size_t findings = found.findings.size(), moves = found.moves.size();
  const CablingReport report = cabling_report(std::move(found), read->plan, *seen, {}, Instant{0});
  const std::size_t bytes = to_json(report).size();
  const double json_s = watch.lap();
  struct rusage usage {};
  ::getrusage(RUSAGE_SELF, &usage);
  fmt::print(
      "{:>6} links {:>5} nodes  plan {:.3f}  read {:.3f}  check {:.3f}  json {:.3f}  all {:.3f} s"
      "  {} MB   {} findings {} moves {:.1f} MB json\n",
      read->plan.links.size(), seen->nodes.size(), plan_s, read_s, check_s, json_s,
      plan_s + read_s + check_s + json_s, usage.ru_maxrss / 1024, findings, moves,
      static_cast<double>(bytes) / 1e6);
  return 0;
}

int measure(std::int64_t nodes) {
  std::string folder = (fs::temp_directory_path() / "weft-cabling-bench-XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr || make(nodes, folder) != 0) return 1;
  const auto done = run_command({{own_path(), "run", folder}, {}, {}, std::chrono::minutes(5)});
  if (done) fmt::print("{}{}", done->out, done->err);
  std::error_code error;
  fs::remove_all(folder, error);
  return done && done->status == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  if (mode == "make" && argc == 4) return make(std::atoll(argv[2]), argv[3]);
  if (mode == "run" && argc == 3) return run(argv[2]);
  const std::int64_t whole = argc > 1 ? std::atoll(argv[1]) : 1260;
  for (const std::int64_t nodes : {whole / 4, whole / 2, whole, whole * 2})
    if (measure(nodes) != 0) return 1;
  return 0;
}
