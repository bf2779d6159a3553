// The UDP transport: sockets, the thread that drives them, and tickets. See transport_udp.h.

#include "backend/transport_udp.h"

#include <fmt/format.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <random>
#include <thread>

#include "backend/udp_socket.h"
#include "backend/udp_source.h"
#include "backend/udp_target.h"
#include "base/text.h"

namespace weft {
namespace {

using namespace udp;

constexpr std::size_t headers = 20 + 8 + sizeof(DataHeader), headers_v6 = headers + 20;
constexpr std::uint32_t inbox_id = UINT32_MAX, wake_id = UINT32_MAX - 1;
constexpr std::size_t send_batch = 32;

// What members tell each other before the first packet.
struct Contact {
  char address[64] = {};
  std::uint64_t job = 0;
  std::uint32_t payload = 0;
  std::uint16_t port = 0;
};

Nanos steady_now() { return Clock::now().time_since_epoch(); }
Nanos wall_now() { return std::chrono::system_clock::now().time_since_epoch(); }

// The range that RoCE v2 takes its source ports from.
std::uint16_t source_port(std::uint64_t seed, std::uint32_t from, std::uint32_t to, unsigned turn) {
  std::uint64_t x = seed * 0x9E3779B97F4A7C15u + (std::uint64_t{from} << 32 | to) + turn;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  return static_cast<std::uint16_t>(49152 + (x ^ x >> 31) % 16384);
}

class UdpTransport final : public Transport {
 public:
  UdpTransport(std::uint32_t me, const UdpOptions& options, Socket inbox, const Address& local)
      : me_(me), options_(options), local_(local), inbox_(std::move(inbox)) {}
  ~UdpTransport() override;

  Result<void> meet(std::span<const Contact> contacts);

  Ticket send(std::uint32_t peer, std::uint32_t tag, const std::byte* data,
              std::size_t size) override;
  Ticket receive(std::uint32_t peer, std::uint32_t tag, std::byte* data, std::size_t size) override;
  Poll poll(Ticket ticket) override;
  Error error() const override;
  std::optional<PacketCounts> packets_to(std::uint32_t peer) const override;

 private:
  struct Peer {
    Address inbox;  // of the peer
    Socket out;     // ours towards it, from the first message on
    std::optional<Source> source;
    std::optional<Target> target;
    std::map<std::uint32_t, std::uint64_t> next_message;  // by tag
    bool active = false;                                  // in active_
    std::optional<Address> answer_to;                     // where its packets come from
    std::uint32_t overflowed = 0;
  };

  Ticket ticket_of();
  void finish(std::vector<Ticket>& done);
  void stop_with(Error error);
  void wake() const;
  Result<void> open_out(std::uint32_t peer);

  void run();  // the thread
  Nanos send_all();
  void send_some(std::uint32_t id, Nanos now);
  void take_data(const Received& received);
  void take_ack(const Received& received);
  void send_answers();

  const std::uint32_t me_;
  const UdpOptions options_;
  const Address local_;
  Socket inbox_, wake_{::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)},
      epoll_{::epoll_create1(EPOLL_CLOEXEC)};
  std::uint64_t job_ = 0;
  std::size_t payload_ = 0;
  std::optional<Nanos> gap_;

