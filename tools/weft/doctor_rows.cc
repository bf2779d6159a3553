// See doctor_rows.h. A lack of something optional is `skip` or `warn`, never `fail`; what could not
// be read is `unknown`. Facts: Open MPI 4.1 mpirun(1) and its vader and MCA parameters; the
// kernel's Documentation (admin-guide/LSM/Yama, sysctl/kernel, ABI/stable/sysfs-class-infiniband,
// cgroup-v2).

#include "doctor_rows.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <limits>

#include "base/process.h"
#include "base/text.h"
#include "base/units.h"
#include "lab/space.h"

namespace weft {
namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

std::string size_text(std::uint64_t bytes) {
  return bytes == unlimited ? "unlimited" : text(Bytes{static_cast<std::int64_t>(bytes)});
}

bool has_rdma(const Machine& machine) { return !machine.list("/sys/class/infiniband").empty(); }
bool has_gpu(const Machine& machine) {
  return machine.exists("/proc/driver/nvidia/version") || machine.exists("/dev/nvidiactl");
}

// "mpirun (Open MPI) 4.1.4" is "4.1.4"; "" when it is not Open MPI's.
std::string open_mpi_version(std::string_view said) {
  constexpr std::string_view key = "(Open MPI) ";
  const std::size_t at = said.find(key);
  if (at == said.npos) return "";
  return std::string(words(said.substr(at + key.size())).front());
}

Found mpirun(const Machine& machine) {
  const std::string path = machine.program("mpirun");
  if (path.empty())
    return {Verdict::warn, "not found",
            "No load can be put on a fabric from here: install Open MPI (openmpi-bin). Plans, "
            "recorded machines and the twin work without it."};
  const auto said = machine.output({path, "--version"});
  if (!said)
    return {Verdict::unknown, path + ", which does not tell its version",
            "It may not start: try `mpirun --version`."};
  const std::string number = open_mpi_version(*said);
  if (number.empty())
    return {Verdict::warn, fmt::format("{}: {}", path, printable(*said, 60)),
            "Not Open MPI, so hosts beyond this one cannot be started with it."};
  const auto major = parse_uint(number.substr(0, number.find('.'))).value_or(0);
  return {Verdict::pass, fmt::format("Open MPI {} ({}), {}", printable(number, 20),
                                     major >= 5 ? "prte" : "orte", path)};
}

Found backend(const Machine& machine) {
  const std::string here = machine.is_here() ? own_path() : "/usr/bin/weft";
  const std::string folder = here.substr(0, here.rfind('/'));
  for (const std::string& place : {folder + "/lib/weft", folder + "/../lib/weft"}) {
    std::vector<std::string> modules;
    for (const std::string& name : machine.list(place))
      if (name.ends_with(".so")) modules.push_back(name);
    if (!modules.empty()) return {Verdict::pass, join(modules, ", ")};
  }
  return {Verdict::warn, "no module in lib/weft beside the program",
          "Workers cannot start: build with libopenmpi-dev there, or install the whole program."};
}

Found slurm(const Machine& machine) {
  const std::string path = machine.program("srun");
  if (path.empty()) return {Verdict::skip, "no srun", "Hosts are started by mpirun over ssh."};
  return {Verdict::pass, path};
}

Found ssh(const Machine& machine) {
  const std::string path = machine.program("ssh");
  if (!path.empty()) return {Verdict::pass, path};
  return {Verdict::warn, "not found",
          "Other hosts and switches cannot be looked at: install openssh-client."};
}

// "mlx5_0 (400 Gb/sec)", and whether some port of it is active.
std::string rdma_device(const Machine& machine, const std::string& name, bool& active) {
  const std::string folder = "/sys/class/infiniband/" + name + "/ports/";
  std::string rate;
  for (const std::string& port : machine.list(folder)) {
    if (!machine.read(folder + port + "/state").value_or("").ends_with("ACTIVE")) continue;
    active = true;
    const std::string said = machine.read(folder + port + "/rate").value_or("");
    rate = said.substr(0, said.find(" ("));
  }
  return rate.empty() ? printable(name, 40) + " (down)"
                      : fmt::format("{} ({})", printable(name, 40), printable(rate, 20));
}

Found rdma(const Machine& machine) {
  std::vector<std::string> devices, names = machine.list("/sys/class/infiniband");
  std::size_t active_devices = 0;
  for (const std::string& name : names) {
    bool active = false;
    devices.push_back(rdma_device(machine, name, active));
    active_devices += active;
  }
  if (names.empty())
    return {Verdict::skip, "no device",
            "RoCE is not measured from here; MPI over TCP and paced UDP are."};
  const bool all = active_devices == names.size();
  return {all ? Verdict::pass : Verdict::warn, join(devices, ", "),
          all ? "" : "The rails of the devices that are down are not measured."};
}

Found gpu(const Machine& machine) {
  std::vector<std::string> there, lacking;
  for (const char* name : {"libcuda.so.1", "libnvidia-ml.so.1", "libnccl.so.2"})
    (machine.has_library(name) ? there : lacking).emplace_back(name);
  if (!has_gpu(machine) && (there.empty() || lacking.front() == "libcuda.so.1"))
    return {Verdict::skip, "no GPU driver", "GPU memory and NCCL are not measured."};
  if (lacking.empty()) return {Verdict::pass, join(there, ", ")};
  return {Verdict::warn, fmt::format("{} not found", join(lacking, ", ")),
          "Steps with GPU memory need libcuda, collectives need NCCL (libnccl2), GPU state needs "
          "NVML."};
}

Found memlock(const Machine& machine) {
  const auto bytes = machine.limit("Max locked memory");
  if (!bytes) return {Verdict::unknown, "cannot be read", ""};
  const std::string found = size_text(*bytes);
  if (*bytes == unlimited) return {Verdict::pass, found};
  if (!has_rdma(machine)) return {Verdict::skip, found, "Matters with RDMA devices only."};
  return {Verdict::warn, found,
          "RDMA buffers must be locked: registering fails with 'Cannot allocate memory'. Set "
          "memlock unlimited in limits.conf, and in the service that starts the job."};
}

Found cpus(const Machine& machine) {
  const auto online = count_list(machine.read("/sys/devices/system/cpu/online").value_or(""));
  const auto allowed = machine.allowed_cpus();
  if (!online || !allowed) return {Verdict::unknown, "cannot be read", ""};
  std::string found = fmt::format("{} of {} may be used", *allowed, *online);
  std::size_t usable = *allowed;
  if (const auto quota = machine.read("/sys/fs/cgroup/cpu.max")) {  // "200000 100000" or "max ..."
    const auto parts = words(*quota);
    const auto time = parts.empty() ? std::nullopt : parse_uint(parts[0]);
    const auto period = parts.size() < 2 ? std::nullopt : parse_uint(parts[1]);
    if (time && period && *period > 0 && *time / *period < usable) {
      usable = std::max<std::size_t>(1, *time / *period);
      found += fmt::format(", quota {:.1f} CPUs",
                           static_cast<double>(*time) / static_cast<double>(*period));
    }
  }
  if (usable >= *online && usable > 1) return {Verdict::pass, found};
  return {Verdict::warn, found,
          fmt::format("More than {} here take turns on a CPU: figures between workers of this host "
                      "are then too low.",
                      count_of(usable, "worker"))};
}

Found governor(const Machine& machine) {
  const auto name = machine.read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  if (!name) return {Verdict::skip, "not set by this system", ""};
  if (*name == "performance") return {Verdict::pass, *name};
  return {Verdict::warn, printable(*name, 40),
          "Clocks go down between messages: small-message latency rises and varies. "
          "`cpupower frequency-set -g performance`."};
}

Found numa(const Machine& machine) {
  const auto nodes = count_list(machine.read("/sys/devices/system/node/online").value_or(""));
  if (!nodes) return {Verdict::unknown, "cannot be read", "Workers cannot be kept near their NIC."};
  const std::string found = count_of(*nodes, "node");
  if (*nodes > 1 && machine.read("/proc/sys/kernel/numa_balancing") == "1")
    return {Verdict::warn, found + ", automatic balancing on",
            "The kernel moves pages while they are measured: sysctl kernel.numa_balancing=0."};
  return {Verdict::pass, found};
}

Found clock(const Machine& machine) {
  const auto name =
      machine.read("/sys/devices/system/clocksource/clocksource0/current_clocksource");
  if (!name) return {Verdict::unknown, "cannot be read", ""};
  static constexpr std::string_view quick[] = {"tsc", "kvm-clock", "hyperv_clocksource_tsc_page",
                                               "arch_sys_counter"};
  if (std::ranges::find(quick, *name) != std::end(quick)) return {Verdict::pass, *name};
  return {Verdict::warn, printable(*name, 40),
          "Reading this clock takes about a microsecond: small-message latency reads too high."};
}

Found huge_pages(const Machine& machine) {
  const auto meminfo = machine.read("/proc/meminfo");
  if (!meminfo) return {Verdict::unknown, "cannot be read", ""};
  std::string_view reserved = "none";
  for (const std::string_view line : lines(*meminfo))
    if (line.starts_with("HugePages_Total:")) reserved = trim(line.substr(16));
  std::string found = fmt::format("{} reserved", reserved == "0" ? "none" : reserved);
  const std::string modes =
      machine.read("/sys/kernel/mm/transparent_hugepage/enabled").value_or("");
  if (const std::size_t open = modes.find('['); open != modes.npos)
    found += fmt::format(", transparent: {}", modes.substr(open + 1, modes.find(']') - open - 1));
  return {Verdict::pass, printable(found)};
}

Found open_files(const Machine& machine) {
  const auto limit = machine.limit("Max open files");
  if (!limit) return {Verdict::unknown, "cannot be read", ""};
  constexpr std::uint64_t own_files = 64;
  const std::string found = *limit == unlimited ? "unlimited" : fmt::to_string(*limit);
  if (*limit >= 4096) return {Verdict::pass, found};
  return {Verdict::warn, found,
          fmt::format("The controller holds a connection for each worker: enough for about {}. "
                      "`ulimit -n 65536`.",
                      *limit > own_files ? *limit - own_files : 0)};
}

Found ptrace(const Machine& machine) {
  const auto scope = machine.read("/proc/sys/kernel/yama/ptrace_scope");
  if (!scope) return {Verdict::pass, "not restricted"};
  if (*scope == "0") return {Verdict::pass, "yama 0"};
  return {Verdict::warn, "yama " + printable(*scope, 10),
          "Workers of one host cannot read each other's memory (CMA), Open MPI copies twice: pairs "
          "on the same host look slower. Others are not affected."};
}

Found shared_memory(const Machine& machine) {
  const auto space = machine.space("/dev/shm");
  if (!space) return {Verdict::unknown, "cannot be read", ""};
  const std::string found =
      fmt::format("{} free of {}", size_text(space->free), size_text(space->total));
  if (space->free >= std::uint64_t{256} << 20) return {Verdict::pass, found};
  return {Verdict::warn, found,
          "Open MPI keeps some MiB a worker there; many workers on this host end with 'Bus error'. "
          "In a container: --shm-size=1g."};
}

Found temporary(const Machine& machine) {
  const char* named = machine.is_here() ? std::getenv("TMPDIR") : nullptr;
  const std::string folder = named != nullptr && *named != '\0' ? named : "/tmp";
  if (!machine.is_writable(folder))
    return {Verdict::fail, folder + " cannot be written", "mpirun cannot start: set TMPDIR."};
  if (!machine.is_here()) return {Verdict::pass, folder};
  const auto space = machine.space(folder);
  if (!space) return {Verdict::unknown, folder + ": space unknown", ""};
  const std::string found =
      fmt::format("{}, {} free", printable(folder, 60), size_text(space->free));
  if (space->free >= std::uint64_t{64} << 20) return {Verdict::pass, found};
  return {Verdict::warn, found, "mpirun keeps its session folder there, and may end early."};
}

Found interfaces(const Machine& machine) {
  std::vector<std::string> found;
  for (const std::string& name : machine.list("/sys/class/net")) {
    const std::string folder = "/sys/class/net/" + name;
    if (name == "lo" || machine.read(folder + "/operstate") == "down") continue;
    const auto speed = machine.read(folder + "/speed");
    const auto mbps = speed ? parse_uint(*speed) : std::nullopt;  // "-1" when it has none
    found.push_back(
        printable(name, 20) +
        (mbps ? fmt::format(" {}", text(BitRate{static_cast<double>(*mbps) * 1e6})) : ""));
  }
  if (found.empty()) return {Verdict::skip, "only loopback", "Nothing leaves this host."};
  return {Verdict::pass, join(found, ", ")};
}

// A small fabric of namespaces on this machine: `weft lab`.
Found lab(const Machine& machine) {
  const auto setting = [&](std::string_view path) {
    const auto text = machine.read(path);
    const auto value = text ? parse_uint(*text) : std::nullopt;
    return value ? std::optional(static_cast<std::int64_t>(*value)) : std::nullopt;
  };
  SpaceLimits limits;
  limits.root = machine.is_here() && ::geteuid() == 0;
  limits.user_namespaces = setting("/proc/sys/user/max_user_namespaces");
  limits.unprivileged = setting("/proc/sys/kernel/unprivileged_userns_clone");
  limits.apparmor = setting("/proc/sys/kernel/apparmor_restrict_unprivileged_userns");
  if (!limits.root &&
      (limits.user_namespaces == 0 || limits.unprivileged == 0 || limits.apparmor == 1))
    return {Verdict::skip, "only for root", why_forbidden(limits)};
  if (machine.program("ip").empty() && !machine.exists("/usr/sbin/ip"))
    return {Verdict::skip, "no ip", "No lab can be built: apt-get install iproute2."};
  std::vector<std::string> missing;
  if (!machine.exists("/usr/lib/frr/bgpd")) missing.push_back("frr");
  if (!machine.exists("/usr/sbin/lldpd")) missing.push_back("lldpd");
  if (!missing.empty())
    return {Verdict::skip, "no " + join(missing, ", no "),
            "`weft lab up --static` works; BGP and LLDP need: apt-get install " +
                join(missing, " ") + "."};
  return {Verdict::pass, "FRR and lldpd"};
}

constexpr DoctorRow rows[] = {{"mpirun", mpirun},
                              {"backend", backend},
                              {"slurm", slurm},
                              {"ssh", ssh},
                              {"interfaces", interfaces},
                              {"rdma", rdma},
                              {"gpu", gpu},
                              {"memlock", memlock},
                              {"cpus", cpus},
                              {"governor", governor},
                              {"numa", numa},
                              {"clock", clock},
                              {"huge-pages", huge_pages},
                              {"open-files", open_files},
                              {"ptrace", ptrace},
                              {"shared-memory", shared_memory},
                              {"temporary", temporary},
                              {"lab", lab}};

}  // namespace

std::span<const DoctorRow> doctor_rows() { return rows; }

}  // namespace weft
