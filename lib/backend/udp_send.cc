// See udp_send.h.

#include "backend/udp_send.h"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>

namespace weft::udp {
namespace {

constexpr std::size_t batch = 32;

// A batch of packets that lie in two parts each: the header here, the payload where it is.
struct Batch {
  std::array<DataHeader, batch> heads;
  std::array<std::array<iovec, 2>, batch> parts;
  std::array<mmsghdr, batch> packets{};
  unsigned count = 0;

  void add(const Source::Packet& packet, const Stamp& stamp) {
    DataHeader& head = heads[count] = packet.header;
    head.source = stamp.source;
    head.job = stamp.job;
    head.dscp = stamp.dscp;
    head.sent_ns = Nanos(std::chrono::system_clock::now().time_since_epoch()).count();
    parts[count] = {iovec{&head, sizeof head},
                    iovec{const_cast<std::byte*>(packet.payload), packet.size}};
    packets[count].msg_hdr.msg_iov = parts[count].data();
    packets[count].msg_hdr.msg_iovlen = 2;
    ++count;
  }
};

}  // namespace

bool send_ready(int fd, Source& source, const Stamp& stamp, Nanos now) {
  Batch out;
  while (out.count < batch) {
    const auto packet = source.next(now);
    if (!packet) break;
    out.add(*packet, stamp);
  }
  if (out.count == 0) return true;
  int sent = ::sendmmsg(fd, out.packets.data(), out.count, MSG_DONTWAIT);
  // The error of an earlier packet (a port that is closed by now) is told instead of sending.
  if (sent < 0 && errno == ECONNREFUSED)
    sent = ::sendmmsg(fd, out.packets.data(), out.count, MSG_DONTWAIT);
  if (sent < 0 && errno == EMSGSIZE) return false;
  const unsigned left = out.count - static_cast<unsigned>(std::max(sent, 0));
  if (left > 0) source.take_back(left, now);
  return true;
}

}  // namespace weft::udp
