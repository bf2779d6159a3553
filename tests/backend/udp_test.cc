// The two ends of the UDP transport without sockets, in a time of their own: a wire that delays,
// drops, repeats and reorders.
#include <map>
#include <random>

#include "backend/udp_source.h"
#include "backend/udp_target.h"
#include "support/catch.h"

using namespace weft;
using namespace weft::udp;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t payload = 100;

struct Wire {
  double drop = 0, drop_answers = 0, mark = 0, remark = 0, repeat = 0;
  Nanos delay = 50us, jitter{0};
};

// One source and one target, with `wire` between them.
struct World {
  explicit World(Wire w, std::optional<Nanos> gap = std::nullopt)
      : wire(w), source(payload, Pace(gap)) {}

  void carry(const Source::Packet& packet) {
    if (chance(random) < wire.drop) return;
    const std::vector<std::byte> bytes(packet.payload, packet.payload + packet.size);
    const std::uint8_t mark = chance(random) < wire.mark ? congestion_mark : no_congestion_mark;
    const std::uint8_t dscp = chance(random) < wire.remark ? 0 : 26;
    for (int copies = chance(random) < wire.repeat ? 2 : 1; copies > 0; --copies)
      data.emplace(now + way(), std::pair(packet.header, std::pair(bytes, dscp << 2 | mark)));
  }
  Nanos way() {
    return wire.delay + Nanos(static_cast<std::int64_t>(chance(random) *
                                                        static_cast<double>(wire.jitter.count())));
  }

  // Until nothing is left to do or `limit` of time is over.
  void run(Nanos limit = 100s) {
    const Nanos end = now + limit;
    while (now < end) {
      while (auto packet = source.next(now)) {
        packet->header.sent_ns = now.count();
        packet->header.dscp = 26;
        carry(*packet);
      }
      Nanos next = Nanos::max();
      if (const auto wake = source.wake()) next = *wake;
      if (!data.empty()) next = std::min(next, data.begin()->first);
      if (!answers.empty()) next = std::min(next, answers.begin()->first);
      if (next == Nanos::max()) return;
      now = std::max(now, next);
      deliver();
      source.expire(now);
    }
  }
  void deliver() {
    while (!data.empty() && data.begin()->first <= now) {
      const auto& [header, rest] = data.begin()->second;
      const auto& [bytes, tos] = rest;
      if (!target.take({header, bytes, static_cast<std::uint8_t>(tos), now}, received)) ++errors;
      data.erase(data.begin());
      if (target.has_answer() && chance(random) >= wire.drop_answers)
        answers.emplace(now + way(), target.answer());
    }
    while (!answers.empty() && answers.begin()->first <= now) {
      source.answered(answers.begin()->second, now, sent);
      answers.erase(answers.begin());
    }
  }

  Wire wire;
  Source source;
  Target target{payload};
  Nanos now = 1s;
  std::mt19937 random{7};
  std::uniform_real_distribution<double> chance{0, 1};
  std::multimap<Nanos, std::pair<DataHeader, std::pair<std::vector<std::byte>, int>>> data;
  std::multimap<Nanos, AckHeader> answers;
  std::vector<Transport::Ticket> sent, received;
  int errors = 0;
};

std::vector<std::byte> text_of(std::size_t size, unsigned seed) {
  std::vector<std::byte> out(size);
  std::mt19937 random(seed);
  for (std::byte& b : out) b = static_cast<std::byte>(random());
  return out;
}

// 40 messages of many sizes over two tags, whole and in order whatever the wire does.
void exchange(World& world, bool early) {
  std::vector<std::vector<std::byte>> out, in;
  for (unsigned i = 0; i < 40; ++i) {
    out.push_back(text_of(i * i * 7 % 5000, i));
    in.emplace_back(out.back().size());
  }
  const auto receive = [&] {
    for (unsigned i = 0; i < 40; ++i)
      REQUIRE(world.target.post(i, i % 2, in[i].data(), in[i].size(), world.received));
  };
  if (!early) receive();
  for (unsigned i = 0; i < 40; ++i)
    world.source.post(100 + i, i % 2, i / 2, out[i].data(), out[i].size());
  if (early) world.run(1s), receive();
  world.run();
  CHECK(world.sent.size() == 40);
  CHECK(world.received.size() == 40);
  CHECK(in == out);
  CHECK(world.errors == 0);
  CHECK_FALSE(world.source.wake());
}

}  // namespace

TEST_CASE("udp: messages arrive whole and in order on a clean wire, nothing is sent twice") {
  World world{Wire{}};
  exchange(world, false);
  const PacketCounts& counts = world.source.counts();
  CHECK(counts.sent == static_cast<std::int64_t>(world.target.answer().received));
  CHECK(counts.lost == 0);
  CHECK(counts.useless == 0);
  CHECK(counts.reordered == 0);
  CHECK(counts.marked == 0);
  CHECK(counts.remarked == 0);
}

TEST_CASE("udp: messages arrive whole and in order over a bad wire") {
  for (const bool early : {false, true}) {
    World world{Wire{0.1, 0.1, 0.1, 0.1, 0.05, 50us, 200us}};
    exchange(world, early);
    CHECK(world.source.counts().lost > 0);
    CHECK(world.source.counts().useless > 0);
    CHECK(world.source.counts().remarked > 0);
  }
}

