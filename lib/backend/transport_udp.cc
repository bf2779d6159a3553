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

#include "backend/udp_contact.h"
#include "backend/udp_send.h"
#include "backend/udp_socket.h"
#include "backend/udp_source.h"
#include "backend/udp_target.h"
#include "base/text.h"

namespace weft {
namespace {

using namespace udp;

constexpr std::size_t headers = 20 + 8 + sizeof(DataHeader), headers_v6 = headers + 20;
constexpr std::uint32_t inbox_id = UINT32_MAX, wake_id = UINT32_MAX - 1;

class UdpTransport final : public Transport {
 public:
  UdpTransport(std::uint32_t me, const UdpOptions& options, Socket inbox, const Address& local)
      : me_(me), options_(options), local_(local), inbox_(std::move(inbox)) {}
  ~UdpTransport() override;

  Result<void> meet(std::span<const Contact> contacts);

  Ticket send(std::uint32_t peer, std::uint32_t tag, const std::byte* data, std::size_t size,
              std::int64_t more) override;
  Ticket receive(std::uint32_t peer, std::uint32_t tag, std::byte* data, std::size_t size) override;
  Poll poll(Ticket ticket) override;
  Error error() const override;
  void begin_record(std::uint32_t peer) override;
  std::unique_ptr<PacketRecord> end_record(std::uint32_t peer) override;

 private:
  // A queue pair: one source port of ours towards a member, and one of its towards us. Messages of
  // a tag take the queue pairs of a member in turn, on both ends alike.
  struct QueuePair {
    Socket out;  // from the first message on
    std::optional<Source> source;
    std::optional<Target> target;
    bool active = false;               // in active_
    std::optional<Address> answer_to;  // where its packets come from
  };
  struct Turn {
    std::uint64_t sent = 0, received = 0;
  };
  struct Peer {
    Address inbox;
    std::map<std::uint32_t, Turn> turns;  // by tag
    std::uint32_t overflowed = 0;         // of our socket, as its latest packet found it
    PacketCounts before;                  // when the record began
    std::unique_ptr<PacketRecord> record;
  };

