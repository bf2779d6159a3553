// What is made, in the order in which it must be; see build.h.

#include "lab/build.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "base/process.h"
#include "base/text.h"
#include "lab/daemons.h"
#include "lab/qos.h"
#include "lab/space.h"
#include "lab/spray_watch.h"
#include "lab/tenants.h"
#include "lab/texts.h"

namespace weft {
namespace {

std::string program_in(const std::string& name, std::initializer_list<const char*> folders) {
  for (const char* folder : folders) {
    const std::string path = fmt::format("{}/{}", folder, name);
    if (::access(path.c_str(), X_OK) == 0) return path;
  }
  return find_program(name);
}

constexpr const char* system_lldpcli = "/usr/sbin/lldpcli";

// Where a user's copy of lldpcli is looked for, beside PATH.
std::string lldpcli_copy() {
  const char* home = std::getenv("HOME");
  return fmt::format("{}/.cache/weft/lldpd/usr/sbin/lldpcli", home != nullptr ? home : "");
}

// In the lab a copy stands where lldpd and everybody else look for it. Debian's own is set-user-id
// to an account that could not read the lab's folder.
Result<void> place_lldpcli(const LabPrograms& programs) {
  if (!programs.has_lldp()) return {};
  constexpr const char* copy = "/run/weft-lab/lldpcli";
  std::error_code error;
  fs::copy_file(programs.lldpcli, copy, error);
  if (!error) fs::permissions(copy, fs::perms(0755), error);
  if (!error && ::mount(copy, system_lldpcli, nullptr, MS_BIND, nullptr) != 0)
    error = {errno, std::generic_category()};
  if (!error) return {};
  return fail(fmt::format("cannot put a copy of {} in the place of {}: {}", programs.lldpcli,
                          system_lldpcli, errno_text(error.value())));
}

// Large packets made of small ones would count as one in nft's rates, and hide what a fabric does.
// The kernel has an ioctl for each; a veth takes all of them.
void no_offloads(const std::string& port) {
  const int fd = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  for (const std::uint32_t what : {ETHTOOL_STSO, ETHTOOL_SGSO, ETHTOOL_SGRO}) {
    ethtool_value value{what, 0};
    ifreq request{};
    std::strncpy(request.ifr_name, port.c_str(), IFNAMSIZ - 1);
    request.ifr_data = reinterpret_cast<char*>(&value);
    ::ioctl(fd, SIOCETHTOOL, &request);
  }
  ::close(fd);
}

// A veth says 10 Gb/s whatever it is shaped to. What the node's /sys says is the rate of the lab.
void tell_rate(const LabFolder& folder, const std::string& port) {
  const std::string file = folder.path() / "speed";
  ::mount(file.c_str(), fmt::format("/sys/class/net/{}/speed", port).c_str(), nullptr, MS_BIND,
          nullptr);
}

Result<void> set_kernel(const LabNode& node) {
  for (const KernelSetting& setting : kernel_settings(node)) {
    const std::string path = "/proc/sys/net/" + setting.path;
    const int fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    const bool done = fd >= 0 && ::write(fd, setting.value.data(), setting.value.size()) > 0;
    const int problem = errno;
    if (fd >= 0) ::close(fd);
    if (!done && !setting.optional)
      return fail(fmt::format("{}: cannot set {}: {}", node.name, path, errno_text(problem)));
  }
  return {};
}

Result<void> furnish_node_folder(const LabLayout& layout, const LabFolder& folder,
                                 const LabNode& node) {
  const fs::path at = folder.of_node(node.name);
  WEFT_CHECK(make_folders(at / "run"));
  WEFT_CHECK(make_folders(at / "frr"));
  if (layout.options.static_routes) return {};
  WEFT_CHECK(write_file(at / "lldpd.conf", lldpd_config(layout, node)));
  if (node.is_host()) return {};
  WEFT_CHECK(write_file(at / "frr/zebra.conf", zebra_config(node)));
  WEFT_CHECK(write_file(at / "frr/bgpd.conf", bgpd_config(layout, node)));
  WEFT_CHECK(write_file(at / "frr/bfdd.conf", ""));
  return write_file(at / "frr/vtysh.conf", "no service integrated-vtysh-config\n");
}

Result<void> furnish_node(const LabLayout& layout, const LabFolder& folder,
                          const LabPrograms& programs, const LabNode& node) {
  return on_node(node.name, [&]() -> Result<void> {
    WEFT_CHECK(run_batch(programs.ip, "", address_batch(layout, node)));
    std::string queues;
    for (const LabPort& port : node.ports) {
      queues += queue_batch(layout.options, node, port.name);
      no_offloads(port.name);
      tell_rate(folder, port.name);
    }
    WEFT_CHECK(run_batch(programs.tc, "", queues));
    if (node.is_host() || programs.nft.empty()) return {};
    const std::string rules = qos_table(layout.options, node) + tenant_table(layout);
    WEFT_CHECK(node_output("", {programs.nft, "-f", "-"}, rules));
    return {};
  });
}

// Most of it is waiting for programs that are started, so a few nodes go at once.
Result<void> furnish_nodes(const LabLayout& layout, const LabFolder& folder,
                           const LabPrograms& programs) {
  std::atomic<std::size_t> next{0};
  std::vector<Result<void>> results(layout.nodes.size());
  const auto work = [&] {
    for (std::size_t i; (i = next++) < results.size();)
      results[i] = furnish_node(layout, folder, programs, layout.nodes[i]);
  };
  std::vector<std::jthread> threads;
  for (int t = 1; t < 4; ++t) threads.emplace_back(work);
  work();
  threads.clear();
  for (Result<void>& result : results) WEFT_CHECK(result);
  return {};
}

}  // namespace

LabPrograms find_lab_programs() {
  const auto common = [](const std::string& name) {
    return program_in(name, {"/usr/sbin", "/sbin", "/usr/bin", "/bin"});
  };
  const auto frr = [](const std::string& name) {
    return program_in(name, {"/usr/lib/frr", "/usr/libexec/frr", "/usr/sbin"});
  };
  LabPrograms out = {common("ip"), common("tc"),    frr("zebra"),      frr("bgpd"),
                     frr("bfdd"),  common("lldpd"), common("lldpcli"), common("nft")};
  const std::string copy = lldpcli_copy();
  if (out.lldpcli.empty() && ::access(copy.c_str(), X_OK) == 0) out.lldpcli = copy;
  return out;
}

Result<void> check_programs(const LabPrograms& programs, const LabOptions& options,
                            std::vector<std::string>& notes) {
  std::vector<Error> errors;
  const auto need = [&](const std::string& path, std::string_view what, std::string_view package) {
    if (path.empty())
      errors.push_back({fmt::format("{} is not here", what),
                        {},
                        fmt::format("apt-get install {}", package),
                        {}});
  };
  need(programs.ip, "ip", "iproute2");
  need(programs.tc, "tc", "iproute2");
  if (options.sprays())
    need(programs.nft, "nft", "nftables; or --routing hash");
  else if (programs.nft.empty())
    notes.push_back(
        "no classes, no ECN, no walls between tenants: nft is not here (apt-get install nftables)");
  if (!options.static_routes) {
    need(programs.zebra, "FRR's zebra", "frr; or --static, a lab without daemons");
    need(programs.bgpd, "FRR's bgpd", "frr; or --static, a lab without daemons");
    if (options.bfd) need(programs.bfdd, "FRR's bfdd", "frr");
    if (programs.lldpd.empty())
      notes.push_back("no LLDP: lldpd is not here (apt-get install lldpd)");
    else if (programs.lldpcli.empty())
      notes.push_back(
          "no LLDP: lldpd needs lldpcli, which Debian keeps from ordinary users. Run as root, or "
          "take a copy of it once:\n"
          "  apt-get download lldpd && dpkg-deb -x lldpd_*.deb ~/.cache/weft/lldpd");
  }
  if (errors.empty()) return {};
  return Failure(collected(std::move(errors)));
}

Result<std::string> node_output(const std::string& node, const std::vector<std::string>& argv,
                                const std::string& input) {
  CommandOutput output;
  const auto run = [&]() -> Result<void> {
    WEFT_TRY(output, run_command({argv, {}, input, std::chrono::seconds(60)}));
    return {};
  };
  WEFT_CHECK(node.empty() ? run() : on_node(node, run));
  if (output.status == 0 && !output.timed_out) return std::move(output.out);
  return fail(
      fmt::format("{}`{}` failed: {}", node.empty() ? "" : node + ": ", join(argv, " "),
                  output.timed_out ? "no end within 60 s" : printable(trim(output.err), 400)));
}

Result<void> run_batch(const std::string& program, const std::string& node,
                       const std::string& batch) {
  if (batch.empty()) return {};
  WEFT_CHECK(node_output(node, {program, "-batch", "-"}, batch));
  return {};
}

Result<void> furnish_port(const LabLayout& layout, const LabFolder& folder, const Port& port) {
  const LabNode* node = layout.node(port.node);
  const LabPort* made = node != nullptr ? node->port(port.name) : nullptr;
  if (made == nullptr) return fail("the lab has no port " + port.text());
  return on_node(port.node, [&]() -> Result<void> {
    WEFT_CHECK(run_batch("ip", "", port_batch(*node, *made)));
    no_offloads(port.name);
    tell_rate(folder, port.name);
    return run_batch("tc", "", queue_batch(layout.options, *node, port.name));
  });
}

Result<void> revive_host(const LabLayout& layout, const LabFolder& folder, LabState& state,
                         const std::string& host) {
  const LabNode& node = *layout.node(host);
  WEFT_CHECK(run_batch("ip", host, revive_batch(layout, node)));
  if (!state.lldp) return {};
  std::erase_if(state.daemons, [&](const LabDaemon& daemon) { return daemon.node == host; });
  return Daemons(layout, folder, find_lab_programs(), state).start_lldpd(node);
}

Result<void> build_lab(const LabLayout& layout, const LabFolder& folder,
                       const LabPrograms& programs, LabState& state,
                       const std::function<void(const std::string&)>& told) {
  told(fmt::format("{} namespaces", layout.nodes.size()));
  WEFT_CHECK(
      write_file(folder.path() / "speed", fmt::format("{:.0f}\n", layout.options.rate.bps / 1e6)));
  std::vector<NodeView> views;
  for (const LabNode& node : layout.nodes) {
    WEFT_CHECK(furnish_node_folder(layout, folder, node));
    views.push_back({node.name, folder.of_node(node.name), {}});
    if (node.is_host()) views.back().hidden = {"/usr/bin/vtysh"};
  }
  WEFT_CHECK(place_lldpcli(programs));
  WEFT_CHECK(make_nodes(views));
  for (const LabNode& node : layout.nodes)
    WEFT_CHECK(on_node(node.name, [&] { return set_kernel(node); }));
  told(fmt::format("{} links", layout.cables.size()));
  std::string cables = management_batch(layout);
  for (const LabCable& cable : layout.cables) cables += cable_batch(layout, cable);
  WEFT_CHECK(run_batch(programs.ip, "", cables));
  told("addresses and queues");
  Daemons daemons(layout, folder, programs, state);
  // They need a while to come up, and see what is made meanwhile.
  if (!layout.options.static_routes) WEFT_CHECK(daemons.start_zebras());
  WEFT_CHECK(furnish_nodes(layout, folder, programs));
  if (layout.options.sprays()) {
    WEFT_TRY(const ProcessId watch, start_spray(layout));
    state.daemons.push_back({"", "spray", watch});
  }
  if (layout.options.static_routes) return {};
  told("daemons");
  return daemons.start_others();
}

}  // namespace weft