  mutable std::mutex mutex_;  // all below
  std::condition_variable changed_;
  std::vector<Peer> peers_;
  std::vector<std::uint32_t> active_, to_answer_;
  std::deque<std::atomic<bool>> over_;  // by ticket; grows by the member's thread only
  std::vector<Ticket> free_;
  std::optional<Error> error_;
  std::atomic<bool> failed_ = false, stopping_ = false;
  std::atomic<std::uint64_t> finished_ = 0;
  std::uint64_t finished_seen_ = 0;
  std::size_t fruitless_ = 0;
  std::jthread thread_;
};

UdpTransport::~UdpTransport() {
  stopping_ = true;
  wake();
  if (thread_.joinable()) thread_.join();
}

Result<void> UdpTransport::meet(std::span<const Contact> contacts) {
  job_ = contacts[0].job;
  payload_ = contacts[0].payload;
  for (const Contact& contact : contacts) {
    payload_ = std::min<std::size_t>(payload_, contact.payload);
    Peer peer;
    WEFT_TRY(peer.inbox, Address::parse(contact.address, contact.port));
    if (peer.inbox.family() != local_.family())
      return fail("some members have IPv4 addresses and some IPv6");
    peers_.push_back(std::move(peer));
  }
  for (Peer& peer : peers_) peer.target.emplace(payload_);
  if (options_.rate)
    gap_ =
        Nanos(static_cast<std::int64_t>(static_cast<double>(payload_) * 8e9 / options_.rate->bps));
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u32 = inbox_id;
  bool fine = ::epoll_ctl(epoll_.fd(), EPOLL_CTL_ADD, inbox_.fd(), &event) == 0;
  event.data.u32 = wake_id;
  fine = fine && ::epoll_ctl(epoll_.fd(), EPOLL_CTL_ADD, wake_.fd(), &event) == 0;
  if (!fine) return fail(fmt::format("cannot watch UDP sockets: {}", errno_text(errno)));
  thread_ = std::jthread([this] { run(); });
  return {};
}

Transport::Ticket UdpTransport::ticket_of() {
  if (free_.empty()) {
    over_.emplace_back(false);
    return static_cast<Ticket>(over_.size() - 1);
  }
  const Ticket ticket = free_.back();
  free_.pop_back();
  over_[ticket] = false;
  return ticket;
}

void UdpTransport::wake() const {
  const std::uint64_t one = 1;
  (void)!::write(wake_.fd(), &one, sizeof one);
}

Result<void> UdpTransport::open_out(std::uint32_t id) {
  Peer& peer = peers_[id];
  for (unsigned turn = 0; peer.out.fd() < 0; ++turn) {
    const std::uint16_t port = turn < 64 ? source_port(options_.seed, me_, id, turn) : 0;
    WEFT_TRY(const Address local, Address::parse(options_.address, port));
    auto out = open_socket(local, options_.dscp);
    if (out) peer.out = std::move(*out);
    if (!out && port == 0) return Failure(out.error());
  }
  const auto* to = reinterpret_cast<const sockaddr*>(&peer.inbox.storage);
  if (::connect(peer.out.fd(), to, peer.inbox.size) != 0)
    return fail(fmt::format("no way to member {}: {}", id, errno_text(errno)));
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u32 = id;
  if (::epoll_ctl(epoll_.fd(), EPOLL_CTL_ADD, peer.out.fd(), &event) != 0)
    return fail(fmt::format("cannot watch a UDP socket: {}", errno_text(errno)));
  peer.source.emplace(payload_, Pace(gap_));
  return {};
}

Transport::Ticket UdpTransport::send(std::uint32_t id, std::uint32_t tag, const std::byte* data,
                                     std::size_t size) {
  const std::scoped_lock lock(mutex_);
  const Ticket ticket = ticket_of();
  Peer& peer = peers_.at(id);
  if (!peer.source)
    if (const auto opened = open_out(id); !opened) return stop_with(opened.error()), ticket;
  peer.source->post(ticket, tag, peer.next_message[tag]++, data, size);
  if (!std::exchange(peer.active, true)) active_.push_back(id);
  wake();
  return ticket;
}

Transport::Ticket UdpTransport::receive(std::uint32_t id, std::uint32_t tag, std::byte* data,
                                        std::size_t size) {
  const std::scoped_lock lock(mutex_);
  const Ticket ticket = ticket_of();
  std::vector<Ticket> done;
  if (const auto posted = peers_.at(id).target->post(ticket, tag, data, size, done); !posted)
    stop_with(posted.error());
  finish(done);
  return ticket;
}

// Gives the core away when nothing has ended for a while: the thread that plays the NIC needs it.
Poll UdpTransport::poll(Ticket ticket) {
  if (over_[ticket].load(std::memory_order_acquire)) {
    free_.push_back(ticket);
    return Poll::done;
  }
  if (failed_) return Poll::failed;
  if (const std::uint64_t now = finished_; now != finished_seen_) {
    finished_seen_ = now;
    fruitless_ = 0;
  }
  if (++fruitless_ < 64 + 2 * over_.size()) return Poll::pending;
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, std::chrono::microseconds(500),
                    [&] { return finished_ != finished_seen_ || failed_; });
  return Poll::pending;
}