  Ticket ticket_of();
  void finish(std::vector<Ticket>& done);
  void stop_with(Error error);
  void wake() const;
  std::uint32_t pair_id(std::uint32_t peer, std::uint64_t turn) const;
  std::uint32_t peer_of(std::uint32_t pair) const { return pair / options_.queue_pairs; }
  Result<void> open_out(std::uint32_t pair);
  PacketCounts counts_to(std::uint32_t peer) const;

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
  std::vector<QueuePair> pairs_;                   // of each member in turn
  std::vector<std::uint32_t> active_, to_answer_;  // of pairs_
  std::deque<std::atomic<bool>> over_;             // by ticket; grows by the member's thread only
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
  pairs_.resize(peers_.size() * options_.queue_pairs);
  for (QueuePair& pair : pairs_) pair.target.emplace(payload_);
  if (options_.rate)
    gap_ = Nanos(static_cast<std::int64_t>(static_cast<double>(payload_) * 8e9 *
                                           options_.queue_pairs / options_.rate->bps));
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

std::uint32_t UdpTransport::pair_id(std::uint32_t peer, std::uint64_t turn) const {
  return peer * options_.queue_pairs + static_cast<std::uint32_t>(turn % options_.queue_pairs);
}

Result<void> UdpTransport::open_out(std::uint32_t id) {
  QueuePair& pair = pairs_[id];
  for (unsigned turn = 0; pair.out.fd() < 0; ++turn) {
    const std::uint16_t port = turn < 64 ? source_port(options_.seed, me_, id, turn) : 0;
    WEFT_TRY(const Address local, Address::parse(options_.address, port));
    auto out = open_socket(local, options_.dscp);
    if (out) pair.out = std::move(*out);
    if (!out && port == 0) return Failure(out.error());
  }
  const Address& inbox = peers_[peer_of(id)].inbox;
  const auto* to = reinterpret_cast<const sockaddr*>(&inbox.storage);
  if (::connect(pair.out.fd(), to, inbox.size) != 0)
    return fail(fmt::format("no way to member {}: {}", peer_of(id), errno_text(errno)));
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u32 = id;
  if (::epoll_ctl(epoll_.fd(), EPOLL_CTL_ADD, pair.out.fd(), &event) != 0)
    return fail(fmt::format("cannot watch a UDP socket: {}", errno_text(errno)));
  // Late queue pairs together do not send more at once than one would.
  pair.source.emplace(payload_, Pace(gap_),
                      std::max(1, 8 / static_cast<int>(options_.queue_pairs)));
  return {};
}

Transport::Ticket UdpTransport::send(std::uint32_t peer, std::uint32_t tag, const std::byte* data,
                                     std::size_t size, std::int64_t) {
  const std::scoped_lock lock(mutex_);
  const Ticket ticket = ticket_of();
  const std::uint64_t turn = peers_.at(peer).turns[tag].sent++;
  const std::uint32_t id = pair_id(peer, turn);
  QueuePair& pair = pairs_[id];
  if (!pair.source)
    if (const auto opened = open_out(id); !opened) return stop_with(opened.error()), ticket;
  pair.source->post(ticket, tag, turn / options_.queue_pairs, data, size);
  if (!std::exchange(pair.active, true)) active_.push_back(id);
  wake();
  return ticket;
}

Transport::Ticket UdpTransport::receive(std::uint32_t peer, std::uint32_t tag, std::byte* data,
                                        std::size_t size) {
  const std::scoped_lock lock(mutex_);
  const Ticket ticket = ticket_of();
  std::vector<Ticket> done;
  Target& target = *pairs_[pair_id(peer, peers_.at(peer).turns[tag].received++)].target;
  if (const auto posted = target.post(ticket, tag, data, size, done); !posted)
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

// Each queue pair was told of all that the target's one socket dropped: the latest is the largest.
PacketCounts UdpTransport::counts_to(std::uint32_t peer) const {
  PacketCounts all;
  std::int64_t overflowed = 0;
  for (std::uint32_t turn = 0; turn < options_.queue_pairs; ++turn) {
    const auto& source = pairs_[pair_id(peer, turn)].source;
    if (!source) continue;
    all += source->counts();
    overflowed = std::max(overflowed, source->counts().overflowed);
  }
  all.overflowed = overflowed;
  return all;
}

void UdpTransport::begin_record(std::uint32_t id) {
  const std::scoped_lock lock(mutex_);
  Peer& peer = peers_.at(id);
  peer.before = counts_to(id);
  peer.record = std::make_unique<PacketRecord>();
}

std::unique_ptr<PacketRecord> UdpTransport::end_record(std::uint32_t id) {
  const std::scoped_lock lock(mutex_);
  Peer& peer = peers_.at(id);
  if (peer.record == nullptr) return nullptr;
  peer.record->counts = counts_to(id);
  peer.record->counts -= peer.before;
  return std::move(peer.record);
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
      reader.read(id == inbox_id ? inbox_.fd() : pairs_[id].out.fd(),
                  id == inbox_id ? std::function<void(const Received&)>(data) : ack);
    }
    const std::scoped_lock lock(mutex_);
    send_answers();
  }
}

// Everything that may leave now. How long nothing more has to be done without an answer.
Nanos UdpTransport::send_all() {
  const std::scoped_lock lock(mutex_);
  const Nanos now = Clock::now().time_since_epoch();
  Nanos next = now + std::chrono::seconds(1);
  std::erase_if(active_, [&](std::uint32_t id) {
    Source& source = *pairs_[id].source;
    source.expire(now);
    send_some(id, now);
    const auto wake = source.wake();
    if (wake) next = std::min(next, *wake);
    pairs_[id].active = wake.has_value();
    return !wake;
  });
  return next - now;
}

void UdpTransport::send_some(std::uint32_t id, Nanos now) {
  QueuePair& pair = pairs_[id];
  // The queue pair's number is the target's for it.
  const Stamp stamp{pair_id(me_, id), job_, options_.dscp};
  if (send_ready(pair.out.fd(), *pair.source, stamp, now)) return;
  const std::size_t size = payload_ + (local_.family() == AF_INET6 ? headers_v6 : headers);
  stop_with({fmt::format("a packet of {} bytes is too large for the path to member {}", size,
                         peer_of(id)),
             {},
             "an MTU on the way is smaller than that of the interface",
             {}});
}

void UdpTransport::take_data(const Received& received) {
  const auto head = header_of<DataHeader>(received.bytes);
  if (!head || head->job != job_ || head->source >= pairs_.size()) return;
  QueuePair& pair = pairs_[head->source];
  peers_[peer_of(head->source)].overflowed = received.overflowed;
  std::vector<Ticket> done;
  const auto payload = received.bytes.subspan(sizeof *head);
  const auto taken = pair.target->take({*head, payload, received.traffic_class, received.at}, done);
  if (!taken) stop_with(taken.error());
  finish(done);
  if (pair.target->has_answer() && !std::exchange(pair.answer_to, received.from))
    to_answer_.push_back(head->source);
}

void UdpTransport::send_answers() {
  for (const std::uint32_t id : to_answer_) {
    QueuePair& pair = pairs_[id];
    AckHeader ack = pair.target->answer();
    ack.target = pair_id(me_, id);
    ack.job = job_;
    ack.overflowed = peers_[peer_of(id)].overflowed;
    (void)::sendto(inbox_.fd(), &ack, sizeof ack, MSG_DONTWAIT,
                   reinterpret_cast<const sockaddr*>(&pair.answer_to->storage),
                   pair.answer_to->size);
    pair.answer_to.reset();
  }
  to_answer_.clear();
}

void UdpTransport::take_ack(const Received& received) {
  const auto ack = header_of<AckHeader>(received.bytes);
  if (!ack || ack->job != job_ || ack->target >= pairs_.size()) return;
  QueuePair& pair = pairs_[ack->target];
  if (!pair.source) return;
  std::vector<Ticket> done;
  const auto round_trip = pair.source->answered(*ack, Clock::now().time_since_epoch(), done);
  if (const auto& record = peers_[peer_of(ack->target)].record; round_trip && record)
    record->round_trips.record(round_trip->count());
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
  const auto now = static_cast<std::uint64_t>(Clock::now().time_since_epoch().count());
  mine.job = std::random_device()() * 0x100000001ull ^ now;
  WEFT_TRY(const auto contacts, exchange_contacts(group, mine, deadline));
  auto transport = std::make_unique<UdpTransport>(group.rank(), options, std::move(inbox), local);
  WEFT_CHECK(transport->meet(contacts));
  return transport;
}

}  // namespace weft
