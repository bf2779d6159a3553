// The seams of a worker: who takes part (Group), how bytes travel (Transport), where they live
// (Memory). They cross freely; each has a real side (lib/backend) and one without any hardware
// here.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "measure/histogram.h"
#include "model/collective.h"

namespace weft {

using Clock = std::chrono::steady_clock;
using Deadline = Clock::time_point;

// The members of a step, numbered 0..size-1. Every call is collective and ends by the deadline: an
// error then says that somebody did not come.
class Group {
 public:
  virtual ~Group() = default;
  virtual std::uint32_t rank() const = 0;
  virtual std::uint32_t size() const = 0;
  virtual Result<void> barrier(Deadline) = 0;
  virtual Result<bool> all_of(bool mine, Deadline) = 0;
  // Everybody's bytes on every member, in member order; all bring equally many.
  virtual Result<std::vector<std::string>> share(std::string_view mine, Deadline) = 0;
  // Everybody's bytes on member 0, in member order; empty elsewhere. All know how many each brings.
  virtual Result<std::vector<std::string>> gather(std::string_view mine,
                                                  std::span<const std::size_t> sizes, Deadline) = 0;
};

enum class Poll : std::uint8_t { pending, done, failed };

// What happened to the packets from one member to another, as far as a transport can see it.
struct PacketCounts {
  std::int64_t sent = 0;        // packets of the source, those that repeat lost bytes included
  std::int64_t lost = 0;        // given up by the source: it sent their bytes again
  std::int64_t useless = 0;     // came although their bytes were there: not lost after all
  std::int64_t reordered = 0;   // overtaken by a later one
  std::int64_t marked = 0;      // with a congestion mark (CE)
  std::int64_t remarked = 0;    // with another DSCP than they were sent with
  std::int64_t overflowed = 0;  // dropped by the target's own socket, of all flows to it

  static constexpr auto members() {
    return std::array{&PacketCounts::sent,      &PacketCounts::lost,   &PacketCounts::useless,
                      &PacketCounts::reordered, &PacketCounts::marked, &PacketCounts::remarked,
                      &PacketCounts::overflowed};
  }
  PacketCounts& operator+=(const PacketCounts& other) {
    for (const auto member : members()) this->*member += other.*member;
    return *this;
  }
  PacketCounts& operator-=(const PacketCounts& before) {
    for (const auto member : members()) this->*member -= before.*member;
    return *this;
  }
};

// Counts of a while, and how long packets were under way and answered in it.
struct PacketRecord {
  PacketCounts counts;
  Histogram round_trips;  // ns, from the packet's leaving to its answer
};

// A block of memory that a transport can send from and receive into.
class Memory {
 public:
  virtual ~Memory() = default;
  virtual std::byte* data() = 0;
  virtual std::size_t size() const = 0;
  // Writes the pattern of `key` to [offset, offset+count); wrong bytes against it.
  virtual void fill(std::size_t offset, std::size_t count, std::uint64_t key) = 0;
  virtual std::int64_t wrong(std::size_t offset, std::size_t count, std::uint64_t key) const = 0;

  std::shared_ptr<void> registration;  // a device's, kept as long as the block is
};

using MakeMemory = Result<std::unique_ptr<Memory>> (*)(std::size_t bytes);

Result<std::unique_ptr<Memory>> make_host_memory(std::size_t bytes);

// Where the messages of a tag lie at one end: message n in slot n % slots.
struct Lane {
  std::uint32_t peer = 0, tag = 0;
  bool source = false;  // this end sends them
  Memory& memory;
  std::size_t offset = 0, size = 0;  // of the first slot; bytes of each
  std::uint32_t slots = 1;
  bool ping = false;  // each is answered before the next one, its receive posted by then
};

// Point-to-point messages between members. Operations are posted and polled, never waited for; a
// ticket is free for reuse once poll() said done or failed. Messages of one (peer, tag) arrive in
// order. Buffers must stay until then.
class Transport {
 public:
  using Ticket = std::uint32_t;
  virtual ~Transport() = default;
  // What is to come, told at both ends in the same order, before the first message of that tag: so
  // that a device can be told of the memory and reach that of the other end. Large messages only
  // need it where a transport says so; it ends with the next lane of the same tag.
  virtual void lay_out(const Lane&) {}
  // `more`: as many messages of this tag follow in any case, so that not every one has to be
  // confirmed.
  virtual Ticket send(std::uint32_t peer, std::uint32_t tag, const std::byte* data,
                      std::size_t size, std::int64_t more = 0) = 0;
  virtual Ticket receive(std::uint32_t peer, std::uint32_t tag, std::byte* data,
                         std::size_t size) = 0;
  virtual Poll poll(Ticket) = 0;
  virtual Error error() const = 0;  // why the last poll failed
  // What happened to the device since the last call, a sentence each: a port went down.
  virtual std::vector<std::string> events() { return {}; }
  // Of what this member sends to `peer`, from begin_record() to end_record(); nothing where packets
  // cannot be seen.
  virtual void begin_record(std::uint32_t) {}
  virtual std::unique_ptr<PacketRecord> end_record(std::uint32_t) { return nullptr; }
};

// One call of a collective. `count` elements are in the largest buffer of a member (the size);
// where each member has a block of its own, it is count / members of them. A member that gives or
// gets nothing passes nullptr. in == out: in place, as MPI_IN_PLACE has it.
struct CollectiveCall {
  Collective what = Collective::all_reduce;
  DataType type = DataType::float32;
  Reduction reduction = Reduction::sum;
  std::size_t count = 0;
  std::uint32_t root = 0;
  const std::byte* in = nullptr;
  std::byte* out = nullptr;
};

// Collectives among the members of a group. The calls block inside the library, as a program's do:
// where a member is frozen or gone it is the controller that ends the job.
class Communicator {
 public:
  virtual ~Communicator() = default;
  virtual Result<void> barrier() = 0;
  virtual Result<void> run(const CollectiveCall&) = 0;
};

// Collectives by showing everybody's input to everybody: slow and plain, what the others must agree
// with. Uses the group, which must outlive it.
std::unique_ptr<Communicator> make_plain_communicator(Group& group);

}  // namespace weft