Error UdpTransport::error() const {
  const std::scoped_lock lock(mutex_);
  return error_.value_or(Error{"the UDP transport did not fail", {}, "", {}});
}

std::optional<PacketCounts> UdpTransport::packets_to(std::uint32_t id) const {
  const std::scoped_lock lock(mutex_);
  const auto& source = peers_.at(id).source;
  return source ? source->counts() : PacketCounts{};
}

void UdpTransport::finish(std::vector<Ticket>& done) {
  if (done.empty()) return;
  for (const Ticket ticket : done) over_[ticket].store(true, std::memory_order_release);
  finished_ += done.size();
  done.clear();
  changed_.notify_one();
}

void UdpTransport::stop_with(Error error) {
  if (!error_) error_ = std::move(error);
  failed_ = true;
  changed_.notify_one();
}

void UdpTransport::run() {
  Reader reader;
  std::array<epoll_event, 64> events;
  const auto data = [&](const Received& received) { take_data(received); };
  const auto ack = [&](const Received& received) { take_ack(received); };
  while (!stopping_) {
    const Nanos rest = std::clamp<Nanos>(send_all(), Nanos(0), std::chrono::milliseconds(100));
    const timespec timeout{0, static_cast<long>(rest.count())};
    const int count = ::epoll_pwait2(epoll_.fd(), events.data(), 64, &timeout, nullptr);
    for (int i = 0; i < count; ++i) {
      const std::uint32_t id = events[static_cast<std::size_t>(i)].data.u32;
      std::uint64_t woken;
      if (id == wake_id) {
        (void)!::read(wake_.fd(), &woken, sizeof woken);
        continue;
      }
      const std::unique_lock lock(mutex_);
      reader.read(id == inbox_id ? inbox_.fd() : peers_[id].out.fd(),
                  id == inbox_id ? std::function<void(const Received&)>(data) : ack);
    }
    const std::scoped_lock lock(mutex_);
    send_answers();
  }
}

// Everything that may leave now. How long nothing more has to be done without an answer.
Nanos UdpTransport::send_all() {
  const std::scoped_lock lock(mutex_);
  const Nanos now = steady_now();
  Nanos next = now + std::chrono::seconds(1);
  std::erase_if(active_, [&](std::uint32_t id) {
    Source& source = *peers_[id].source;
    source.expire(now);
    send_some(id, now);
    const auto wake = source.wake();
    if (wake) next = std::min(next, *wake);
    peers_[id].active = wake.has_value();
    return !wake;
  });
  return next - now;
}

