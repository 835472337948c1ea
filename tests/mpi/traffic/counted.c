/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Programs whose messages the MPI itself counts.
 * usage: counted none                       nothing but MPI_Init and MPI_Finalize
 *        counted environment                the same; fails if it sees parameters of Open MPI that are not its own
 *        counted random SEED PROGRAMS       messages, communicators and collectives, the same for the same seed
 *        counted allgather BYTES TIMES      MPI_Allgather */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { max_processes = 16, max_items = 3000 };
static int me, size;
static unsigned long long state;

/* The same numbers in all processes. */
static int below(int limit) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (int)((state >> 33) % (unsigned)limit);
}

static int counts[max_processes], starts[max_processes];
static MPI_Datatype types[max_processes];
static int* out;
static int* in;

static void set_counts(int members, int items) {
  for (int i = 0; i < members; ++i) {
    counts[i] = 1 + (items + 7 * i) % 40;
    starts[i] = i * 41;
    types[i] = MPI_INT;
  }
}

/* MPI_`name`, blocking or not. */
#define CALL(name, iname, ...)                                            \
  do {                                                                    \
    MPI_Request request = MPI_REQUEST_NULL;                               \
    waits ? MPI_##name(__VA_ARGS__) : MPI_##iname(__VA_ARGS__, &request); \
    MPI_Wait(&request, MPI_STATUS_IGNORE);                                \
  } while (0)

/* One collective of a communicator, or of an intercommunicator, whose roots are those of the group `high`. */
static void collective(MPI_Comm comm, int inter, int high) {
  int rank, members, roots;
  MPI_Comm_rank(comm, &rank);
  inter ? MPI_Comm_remote_size(comm, &members) : MPI_Comm_size(comm, &members);
  const int kind = below(17), waits = below(2), items = below(2) ? below(10) : below(max_items);
  MPI_Comm_size(comm, &roots);
  int root = below(1000) % (inter && !high ? members : roots);
  if (inter) root = high ? (rank == root ? MPI_ROOT : MPI_PROC_NULL) : root;
  set_counts(max_processes, items);
  const int mine = counts[rank];
  switch (inter ? kind % 15 : kind) {
    case 0: CALL(Bcast, Ibcast, out, items, MPI_INT, root, comm); break;
    case 1: CALL(Allreduce, Iallreduce, out, in, items, MPI_INT, MPI_SUM, comm); break;
    case 2: CALL(Allgather, Iallgather, out, items, MPI_INT, in, items, MPI_INT, comm); break;
    case 3: CALL(Reduce, Ireduce, out, in, items, MPI_INT, MPI_SUM, root, comm); break;
    case 4: CALL(Alltoall, Ialltoall, out, items, MPI_INT, in, items, MPI_INT, comm); break;
    case 5: CALL(Gather, Igather, out, items, MPI_INT, in, items, MPI_INT, root, comm); break;
    case 6: CALL(Scatter, Iscatter, out, items, MPI_INT, in, items, MPI_INT, root, comm); break;
    case 7: CALL(Barrier, Ibarrier, comm); break;
    case 8: CALL(Allgatherv, Iallgatherv, out, mine, MPI_INT, in, counts, starts, MPI_INT, comm); break;
    case 9: CALL(Gatherv, Igatherv, out, mine, MPI_INT, in, counts, starts, MPI_INT, root, comm); break;
    case 10: CALL(Scatterv, Iscatterv, out, counts, starts, MPI_INT, in, mine, MPI_INT, root, comm); break;
    case 11: CALL(Reduce_scatter, Ireduce_scatter, out, in, counts, MPI_INT, MPI_SUM, comm); break;
    case 12: CALL(Reduce_scatter_block, Ireduce_scatter_block, out, in, items, MPI_INT, MPI_SUM, comm); break;
    case 13:
    case 14:
      for (int i = 0; i < members; ++i) counts[i] = 1 + (rank + i) % 5;
      if (kind == 13) CALL(Alltoallv, Ialltoallv, out, counts, starts, MPI_INT, in, counts, starts, MPI_INT, comm);
      for (int i = 0; i < members; ++i) starts[i] *= (int)sizeof(int);
      if (kind == 14) CALL(Alltoallw, Ialltoallw, out, counts, starts, types, in, counts, starts, types, comm);
      break;
    case 15: CALL(Scan, Iscan, out, in, items, MPI_INT, MPI_SUM, comm); break;
    default: CALL(Exscan, Iexscan, out, in, items, MPI_INT, MPI_SUM, comm);
  }
}

