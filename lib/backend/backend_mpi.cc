// MPI: groups as communicators, messages as non-blocking point-to-point operations. Nothing here
// waits inside MPI: every collective is the non-blocking one, tested until a deadline, because a
// frozen member would hold a blocking call for ever.
//
// Runs with MPI_THREAD_FUNNELED: the control thread makes no MPI call.

#include <fmt/format.h>
#include <mpi.h>

#include <chrono>
#include <cstdlib>
#include <string_view>
#include <thread>
#include <vector>

#include "backend/backend.h"
#include "backend/communicator_mpi.h"

namespace weft {

Error mpi_error(std::string_view call, int code) {
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  if (MPI_Error_string(code, text, &length) != MPI_SUCCESS) length = 0;
  return {fmt::format("{}: {}", call, std::string_view(text, static_cast<std::size_t>(length))),
          {},
          "",
          {}};
}

namespace {

// Where workers outnumber cores, one that finds nothing to do sleeps for a moment. MPI's own way,
// sched_yield, hands the core to the next that polls for nothing; with 16 workers on two cores it
// goes round for milliseconds before it comes to the one that has work.
class Patience {
 public:
  void found_nothing() {
    if (!shares_cores_ || ++in_vain_ < most_in_vain) return;
    in_vain_ = 0;
    std::this_thread::sleep_for(std::chrono::microseconds(20));
  }
  void found_work() { in_vain_ = 0; }

 private:
  static constexpr int most_in_vain = 8;
  static bool asked_to_yield() {
    const char* value = std::getenv("OMPI_MCA_mpi_yield_when_idle");  // by our launcher
    return value != nullptr && std::string_view(value) == "1";
  }
  const bool shares_cores_ = asked_to_yield();
  int in_vain_ = 0;
};

// Tests the request until it is done or the deadline comes.
Result<void> finish(MPI_Request& request, Deadline deadline, std::string_view call) {
  Patience patience;
  for (unsigned turn = 0;; ++turn) {
    int done = 0;
    if (const int code = MPI_Test(&request, &done, MPI_STATUS_IGNORE); code != MPI_SUCCESS)
      return Failure(mpi_error(call, code));
    if (done != 0) return {};
    patience.found_nothing();
    if (turn % 64 == 0 && Clock::now() >= deadline)
      return fail(fmt::format("{} did not end: a member did not come", call));
  }
}

class MpiGroup final : public Group {
 public:
  explicit MpiGroup(MPI_Comm comm) : comm_(comm) {
    MPI_Comm_rank(comm_, &rank_);
    MPI_Comm_size(comm_, &size_);
  }
  ~MpiGroup() override { MPI_Comm_free(&comm_); }
  std::uint32_t rank() const override { return static_cast<std::uint32_t>(rank_); }
  std::uint32_t size() const override { return static_cast<std::uint32_t>(size_); }
  MPI_Comm comm() const { return comm_; }

  Result<void> barrier(Deadline deadline) override {
    MPI_Request request;
    if (const int code = MPI_Ibarrier(comm_, &request); code != MPI_SUCCESS)
      return Failure(mpi_error("MPI_Ibarrier", code));
    return finish(request, deadline, "MPI_Ibarrier");
  }

  Result<bool> all_of(bool mine, Deadline deadline) override {
    int in = mine ? 1 : 0, out = 0;
    MPI_Request request;
    const int code = MPI_Iallreduce(&in, &out, 1, MPI_INT, MPI_MIN, comm_, &request);
    if (code != MPI_SUCCESS) return Failure(mpi_error("MPI_Iallreduce", code));
    WEFT_CHECK(finish(request, deadline, "MPI_Iallreduce"));
    return out == 1;
  }

  Result<std::vector<std::string>> share(std::string_view mine, Deadline deadline) override {
    const int each = static_cast<int>(mine.size());
    std::string all(mine.size() * size(), '\0');
    MPI_Request request;
    const int code =
        MPI_Iallgather(mine.data(), each, MPI_BYTE, all.data(), each, MPI_BYTE, comm_, &request);
    if (code != MPI_SUCCESS) return Failure(mpi_error("MPI_Iallgather", code));
    WEFT_CHECK(finish(request, deadline, "MPI_Iallgather"));
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < size(); ++i)
      parts.push_back(all.substr(i * mine.size(), mine.size()));
    return parts;
  }

