// See verbs_join.h.

#include "backend/verbs_join.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>

#include <algorithm>

namespace weft::verbs {
namespace {

constexpr std::uint32_t notices = 128;  // receives without a buffer, for what was written

// What every member tells all others, before the numbers of its queue pairs.
struct Contact {
  ibv_gid gid{};
  std::uint32_t mtu = 0, lid = 0;
};

std::string bytes_of(const Contact& contact, const std::vector<std::uint32_t>& numbers) {
  std::string out(reinterpret_cast<const char*>(&contact), sizeof contact);
  return out.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * 4);
}

std::uint32_t number_at(const std::string& bytes, std::size_t index) {
  std::uint32_t number = 0;
  std::memcpy(&number, bytes.data() + sizeof(Contact) + index * 4, 4);
  return number;
}

struct Joining {
  Device& device;
  const VerbsOptions& options;
  std::uint32_t me, members;

  std::uint32_t each() const { return options.queue_pairs + 1; }
  std::uint64_t id(std::uint32_t peer, std::uint32_t turn) const {
    return std::uint64_t{peer} * each() + turn;
  }
};

std::uint32_t receives_of(const VerbsOptions& options) {
  return options.operation == Operation::send ? options.queue_depth : notices;
}

Result<void> make_pairs(const Joining& joining, ibv_cq* queue, std::vector<PeerState>& peers) {
  const VerbsOptions& options = joining.options;
  for (std::uint32_t peer = 0; peer < joining.members; ++peer) {
    if (peer == joining.me) continue;
    WEFT_CHECK(peers[peer].notes.make(joining.device, queue, joining.id(peer, 0)));
    peers[peer].pairs.resize(options.queue_pairs);
    for (std::uint32_t turn = 0; turn < options.queue_pairs; ++turn) {
      Pair& pair = peers[peer].pairs[turn];
      WEFT_CHECK(pair.make(joining.device, {queue, options.queue_depth, receives_of(options)}));
      if (options.operation != Operation::write) continue;
      for (std::uint32_t i = 0; i < notices; ++i)
        if (const int code = pair.post_notice(joining.id(peer, turn + 1) << 1 | 1); code != 0)
          return call_failed("cannot post a receive", code);
    }
  }
  return {};
}

std::vector<std::uint32_t> numbers_of(const Joining& joining, std::vector<PeerState>& peers) {
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t peer = 0; peer < joining.members; ++peer) {
    const bool other = peer != joining.me;
    numbers.push_back(other ? peers[peer].notes.pair().number() : 0);
    for (std::uint32_t turn = 0; turn < joining.options.queue_pairs; ++turn)
      numbers.push_back(other ? peers[peer].pairs[turn].number() : 0);
  }
  return numbers;
}

Result<void> connect(const Joining& joining, std::uint32_t peer, const std::string& told,
                     PeerState& other) {
  Contact contact;
  std::memcpy(&contact, told.data(), sizeof contact);
  other.name = gid_text(contact.gid);
  Pair::Way way;
  way.gid = contact.gid;
  way.mtu = static_cast<ibv_mtu>(
      std::min<std::uint32_t>(contact.mtu, joining.device.attributes().active_mtu));
  way.lid = static_cast<std::uint16_t>(contact.lid);
  way.traffic_class = traffic_class(joining.options.dscp);
  way.service_level = joining.options.service_level;
  way.timeout = ack_timeout(joining.options.patience);
  for (std::uint32_t turn = 0; turn < joining.each(); ++turn) {
    way.number = number_at(told, joining.id(joining.me, turn));
    way.flow_label = flow_label(joining.options.seed, joining.me, peer, turn);
    Pair& pair = turn == 0 ? other.notes.pair() : other.pairs[turn - 1];
    WEFT_CHECK(pair.connect(joining.device, way));
  }
  return {};
}

std::uint32_t completions_of(const Joining& joining) {
  const std::uint64_t of_pair =
      std::uint64_t{joining.options.queue_depth} + receives_of(joining.options);
  const std::uint64_t all =
      joining.members * (2 * Notes::depth + of_pair * joining.options.queue_pairs);
  const int most = joining.device.limits().max_cqe;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(all, std::max(most, 16)));
}

}  // namespace

Channel::~Channel() {
  if (queue_ != nullptr) ibv_destroy_cq(queue_);
  if (channel_ != nullptr) ibv_destroy_comp_channel(channel_);
}

Result<void> Channel::make(const Device& device, std::uint32_t completions) {
  channel_ = ibv_create_comp_channel(device.context());
  if (channel_ == nullptr) return call_failed("no completion channel", errno);
  const int flags = ::fcntl(channel_->fd, F_GETFL);
  if (::fcntl(channel_->fd, F_SETFL, flags | O_NONBLOCK) != 0)
    return call_failed("no completion channel", errno);
  queue_ = ibv_create_cq(device.context(), static_cast<int>(completions), nullptr, channel_, 0);
  if (queue_ == nullptr)
    return call_failed(fmt::format("no completion queue of {} entries", completions), errno);
  return {};
}

// Asks to be woken first and sleeps on the second call only: what came in between was seen by then.
void Channel::wait(Nanos at_most) {
  if (!std::exchange(armed_, true)) {
    ibv_req_notify_cq(queue_, 0);
    return;
  }
  pollfd one{channel_->fd, POLLIN, 0};
  const timespec rest{0, static_cast<long>(at_most.count())};
  if (::ppoll(&one, 1, &rest, nullptr) <= 0) return;
  ibv_cq* queue = nullptr;
  void* context = nullptr;
  if (ibv_get_cq_event(channel_, &queue, &context) == 0) ibv_ack_cq_events(queue, 1);
  armed_ = false;
}

Result<void> join_peers(Device& device, const VerbsOptions& options, Group& group,
                        Deadline deadline, Channel& channel, std::vector<PeerState>& peers) {
  const Joining joining{device, options, group.rank(), group.size()};
  peers.resize(joining.members);
  WEFT_CHECK(channel.make(device, completions_of(joining)));
  WEFT_CHECK(make_pairs(joining, channel.queue(), peers));
  const Contact mine{device.gid(), static_cast<std::uint32_t>(device.attributes().active_mtu),
                     device.attributes().lid};
  WEFT_TRY(const auto all, group.share(bytes_of(mine, numbers_of(joining, peers)), deadline));
  for (std::uint32_t peer = 0; peer < joining.members; ++peer) {
    if (peer == joining.me) continue;
    const auto connected = connect(joining, peer, all[peer], peers[peer]);
    if (connected) continue;
    Error why = connected.error();
    why.what = fmt::format("no RDMA connection from {} to {}: {}", device.text(), peers[peer].name,
                           why.what);
    why.hint =
        "see that both interfaces have their addresses and that a route leads from one to "
        "the other";
    peers[peer].error = std::move(why);
  }
  return group.barrier(deadline);
}

}  // namespace weft::verbs
