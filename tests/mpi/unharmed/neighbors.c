/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Neighborhood collectives over random grids and graphs, with random datatypes: a line for each, with a hash of what
 * all processes received. The lines must be the same without and with the interposer.
 *
 *     neighbors SEED CASES LARGEST [die | often]
 *
 * LARGEST: ints of a block, at most. With "die", the last process is killed in the middle. With "often", each
 * communicator has hundreds of collectives, most of them blocking, and some processes are late. */
#include <mpi.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { max_edges = 64, max_at_once = 4, functions = 5 };

static int rank, size, weights[max_edges];
static uint64_t state; /* all processes draw the same numbers */

static uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}
static int draw(int below) { return (int)(mix(++state) % (uint64_t)below); }

/* A layout of `ints` ints: `type` repeated `count` times, in `span` ints of memory. */
typedef struct {
  MPI_Datatype type;
  int count, span;
} Layout;

/* Every kind holds any number of ints. `seed` may differ between processes. */
static Layout make_layout(int ints, uint64_t seed) {
  Layout made = {MPI_INT, ints, ints};
  const int kind = (int)(mix(seed) % 5);
  if (kind == 0 || ints == 0) return made;
  if (kind == 1) { /* a column */
    MPI_Type_vector(ints, 1, 3, MPI_INT, &made.type);
    made.count = 1;
    made.span = 3 * ints;
  } else if (kind == 2) { /* every second int, as many elements of one int with a larger extent */
    MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &made.type);
    made.span = 2 * ints;
  } else if (kind == 3) { /* the second half first */
    const int lengths[] = {ints / 2, ints - ints / 2};
    const int displacements[] = {ints - ints / 2 + 1, 0};
    MPI_Type_indexed(2, lengths, displacements, MPI_INT, &made.type);
    made.count = 1;
    made.span = ints + 1;
  } else { /* a part of an array */
    const int sizes[] = {ints, 4}, parts[] = {ints, 1}, starts[] = {0, 2};
    MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &made.type);
    made.count = 1;
    made.span = 4 * ints;
  }
  MPI_Type_commit(&made.type);
  return made;
}
static void free_layout(Layout* layout) {
  if (layout->type != MPI_INT) MPI_Type_free(&layout->type);
}

static void add_edges(int from, int to, int times, int sources[], int* in, int destinations[], int* out) {
  while (times-- > 0) {
    if (from == rank && *out < max_edges) destinations[(*out)++] = to;
    if (to == rank && *in < max_edges) sources[(*in)++] = from;
  }
}

/* A topology, with the same neighbors for all MPIs. */
static MPI_Comm make_topology(MPI_Comm base, char* name, size_t room) {
  MPI_Comm made = MPI_COMM_NULL;
  const int kind = draw(3);
  if (kind == 0) {
    const int ndims = 1 + draw(3);
    int dims[3] = {0}, periods[3];
    for (int i = 0; i < ndims; ++i) periods[i] = draw(2);
    MPI_Dims_create(size, ndims, dims);
    if (draw(2) && ndims > 1) { /* 1 along an axis */
      for (int i = 1; i < ndims; ++i) dims[i] = 1;
      dims[0] = size;
    }
    MPI_Cart_create(base, ndims, dims, periods, 0, &made);
    snprintf(name, room, "cart %d %dx%dx%d %d%d%d", ndims, dims[0], ndims > 1 ? dims[1] : 1, ndims > 2 ? dims[2] : 1,
             periods[0], ndims > 1 && periods[1], ndims > 2 && periods[2]);
  } else if (kind == 1) { /* edges both ways, some twice */
    int index[64], edges[64 * 16], total = 0;
    const int step = 1 + draw(size), twice = draw(2);
    for (int i = 0; i < size; ++i) {
      for (int again = 0; again <= twice; ++again) {
        edges[total++] = (i + step) % size;
        edges[total++] = (i + size - step) % size;
      }
      index[i] = total;
    }
    MPI_Graph_create(base, size, index, edges, 0, &made);
    snprintf(name, room, "graph step %d twice %d", step, twice);
  } else {
    int sources[max_edges], destinations[max_edges], in = 0, out = 0;
    int edges = draw(3 * size) + 1;
    /* As many edges into each process as out of it. Otherwise MPICH 4.0 is wrong in MPI_Neighbor_alltoallw. */
    const int balanced = 2 * draw(2);
#ifdef OPEN_MPI
    if (balanced == 0)
      for (int i = 0; i < edges; ++i)
        add_edges(draw(size), draw(size), 1 + (draw(4) == 0), sources, &in, destinations, &out);
    else
#endif
      for (int turn = 0; turn < 1 + balanced; ++turn) {
        const int step = draw(size), times = 1 + draw(2);
        for (int i = 0; i < size; ++i) add_edges(i, (i + step) % size, times, sources, &in, destinations, &out);
      }
    MPI_Dist_graph_create_adjacent(base, in, sources, weights, out, destinations, weights, MPI_INFO_NULL, 0, &made);
    snprintf(name, room, "dist_graph %d edges", edges);
  }
  return made;
}

