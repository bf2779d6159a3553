// One end of a control connection: a non-blocking socket with its buffers.
#pragma once

#include <string>
#include <vector>

#include "fabric/control.h"

namespace weft {

// An IPv4 or IPv6 address and port, "192.0.2.1:7000" or "[2001:db8::1]:7000".
struct SocketAddress {
  std::string host;
  std::uint16_t port = 0;
  std::string text() const;
};

Result<SocketAddress> parse_socket_address(std::string_view text);

class Channel {
 public:
  explicit Channel(int fd);  // takes it over
  Channel(Channel&& other) noexcept;
  Channel& operator=(Channel&& other) noexcept;
  ~Channel();

  // Connects within `patience`, trying again while nobody listens.
  static Result<Channel> connect(const SocketAddress& to, Nanos patience);

  int fd() const { return fd_; }
  bool open() const { return fd_ >= 0; }
  bool wants_to_write() const { return !out_.empty(); }
  void close();

  void send(std::string_view frame);  // queued, written as far as the socket takes it
  void flush();                       // closes when the other end is gone
  // Whole frames that have come; closes at the end of the stream or at a malformed frame.
  std::vector<Frame> receive(std::size_t largest);

 private:
  int fd_ = -1;
  std::string in_, out_;
};

// A listening socket on `address` ("" for every interface), any free port.
class Listener {
 public:
  static Result<Listener> open(const std::string& address);
  Listener(Listener&& other) noexcept;
  ~Listener();
  int fd() const { return fd_; }
  std::uint16_t port() const { return port_; }
  int accept() const;  // a new connection's fd, -1 when there is none

 private:
  Listener(int fd, std::uint16_t port) : fd_(fd), port_(port) {}
  int fd_;
  std::uint16_t port_;
};

}  // namespace weft
