// Full packets to the discard port, a few each 2 ms; see noise.h.

#include "fault/noise.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "base/text.h"
#include "lab/space.h"

namespace weft {
namespace {

using Steady = std::chrono::steady_clock;
constexpr auto longest = std::chrono::minutes(30);

struct Source {
  int socket = -1;
  std::vector<sockaddr_in> targets = {};
  std::size_t next = 0;
};

sockaddr_in address_of(const std::string& text, std::uint16_t port) {
  sockaddr_in out{};
  out.sin_family = AF_INET;
  out.sin_port = htons(port);
  ::inet_pton(AF_INET, text.c_str(), &out.sin_addr);
  return out;
}

std::vector<Source> sources_of(const LabLayout& layout, const LabNode& host) {
  std::vector<Source> out;
  for (const LabPort& port : host.ports) {
    Source source{::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
    const sockaddr_in own = address_of(port.address, 0);
    ::bind(source.socket, reinterpret_cast<const sockaddr*>(&own), sizeof own);
    for (const LabNode* other : layout.hosts())
      for (const LabPort& far : other->ports)
        if (other != &host && far.rail == port.rail)
          source.targets.push_back(address_of(far.address, 9));
    if (!source.targets.empty()) out.push_back(std::move(source));
  }
  return out;
}

[[noreturn]] void send_on(std::vector<Source> sources, double bytes_per_second,
                          std::size_t packet) {
  const std::string bytes(packet, 'n');
  double sent = 0;  // of each source
  for (const auto start = Steady::now(); Steady::now() - start < longest;) {
    const double due =
        bytes_per_second * std::chrono::duration<double>(Steady::now() - start).count();
    for (; sent < due; sent += static_cast<double>(packet + 28))
      for (Source& one : sources) {
        const sockaddr_in& to = one.targets[one.next++ % one.targets.size()];
        ::sendto(one.socket, bytes.data(), bytes.size(), MSG_DONTWAIT,
                 reinterpret_cast<const sockaddr*>(&to), sizeof to);
      }
    ::usleep(2000);
  }
  ::_exit(0);
}

}  // namespace

Result<ProcessId> start_noise(const LabLayout& layout, const LabNode& host, double share) {
  pid_t pid = -1;
  WEFT_CHECK(on_node(host.name, [&]() -> Result<void> {
    pid = ::fork();
    if (pid != 0) return {};
    stand_alone("weft-noise");
    send_on(sources_of(layout, host), share * layout.options.rate.bps / 8,
            static_cast<std::size_t>(layout.options.mtu) - 28);
  }));
  if (pid < 0) return fail("start a process: " + errno_text(errno));
  return process_now(pid).value_or(ProcessId{pid, 0});
}

}  // namespace weft