static void get_neighbors(MPI_Comm comm, int* in, int sources[], int* out, int destinations[]) {
  int topology, weighted;
  MPI_Topo_test(comm, &topology);
  if (topology == MPI_CART) {
    int ndims;
    MPI_Cartdim_get(comm, &ndims);
    for (int i = 0; i < ndims; ++i) MPI_Cart_shift(comm, i, 1, &sources[2 * i], &sources[2 * i + 1]);
    *in = *out = 2 * ndims;
    memcpy(destinations, sources, 2 * ndims * sizeof(int));
  } else if (topology == MPI_GRAPH) {
    MPI_Graph_neighbors_count(comm, rank, in);
    MPI_Graph_neighbors(comm, rank, *in, sources);
    *out = *in;
    memcpy(destinations, sources, *in * sizeof(int));
  } else {
    MPI_Dist_graph_neighbors_count(comm, in, out, &weighted);
    MPI_Dist_graph_neighbors(comm, *in, sources, weights, *out, destinations, weights);
  }
}

/* The arguments of one collective. */
typedef struct {
  int function, in, out;
  Layout sent[max_edges], received[max_edges];
  int counts[max_edges], displacements[max_edges], received_counts[max_edges], received_displacements[max_edges];
  MPI_Aint bytes[max_edges], received_bytes[max_edges];
  MPI_Datatype types[max_edges], received_types[max_edges];
  int *data, *result;
  size_t data_ints, result_ints;
  MPI_Count large_counts[max_edges], large_received_counts[max_edges]; /* the same for functions with names in _c */
  MPI_Aint far[max_edges], received_far[max_edges];
} Call;

static int ints_of(uint64_t seed, int largest, int from, int to) {
  const uint64_t drawn = mix(seed ^ mix((uint64_t)(from * 1000 + to)));
  if (drawn % 4 == 0) return (int)(mix(drawn) % 4);
  return (int)(mix(drawn) % (uint64_t)(drawn % 4 == 1 ? largest + 1 : largest / 16 + 2));
}

