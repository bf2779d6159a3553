// The same flows in SimGrid 3.32 and in a file for twin_bench: a full fat tree at 400 Gb/s and 1 us
// a link, FLOWS flows of 1 MB, permutation after permutation, all at once. twin_bench.py builds and
// runs it where libsimgrid-dev is; nothing else needs it.
//
//   twin_simgrid HOSTS FLOWS FILE [--dry] --cfg=network/model:CM02 --cfg=network/crosstraffic:0
//     --cfg=surf/precision:1e-12 --cfg=maxmin/precision:1e-9
//
// CM02 is max-min fair with weights: a flow counts by the inverse of its latency, and takes nothing
// for that latency after its start. The file says both for each flow, so what is compared is the
// rates alone. Source: SimGrid's NetworkCm02Model.

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <numeric>
#include <random>
#include <simgrid/s4u.hpp>
#include <unordered_map>

namespace s4u = simgrid::s4u;

namespace {

constexpr double bytes = 1e6, bandwidth = 50e9, latency = 1e-6;

// Of this process, as twin_bench counts.
double seconds_now() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

std::vector<s4u::Host*> fat_tree(const s4u::Engine& engine, int hosts) {
  const s4u::FatTreeParams shape =
      hosts <= 1024
          ? s4u::FatTreeParams(2, {32, static_cast<unsigned>(hosts) / 32}, {1, 32}, {1, 1})
          : s4u::FatTreeParams(3, {16, 16, static_cast<unsigned>(hosts) / 256}, {1, 16, 16},
                               {1, 1, 1});
  const auto host = [](s4u::NetZone* zone, const std::vector<unsigned long>&, unsigned long id) {
    auto* made = zone->create_host("h" + std::to_string(id), 1e9)->seal();
    return std::pair<simgrid::kernel::routing::NetPoint*, simgrid::kernel::routing::NetPoint*>(
        made->get_netpoint(), nullptr);
  };
  s4u::create_fatTree_zone("tree", nullptr, shape, s4u::ClusterCallbacks(host), bandwidth, latency,
                           s4u::Link::SharingPolicy::SPLITDUPLEX)
      ->seal();
  std::vector<s4u::Host*> out;
  for (int i = 0; i < hosts; ++i) out.push_back(engine.host_by_name("h" + std::to_string(i)));
  return out;
}

std::vector<std::pair<int, int>> permutations(int hosts, int flows) {
  std::mt19937 random(1);
  std::vector<std::pair<int, int>> out;
  std::vector<int> to(hosts);
  while (static_cast<int>(out.size()) < flows) {
    std::iota(to.begin(), to.end(), 0);
    for (int i = hosts - 1; i > 0; --i) std::swap(to[i], to[random() % i]);
    for (int i = 0; i < hosts && static_cast<int>(out.size()) < flows; ++i)
      out.emplace_back(i, to[i]);
  }
  return out;
}

bool write_flows(const char* path, const std::vector<s4u::Host*>& hosts,
                 const std::vector<std::pair<int, int>>& flows) {
  std::FILE* file = std::fopen(path, "w");
  if (file == nullptr) return false;
  std::unordered_map<const s4u::Link*, int> number;
  for (const auto& [from, to] : flows) {
    std::vector<s4u::Link*> links;
    double wait = 0;
    hosts[from]->route_to(hosts[to], links, &wait);
    for (const s4u::Link* link : links)
      if (number.emplace(link, static_cast<int>(number.size())).second)
        std::fprintf(file, "link %.17g\n", link->get_bandwidth() * 8);
    std::fprintf(file, "flow %.17g %.0f %.17g", bytes * 8, wait * 1e12, 1e-6 / wait);
    for (const s4u::Link* link : links) std::fprintf(file, " %d", number.at(link));
    std::fprintf(file, "\n");
  }
  return std::fclose(file) == 0;
}

}  // namespace

int main(int argc, char** argv) {
  s4u::Engine engine(&argc, argv);
  if (argc < 4) return 2;
  double start = seconds_now();
  const auto hosts = fat_tree(engine, std::atoi(argv[1]));
  const double platform_s = seconds_now() - start;
  const auto flows = permutations(static_cast<int>(hosts.size()), std::atoi(argv[2]));
  if (!write_flows(argv[3], hosts, flows)) return 1;
  if (argc > 4 && std::strcmp(argv[4], "--dry") == 0) return 0;
  double end = 0, sum = 0;
  s4u::Actor::create("driver", hosts[0], [&] {
    std::vector<s4u::CommPtr> moving;
    for (const auto& [from, to] : flows) {
      auto one = s4u::Comm::sendto_init(hosts[from], hosts[to]);
      one->set_payload_size(bytes)->start();
      moving.push_back(one);
    }
    for (auto& one : moving) {
      one->wait();
      sum += one->get_finish_time();
    }
    end = s4u::Engine::get_clock();
  });
  start = seconds_now();
  engine.run();
  std::printf("flows=%zu makespan_ps=%.0f mean_end_ps=%.0f run_s=%.4f platform_s=%.3f\n",
              flows.size(), end * 1e12, sum * 1e12 / static_cast<double>(flows.size()),
              seconds_now() - start, platform_s);
  return 0;
}
