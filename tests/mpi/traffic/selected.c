/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Collectives of many sizes, whose messages between nodes are counted where MPICH hands them to UCX.
 * usage: selected FORM [KIND]     FORM: blocking, nonblocking or persistent; KIND is the name of a function: allreduce
 * Prints for each process: its rank, the lowest rank on its node, and the bytes and the messages that it sent to each
 * process. A record has the same. */
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucp/api/ucp.h>

enum { max_processes = 16, max_items = max_processes * 140000, max_types = 1024 };

static ucp_ep_h ends[max_processes];
static long long sent[2 * max_processes]; /* bytes, and messages */
static int rank, size;
static int looking_for = -1; /* the process to which a message is sent, to learn its end */

/* The datatypes that MPICH defines: UCX asks their functions for the size. */
static struct {
  ucp_datatype_t type;
  ucp_generic_dt_ops_t functions;
  void* context;
} types[max_types];
static int defined;

static size_t bytes_of(const void* buffer, size_t count, ucp_datatype_t type) {
  if ((type & UCP_DATATYPE_CLASS_MASK) == UCP_DATATYPE_CONTIG) return count * (type >> UCP_DATATYPE_SHIFT);
  for (int i = defined - 1; i >= 0; --i)
    if (types[i].type == type)
      /* Not finished: MPICH would release the datatype, which it took once for each message. */
      return types[i].functions.packed_size(types[i].functions.start_pack(types[i].context, buffer, count));
  fprintf(stderr, "selected: a message has an unknown datatype of UCX\n");
  exit(1);
}

#define FOUND_FIRST __attribute__((visibility("default")))

FOUND_FIRST ucs_status_t ucp_dt_create_generic(const ucp_generic_dt_ops_t* functions, void* context,
                                               ucp_datatype_t* type) {
  ucs_status_t (*next)(const ucp_generic_dt_ops_t*, void*, ucp_datatype_t*);
  *(void**)&next = dlsym(RTLD_NEXT, "ucp_dt_create_generic");
  const ucs_status_t status = next(functions, context, type);
  if (defined == max_types) exit(1);
  types[defined].type = *type;
  types[defined].functions = *functions;
  types[defined++].context = context;
  return status;
}

FOUND_FIRST ucs_status_ptr_t ucp_tag_send_nbx(ucp_ep_h end, const void* buffer, size_t count, ucp_tag_t tag,
                                              const ucp_request_param_t* options) {
  static ucs_status_ptr_t (*next)(ucp_ep_h, const void*, size_t, ucp_tag_t, const ucp_request_param_t*);
  if (next == NULL) *(void**)&next = dlsym(RTLD_NEXT, "ucp_tag_send_nbx");
  if (looking_for >= 0) ends[looking_for] = end;
  const int has_type = (options->op_attr_mask & UCP_OP_ATTR_FIELD_DATATYPE) != 0;
  for (int i = 0; i < max_processes; ++i)
    if (ends[i] == end) {
      ++sent[size + i];
      sent[i] += (long long)bytes_of(buffer, count, has_type ? options->datatype : ucp_dt_make_contig(1));
    }
  return next(end, buffer, count, tag, options);
}

static int in[max_items], out[max_items];
static int counts[max_processes], starts[max_processes];
static MPI_Datatype kinds_of_items[max_processes];

static void learn_ends(void) {
  for (int step = 1; step < size; ++step) {
    const int to = (rank + step) % size, from = (rank + size - step) % size;
    MPI_Request request;
    MPI_Irecv(NULL, 0, MPI_INT, from, 0, MPI_COMM_WORLD, &request);
    looking_for = to;
    MPI_Send(NULL, 0, MPI_INT, to, 0, MPI_COMM_WORLD);
    looking_for = -1;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
}

static void add(void* from, void* to, int* count, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < *count; ++i) ((int*)to)[i] += ((int*)from)[i];
}

static void different_counts(int items) {
  for (int i = 0; i < size; ++i) {
    counts[i] = items + 3 * i;
    starts[i] = i == 0 ? 0 : starts[i - 1] + counts[i - 1];
    kinds_of_items[i] = MPI_INT;
  }
}

static MPI_Op ordered, unordered; /* of the user: not commutative, and commutative */
static const char* wanted;
static int is(const char* kind) { return wanted == NULL || strcmp(wanted, kind) == 0; }

static char form; /* b, n or p */

/* The collective MPI_`name` in the form that is asked for. */
#define CALL(name, iname, ...)                                 \
  do {                                                         \
    MPI_Request request = MPI_REQUEST_NULL;                    \
    if (form == 'b') MPI_##name(__VA_ARGS__);                  \
    if (form == 'n') MPI_##iname(__VA_ARGS__, &request);       \
    if (form == 'p') {                                         \
      MPI_##name##_init(__VA_ARGS__, MPI_INFO_NULL, &request); \
      MPI_Start(&request);                                     \
    }                                                          \
    MPI_Wait(&request, MPI_STATUS_IGNORE);                     \
    if (form == 'p') MPI_Request_free(&request);               \
  } while (0)