static void prepare(Call* call, MPI_Comm comm, int function, int largest, uint64_t seed) {
  int sources[max_edges], destinations[max_edges];
  get_neighbors(comm, &call->in, sources, &call->out, destinations);
  call->function = function;
  const int typed = function == 4, varied = function == 3;
  const int all = ints_of(seed, largest, 999, 999);
  /* Functions with one datatype: blocks of several elements of a few ints. */
  const int unit = 1 + (int)(mix(seed + 1) % 5);
  Layout one = make_layout(unit, mix(seed + 2) + (uint64_t)rank);
  Layout one_received = make_layout(unit, mix(seed + 3) + (uint64_t)rank);
  MPI_Aint lb, extent, received_extent;
  MPI_Type_get_extent(one.type, &lb, &extent);
  MPI_Type_get_extent(one_received.type, &lb, &received_extent);
  const int ints_per = one.type == MPI_INT ? 1 : unit / one.count;
  const int received_ints_per = one_received.type == MPI_INT ? 1 : unit / one_received.count;
  size_t at = 5;
  for (int i = 0; i < call->out; ++i) {
    const int to = destinations[i];
    const int own = to == MPI_PROC_NULL ? 3 * unit : ints_of(seed, largest, rank, to);
    const int ints = typed ? own : (varied ? own : all) / unit * unit;
    if (typed) {
      call->sent[i] = make_layout(ints, mix(seed + 4) + (uint64_t)(rank * 64 + i));
      call->counts[i] = call->sent[i].count;
      call->bytes[i] = (MPI_Aint)(at * sizeof(int));
      at += (size_t)call->sent[i].span + 3;
    } else {
      call->counts[i] = ints / ints_per;
      call->displacements[i] = i == 0 || !varied ? 0 : call->displacements[i - 1] + call->counts[i - 1] + 1;
      call->sent[i] = one;
      at += (size_t)(call->counts[i] + 2) * (size_t)extent / sizeof(int) + (size_t)one.span;
    }
    call->types[i] = call->sent[i].type;
  }
  call->data_ints = at + 16;
  at = 5;
  for (int i = 0; i < call->in; ++i) {
    const int from = sources[i];
    const int own = from == MPI_PROC_NULL ? 2 * unit : ints_of(seed, largest, from, rank);
    const int ints = typed ? own : (varied ? own : all) / unit * unit;
    if (typed) {
      call->received[i] = make_layout(ints, mix(seed + 5) + (uint64_t)(rank * 64 + i));
      call->received_counts[i] = call->received[i].count;
      call->received_bytes[i] = (MPI_Aint)(at * sizeof(int));
      at += (size_t)call->received[i].span + 3;
    } else {
      call->received_counts[i] = ints / received_ints_per;
      call->received_displacements[i] =
          i == 0 ? 0 : call->received_displacements[i - 1] + call->received_counts[i - 1] + 1;
      call->received[i] = one_received;
      at += (size_t)(call->received_counts[i] + 2) * (size_t)received_extent / sizeof(int) + (size_t)one_received.span;
    }
    call->received_types[i] = call->received[i].type;
  }
  call->result_ints = at + 16;
  /* Equal blocks have one count, whether or not this process has neighbors. */
  if (function < 3) {
    call->counts[0] = all / unit * unit / ints_per;
    if (function != 1) call->received_counts[0] = all / unit * unit / received_ints_per;
    call->data_ints += (size_t)(call->counts[0] + 2) * (size_t)extent / sizeof(int);
  }
  if (typed) {
    free_layout(&one);
    free_layout(&one_received);
  } else {
    call->sent[0] = one;
    call->received[0] = one_received;
  }
  call->data = malloc(call->data_ints * sizeof(int));
  call->result = malloc(call->result_ints * sizeof(int));
  for (size_t i = 0; i < call->data_ints; ++i) call->data[i] = (int)mix(seed + (uint64_t)rank * 1000003U + i);
  for (size_t i = 0; i < call->result_ints; ++i) call->result[i] = (int)i;
}

static void release(Call* call) {
  if (call->function == 4) {
    for (int i = 0; i < call->out; ++i) free_layout(&call->sent[i]);
    for (int i = 0; i < call->in; ++i) free_layout(&call->received[i]);
  } else {
    free_layout(&call->sent[0]);
    free_layout(&call->received[0]);
  }
  free(call->data);
  free(call->result);
}

static void make_large(Call* c) {
  for (int i = 0; i < max_edges; ++i) {
    c->large_counts[i] = c->counts[i];
    c->large_received_counts[i] = c->received_counts[i];
    c->far[i] = c->displacements[i];
    c->received_far[i] = c->received_displacements[i];
  }
}

/* The arguments of a call, with its counts and displacements. */
#define GATHER(c, n) (c)->data, (c)->n##counts[0], (c)->sent[0].type, (c)->result
#define EQUAL_ARGUMENTS(c, n) GATHER(c, n), (c)->n##received_counts[0], (c)->received[0].type, comm
#define GATHERV_ARGUMENTS(c, n, at) \
  GATHER(c, n), (c)->n##received_counts, (c)->received_##at, (c)->received[0].type, comm
#define VARIED_ARGUMENTS(c, n, at)                                                                                 \
  (c)->data, (c)->n##counts, (c)->at, (c)->sent[0].type, (c)->result, (c)->n##received_counts, (c)->received_##at, \
      (c)->received[0].type, comm
#define TYPED_ARGUMENTS(c, n)                                                                                   \
  (c)->data, (c)->n##counts, (c)->bytes, (c)->types, (c)->result, (c)->n##received_counts, (c)->received_bytes, \
      (c)->received_types, comm

