/* The loops that the worker's ping-pong is compared with, as anyone would write them: non-blocking
   with a time per message, and blocking. Both give half round trips in ns, one a message. */
#include <mpi.h>
#include <stdint.h>
#include <time.h>

static int64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void wait_for(MPI_Request* request) {
  int done = 0;
  while (!done) MPI_Test(request, &done, MPI_STATUS_IGNORE);
}

void plain_nonblocking(int rank, char* out, char* in, int size, int messages, int64_t* half_ns) {
  const int peer = 1 - rank;
  for (int i = 0; i < messages; ++i) {
    MPI_Request receive, send;
    if (rank == 0) {
      const int64_t began = now_ns();
      MPI_Irecv(in, size, MPI_BYTE, peer, 1, MPI_COMM_WORLD, &receive);
      MPI_Isend(out, size, MPI_BYTE, peer, 0, MPI_COMM_WORLD, &send);
      wait_for(&send);
      wait_for(&receive);
      half_ns[i] = (now_ns() - began) / 2;
    } else {
      MPI_Irecv(in, size, MPI_BYTE, peer, 0, MPI_COMM_WORLD, &receive);
      wait_for(&receive);
      MPI_Isend(in, size, MPI_BYTE, peer, 1, MPI_COMM_WORLD, &send);
      wait_for(&send);
    }
  }
}

void plain_blocking(int rank, char* out, char* in, int size, int messages, int64_t* half_ns) {
  const int peer = 1 - rank;
  for (int i = 0; i < messages; ++i) {
    if (rank == 0) {
      const int64_t began = now_ns();
      MPI_Send(out, size, MPI_BYTE, peer, 0, MPI_COMM_WORLD);
      MPI_Recv(in, size, MPI_BYTE, peer, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      half_ns[i] = (now_ns() - began) / 2;
    } else {
      MPI_Recv(in, size, MPI_BYTE, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(in, size, MPI_BYTE, peer, 1, MPI_COMM_WORLD);
    }
  }
}
