// Interfaces by getifaddrs and sysfs; see network.h.

#include "fabric/network.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <memory>
#include <span>

#include "base/file.h"
#include "base/text.h"

namespace weft {
namespace {

struct Network {
  std::array<unsigned char, 16> bytes{};
  std::size_t length = 0;  // 4 or 16
  std::uint64_t prefix = 0;
};

std::optional<Network> parse_network(std::string_view text) {
  const std::size_t slash = text.find('/');
  const std::string address(text.substr(0, slash));
  Network net;
  if (::inet_pton(AF_INET, address.c_str(), net.bytes.data()) == 1)
    net.length = 4;
  else if (::inet_pton(AF_INET6, address.c_str(), net.bytes.data()) == 1)
    net.length = 16;
  else
    return std::nullopt;
  const auto prefix = slash == std::string_view::npos ? std::optional<std::uint64_t>(net.length * 8)
                                                      : parse_uint(text.substr(slash + 1));
  if (!prefix || *prefix > net.length * 8) return std::nullopt;
  net.prefix = *prefix;
  return net;
}

std::span<const unsigned char> raw_address(const sockaddr* address) {
  if (address->sa_family == AF_INET) {
    const auto* v4 = reinterpret_cast<const sockaddr_in*>(address);
    return {reinterpret_cast<const unsigned char*>(&v4->sin_addr), 4};
  }
  if (address->sa_family != AF_INET6) return {};
  const auto* v6 = reinterpret_cast<const sockaddr_in6*>(address);
  return {reinterpret_cast<const unsigned char*>(&v6->sin6_addr), 16};
}

bool inside(std::span<const unsigned char> address, const Network& net) {
  if (address.size() != net.length) return false;
  for (std::uint64_t bit = 0; bit < net.prefix; ++bit)
    if ((address[bit / 8] ^ net.bytes[bit / 8]) >> (7 - bit % 8) & 1) return false;
  return true;
}

std::string numeric(const sockaddr* address, socklen_t length) {
  char host[NI_MAXHOST] = "";
  ::getnameinfo(address, length, host, sizeof host, nullptr, 0, NI_NUMERICHOST);
  return host;
}

std::optional<std::int64_t> sysfs_number(const std::string& interface, const char* name) {
  const auto content = read_file(fmt::format("/sys/class/net/{}/{}", interface, name), 64);
  const auto value = content ? parse_uint(trim(*content)) : std::nullopt;
  if (!value) return std::nullopt;  // also "-1": the driver does not know
  return static_cast<std::int64_t>(*value);
}

NetworkInterface described(std::string name, std::string address) {
  NetworkInterface out{std::move(name), std::move(address), {}, {}};
  const auto speed = sysfs_number(out.name, "speed");  // Mbit/s
  if (speed && *speed > 0) out.link_rate = BitRate{static_cast<double>(*speed) * 1e6};
  out.mtu = sysfs_number(out.name, "mtu");
  return out;
}

}  // namespace

Result<NetworkInterface> interface_in(std::string_view nets) {
  ifaddrs* list = nullptr;
  if (::getifaddrs(&list) != 0) return fail("cannot list the interfaces: " + errno_text(errno));
  const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> owner(list, &::freeifaddrs);
  for (const std::string_view each : split(nets, ',')) {
    const std::string_view net = trim(each);
    const auto network = parse_network(net);
    for (const ifaddrs* i = list; i != nullptr; i = i->ifa_next) {
      if (i->ifa_addr == nullptr) continue;
      const auto raw = raw_address(i->ifa_addr);
      if (raw.empty() || !(network ? inside(raw, *network) : net == i->ifa_name)) continue;
      const socklen_t length = raw.size() == 4 ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
      return described(i->ifa_name, numeric(i->ifa_addr, length));
    }
  }
  return fail(
      fmt::format("no interface of this machine is '{}' or has an address in it", printable(nets)),
      "give a name such as eth0 or a network such as 192.0.2.0/24");
}

Result<std::string> address_towards(const std::string& host) {
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_DGRAM;
  addrinfo* found = nullptr;
  if (const int code = ::getaddrinfo(host.c_str(), "9", &wanted, &found); code != 0)
    return fail(fmt::format("cannot resolve '{}': {}", printable(host), ::gai_strerror(code)));
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(found, &::freeaddrinfo);
  const int fd = ::socket(found->ai_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  sockaddr_storage ours{};
  socklen_t length = sizeof ours;
  // Connecting a datagram socket sends nothing; it only picks the route.
  const bool routed = fd >= 0 && ::connect(fd, found->ai_addr, found->ai_addrlen) == 0 &&
                      ::getsockname(fd, reinterpret_cast<sockaddr*>(&ours), &length) == 0;
  const int problem = errno;
  if (fd >= 0) ::close(fd);
  if (routed) return numeric(reinterpret_cast<sockaddr*>(&ours), length);
  return fail(fmt::format("no route to '{}': {}", printable(host), errno_text(problem)));
}

std::string machine_name() {
  char name[256] = "";
  ::gethostname(name, sizeof name - 1);
  return name;
}

std::string boot_id() {
  const auto id = read_file("/proc/sys/kernel/random/boot_id", 100);
  return id ? std::string(trim(*id)) : "";
}

bool is_this_machine(const std::string& host) {
  const std::string name = machine_name();
  return host == "localhost" || host == "::1" || host.starts_with("127.") || host == name ||
         host == name.substr(0, name.find('.'));
}

}  // namespace weft