TEST_CASE("udp: reordering is no loss") {
  World world{Wire{0, 0, 0, 0, 0, 50us, 1ms}};
  exchange(world, false);
  CHECK(world.source.counts().reordered > 0);
  CHECK(world.source.counts().lost == 0);
}

TEST_CASE("udp: the share of lost and marked packets is what the wire did") {
  World world{Wire{0.02, 0, 0, 0, 0, 50us, Nanos(0)}, 10us};
  const auto out = text_of(1'000'000, 1);
  std::vector<std::byte> in(out.size());
  REQUIRE(world.target.post(0, 0, in.data(), in.size(), world.received));
  world.source.post(1, 0, 0, out.data(), out.size());
  world.run();
  CHECK(in == out);
  const PacketCounts& counts = world.source.counts();
  const double share =
      static_cast<double>(counts.lost - counts.useless) / static_cast<double>(counts.sent);
  CHECK(share == Approx(0.02).margin(0.005));
}

TEST_CASE("udp: a rate that is asked for counts bytes, not packets") {
  World world{Wire{}, 1ms};
  const auto out = text_of(payload + payload / 2, 1);
  for (Transport::Ticket i = 0; i < 100; ++i) world.source.post(i, 0, i, out.data(), out.size());
  Nanos now = 1s;
  for (int sent = 0; sent < 200; now += 10us)
    while (world.source.next(now)) {
      AckHeader ack;
      ack.newest = static_cast<std::uint64_t>(sent++);
      ack.received = static_cast<std::uint64_t>(sent);
      ack.seen[0] = 1;
      std::vector<Transport::Ticket> done;
      (void)world.source.answered(ack, now, done);
    }
  CHECK(now - 1s > 140ms);
  CHECK(now - 1s < 151ms);
}

TEST_CASE("udp: marks make the window smaller, silence smaller still") {
  Pace marked, clean;
  for (int i = 1; i < 200; ++i) {
    clean.on_answer({2, 0, 1ms, 0ms}, i * 1ms);
    marked.on_answer({2, 2, 1ms, 0ms}, i * 1ms);
  }
  CHECK(clean.window() == 256);
  CHECK(marked.window() < 4);
  Pace queueing;
  for (int i = 1; i < 200; ++i) queueing.on_answer({2, 0, 20ms, 15ms}, i * 20ms);
  CHECK(queueing.window() < 1);
  CHECK(queueing.gap() > 20ms);
  clean.on_silence();
  CHECK(clean.window() <= 0.5);
}

TEST_CASE("udp: a host that was busy for a moment is no queue") {
  Pace pace;
  for (int i = 1; i < 2000; ++i) pace.on_answer({2, 0, 4ms, i % 5 == 0 ? 15ms : 0ms}, i * 1ms);
  CHECK(pace.window() == 256);
}

TEST_CASE("udp: an answer tells the round trip of its newest packet, once") {
  World world{Wire{}, 10us};
  const auto out = text_of(100, 1);
  world.source.post(1, 0, 0, out.data(), out.size());
  REQUIRE(world.source.next(1s));
  AckHeader ack;
  ack.received = ack.seen[0] = 1;
  std::vector<Transport::Ticket> done;
  CHECK(world.source.answered(ack, 1s + 3ms, done) == 3ms);
  CHECK_FALSE(world.source.answered(ack, 1s + 4ms, done));
}

TEST_CASE("udp: a wire that is cut keeps trying, and goes on when it is mended") {
  World world{Wire{1, 0, 0, 0, 0, 50us, Nanos(0)}};
  const auto out = text_of(1000, 1);
  std::vector<std::byte> in(out.size());
  REQUIRE(world.target.post(0, 0, in.data(), in.size(), world.received));
  world.source.post(1, 0, 0, out.data(), out.size());
  world.run(5s);
  CHECK(world.sent.empty());
  CHECK(world.source.counts().sent > 10);
  world.wire.drop = 0;
  world.run();
  CHECK(in == out);
}

TEST_CASE("udp: packets that make no sense are as if they had been lost") {
  Target target(payload);
  std::vector<Transport::Ticket> done;
  const std::vector<std::byte> bytes(payload);
  std::vector<std::byte> in(150);
  REQUIRE(target.post(0, 0, in.data(), in.size(), done));
  const auto take = [&](std::uint64_t size, std::uint64_t offset, std::size_t length) {
    DataHeader header;
    header.size = size;
    header.offset = offset;
    return target.take({header, std::span(bytes).first(length), 0, 1s}, done);
  };
  CHECK(take(150, 50, 100));   // not where a packet begins
  CHECK(take(150, 100, 100));  // longer than its place
  CHECK(take(100, 100, 0));    // behind the end
  CHECK(take(~0ull, 0, 100));  // no message is that long
  CHECK_FALSE(target.has_answer());
  CHECK_FALSE(take(151, 0, 100));  // longer than the buffer: told
  CHECK(done.empty());
  AckHeader never;
  never.newest = 5;  // an answer to what was never sent
  Source source(payload, Pace());
  source.answered(never, 1s, done);
  CHECK(done.empty());
}

TEST_CASE("udp: what comes before its buffer has a bound") {
  Target target(payload);
  std::vector<Transport::Ticket> done;
  const std::vector<std::byte> bytes(payload);
  for (std::uint64_t i = 0; i < 100; ++i) {
    DataHeader header;
    header.number = header.message = i;
    header.size = 1 << 20;
    REQUIRE(target.take({header, bytes, 0, 1s}, done));
  }
  CHECK(target.answer().received == 16);
}
