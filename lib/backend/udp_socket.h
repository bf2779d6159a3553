// The sockets of the UDP transport: opening them, and reading and writing many packets a call.
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/units.h"

namespace weft::udp {

struct Address {
  sockaddr_storage storage{};
  socklen_t size = 0;

  // A numeric address; the port is set on it.
  static Result<Address> parse(const std::string& text, std::uint16_t port);
  std::uint16_t port() const;
  int family() const { return storage.ss_family; }
};

// Owns a descriptor.
class Socket {
 public:
  Socket() = default;
  explicit Socket(int fd) : fd_(fd) {}
  Socket(Socket&& other) noexcept;
  Socket& operator=(Socket&& other) noexcept;
  ~Socket();
  int fd() const { return fd_; }

 private:
  int fd_ = -1;
};

// Bound to `local`, never fragments, asks for each packet's traffic class, time and overflow count.
// Packets leave with `dscp` and able to carry a congestion mark.
Result<Socket> open_socket(const Address& local, std::uint8_t dscp);

struct Received {
  std::span<const std::byte> bytes;
  const Address& from;
  std::uint8_t traffic_class;
  Nanos at;                  // wall clock, from the kernel
  std::uint32_t overflowed;  // packets that this socket dropped so far
};

// Reads what is there, at most a batch, and hands each packet over. How many there were.
class Reader {
 public:
  Reader();
  std::size_t read(int fd, const std::function<void(const Received&)>& each);

 private:
  static constexpr std::size_t batch = 32, largest = 9216;
  std::vector<std::byte> bytes_;
  std::array<std::array<char, 256>, batch> control_;
  std::array<Address, batch> from_;
};

}  // namespace weft::udp
