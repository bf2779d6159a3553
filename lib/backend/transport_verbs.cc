// The verbs transport: lanes, tickets and the completion loop. See transport_verbs.h.

#include "backend/transport_verbs.h"

#include <endian.h>
#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "backend/verbs_join.h"
#include "backend/verbs_peer.h"
#include "backend/verbs_words.h"

namespace weft {
namespace {

using namespace verbs;

// Polls without anything new before the core is offered to others, and before it sleeps until the
// device says something: some 10 us, longer than any round trip of a healthy fabric, then 100.
// Where workers outnumber cores, polling keeps those from it who have work.
constexpr unsigned spins = 256, yields = 1024, spins_on_shared_cores = 16;

class VerbsTransport final : public Transport {
 public:
  VerbsTransport(std::shared_ptr<Device> device, const VerbsOptions& options)
      : device_(std::move(device)), options_(options) {}

  Result<void> open(Group& group, Deadline deadline) {
    return join_peers(*device_, options_, group, deadline, channel_, peers_);
  }

  void lay_out(const Lane& lane) override;
  Ticket send(std::uint32_t peer, std::uint32_t tag, const std::byte* data, std::size_t size,
              std::int64_t more) override;
  Ticket receive(std::uint32_t peer, std::uint32_t tag, std::byte* data, std::size_t size) override;
  Poll poll(Ticket ticket) override;
  Error error() const override { return error_; }
  std::vector<std::string> events() override {
    watch();
    return std::exchange(told_, {});
  }

 private:
  struct Entry {  // of a ticket: a message of a lane, or a short one
    LaneState* lane = nullptr;
    std::uint64_t message = 0;
    std::uint32_t peer = 0;
    bool done = false;
  };
  Ticket ticket_of(const Entry& entry);
  bool starts(const LaneState& lane) const {
    return lane.source != (options_.operation == Operation::read);
  }
  LaneState* lane_of(std::map<std::uint32_t, LaneState>& lanes, std::uint32_t tag);
  Pair& pair_of(const LaneState& lane, std::uint64_t message) {
    return peers_[lane.peer].pairs[message % options_.queue_pairs];
  }
  void fail_peer(std::uint32_t peer, Error error);
  void check(std::uint32_t peer, int code, std::string_view what);

  void push(LaneState& lane);
  bool start(LaneState& lane, std::int64_t more);
  void post_receive(LaneState& lane, const std::byte* data);
  void grant(LaneState& lane);

  bool progress();
  void rest();
  void watch();
  void take(const ibv_wc& done);
  void take_failed(const ibv_wc& done, std::uint32_t peer);
  void take_note(std::uint32_t peer);
  void take_message(std::uint32_t peer, std::uint32_t turn, const ibv_wc& done);
  void learn(LaneState& lane);

