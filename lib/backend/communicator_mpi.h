// Collectives of MPI: the library's blocking calls, as programs use them.
#pragma once

#include <mpi.h>

#include <memory>

#include "measure/seams.h"

namespace weft {

Error mpi_error(std::string_view call, int code);

// `comm` must outlive it. In place is MPI_IN_PLACE; send_receive is MPI_Sendrecv to the next member
// (in place MPI_Sendrecv_replace); hypercube, which MPI does not have, is MPI_Sendrecv with the
// members at distance 1, 2, 4, ..., each time of all blocks that are there.
std::unique_ptr<Communicator> make_mpi_communicator(MPI_Comm comm);

}  // namespace weft
