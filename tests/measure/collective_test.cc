// The loop of collectives with threads as members: every collective, type, reduction, place.
#include "measure/collective.h"

#include <algorithm>
#include <mutex>
#include <thread>

#include "measure/elements.h"
#include "measure/threads.h"
#include "support/catch.h"

using namespace weft;

namespace {

struct Setting {
  Collective what = Collective::all_reduce;
  std::uint32_t members = 4;
  Step step;
};

Setting setting(Collective what, std::uint32_t members, Bytes size) {
  Setting out{what, members, {}};
  out.step.sizes = {size};
  out.step.round_time = std::chrono::microseconds(1);
  out.step.deadline = std::chrono::seconds(30);
  return out;
}

// Hands each call on, then may spoil what one member got. A spoil that says true drops the result
// of this call: the member's output stays as it was before.
class SpoilingCommunicator final : public Communicator {
 public:
  using Spoil = bool (*)(const CollectiveCall&, std::uint32_t rank, int calls_before);
  SpoilingCommunicator(Group& group, Spoil spoil)
      : inner_(make_plain_communicator(group)), rank_(group.rank()), spoil_(spoil) {}
  Result<void> barrier() override { return inner_->barrier(); }
  Result<void> run(const CollectiveCall& call) override {
    const std::size_t bytes = call.count * element_size(call.type);
    const std::vector<std::byte> before(call.out, call.out + (call.out != nullptr ? bytes : 0));
    WEFT_CHECK(inner_->run(call));
    if (spoil_(call, rank_, calls_++)) std::ranges::copy(before, call.out);
    return {};
  }

 private:
  std::unique_ptr<Communicator> inner_;
  std::uint32_t rank_;
  Spoil spoil_;
  int calls_ = 0;
};

bool keep(const CollectiveCall&, std::uint32_t, int) { return false; }

Result<CollectedRound> run(const Setting& s, SpoilingCommunicator::Spoil spoil = keep) {
  ThreadJob job(s.members);
  Result<CollectedRound> first = fail("no member ran");
  std::mutex mutex;
  std::vector<std::uint32_t> endpoints;
  for (std::uint32_t i = 0; i < s.members; ++i) endpoints.push_back(50 + i);
  std::vector<std::jthread> threads;
  for (std::uint32_t rank = 0; rank < s.members; ++rank)
    threads.emplace_back([&, rank] {
      const auto group = job.group(rank);
      SpoilingCommunicator communicator(*group, spoil);
      Buffers buffers(make_host_memory);
      Progress progress;
      auto mine = measure_collective({s.step, s.what, 0}, *group, communicator, buffers, progress,
                                     endpoints);
      const std::scoped_lock lock(mutex);
      if (rank == 0) first = std::move(mine);
    });
  threads.clear();
  return first;
}

std::int64_t wrong_bytes(const CollectedRound& round) {
  std::int64_t wrong = 0;
  for (const Sample& sample : round.samples) wrong += sample.wrong_bytes;
  return wrong;
}

std::int64_t checked_bytes(const CollectedRound& round) {
  std::int64_t checked = 0;
  for (const Sample& sample : round.samples) checked += sample.checked_bytes;
  return checked;
}

}  // namespace

TEST_CASE("every collective gives each member a sample, and every element is right") {
  for (const auto& [what, name] : words_of(Collective{}))
    for (const std::uint32_t members : {2u, 3u, 4u, 8u})
      for (const std::int64_t size : {1, 100, 40000})
        for (const bool in_place : {false, true}) {
          if (what == Collective::hypercube && members == 3) continue;
          INFO(name << " of " << members << ", " << size << " B, in place " << in_place);
          Setting s = setting(what, members, Bytes{size});
          s.step.in_place = in_place;
          s.step.root = 1;
          const auto round = run(s);
          REQUIRE(round);
          CHECK(wrong_bytes(*round) == 0);
          CHECK(checked_bytes(*round) > 0);
          std::size_t whole = 0;
          for (const Sample& sample : round->samples) {
            CHECK((sample.source == sample.target && sample.source >= 50));
            whole += sample.flags == 0;
          }
          CHECK(whole == members);
        }
}

