/* The plain loop of the OSU micro-benchmarks' collective tests: the call timed by every rank, a
 * barrier after it. Prints "<size> <ns>" per size: the median over calls of the mean over ranks.
 *   mpirun -n 4 collective_plain all_reduce CALLS SIZE... */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_value(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, n;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &n);
  if (argc < 4) return fprintf(stderr, "collective_plain NAME CALLS SIZE...\n"), 2;
  const int calls = atoi(argv[2]), warm_up = 4;
  for (int s = 3; s < argc; ++s) {
    const size_t size = strtoul(argv[s], NULL, 10);
    const int elements = (int)(size / 4 > 0 ? size / 4 : 1);
    const int block = elements / n > 0 ? elements / n : 1;
    const size_t most = 4u * (size_t)(block * n > elements ? block * n : elements);
    float *in = malloc(most), *out = malloc(most);
    double *times = malloc(sizeof(double) * calls), *sums = malloc(sizeof(double) * calls);
    memset(in, 0, most);
    memset(out, 0, most);
    for (int i = -warm_up; i < calls; ++i) {
      const double began = MPI_Wtime();
      if (!strcmp(argv[1], "all_reduce"))
        MPI_Allreduce(in, out, elements, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
      else if (!strcmp(argv[1], "all_gather"))
        MPI_Allgather(in, block, MPI_FLOAT, out, block, MPI_FLOAT, MPI_COMM_WORLD);
      else if (!strcmp(argv[1], "all_to_all"))
        MPI_Alltoall(in, block, MPI_FLOAT, out, block, MPI_FLOAT, MPI_COMM_WORLD);
      else
        return fprintf(stderr, "all_reduce, all_gather or all_to_all\n"), 2;
      const double took = MPI_Wtime() - began;
      MPI_Barrier(MPI_COMM_WORLD);
      if (i >= 0) times[i] = took;
    }
    MPI_Reduce(times, sums, calls, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
      qsort(sums, (size_t)calls, sizeof *sums, by_value);
      printf("%zu %.0f\n", size, sums[calls / 2] / n * 1e9);
    }
    free(in), free(out), free(times), free(sums);
  }
  MPI_Finalize();
  return 0;
}