/* All functions of one kind. `NAME` makes their names, `n` and `at` are the names of counts and displacements, and
 * `...` are the last arguments. */
#define CALL(NAME, c, n, at, ...)                                                    \
  if ((c)->function == 0) NAME(allgather)(EQUAL_ARGUMENTS(c, n) __VA_ARGS__);        \
  if ((c)->function == 1) NAME(allgatherv)(GATHERV_ARGUMENTS(c, n, at) __VA_ARGS__); \
  if ((c)->function == 2) NAME(alltoall)(EQUAL_ARGUMENTS(c, n) __VA_ARGS__);         \
  if ((c)->function == 3) NAME(alltoallv)(VARIED_ARGUMENTS(c, n, at) __VA_ARGS__);   \
  if ((c)->function == 4) NAME(alltoallw)(TYPED_ARGUMENTS(c, n) __VA_ARGS__);
#define COMMA ,
#define BLOCKING(name) MPI_Neighbor_##name
#define NONBLOCKING(name) MPI_Ineighbor_##name
#define BLOCKING_LARGE(name) MPI_Neighbor_##name##_c
#define NONBLOCKING_LARGE(name) MPI_Ineighbor_##name##_c
#define PERSISTENT_LARGE(name) MPI_Neighbor_##name##_init_c
#if MPI_VERSION >= 4
#define LARGE 1
#define PERSISTENT(name) MPI_Neighbor_##name##_init
#elif defined(OPEN_MPI)
#include <mpi-ext.h>
#if defined(OMPI_HAVE_MPI_EXT_PCOLLREQ)
#define PERSISTENT(name) MPIX_Neighbor_##name##_init
#endif
#endif