TEST_CASE("every type and reduction is checked to the last element") {
  for (const auto& [type, name] : words_of(DataType{}))
    for (const auto& [reduction, how] : words_of(Reduction{})) {
      INFO(name << " " << how);
      Setting s = setting(Collective::all_reduce, 3, Bytes{20000});
      s.step.data_type = type;
      s.step.reduction = reduction;
      const auto round = run(s);
      REQUIRE(round);
      CHECK(wrong_bytes(*round) == 0);
      // The last element of one member, in every call: wrong in all three results that are checked.
      const auto spoiled = run(s, [](const CollectiveCall& call, std::uint32_t rank, int) {
        if (rank == 2) call.out[call.count * element_size(call.type) - 1] ^= std::byte{0x10};
        return false;
      });
      REQUIRE(spoiled);
      CHECK(wrong_bytes(*spoiled) == 3 * static_cast<std::int64_t>(element_size(type)));
    }
}

TEST_CASE("a result that was never written is wrong, not left over from before") {
  const Setting s = setting(Collective::all_gather, 4, Bytes{4096});
  const auto round = run(s, [](const CollectiveCall&, std::uint32_t rank, int calls_before) {
    return rank == 3 && calls_before > 0;
  });
  REQUIRE(round);
  CHECK(wrong_bytes(*round) == 4096);  // of the last call, before which the output was blanked
}

TEST_CASE("the calls of a member are kept, at most 64, and their rates are those of the size") {
  Setting s = setting(Collective::all_reduce, 4, Bytes{4096});
  s.step.round_time = std::chrono::milliseconds(30);
  const auto round = run(s);
  REQUIRE(round);
  std::size_t calls = 0;
  for (const Sample& sample : round->samples) {
    if (sample.flags == sample_flag::iteration) {
      ++calls;
      CHECK(sample.median == Approx(1.5 * 8 * 4096 * 1e9 / static_cast<double>(sample.elapsed_ns)));
    } else {
      CHECK(sample.windows <= 64);
      CHECK(sample.messages >= sample.windows);
      CHECK(sample.low <= sample.median);
      CHECK(sample.median <= sample.high);
      CHECK(sample.bytes == sample.messages * 4096);
    }
  }
  CHECK(calls % 4 == 0);
  CHECK(calls <= 4 * 64);
  CHECK(calls >= 4 * 8);
}

TEST_CASE("what a collective cannot do is said before anything is measured") {
  CHECK(run(setting(Collective::hypercube, 6, Bytes{64}))
            .error()
            .text()
            .find("a hypercube of 6 members") != std::string::npos);
  Setting s = setting(Collective::broadcast, 3, Bytes{64});
  s.step.root = 3;
  CHECK(run(s).error().what == "member 3 cannot be the root: there are 3");
}

TEST_CASE("bus factors are those of nccl-tests") {
  struct Row {
    Collective what;
    std::uint32_t members;
    double factor;
  };
  const Row rows[] = {{Collective::all_reduce, 2, 1.0},     {Collective::all_reduce, 8, 1.75},
                      {Collective::all_gather, 8, 0.875},   {Collective::reduce_scatter, 4, 0.75},
                      {Collective::all_to_all, 16, 0.9375}, {Collective::broadcast, 8, 1},
                      {Collective::reduce, 8, 1},           {Collective::send_receive, 8, 1},
                      {Collective::gather, 2, 0.5},         {Collective::scatter, 2, 0.5},
                      {Collective::hypercube, 4, 0.75}};
  for (const Row& row : rows) CHECK(bus_factor(row.what, row.members) == Approx(row.factor));
}
