// See communicator_mpi.h.

#include "backend/communicator_mpi.h"

#include <fmt/format.h>

#include <climits>
#include <cstring>

#include "measure/elements.h"

namespace weft {
namespace {

MPI_Datatype mpi_type(DataType type) {
  switch (type) {
    case DataType::int8:
      return MPI_INT8_T;
    case DataType::uint8:
      return MPI_UINT8_T;
    case DataType::int32:
      return MPI_INT32_T;
    case DataType::uint32:
      return MPI_UINT32_T;
    case DataType::int64:
      return MPI_INT64_T;
    case DataType::uint64:
      return MPI_UINT64_T;
    case DataType::float32:
      return MPI_FLOAT;
    case DataType::float64:
      return MPI_DOUBLE;
  }
  return MPI_BYTE;
}

MPI_Op mpi_operation(Reduction reduction) {
  switch (reduction) {
    case Reduction::sum:
      return MPI_SUM;
    case Reduction::product:
      return MPI_PROD;
    case Reduction::minimum:
      return MPI_MIN;
    case Reduction::maximum:
      return MPI_MAX;
  }
  return MPI_SUM;
}

class MpiCommunicator final : public Communicator {
 public:
  explicit MpiCommunicator(MPI_Comm comm) : comm_(comm) {
    MPI_Comm_rank(comm_, &rank_);
    MPI_Comm_size(comm_, &size_);
  }

  Result<void> barrier() override { return said("MPI_Barrier", MPI_Barrier(comm_)); }

  Result<void> run(const CollectiveCall& call) override {
    if (call.count > INT_MAX)
      return fail(fmt::format("{} elements are more than one MPI call takes", call.count));
    switch (call.what) {
      case Collective::all_reduce:
      case Collective::reduce_scatter:
      case Collective::reduce:
        return combine(call);
      case Collective::all_gather:
      case Collective::all_to_all:
      case Collective::gather:
      case Collective::scatter:
        return move_blocks(call);
      case Collective::broadcast: {
        std::byte* const at = rank_ == root(call) ? const_cast<std::byte*>(call.in) : call.out;
        return said("MPI_Bcast", MPI_Bcast(at, count(call), type(call), root(call), comm_));
      }
      case Collective::send_receive:
        return send_receive(call);
      case Collective::hypercube:
        return hypercube(call);
    }
    return {};
  }

 private:
  static Result<void> said(std::string_view name, int code) {
    if (code == MPI_SUCCESS) return {};
    return Failure(mpi_error(name, code));
  }
  static MPI_Datatype type(const CollectiveCall& call) { return mpi_type(call.type); }
  static int root(const CollectiveCall& call) { return static_cast<int>(call.root); }
  static int count(const CollectiveCall& call) { return static_cast<int>(call.count); }
  int block(const CollectiveCall& call) const { return count(call) / size_; }
  static bool in_place(const CollectiveCall& call) {
    return call.in != nullptr && call.in == call.out;
  }
  static const void* input(const CollectiveCall& call) {
    return in_place(call) ? MPI_IN_PLACE : static_cast<const void*>(call.in);
  }

  Result<void> combine(const CollectiveCall& call) {
    const MPI_Op op = mpi_operation(call.reduction);
    if (call.what == Collective::all_reduce)
      return said("MPI_Allreduce",
                  MPI_Allreduce(input(call), call.out, count(call), type(call), op, comm_));
    if (call.what == Collective::reduce)
      return said("MPI_Reduce", MPI_Reduce(input(call), call.out, count(call), type(call), op,
                                           root(call), comm_));
    return said(
        "MPI_Reduce_scatter_block",
        MPI_Reduce_scatter_block(input(call), call.out, block(call), type(call), op, comm_));
  }

  Result<void> move_blocks(const CollectiveCall& call) {
    const int n = block(call);
    const MPI_Datatype t = type(call);
    if (call.what == Collective::all_gather)
      return said("MPI_Allgather", MPI_Allgather(input(call), n, t, call.out, n, t, comm_));
    if (call.what == Collective::all_to_all)
      return said("MPI_Alltoall", MPI_Alltoall(input(call), n, t, call.out, n, t, comm_));
    if (call.what == Collective::gather)
      return said("MPI_Gather", MPI_Gather(input(call), n, t, call.out, n, t, root(call), comm_));
    // The root's own block stays where it is; the others only receive.
    void* const out = in_place(call) ? MPI_IN_PLACE : static_cast<void*>(call.out);
    return said("MPI_Scatter", MPI_Scatter(call.in, n, t, out, n, t, root(call), comm_));
  }

  Result<void> send_receive(const CollectiveCall& call) {
    const int next = (rank_ + 1) % size_, before = (rank_ + size_ - 1) % size_;
    if (in_place(call))
      return said("MPI_Sendrecv_replace",
                  MPI_Sendrecv_replace(call.out, count(call), type(call), next, 0, before, 0, comm_,
                                       MPI_STATUS_IGNORE));
    return said("MPI_Sendrecv",
                MPI_Sendrecv(call.in, count(call), type(call), next, 0, call.out, count(call),
                             type(call), before, 0, comm_, MPI_STATUS_IGNORE));
  }

  Result<void> hypercube(const CollectiveCall& call) {
    const auto bytes = static_cast<std::size_t>(block(call)) * element_size(call.type);
    const auto at = [&](int member) { return call.out + static_cast<std::size_t>(member) * bytes; };
    if (!in_place(call)) std::memcpy(at(rank_), call.in, bytes);
    for (int distance = 1; distance < size_; distance *= 2) {
      const int peer = rank_ ^ distance;
      // The blocks of those who differ from me only in lower bits are here already.
      const int mine = rank_ & ~(distance - 1), theirs = peer & ~(distance - 1);
      const int elements = distance * block(call);
      WEFT_CHECK(said("MPI_Sendrecv",
                      MPI_Sendrecv(at(mine), elements, type(call), peer, 0, at(theirs), elements,
                                   type(call), peer, 0, comm_, MPI_STATUS_IGNORE)));
    }
    return {};
  }

  MPI_Comm comm_;
  int rank_ = 0, size_ = 0;
};

}  // namespace

std::unique_ptr<Communicator> make_mpi_communicator(MPI_Comm comm) {
  return std::make_unique<MpiCommunicator>(comm);
}

}  // namespace weft