/* One neighborhood collective of a ring. */
static void neighborhood(MPI_Comm ring) {
  const int kind = below(5), waits = below(2), items = below(4) ? below(max_items) : 0;
  const int two[] = {items, items}, at[] = {0, max_items};
  const MPI_Aint bytes[] = {0, max_items * (MPI_Aint)sizeof(int)};
  switch (kind) {
    case 0: CALL(Neighbor_allgather, Ineighbor_allgather, out, items, MPI_INT, in, items, MPI_INT, ring); break;
    case 1: CALL(Neighbor_allgatherv, Ineighbor_allgatherv, out, items, MPI_INT, in, two, at, MPI_INT, ring); break;
    case 2: CALL(Neighbor_alltoall, Ineighbor_alltoall, out, items, MPI_INT, in, items, MPI_INT, ring); break;
    case 3: CALL(Neighbor_alltoallv, Ineighbor_alltoallv, out, two, at, MPI_INT, in, two, at, MPI_INT, ring); break;
    default: CALL(Neighbor_alltoallw, Ineighbor_alltoallw, out, two, bytes, types, in, two, bytes, types, ring);
  }
}

static void message(MPI_Comm comm) {
  int rank, members;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &members);
  const int step = below(members), items = below(4) ? below(max_items) : 0;
  MPI_Sendrecv(out, items, MPI_INT, (rank + step) % members, 1, in, items, MPI_INT, (rank + members - step) % members,
               1, comm, MPI_STATUS_IGNORE);
}

/* Makes a communicator, and frees it. */
static void make_one(MPI_Comm half) {
  MPI_Comm made = MPI_COMM_NULL;
  MPI_Group group;
  const int next = (me + 1) % size, before = (me + size - 1) % size, weight = 1;
  switch (below(3)) {
    case 0: MPI_Cart_create(MPI_COMM_WORLD, 1, &size, (const int[]){1}, 1, &made); break;
    case 1:
      MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &before, &weight, 1, &next, &weight, MPI_INFO_NULL, 1, &made);
      break;
    default:
      MPI_Comm_group(half, &group);
      MPI_Comm_create_group(half, group, 3, &made);
      MPI_Group_free(&group);
  }
  MPI_Comm_free(&made);
}

/* All processes take the same steps; those of the other half do the same in theirs. */
static void programs(int count) {
  MPI_Comm half, backwards, between, ring;
  MPI_Comm_split(MPI_COMM_WORLD, me % 2, me, &half);
  MPI_Comm_split(MPI_COMM_WORLD, 0, -me, &backwards);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - me % 2, 2, &between);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, (const int[]){1}, 0, &ring);
  for (int step = 0; step < 12 * count; ++step) {
    const MPI_Comm comm = (MPI_Comm[]){MPI_COMM_WORLD, half, backwards}[below(3)];
    const int what = below(5);
    if (below(20) == 0)
      make_one(half);
    else if (what == 0)
      message(comm);
    else if (what == 4)
      neighborhood(ring);
    else
      collective(what == 1 ? between : comm, what == 1, me % 2);
  }
  MPI_Comm_free(&ring);
  MPI_Comm_free(&between);
  MPI_Comm_free(&backwards);
  MPI_Comm_free(&half);
}

int main(int argc, char* argv[]) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  out = calloc(max_processes * max_items, sizeof *out);
  in = calloc(max_processes * max_items, sizeof *in);
  if (argc > 3 && strcmp(argv[1], "random") == 0) {
    set_counts(max_processes, 0);  // neighborhoods need datatypes, too
    state = strtoull(argv[2], NULL, 10);
    programs(atoi(argv[3]));
  }
  if (argc > 3 && strcmp(argv[1], "allgather") == 0) {
    const int bytes = atoi(argv[2]);
    char* const all = calloc((size_t)size, (size_t)bytes);
    char* const own = calloc(1, (size_t)bytes);
    for (int i = atoi(argv[3]); i > 0; --i) MPI_Allgather(own, bytes, MPI_CHAR, all, bytes, MPI_CHAR, MPI_COMM_WORLD);
    free(own);
    free(all);
  }
  free(in);
  free(out);
  MPI_Finalize();
  return argc > 1 && strcmp(argv[1], "environment") == 0 &&
         (getenv("OMPI_MCA_pml_monitoring_enable") != NULL || getenv("OMPI_MCA_coll") != NULL);
}