  const std::shared_ptr<Device> device_;
  const VerbsOptions options_;
  Channel channel_;
  std::vector<PeerState> peers_;
  std::vector<Entry> entries_;
  std::vector<Ticket> free_;
  std::vector<LaneState*> to_push_, to_grant_;
  std::vector<std::string> told_;  // by the device
  Error error_;
  unsigned fruitless_ = 0;
};

Transport::Ticket VerbsTransport::ticket_of(const Entry& entry) {
  if (free_.empty()) {
    entries_.push_back(entry);
    return static_cast<Ticket>(entries_.size() - 1);
  }
  const Ticket ticket = free_.back();
  free_.pop_back();
  entries_[ticket] = entry;
  return ticket;
}

void VerbsTransport::fail_peer(std::uint32_t peer, Error error) {
  if (!peers_[peer].error) peers_[peer].error = std::move(error);
}

void VerbsTransport::check(std::uint32_t peer, int code, std::string_view what) {
  if (code == 0) return;
  fail_peer(peer, call_failed(fmt::format("cannot {} towards {} on {}", what, peers_[peer].name,
                                          device_->port().device),
                              code)
                      .value());
}

LaneState* VerbsTransport::lane_of(std::map<std::uint32_t, LaneState>& lanes, std::uint32_t tag) {
  const auto found = lanes.find(tag);
  return found == lanes.end() ? nullptr : &found->second;
}

void VerbsTransport::lay_out(const Lane& wanted) {
  PeerState& peer = peers_.at(wanted.peer);
  LaneState& lane = (wanted.source ? peer.sources : peer.targets)[wanted.tag];
  std::erase(to_push_, &lane);
  std::erase(to_grant_, &lane);
  const std::uint32_t generation = lane.generation + 1;
  lane = {wanted.peer, wanted.tag, generation, wanted.source, wanted.ping};
  lane.data = wanted.memory.data() + wanted.offset;
  lane.size = wanted.size;
  lane.slots = wanted.slots;
  lane.confirm_every = confirm_every(wanted.slots, options_.queue_pairs);
  lane.over.resize(options_.queue_pairs);
  auto region = device_->registration(wanted.memory);
  if (!region) return fail_peer(wanted.peer, region.error());
  lane.region = *region;
  if (!lane.source) {
    lane.id = peer.next_id++ % peer.by_id.size();
    peer.by_id[lane.id] = &lane;
  }
  learn(lane);
  if (starts(lane)) return;
  const Offer offer{reinterpret_cast<std::uintptr_t>(lane.data), lane.region->rkey, lane.id,
                    lane.slots};
  check(wanted.peer, peer.notes.send(Note::of(Note::Kind::offer, lane.tag, generation, offer)),
        "tell where the memory is");
}

// What the other end has told of this lane already.
void VerbsTransport::learn(LaneState& lane) {
  const PeerState& peer = peers_[lane.peer];
  if (const auto it = peer.offers.find(lane.tag);
      it != peer.offers.end() && it->second.first == lane.generation && starts(lane)) {
    lane.other = it->second.second;
    if (lane.source) lane.id = lane.other->id;
  }
  if (const auto it = peer.credits.find(lane.tag);
      it != peer.credits.end() && it->second.first == lane.generation && lane.source)
    lane.granted = it->second.second;
}

// Hands over what may go; the rest waits for an offer, for credit or for room.
void VerbsTransport::push(LaneState& lane) {
  while (!lane.more.empty() && start(lane, lane.more.front())) lane.more.pop_front();
  if (!lane.more.empty() && std::ranges::count(to_push_, &lane) == 0) to_push_.push_back(&lane);
}

bool VerbsTransport::start(LaneState& lane, std::int64_t more) {
  const std::uint64_t message = lane.started;
  Pair& pair = pair_of(lane, message);
  const bool sends = options_.operation == Operation::send;
  if (!lane.other || pair.full() || (sends && !lane.ping && message >= lane.granted)) return false;
  const std::uint64_t turn = message / options_.queue_pairs;
  const bool confirmed = more < options_.queue_pairs || !lane.source ||
                         turn % lane.confirm_every == lane.confirm_every - 1 ||
                         pair.unconfirmed_too_long();
  ibv_sge part{reinterpret_cast<std::uintptr_t>(lane.data) + message % lane.slots * lane.size,
               static_cast<std::uint32_t>(lane.size), lane.region->lkey};
  ibv_send_wr request{};
  request.wr_id = (lane.peer * (options_.queue_pairs + 1) + message % options_.queue_pairs + 1)
                  << 1;
  request.sg_list = &part;
  request.num_sge = 1;
  request.opcode = options_.operation == Operation::read ? IBV_WR_RDMA_READ
                   : sends                               ? IBV_WR_SEND_WITH_IMM
                   : confirmed                           ? IBV_WR_RDMA_WRITE_WITH_IMM
                                                         : IBV_WR_RDMA_WRITE;
  if (lane.source) {
    request.imm_data = htobe32(lane.id << 24 | static_cast<std::uint32_t>(message & 0xFFFFFF));
    if (lane.size <= pair.inlined()) request.send_flags = IBV_SEND_INLINE;
  }
  request.wr.rdma.remote_addr = lane.other->address + message % lane.other->slots * lane.size;
  request.wr.rdma.rkey = lane.other->key;
  check(lane.peer, pair.post(request, confirmed, &lane, turn + 1), "post a message");
  ++lane.started;
  return true;
}

Transport::Ticket VerbsTransport::send(std::uint32_t peer, std::uint32_t tag, const std::byte* data,
                                       std::size_t size, std::int64_t more) {
  LaneState* const lane = lane_of(peers_.at(peer).sources, tag);
  if (lane == nullptr) {
    WEFT_ASSERT(size <= sizeof(Note::payload));
    Note note{Note::Kind::message, tag, static_cast<std::uint32_t>(size), 0, {}};
    if (size > 0) std::memcpy(note.payload, data, size);
    check(peer, peers_[peer].notes.send(note), "send");
    return ticket_of({nullptr, 0, peer, true});
  }
  WEFT_ASSERT(size == lane->size && data == lane->data + lane->posted % lane->slots * size);
  const std::uint64_t message = lane->posted++;
  if (!starts(*lane)) return ticket_of({nullptr, 0, peer, true});  // it is read from here
  lane->more.push_back(more);
  push(*lane);
  return ticket_of({lane, message, peer, false});
}

Transport::Ticket VerbsTransport::receive(std::uint32_t peer, std::uint32_t tag, std::byte* data,
                                          std::size_t size) {
  PeerState& from = peers_.at(peer);
  LaneState* const lane = lane_of(from.targets, tag);
  if (lane == nullptr) {
    const Ticket ticket = ticket_of({nullptr, 0, peer, false});
    auto& came = from.came[tag];
    if (came.empty()) return from.receives[tag].push_back({ticket, data, size}), ticket;
    std::memcpy(data, came.front().payload, std::min<std::size_t>(size, came.front().size));
    came.pop_front();
    entries_[ticket].done = true;
    return ticket;
  }
  WEFT_ASSERT(size == lane->size && data == lane->data + lane->posted % lane->slots * size);
  const std::uint64_t message = lane->posted++;
  if (starts(*lane)) {
    lane->more.push_back(0);
    push(*lane);
  } else if (options_.operation == Operation::send) {
    post_receive(*lane, data);
  }
  return ticket_of({lane, message, peer, false});
}

void VerbsTransport::post_receive(LaneState& lane, const std::byte* data) {
  const std::uint64_t message = lane.posted - 1;
  Pair& pair = pair_of(lane, message);
  ibv_sge part{reinterpret_cast<std::uintptr_t>(data), static_cast<std::uint32_t>(lane.size),
               lane.region->lkey};
  ibv_recv_wr request{};
  request.wr_id =
      (lane.peer * (options_.queue_pairs + 1) + message % options_.queue_pairs + 1) << 1 | 1;
  request.sg_list = &part;
  request.num_sge = 1;
  ibv_recv_wr* bad = nullptr;
  check(lane.peer, ibv_post_recv(pair.raw(), &request, &bad), "post a receive");
  pair.expected.push_back({&lane, message});
  if (!lane.ping && std::ranges::count(to_grant_, &lane) == 0) to_grant_.push_back(&lane);
}

void VerbsTransport::grant(LaneState& lane) {
  std::uint64_t here = 0;
  for (const std::uint64_t over : lane.over) here += over;
  const bool starving = lane.told <= here, many = lane.posted - lane.told >= (lane.slots + 1) / 2;
  if (lane.posted == lane.told || !(starving || many)) return;
  lane.told = lane.posted;
  const Note note = Note::of(Note::Kind::credit, lane.tag, lane.generation, lane.told);
  check(lane.peer, peers_[lane.peer].notes.send(note), "grant messages");
}

Poll VerbsTransport::poll(Ticket ticket) {
  for (const bool again : {true, false}) {
    const Entry& entry = entries_[ticket];
    if (entry.lane != nullptr ? entry.lane->is_over(entry.message) : entry.done) {
      free_.push_back(ticket);
      return Poll::done;
    }
    if (const auto& error = peers_[entry.peer].error) return error_ = *error, Poll::failed;
    if (!again || !progress()) break;
  }
  return Poll::pending;
}

// Whether anything came.
bool VerbsTransport::progress() {
  std::array<ibv_wc, 16> done;
  const int count = ibv_poll_cq(channel_.queue(), static_cast<int>(done.size()), done.data());
  for (int i = 0; i < count; ++i) take(done[static_cast<std::size_t>(i)]);
  for (LaneState* lane : std::exchange(to_grant_, {})) {
    grant(*lane);
    if (lane->posted != lane->told) to_grant_.push_back(lane);
  }
  if (count <= 0) return rest(), false;
  fruitless_ = 0;
  for (LaneState* lane : std::exchange(to_push_, {})) push(*lane);
  return true;
}

void VerbsTransport::rest() {
  ++fruitless_;
  if (fruitless_ >= (options_.shares_cores ? spins_on_shared_cores : yields)) {
    channel_.wait(std::chrono::microseconds(1000));
    watch();
  } else if (fruitless_ >= spins) {
    ::sched_yield();
  }
}

// Who is only waiting would not learn of it from a completion.
void VerbsTransport::watch() {
  for (std::string& what : device_->events()) told_.push_back(std::move(what));
  if (!device_->lost()) return;
  for (std::uint32_t peer = 0; peer < peers_.size(); ++peer)
    fail_peer(peer,
              {fmt::format("the RDMA port of {} went down while it was used", device_->text()),
               {},
               "see its link",
               {}});
}

void VerbsTransport::take(const ibv_wc& done) {
  const auto index = static_cast<std::uint32_t>(done.wr_id >> 1);
  const std::uint32_t peer = index / (options_.queue_pairs + 1);
  const std::uint32_t turn = index % (options_.queue_pairs + 1);
  PeerState& other = peers_[peer];
  if (done.status != IBV_WC_SUCCESS) return take_failed(done, peer);
  const bool came = (done.wr_id & 1) != 0;
  if (turn == 0) {
    if (came)
      take_note(peer);
    else
      check(peer, other.notes.confirm(), "send");
  } else if (came) {
    take_message(peer, turn - 1, done);
  } else {
    const Pair::Confirmed confirmed = other.pairs[turn - 1].confirm();
    confirmed.lane->over[turn - 1] = confirmed.over;
  }
}

void VerbsTransport::take_failed(const ibv_wc& done, std::uint32_t peer) {
  const bool came = (done.wr_id & 1) != 0;
  const std::string_view what = came ? "receive" : word(options_.operation);
  fail_peer(peer, completion_error(done.status, done.vendor_err, what, device_->text(),
                                   peers_[peer].name));
}

void VerbsTransport::take_message(std::uint32_t peer, std::uint32_t turn, const ibv_wc& done) {
  PeerState& other = peers_[peer];
  const std::uint32_t said = be32toh(done.imm_data);
  LaneState* lane = other.by_id[said >> 24];
  if (lane == nullptr)
    return fail_peer(peer, {"a message came of a flow that nobody announced", {}, "", {}});
  if (options_.operation == Operation::send) {
    auto& expected = other.pairs[turn].expected;
    if (expected.empty() || lane != expected.front().lane)
      return fail_peer(peer, {"messages of two flows from one member came mixed up",
                              {},
                              "measure them with \"operation\": \"write\"",
                              {}});
    expected.pop_front();
    ++lane->over[turn];
    return;
  }
  check(peer, other.pairs[turn].post_notice(done.wr_id), "post a receive");
  const std::uint64_t pairs = options_.queue_pairs;
  const std::uint64_t message = whole_number(lane->over[turn] * pairs + turn, said & 0xFFFFFF);
  lane->over[turn] = message / pairs + 1;
}

void VerbsTransport::take_note(std::uint32_t peer) {
  PeerState& other = peers_[peer];
  const Note note = other.notes.take();
  if (note.kind == Note::Kind::message) {
    auto& receives = other.receives[note.tag];
    if (receives.empty()) return other.came[note.tag].push_back(note);
    const auto waiting = receives.front();
    receives.pop_front();
    std::memcpy(waiting.data, note.payload, std::min<std::size_t>(waiting.size, note.size));
    entries_[waiting.ticket].done = true;
    return;
  }
  if (note.kind == Note::Kind::offer)
    other.offers[note.tag] = {note.generation, note.as<Offer>()};
  else
    other.credits[note.tag] = {note.generation, note.as<std::uint64_t>()};
  auto& lanes = options_.operation == Operation::read ? other.targets : other.sources;
  if (LaneState* const lane = lane_of(lanes, note.tag); lane != nullptr) learn(*lane);
}

}  // namespace

Result<std::unique_ptr<Transport>> verbs::make_transport(std::shared_ptr<Device> device,
                                                         const VerbsOptions& options, Group& group,
                                                         Deadline deadline) {
  auto transport = std::make_unique<VerbsTransport>(std::move(device), options);
  WEFT_CHECK(transport->open(group, deadline));
  return transport;
}

}  // namespace weft