void UdpTransport::send_some(std::uint32_t id, Nanos now) {
  Peer& peer = peers_[id];
  std::array<DataHeader, send_batch> heads;
  std::array<std::array<iovec, 2>, send_batch> parts;
  std::array<mmsghdr, send_batch> packets{};
  unsigned count = 0;
  while (count < send_batch) {
    const auto packet = peer.source->next(now);
    if (!packet) break;
    DataHeader& head = heads[count] = packet->header;
    head.source = me_;
    head.job = job_;
    head.dscp = options_.dscp;
    head.sent_ns = wall_now().count();
    parts[count] = {iovec{&head, sizeof head},
                    iovec{const_cast<std::byte*>(packet->payload), packet->size}};
    packets[count].msg_hdr.msg_iov = parts[count].data();
    packets[count].msg_hdr.msg_iovlen = 2;
    ++count;
  }
  if (count == 0) return;
  int sent = ::sendmmsg(peer.out.fd(), packets.data(), count, MSG_DONTWAIT);
  // The error of an earlier packet (a port that is closed by now) is told instead of sending.
  if (sent < 0 && errno == ECONNREFUSED)
    sent = ::sendmmsg(peer.out.fd(), packets.data(), count, MSG_DONTWAIT);
  if (sent < 0 && errno == EMSGSIZE)
    return stop_with(
        {fmt::format("a packet of {} bytes is too large for the path to member {}",
                     payload_ + (local_.family() == AF_INET6 ? headers_v6 : headers), id),
         {},
         "an MTU on the way is smaller than that of the interface",
         {}});
  const unsigned left = count - static_cast<unsigned>(std::max(sent, 0));
  if (left > 0) peer.source->take_back(left, now);
}

void UdpTransport::take_data(const Received& received) {
  const auto head = header_of<DataHeader>(received.bytes);
  if (!head || head->job != job_ || head->source >= peers_.size()) return;
  Peer& peer = peers_[head->source];
  peer.overflowed = received.overflowed;
  std::vector<Ticket> done;
  const auto payload = received.bytes.subspan(sizeof *head);
  const auto taken = peer.target->take({*head, payload, received.traffic_class, received.at}, done);
  if (!taken) stop_with(taken.error());
  finish(done);
  if (peer.target->has_answer() && !std::exchange(peer.answer_to, received.from))
    to_answer_.push_back(head->source);
}

void UdpTransport::send_answers() {
  for (const std::uint32_t id : to_answer_) {
    Peer& peer = peers_[id];
    AckHeader ack = peer.target->answer();
    ack.target = me_;
    ack.job = job_;
    ack.overflowed = peer.overflowed;
    (void)::sendto(inbox_.fd(), &ack, sizeof ack, MSG_DONTWAIT,
                   reinterpret_cast<const sockaddr*>(&peer.answer_to->storage),
                   peer.answer_to->size);
    peer.answer_to.reset();
  }
  to_answer_.clear();
}

void UdpTransport::take_ack(const Received& received) {
  const auto ack = header_of<AckHeader>(received.bytes);
  if (!ack || ack->job != job_ || ack->target >= peers_.size()) return;
  Peer& peer = peers_[ack->target];
  if (!peer.source) return;
  std::vector<Ticket> done;
  peer.source->answered(*ack, steady_now(), done);
  finish(done);
}

}  // namespace

Result<std::unique_ptr<Transport>> make_udp_transport(Group& group, const UdpOptions& options,
                                                      Deadline deadline) {
  WEFT_TRY(Address local, Address::parse(options.address, 0));
  WEFT_TRY(Socket inbox, open_socket(local, options.dscp));
  (void)::getsockname(inbox.fd(), reinterpret_cast<sockaddr*>(&local.storage), &local.size);
  Contact mine;
  options.address.copy(mine.address, sizeof mine.address - 1);
  mine.port = local.port();
  const std::size_t taken = local.family() == AF_INET6 ? headers_v6 : headers;
  const auto mtu = static_cast<std::size_t>(std::clamp<std::int64_t>(options.mtu, 576, 9000));
  mine.payload = static_cast<std::uint32_t>(mtu - taken);
  mine.job =
      std::random_device()() * 0x100000001ull ^ static_cast<std::uint64_t>(wall_now().count());
  const std::string bytes(reinterpret_cast<const char*>(&mine), sizeof mine);
  WEFT_TRY(const auto all, group.share(bytes, deadline));
  std::vector<Contact> contacts(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::memcpy(&contacts[i], all[i].data(), sizeof(Contact));
    contacts[i].address[sizeof mine.address - 1] = '\0';
  }
  auto transport = std::make_unique<UdpTransport>(group.rank(), options, std::move(inbox), local);
  WEFT_CHECK(transport->meet(contacts));
  return transport;
}

}  // namespace weft