static void rooted(MPI_Comm comm, int items, int root) {
  if (is("bcast")) CALL(Bcast, Ibcast, out, items, MPI_INT, root, comm);
  if (is("reduce")) CALL(Reduce, Ireduce, out, in, items, MPI_INT, MPI_SUM, root, comm);
  if (is("reduce")) CALL(Reduce, Ireduce, out, in, items, MPI_INT, ordered, root, comm);
  if (is("gather")) CALL(Gather, Igather, out, items, MPI_INT, in, items, MPI_INT, root, comm);
  if (is("scatter")) CALL(Scatter, Iscatter, out, items, MPI_INT, in, items, MPI_INT, root, comm);
  different_counts(items);
  if (is("gatherv")) CALL(Gatherv, Igatherv, out, counts[rank], MPI_INT, in, counts, starts, MPI_INT, root, comm);
  if (is("scatterv")) CALL(Scatterv, Iscatterv, out, counts, starts, MPI_INT, in, counts[rank], MPI_INT, root, comm);
}

static void unrooted(MPI_Comm comm, int items) {
  if (is("allreduce")) CALL(Allreduce, Iallreduce, out, in, items, MPI_INT, MPI_SUM, comm);
  if (is("allreduce")) CALL(Allreduce, Iallreduce, MPI_IN_PLACE, in, items, MPI_INT, ordered, comm);
  if (is("allreduce")) CALL(Allreduce, Iallreduce, MPI_IN_PLACE, in, items, MPI_INT, unordered, comm);
  if (is("allgather")) CALL(Allgather, Iallgather, out, items, MPI_INT, in, items, MPI_INT, comm);
  if (is("alltoall")) CALL(Alltoall, Ialltoall, out, items, MPI_INT, in, items, MPI_INT, comm);
  if (is("alltoall")) CALL(Alltoall, Ialltoall, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, items, MPI_INT, comm);
  if (is("reduce_scatter_block"))
    CALL(Reduce_scatter_block, Ireduce_scatter_block, out, in, items, MPI_INT, MPI_SUM, comm);
  if (is("scan")) CALL(Scan, Iscan, out, in, items, MPI_INT, MPI_SUM, comm);
  if (is("exscan")) CALL(Exscan, Iexscan, out, in, items, MPI_INT, MPI_SUM, comm);
  if (is("barrier")) CALL(Barrier, Ibarrier, comm);
  different_counts(items);
  if (is("allgatherv")) CALL(Allgatherv, Iallgatherv, out, counts[rank], MPI_INT, in, counts, starts, MPI_INT, comm);
  if (is("reduce_scatter")) CALL(Reduce_scatter, Ireduce_scatter, out, in, counts, MPI_INT, MPI_SUM, comm);
  for (int i = 0; i < size; ++i) counts[i] = items + rank + i;
  for (int i = 1; i < size; ++i) starts[i] = starts[i - 1] + counts[i - 1];
  if (is("alltoallv")) CALL(Alltoallv, Ialltoallv, out, counts, starts, MPI_INT, in, counts, starts, MPI_INT, comm);
  for (int i = 0; i < size; ++i) starts[i] *= (int)sizeof(int);
  if (is("alltoallw"))
    CALL(Alltoallw, Ialltoallw, out, counts, starts, kinds_of_items, in, counts, starts, kinds_of_items, comm);
}

static int node(void) {
  int lowest = rank;
  MPI_Comm mine;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &mine);
  MPI_Bcast(&lowest, 1, MPI_INT, 0, mine);
  MPI_Comm_free(&mine);
  return lowest;
}

int main(int argc, char** argv) {
  const int sizes[] = {1, 2, 3, 7, 60, 100, 400, 600, 3000, 4000, 9000, 17000};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Pcontrol(0); /* what follows is not recorded */
  form = argc > 1 ? *argv[1] : 'b';
  wanted = argc > 2 ? argv[2] : NULL;
  MPI_Op_create(add, 0, &ordered);
  MPI_Op_create(add, 1, &unordered);
  const int mine = node();
  learn_ends();
  MPI_Barrier(MPI_COMM_WORLD);
  memset(sent, 0, sizeof sent);
  MPI_Pcontrol(1);
  for (int i = 0; i < (int)(sizeof sizes / sizeof *sizes); ++i) {
    for (int root = 0; root < size; root += 1 + size / 3) rooted(MPI_COMM_WORLD, sizes[i], root);
    unrooted(MPI_COMM_WORLD, sizes[i]);
  }
  if (is("bcast")) CALL(Bcast, Ibcast, out, 140000, MPI_INT, 1, MPI_COMM_WORLD);
  if (is("reduce_scatter_block"))
    CALL(Reduce_scatter_block, Ireduce_scatter_block, out, in, 140000, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Pcontrol(0);
  const int width = 2 * size + 2;
  long long row[2 * max_processes + 2] = {rank, mine}, all[max_processes * (2 * max_processes + 2)];
  for (int i = 0; i < 2 * size; ++i) row[i + 2] = sent[i];
  MPI_Gather(row, width, MPI_LONG_LONG, all, width, MPI_LONG_LONG, 0, MPI_COMM_WORLD);
  for (int i = 0; rank == 0 && i < size * width; ++i) printf("%lld%c", all[i], (i + 1) % width == 0 ? '\n' : ' ');
  MPI_Op_free(&ordered);
  MPI_Op_free(&unordered);
  MPI_Finalize();
  return 0;
}