  Result<std::vector<std::string>> gather(std::string_view mine, std::span<const std::size_t> sizes,
                                          Deadline deadline) override {
    std::vector<int> lengths, starts;
    int total = 0;
    for (const std::size_t each : sizes) {
      starts.push_back(total);
      lengths.push_back(static_cast<int>(each));
      total += lengths.back();
    }
    std::string all(static_cast<std::size_t>(rank_ == 0 ? total : 0), '\0');
    MPI_Request request;
    const int code = MPI_Igatherv(mine.data(), static_cast<int>(mine.size()), MPI_BYTE, all.data(),
                                  lengths.data(), starts.data(), MPI_BYTE, 0, comm_, &request);
    if (code != MPI_SUCCESS) return Failure(mpi_error("MPI_Igatherv", code));
    WEFT_CHECK(finish(request, deadline, "MPI_Igatherv"));
    std::vector<std::string> parts;
    for (std::size_t i = 0; rank_ == 0 && i < sizes.size(); ++i)
      parts.push_back(all.substr(static_cast<std::size_t>(starts[i]), sizes[i]));
    return parts;
  }

 private:
  MPI_Comm comm_;
  int rank_ = 0, size_ = 0;
};

class MpiTransport final : public Transport {
 public:
  explicit MpiTransport(MPI_Comm comm) : comm_(comm) {}
  ~MpiTransport() override {
    for (MPI_Request& request : requests_)
      if (request != MPI_REQUEST_NULL) MPI_Cancel(&request), MPI_Request_free(&request);
  }

  Ticket send(std::uint32_t peer, std::uint32_t tag, const std::byte* data, std::size_t size,
              std::int64_t) override {
    const Ticket ticket = ticket_of();
    code_ = MPI_Isend(data, static_cast<int>(size), MPI_BYTE, static_cast<int>(peer),
                      static_cast<int>(tag), comm_, &requests_[ticket]);
    return ticket;
  }
  Ticket receive(std::uint32_t peer, std::uint32_t tag, std::byte* data,
                 std::size_t size) override {
    const Ticket ticket = ticket_of();
    code_ = MPI_Irecv(data, static_cast<int>(size), MPI_BYTE, static_cast<int>(peer),
                      static_cast<int>(tag), comm_, &requests_[ticket]);
    return ticket;
  }
  Poll poll(Ticket ticket) override {
    int done = 0;
    if (code_ != MPI_SUCCESS) return Poll::failed;
    code_ = MPI_Test(&requests_[ticket], &done, MPI_STATUS_IGNORE);
    if (code_ != MPI_SUCCESS) return Poll::failed;
    if (done == 0) return patience_.found_nothing(), Poll::pending;
    patience_.found_work();
    free_.push_back(ticket);
    return Poll::done;
  }
  Error error() const override { return mpi_error("MPI", code_); }

 private:
  Ticket ticket_of() {
    if (free_.empty()) {
      requests_.push_back(MPI_REQUEST_NULL);
      return static_cast<Ticket>(requests_.size() - 1);
    }
    const Ticket ticket = free_.back();
    free_.pop_back();
    return ticket;
  }

  MPI_Comm comm_;
  Patience patience_;
  int code_ = MPI_SUCCESS;
  std::vector<MPI_Request> requests_;
  std::vector<Ticket> free_;
};

class MpiBackend final : public Backend {
 public:
  MpiBackend() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  }
  ~MpiBackend() override { MPI_Finalize(); }
  std::uint32_t world_rank() const override { return static_cast<std::uint32_t>(rank_); }
  std::uint32_t world_size() const override { return static_cast<std::uint32_t>(size_); }

  std::string library() const override {
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int length = 0;
    MPI_Get_library_version(text, &length);
    return std::string(text, static_cast<std::size_t>(length));
  }

  Result<std::unique_ptr<Group>> group(std::span<const std::uint32_t> ranks, int key) override {
    std::vector<int> wanted(ranks.begin(), ranks.end());
    MPI_Group world, members;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, static_cast<int>(wanted.size()), wanted.data(), &members);
    MPI_Comm comm = MPI_COMM_NULL;
    const int code = MPI_Comm_create_group(MPI_COMM_WORLD, members, key, &comm);
    MPI_Group_free(&members);
    MPI_Group_free(&world);
    if (code != MPI_SUCCESS) return Failure(mpi_error("MPI_Comm_create_group", code));
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    return std::make_unique<MpiGroup>(comm);
  }

  Result<std::unique_ptr<Transport>> transport(Group& group) override {
    return std::make_unique<MpiTransport>(static_cast<MpiGroup&>(group).comm());
  }

  Result<std::unique_ptr<Communicator>> communicator(Group& group) override {
    return make_mpi_communicator(static_cast<MpiGroup&>(group).comm());
  }

 private:
  int rank_ = 0, size_ = 0;
};

}  // namespace
}  // namespace weft

extern "C" weft::Result<std::unique_ptr<weft::Backend>> weft_backend() {
  int provided = MPI_THREAD_SINGLE;
  const int code = MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  if (code != MPI_SUCCESS) return weft::fail("MPI_Init_thread failed");
  return std::make_unique<weft::MpiBackend>();
}
