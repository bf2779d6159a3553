// Two members in one process over one RDMA device, for what the whole program cannot be made to do:
// a source whose payload has a flipped byte. Inside the virtual machine (inside.py):
//
//   weft_verbs_check DEVICE GID_INDEX write|send|read clean|flip
//
// Prints "checked BYTES wrong BYTES"; exits with 1 when that is not what was asked for.

#include <fmt/core.h>

#include <atomic>
#include <thread>

#include "backend/backend.h"
#include "base/process.h"
#include "base/text.h"
#include "measure/measure.h"
#include "measure/threads.h"

namespace weft {
namespace {

std::atomic<bool> flip = false;

// Host memory that writes one wrong byte into each pattern, at its 40th byte: at the source that is
// what leaves, at the target it is overwritten by what comes.
class FlippingMemory final : public Memory {
 public:
  explicit FlippingMemory(std::unique_ptr<Memory> inner) : inner_(std::move(inner)) {}
  ~FlippingMemory() override { registration.reset(); }
  std::byte* data() override { return inner_->data(); }
  std::size_t size() const override { return inner_->size(); }
  void fill(std::size_t offset, std::size_t count, std::uint64_t key) override {
    inner_->fill(offset, count, key);
    if (flip && count > 40) inner_->data()[offset + 40] ^= std::byte{0x10};
  }
  std::int64_t wrong(std::size_t offset, std::size_t count, std::uint64_t key) const override {
    return inner_->wrong(offset, count, key);
  }

 private:
  std::unique_ptr<Memory> inner_;
};

Result<std::unique_ptr<Memory>> make_flipping(std::size_t bytes) {
  WEFT_TRY(auto inner, make_host_memory(bytes));
  return std::make_unique<FlippingMemory>(std::move(inner));
}

Step step_of(std::string_view operation) {
  Step step;
  step.id = "check";
  step.pattern = "neighbours";
  step.transport = "verbs";
  step.sizes = {64_KiB};
  step.round_time = std::chrono::milliseconds(200);
  step.deadline = std::chrono::seconds(30);
  for (const auto& [value, name] : words_of(Operation()))
    if (name == operation) step.operation = value;
  return step;
}

Result<RoundResult> member(ThreadJob& job, std::uint32_t rank, const VerbsPort& port,
                           const Step& step) {
  const auto group = job.group(rank);
  WEFT_TRY(const auto device, load_verbs(own_path(), port));
  VerbsOptions options;
  options.operation = step.operation;
  options.queue_pairs = 2;
  options.shares_cores = true;
  const Deadline deadline = Clock::now() + step.deadline;
  WEFT_TRY(const auto transport, device->transport(*group, options, deadline));
  Buffers buffers(make_flipping);
  Progress progress;
  const Round round{{{0, 1}}};
  WEFT_TRY(auto result, measure_round({step, 0, 0, round}, *group, *transport, buffers, progress));
  WEFT_CHECK(group->barrier(deadline));
  return result;
}

int check(const VerbsPort& port, std::string_view operation, bool flipped) {
  flip = flipped;
  const Step step = step_of(operation);
  ThreadJob job(2);
  std::atomic<std::int64_t> checked = 0, wrong = 0;
  std::atomic<bool> failed = false;
  const auto run = [&](std::uint32_t rank) {
    const auto result = member(job, rank, port, step);
    if (!result) fmt::print(stderr, "member {}: {}\n", rank, result.error().text());
    if (!result) failed = true;
    for (const Sample& sample : result ? result->samples : std::vector<Sample>{})
      checked += sample.checked_bytes, wrong += sample.wrong_bytes;
  };
  {
    const std::jthread one([&] { run(0); }), other([&] { run(1); });
  }
  fmt::print("checked {} wrong {}\n", checked.load(), wrong.load());
  return failed || checked == 0 || (wrong > 0) != flipped ? 1 : 0;
}

}  // namespace
}  // namespace weft

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() != 4) return 2;
  const auto gid = weft::parse_uint(words[1]);
  if (!gid) return 2;
  return weft::check({words[0], 1, static_cast<std::uint8_t>(*gid)}, words[2], words[3] == "flip");
}
