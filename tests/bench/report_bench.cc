// How long the reports of a large run take, and how large they are: 1,024 x 1,024 pairs at three
// sizes of bandwidth and one of latency, with as many outliers and gaps as a bad day brings.
//
//   report_bench [ROWS] [FOLDER]   with a folder, leaves run.json and report.html there to look at
//
// Goal: JSON and HTML together under 2 s and 1 GB, the page under 10 MB.

#include <fmt/core.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdlib>

#include "base/file.h"
#include "model/run_json.h"
#include "reports/example_run.h"
#include "reports/report.h"

using namespace weft;

namespace {

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](timeval t) { return t.tv_sec + t.tv_usec / 1e6; };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

Run large_run(std::size_t rows) {
  Run run = test::example_run();
  run.layout.endpoints.clear();
  for (std::size_t i = 0; i < rows; ++i) {
    Endpoint endpoint{fmt::format("hgx-{:04}", i / 8), static_cast<std::int64_t>(i % 8)};
    endpoint.device = fmt::format("mlx5_{}", i % 8);
    endpoint.link_rate = 400_Gbps;
    run.layout.endpoints.push_back(endpoint);
  }
  run.matrices.clear();
  for (const Bytes size : {4_KiB, 64_KiB, 1_MiB})
    run.matrices.push_back(test::pairs("pairs_bandwidth", size, "bps", rows, 391e9, rows / 3));
  run.matrices.push_back(test::pairs("pairs_latency", 8_B, "ns", rows, 3400, rows / 5));
  for (int i = 0; i < 1000; ++i) {
    run.judgements[0].outliers.push_back(run.judgements[0].outliers[0]);
    run.gaps.push_back(run.gaps[0]);
    run.findings.push_back(run.findings[0]);
  }
  return run;
}

std::string timed(std::string_view id, const Run& run, double& seconds) {
  const auto format = find_row(report_formats::all(), "report format", id);
  const auto start = std::chrono::steady_clock::now();
  const double cpu = cpu_seconds();
  std::string out = render(**format, run);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  seconds += took.count();
  fmt::print("{:<12} {:6.3f} s ({:.3f} s of CPU)  {:8.2f} MB  peak {:6.0f} MB\n", id, took.count(),
             cpu_seconds() - cpu, static_cast<double>(out.size()) / 1e6, peak_megabytes());
  return out;
}

void keep(const std::string& folder, std::string_view name, const std::string& content) {
  if (const auto done = write_file(fmt::format("{}/{}", folder, name), content); !done)
    fmt::print(stderr, "{}\n", done.error().text());
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t rows = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1024;
  const Run run = large_run(rows);
  fmt::print("{} x {} pairs, {} matrices; before: peak {:.0f} MB\n", rows, rows,
             run.matrices.size(), peak_megabytes());
  double both = 0, others = 0;
  const std::string json = timed("json", run, both);
  const std::string html = timed("html", run, both);
  for (const char* id : {"text", "junit", "openmetrics"}) timed(id, run, others);
  const auto start = std::chrono::steady_clock::now();
  const auto back = read_run(json, "run.json");
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  fmt::print("read back    {:6.3f} s\n", took.count());
  fmt::print("JSON and HTML together {:.3f} s, peak {:.0f} MB\n", both, peak_megabytes());
  if (argc > 2) {
    keep(argv[2], "run.json", json);
    keep(argv[2], "report.html", html);
  }
  return back ? 0 : 1;
}