#ifdef LARGE
#define CALL_EITHER(NAME, c, ...)                   \
  if (large) {                                      \
    CALL(NAME##_LARGE, c, large_, far, __VA_ARGS__) \
  } else {                                          \
    CALL(NAME, c, , displacements, __VA_ARGS__)     \
  }
#else
#define CALL_EITHER(NAME, c, ...) \
  (void)large;                    \
  CALL(NAME, c, , displacements, __VA_ARGS__)
#endif

static void run_blocking(Call* c, int large, MPI_Comm comm) { CALL_EITHER(BLOCKING, c, ) }
static void start(Call* c, int large, MPI_Comm comm, MPI_Request* request) {
  CALL_EITHER(NONBLOCKING, c, COMMA request)
}
#ifdef PERSISTENT
static void make_persistent(Call* c, int large, MPI_Comm comm, MPI_Request* request) {
  CALL_EITHER(PERSISTENT, c, COMMA MPI_INFO_NULL COMMA request)
}
#endif

/* Each process completes its requests in a way of its own. */
static void complete(int way, int count, MPI_Request requests[]) {
  int done = 0, index, indices[16], some;
  MPI_Status status, statuses[16];
  switch (way) {
    case 0:
      for (int i = count; i-- > 0;) MPI_Wait(&requests[i], &status);
      break;
    case 1: MPI_Waitall(count, requests, statuses); break;
    case 2:
      for (int i = 0; i < count; ++i) MPI_Waitany(count, requests, &index, MPI_STATUS_IGNORE);
      break;
    case 3:
      while (done < count) {
        MPI_Waitsome(count, requests, &some, indices, statuses);
        done += some;
      }
      break;
#ifdef OPEN_MPI /* MPICH 4.0 fails here, also without the interposer */
    case 4:
      while (!done) MPI_Testall(count, requests, &done, statuses);
      break;
#endif
    case 5:
      for (int i = 0; i < count; ++i)
        for (done = 0; !done;) MPI_Testany(count, requests, &index, &done, &status);
      break;
    case 6:
      while (done < count) {
        MPI_Testsome(count, requests, &some, indices, statuses);
        done += some;
      }
      break;
    default:
      for (int i = 0; i < count; ++i) {
        for (done = 0; !done;) MPI_Request_get_status(requests[i], &done, &status);
        for (done = 0; !done;) MPI_Test(&requests[i], &done, &status);
      }
  }
}

static uint64_t hash_of(const Call* call) {
  uint64_t hash = 0;
  for (size_t i = 0; i < call->result_ints; ++i) hash = mix(hash ^ (uint32_t)call->result[i]);
  return hash + mix((uint64_t)rank + 77U) * hash;
}

static void change(Call* call) {
  for (size_t i = 0; i < call->data_ints; ++i) call->data[i] += 12345;
}

static void print_sum(int number, const char* topology, const char* mode, int function, uint64_t hash) {
  uint64_t sum = 0;
  MPI_Reduce(&hash, &sum, 1, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%d %s %s %d %016llx\n", number, topology, mode, function, (unsigned long long)sum);
}

static void run_case(int number, int largest, int often) {
  char name[100];
  MPI_Comm base = MPI_COMM_WORLD, comm;
  Call calls[max_at_once];
  MPI_Request requests[max_at_once + 2];
  const int other = draw(3);
  if (other == 1) MPI_Comm_dup(MPI_COMM_WORLD, &base);
  if (other == 2) MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &base);
  MPI_Comm topology = make_topology(base, name, sizeof name);
  if (draw(3) == 0)
    MPI_Comm_dup(topology, &comm);
  else
    comm = topology;
  for (int repeat = often ? 300 : draw(4) + 1; repeat-- > 0;) {
    const int mode = often && draw(4) ? 0 : draw(3), large = draw(2);
    if (often && mix(state + (uint64_t)rank) % 100 == 0) usleep(2000);
    const int count = mode == 1 ? 1 + draw(max_at_once) : mode == 2 ? 1 + draw(2) : 1;
    uint64_t hash = 0;
    for (int i = 0; i < count; ++i) {
      const int function = draw(functions), size_seed = draw(1 << 30);
      prepare(&calls[i], comm, function, largest, (uint64_t)size_seed);
      make_large(&calls[i]);
    }
    const int way = (int)(mix(state + (uint64_t)rank) % 8);
    if (mode == 0) {
      run_blocking(&calls[0], large, comm);
      hash += hash_of(&calls[0]);
    } else if (mode == 1) {
      int in = -1, out = rank, extra = 0;
      for (int i = 0; i < count; ++i) start(&calls[i], large, comm, &requests[i]);
      if (way % 2) { /* with a message between them */
        MPI_Irecv(&in, 1, MPI_INT, rank, 7, comm, &requests[count]);
        MPI_Isend(&out, 1, MPI_INT, rank, 7, comm, &requests[count + 1]);
        extra = 2;
      }
      if (rank % 3 == 0) MPI_Barrier(MPI_COMM_SELF);
      complete(way, count + extra, requests);
      for (int i = 0; i < count; ++i) hash += mix((uint64_t)i) * hash_of(&calls[i]);
    }
#ifdef PERSISTENT
    else {
      for (int i = 0; i < count; ++i) make_persistent(&calls[i], large, comm, &requests[i]);
      for (int turn = 0; turn < 3; ++turn) {
        if (turn == 1)
          MPI_Startall(count, requests);
        else
          for (int i = 0; i < count; ++i) MPI_Start(&requests[i]);
        complete(way == 2 || way == 3 || way == 5 || way == 6 ? 1 : way, count, requests);
        for (int i = 0; i < count; ++i) {
          hash += mix((uint64_t)(2 * turn + i)) * hash_of(&calls[i]);
          change(&calls[i]);
        }
      }
      for (int i = 0; i < count; ++i) MPI_Request_free(&requests[i]);
    }
#endif
    print_sum(number, name, mode == 0 ? "blocking" : mode == 1 ? "nonblocking" : "persistent", calls[0].function, hash);
    for (int i = 0; i < count; ++i) release(&calls[i]);
  }
  if (comm != topology) MPI_Comm_free(&comm);
  MPI_Comm_free(&topology);
  if (base != MPI_COMM_WORLD) MPI_Comm_free(&base);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  const int cases = argc > 2 ? atoi(argv[2]) : 20, largest = argc > 3 ? atoi(argv[3]) : 3000;
  const char* const way = argc > 4 ? argv[4] : "";
  if (rank == 0) printf("seed %llu\n", (unsigned long long)seed);
  for (int i = 0; i < cases; ++i) {
    state = mix(seed) + (uint64_t)i * 1000000U;
    if (!strcmp(way, "die") && i == cases / 2 && rank == size - 1) raise(SIGKILL);
    run_case(i, largest, !strcmp(way, "often"));
  }
  MPI_Finalize();
  return 0;
}
