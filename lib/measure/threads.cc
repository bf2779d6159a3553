// Threads as members; see threads.h. One lock: this side is for tests, not for speed.

#include "measure/threads.h"

#include <condition_variable>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <tuple>

namespace weft {
namespace {

struct Operation {
  std::byte* data = nullptr;
  std::size_t size = 0;
  bool done = false;
};

using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;  // source, target, tag

}  // namespace

struct ThreadJob::Shared {
  std::mutex mutex;
  std::condition_variable changed;
  std::uint32_t size = 0;
  // One collective at a time: who came, what they brought, and how many times all have come.
  std::uint32_t came = 0;
  std::uint64_t turn = 0;
  std::vector<std::string> brought, result;
  std::map<Key, std::deque<std::shared_ptr<Operation>>> sends, receives;
  Touch touch;

  bool all_came(std::uint32_t rank, std::string_view mine, Deadline deadline,
                std::vector<std::string>& out) {
    std::unique_lock lock(mutex);
    brought[rank] = mine;
    const std::uint64_t my_turn = turn;
    if (++came == size) {
      came = 0;
      ++turn;
      result = brought;
      changed.notify_all();
    } else if (!changed.wait_until(lock, deadline, [&] { return turn != my_turn; })) {
      --came;
      return false;
    }
    out = result;
    return true;
  }
};

class ThreadJob::ThreadGroup final : public Group {
 public:
  ThreadGroup(std::shared_ptr<Shared> shared, std::uint32_t rank)
      : shared_(std::move(shared)), rank_(rank) {}
  std::uint32_t rank() const override { return rank_; }
  std::uint32_t size() const override { return shared_->size; }
  Result<void> barrier(Deadline deadline) override {
    WEFT_TRY([[maybe_unused]] const auto all, collect("", deadline));
    return {};
  }
  Result<bool> all_of(bool mine, Deadline deadline) override {
    WEFT_TRY(const auto all, collect(mine ? "y" : "n", deadline));
    for (const std::string& each : all)
      if (each != "y") return false;
    return true;
  }
  Result<std::vector<std::string>> share(std::string_view mine, Deadline deadline) override {
    return collect(mine, deadline);
  }
  Result<std::vector<std::string>> gather(std::string_view mine, std::span<const std::size_t>,
                                          Deadline deadline) override {
    WEFT_TRY(auto all, collect(mine, deadline));
    if (rank_ != 0) all.clear();
    return all;
  }

 private:
  Result<std::vector<std::string>> collect(std::string_view mine, Deadline deadline) {
    std::vector<std::string> all;
    if (!shared_->all_came(rank_, mine, deadline, all)) return fail("a member did not come");
    return all;
  }
  std::shared_ptr<Shared> shared_;
  std::uint32_t rank_;
};

class ThreadJob::NullTransport final : public Transport {
 public:
  NullTransport(std::shared_ptr<Shared> shared, std::uint32_t rank)
      : shared_(std::move(shared)), rank_(rank) {}

  Ticket send(std::uint32_t peer, std::uint32_t tag, const std::byte* data, std::size_t size,
              std::int64_t) override {
    const Key lane{rank_, peer, tag};
    return post(lane, shared_->sends, const_cast<std::byte*>(data), size);
  }
  Ticket receive(std::uint32_t peer, std::uint32_t tag, std::byte* data,
                 std::size_t size) override {
    return post({peer, rank_, tag}, shared_->receives, data, size);
  }
  Poll poll(Ticket ticket) override {
    const std::unique_lock lock(shared_->mutex);
    if (!open_.at(ticket)->done) return std::this_thread::yield(), Poll::pending;
    open_[ticket].reset();
    free_.push_back(ticket);
    return Poll::done;
  }
  Error error() const override { return {"the null transport does not fail", {}, "", {}}; }

 private:
  Ticket post(const Key& lane, auto& side, std::byte* data, std::size_t size) {
    const std::unique_lock lock(shared_->mutex);
    auto operation = std::make_shared<Operation>(Operation{data, size, false});
    side[lane].push_back(operation);
    deliver(lane);
    if (free_.empty()) {
      open_.push_back(operation);
      return static_cast<Ticket>(open_.size() - 1);
    }
    const Ticket ticket = free_.back();
    free_.pop_back();
    open_[ticket] = operation;
    return ticket;
  }
  void deliver(const Key& lane) {
    auto& sends = shared_->sends[lane];
    auto& receives = shared_->receives[lane];
    while (!sends.empty() && !receives.empty()) {
      Operation& from = *sends.front();
      Operation& to = *receives.front();
      WEFT_ASSERT(from.size <= to.size);
      if (from.size > 0) std::memcpy(to.data, from.data, from.size);
      if (shared_->touch) shared_->touch(std::get<0>(lane), std::get<1>(lane), to.data, from.size);
      from.done = to.done = true;
      sends.pop_front();
      receives.pop_front();
    }
  }

  std::shared_ptr<Shared> shared_;
  std::uint32_t rank_;
  std::vector<std::shared_ptr<Operation>> open_;
  std::vector<Ticket> free_;
};

ThreadJob::ThreadJob(std::uint32_t size) : shared_(std::make_shared<Shared>()) {
  shared_->size = size;
  shared_->brought.resize(size);
}

ThreadJob::~ThreadJob() = default;

std::unique_ptr<Group> ThreadJob::group(std::uint32_t rank) {
  return std::make_unique<ThreadGroup>(shared_, rank);
}

std::unique_ptr<Transport> ThreadJob::transport(std::uint32_t rank) {
  return std::make_unique<NullTransport>(shared_, rank);
}

void ThreadJob::touch(Touch touch) { shared_->touch = std::move(touch); }

}  // namespace weft
