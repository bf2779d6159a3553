// See udp_socket.h.

#include "backend/udp_socket.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "backend/udp_packet.h"
#include "base/text.h"

namespace weft::udp {
namespace {

constexpr int wanted_buffer = 8 << 20;  // bytes; what the system allows is less without root

void set(int fd, int level, int name, int value) {
  (void)::setsockopt(fd, level, name, &value, sizeof value);
}

void set_buffers(int fd) {
  set(fd, SOL_SOCKET, SO_RCVBUF, wanted_buffer);
  set(fd, SOL_SOCKET, SO_SNDBUF, wanted_buffer);
  set(fd, SOL_SOCKET, SO_RCVBUFFORCE, wanted_buffer);
  set(fd, SOL_SOCKET, SO_SNDBUFFORCE, wanted_buffer);
}

Received received_of(const msghdr& head, std::span<const std::byte> bytes, const Address& from) {
  Received out{bytes, from, 0, Nanos(0), 0};
  for (cmsghdr* c = CMSG_FIRSTHDR(&head); c != nullptr;
       c = CMSG_NXTHDR(const_cast<msghdr*>(&head), c)) {
    if (c->cmsg_level == IPPROTO_IP && c->cmsg_type == IP_TOS) {
      std::memcpy(&out.traffic_class, CMSG_DATA(c), 1);
    } else if (c->cmsg_level == IPPROTO_IPV6 && c->cmsg_type == IPV6_TCLASS) {
      int value = 0;
      std::memcpy(&value, CMSG_DATA(c), sizeof value);
      out.traffic_class = static_cast<std::uint8_t>(value);
    } else if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SO_TIMESTAMPNS) {
      timespec time{};
      std::memcpy(&time, CMSG_DATA(c), sizeof time);
      out.at = std::chrono::seconds(time.tv_sec) + Nanos(time.tv_nsec);
    } else if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SO_RXQ_OVFL) {
      std::memcpy(&out.overflowed, CMSG_DATA(c), sizeof out.overflowed);
    }
  }
  return out;
}

}  // namespace

Result<Address> Address::parse(const std::string& text, std::uint16_t port) {
  Address out;
  auto* v4 = reinterpret_cast<sockaddr_in*>(&out.storage);
  auto* v6 = reinterpret_cast<sockaddr_in6*>(&out.storage);
  if (::inet_pton(AF_INET, text.c_str(), &v4->sin_addr) == 1) {
    v4->sin_family = AF_INET;
    v4->sin_port = htons(port);
    out.size = sizeof *v4;
  } else if (::inet_pton(AF_INET6, text.c_str(), &v6->sin6_addr) == 1) {
    v6->sin6_family = AF_INET6;
    v6->sin6_port = htons(port);
    out.size = sizeof *v6;
  } else {
    return fail(fmt::format("'{}' is no IP address", printable(text, 80)));
  }
  return out;
}

std::uint16_t Address::port() const {
  if (family() == AF_INET6)
    return ntohs(reinterpret_cast<const sockaddr_in6*>(&storage)->sin6_port);
  return ntohs(reinterpret_cast<const sockaddr_in*>(&storage)->sin_port);
}

Socket::Socket(Socket&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
Socket& Socket::operator=(Socket&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}
Socket::~Socket() {
  if (fd_ >= 0) ::close(fd_);
}

Result<Socket> open_socket(const Address& local, std::uint8_t dscp) {
  Socket socket(::socket(local.family(), SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  const int fd = socket.fd();
  if (fd < 0) return fail(fmt::format("cannot open a UDP socket: {}", errno_text(errno)));
  const int traffic_class = dscp << 2 | no_congestion_mark;
  set(fd, IPPROTO_IP, IP_TOS, traffic_class);
  set(fd, IPPROTO_IP, IP_RECVTOS, 1);
  set(fd, IPPROTO_IP, IP_MTU_DISCOVER, IP_PMTUDISC_DO);
  if (local.family() == AF_INET6) {
    set(fd, IPPROTO_IPV6, IPV6_TCLASS, traffic_class);
    set(fd, IPPROTO_IPV6, IPV6_RECVTCLASS, 1);
    set(fd, IPPROTO_IPV6, IPV6_MTU_DISCOVER, IPV6_PMTUDISC_DO);
  }
  set(fd, SOL_SOCKET, SO_TIMESTAMPNS, 1);
  set(fd, SOL_SOCKET, SO_RXQ_OVFL, 1);
  set_buffers(fd);
  if (::bind(fd, reinterpret_cast<const sockaddr*>(&local.storage), local.size) != 0)
    return fail(
        fmt::format("cannot bind a UDP socket to port {}: {}", local.port(), errno_text(errno)));
  return socket;
}

Reader::Reader() : bytes_(batch * largest) {}

std::size_t Reader::read(int fd, const std::function<void(const Received&)>& each) {
  std::array<mmsghdr, batch> heads{};
  std::array<iovec, batch> parts;
  for (std::size_t i = 0; i < batch; ++i) {
    parts[i] = {bytes_.data() + i * largest, largest};
    msghdr& head = heads[i].msg_hdr;
    head.msg_name = &from_[i].storage;
    head.msg_namelen = sizeof from_[i].storage;
    head.msg_iov = &parts[i];
    head.msg_iovlen = 1;
    head.msg_control = control_[i].data();
    head.msg_controllen = control_[i].size();
  }
  const int count = ::recvmmsg(fd, heads.data(), batch, MSG_DONTWAIT, nullptr);
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if ((heads[at].msg_hdr.msg_flags & MSG_TRUNC) != 0) continue;
    from_[at].size = heads[at].msg_hdr.msg_namelen;
    each(received_of(heads[at].msg_hdr, {bytes_.data() + at * largest, heads[at].msg_len},
                     from_[at]));
  }
  return count > 0 ? static_cast<std::size_t>(count) : 0;
}

}  // namespace weft::udp
