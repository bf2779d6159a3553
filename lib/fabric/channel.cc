// Sockets of the control connections; see channel.h.

#include "fabric/channel.h"

#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <memory>
#include <thread>
#include <utility>

#include "base/text.h"

namespace weft {
namespace {

using Clock = std::chrono::steady_clock;
using AddressList = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

Result<AddressList> resolve(const std::string& host, const std::string& port, int flags) {
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  wanted.ai_flags = flags;
  addrinfo* found = nullptr;
  const char* name = host.empty() ? nullptr : host.c_str();
  if (const int code = ::getaddrinfo(name, port.c_str(), &wanted, &found); code != 0)
    return fail(fmt::format("cannot resolve '{}': {}", printable(host), ::gai_strerror(code)));
  return AddressList(found, &::freeaddrinfo);
}

void no_delay(int fd) {
  const int on = 1;
  ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

}  // namespace

std::string SocketAddress::text() const {
  if (host.find(':') != std::string::npos) return fmt::format("[{}]:{}", host, port);
  return fmt::format("{}:{}", host, port);
}

Result<SocketAddress> parse_socket_address(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  const auto port =
      colon == std::string_view::npos ? std::nullopt : parse_uint(text.substr(colon + 1));
  if (!port || *port == 0 || *port > 65535)
    return fail(fmt::format("expected host:port, got '{}'", printable(text)));
  std::string_view host = text.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  return SocketAddress{std::string(host), static_cast<std::uint16_t>(*port)};
}

Channel::Channel(int fd) : fd_(fd) {
  if (fd_ >= 0) no_delay(fd_);
}

Channel::Channel(Channel&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), in_(std::move(other.in_)), out_(std::move(other.out_)) {}

Channel& Channel::operator=(Channel&& other) noexcept {
  std::swap(fd_, other.fd_);
  std::swap(in_, other.in_);
  std::swap(out_, other.out_);
  return *this;
}

Channel::~Channel() { close(); }

void Channel::close() {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
  out_.clear();
}

Result<Channel> Channel::connect(const SocketAddress& to, Nanos patience) {
  const auto give_up = Clock::now() + patience;
  int problem = 0;
  do {
    WEFT_TRY(const AddressList list, resolve(to.host, std::to_string(to.port), AI_NUMERICSERV));
    for (const addrinfo* a = list.get(); a != nullptr; a = a->ai_next) {
      const int fd = ::socket(a->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
      if (fd < 0) continue;
      int error = ::connect(fd, a->ai_addr, a->ai_addrlen) == 0 ? 0 : errno;
      if (error == EINPROGRESS) {
        pollfd wait{fd, POLLOUT, 0};
        socklen_t length = sizeof error;
        if (::poll(&wait, 1, 2000) != 1)
          error = ETIMEDOUT;
        else
          ::getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length);
      }
      if (error == 0) return Channel(fd);
      problem = error;
      ::close(fd);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  } while (Clock::now() < give_up);
  return fail(
      fmt::format("cannot connect to the controller at {}: {}", to.text(), errno_text(problem)),
      "name a network that every host reaches with --control-net");
}

void Channel::send(std::string_view frame) {
  if (fd_ < 0) return;
  out_ += frame;
  flush();
}

void Channel::flush() {
  while (fd_ >= 0 && !out_.empty()) {
    const ssize_t n = ::send(fd_, out_.data(), out_.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n > 0) {
      out_.erase(0, static_cast<std::size_t>(n));
    } else if (errno == EAGAIN) {
      return;
    } else if (errno != EINTR) {
      close();
    }
  }
}

std::vector<Frame> Channel::receive(std::size_t largest) {
  std::vector<Frame> frames;
  bool ended = false;
  for (std::array<char, 1 << 16> buffer; fd_ >= 0 && !ended;) {
    const ssize_t n = ::recv(fd_, buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (n > 0)
      in_.append(buffer.data(), static_cast<std::size_t>(n));
    else if (n < 0 && errno == EINTR)
      continue;
    else if (n < 0 && errno == EAGAIN)
      break;
    else
      ended = true;
    if (in_.size() > largest) break;  // taken below before more is read
  }
  for (;;) {
    auto frame = take_frame(in_, largest);
    if (!frame) ended = true;
    if (!frame || !*frame) break;
    frames.push_back(std::move(**frame));
  }
  if (ended) close();
  return frames;
}

Result<Listener> Listener::open(const std::string& address) {
  WEFT_TRY(const AddressList list, resolve(address, "0", AI_PASSIVE | AI_NUMERICHOST));
  int problem = EADDRNOTAVAIL;
  for (const addrinfo* a = list.get(); a != nullptr; a = a->ai_next) {
    const int fd = ::socket(a->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    sockaddr_storage bound{};
    socklen_t length = sizeof bound;
    if (fd >= 0 && ::bind(fd, a->ai_addr, a->ai_addrlen) == 0 && ::listen(fd, 1024) == 0 &&
        ::getsockname(fd, reinterpret_cast<sockaddr*>(&bound), &length) == 0) {
      const auto* v4 = reinterpret_cast<const sockaddr_in*>(&bound);
      const auto* v6 = reinterpret_cast<const sockaddr_in6*>(&bound);
      return Listener(fd, ntohs(bound.ss_family == AF_INET ? v4->sin_port : v6->sin6_port));
    }
    problem = errno;
    if (fd >= 0) ::close(fd);
  }
  return fail(fmt::format("cannot listen on '{}': {}", printable(address), errno_text(problem)));
}

Listener::Listener(Listener&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), port_(other.port_) {}

Listener::~Listener() {
  if (fd_ >= 0) ::close(fd_);
}

int Listener::accept() const {
  return ::accept4(fd_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

}  // namespace weft
