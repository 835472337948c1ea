/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Random calls of collectives, and messages between two processes: their arguments, and the data that must arrive. */
#pragma once

#include "random_communicators.h"
#include "random_reductions.h"

#if MPI_VERSION < 4 && defined(OPEN_MPI)
#include <mpi-ext.h>
#endif

typedef enum {
  barrier,
  bcast,
  gather,
  gatherv,
  scatter,
  scatterv,
  allgather,
  allgatherv,
  alltoall,
  alltoallv,
  alltoallw,
  reduce,
  allreduce,
  reduce_scatter,
  reduce_scatter_block,
  scan,
  exscan,
  message,
  functions
} Function;
static const char* const function_names[] = {
    "barrier",   "bcast",     "gather",     "gatherv",        "scatter",
    "scatterv",  "allgather", "allgatherv", "alltoall",       "alltoallv",
    "alltoallw", "reduce",    "allreduce",  "reduce_scatter", "reduce_scatter_block",
    "scan",      "exscan",    "message"};

/* The forms of a call. */
typedef enum { blocking, nonblocking, persistent, forms } Form;
static const char* const form_names[] = {"", "i", "p"};

/* What MPI gets for the data of a side. */
typedef struct {
  void* buffer;
  int count, *counts, *displacements;
  MPI_Datatype type, *types;
  MPI_Count large_count, large_counts[max_processes];
  MPI_Aint large_displacements[max_processes];
} Arguments;

typedef struct {
  Function function;
  Form form;
  int large; /* by the function whose name ends in _c */
  MPI_Comm comm;
  int rank, size, between_groups, group, peers; /* the processes that data is exchanged with */
  int root, root_group, wrong_root;
  int target; /* of a message */
  int in_place;
  uint64_t seed, data; /* of the shape, and of the data */
  int right, basic, units, most;
  Reduction reduction;
  int with_nan, reduce_counts[max_processes], reduce_total, reduce_first;
  Side sent, received;
  Arguments out, in;
  int kinds[2]; /* of datatypes */
} Call;

enum { anyone = 9999, group_step = 1000, varied_kinds = predefined_basics };

static int is_reduction(Function f) { return f >= reduce && f <= exscan; }
static int is_rooted(Function f) { return (f >= bcast && f <= scatterv) || f == reduce; }

static int scatters(Function f) { return f == reduce_scatter || f == reduce_scatter_block; }

/* Numbers of processes, in both groups of an intercommunicator. */
static int own_number(const Call* c) { return c->group * group_step + c->rank; }
static int peer_number(const Call* c, int peer) {
  return (c->between_groups ? 1 - c->group : c->group) * group_step + peer;
}
static int root_number(const Call* c) { return c->root_group * group_step + c->root; }
static int am_root(const Call* c) { return own_number(c) == root_number(c); }
/* In an intercommunicator, the processes of the other group than the root's. In any other, all. */
static int faces_root(const Call* c) { return !c->between_groups || c->group != c->root_group; }
static int is_target(const Call* c) { return faces_root(c) && c->rank == c->target; }

static int sends(const Call* c) {
  switch (c->function) {
    case barrier: return 0;
    case bcast:
    case message: return am_root(c);
    case scatter:
    case scatterv: return am_root(c);
    case gather:
    case gatherv:
    case reduce: return faces_root(c) && !(c->in_place && am_root(c));
    default: return !c->in_place;
  }
}
static int receives(const Call* c) {
  switch (c->function) {
    case barrier: return 0;
    case bcast: return faces_root(c) && !am_root(c);
    case message: return is_target(c);
    case scatter:
    case scatterv: return faces_root(c) && !(c->in_place && am_root(c));
    case gather:
    case gatherv:
    case reduce: return am_root(c);
    default: return 1;
  }
}

static Arrangement arrangement_of(Function f, int out) {
  switch (f) {
    case gather:
    case allgather: return out ? single : equal;
    case gatherv:
    case allgatherv: return out ? single : varied;
    case scatter: return out ? equal : single;
    case scatterv: return out ? varied : single;
    case alltoall: return equal;
    case alltoallv: return varied;
    case alltoallw: return typed;
    default: return single;
  }
}

/* With some functions, a process sends the same to all. */
static int receiver_of(const Call* c, int to) {
  const Function f = c->function;
  return f == bcast || f == message || f == gather || f == gatherv || f == allgather || f == allgatherv ? anyone : to;
}

/* Blocks have many sizes: some are empty, and few are large. */
static int skewed(uint64_t seed, int from, int to, int most) {
  Draws draws = draws_of(seed, from, to);
  switch (below(&draws, 6)) {
    case 0:
    case 1: return 0;
    case 2:
    case 3: return below(&draws, (most < 4 ? most : 4) + 1);
    case 4: return below(&draws, most / 4 + 1);
    default: return below(&draws, most + 1);
  }
}

/* The number of units of a block, divided by `units`. Where data is replaced, it is as long as what replaces it. */
static int repeats_of(const Call* c, int from, int to) {
  to = receiver_of(c, to);
  if (c->in_place && from > to && to != anyone) return repeats_of(c, to, from);
  const int of_many_sizes = arrangement_of(c->function, 0) >= varied || arrangement_of(c->function, 1) >= varied;
  return of_many_sizes && c->right ? skewed(c->seed, from, to, c->most) : c->most;
}
static int basic_of(const Call* c, int from, int to) {
  if (c->in_place && from > to) return basic_of(c, to, from);
  if (c->function != alltoallw) return c->basic;
  Draws draws = draws_of(c->seed + 1, from, to);
  return below(&draws, varied_kinds);
}

/* The processes that send and receive block `i` of a side. */
typedef struct {
  int from, to;
} Ends;
static Ends ends_of(const Call* c, int out, int i) {
  const int one = arrangement_of(c->function, out) == single, peer = peer_number(c, i);
  if (out) return (Ends){own_number(c), one ? anyone : peer};
  return (Ends){one ? root_number(c) : peer, own_number(c)};
}

/* Open MPI counts elements where it sends data in parts, and where it chooses an algorithm: all processes must have as
 * many. */
static int has_whole_elements(const Call* c) {
#ifdef OPEN_MPI
  return c->function == bcast || c->function == gather || c->function == allgatherv;
#else
  return (void)c, 0;
#endif
}

static void make_moved_side(Call* c, int out) {
  Sizes sizes = {.arrangement = arrangement_of(c->function, out),
                 .units = c->units,
                 .basic = c->basic,
                 .whole = has_whole_elements(c)};
  sizes.blocks = sizes.arrangement == single ? 1 : c->peers;
  for (int i = 0; i < sizes.blocks; ++i) {
    const Ends ends = ends_of(c, out, i);
    sizes.repeats[i] = repeats_of(c, ends.from, ends.to);
    sizes.of[i] = basic_of(c, ends.from, ends.to);
  }
  Draws own = draws_of(c->seed + 2, own_number(c), out);
  make_side(out ? &c->sent : &c->received, &sizes, &own, &c->kinds[out]);
}

/* Places the block that goes from one process to another one in `memory`, which is that of the side or a copy. */
static void put_moved(const Call* c, const Side* side, unsigned char* memory, int block, Ends ends) {
  const int units = c->units * repeats_of(c, ends.from, ends.to);
  const MPI_Datatype type = basic_type(basic_of(c, ends.from, ends.to), 0);
  const Draws draws = draws_of(c->data, ends.from, receiver_of(c, ends.to));
  unsigned char* const data = any_data((size_t)extent_of(type) * (size_t)units, draws);
  put(side, memory, block, side->counts[block], data, units, type);
  free(data);
}

static void make_reduced_side(Call* c, int out) {
  Side* const side = out ? &c->sent : &c->received;
  const int all = out || c->in_place;
  Draws own = draws_of(c->seed + 3, own_number(c), out);
  memset(side, 0, sizeof *side);
  side->blocks = 1;
  side->types[0] = c->reduction.type;
  side->counts[0] = all ? c->reduce_total : c->reduce_counts[c->rank];
  allocate(side, next(&own), 0);
}

static unsigned char* contribution(const Call* c, int number) {
  return reduced_data(&c->reduction, c->reduce_total, draws_of(c->data, number, 0), c->with_nan);
}

/* The result of processes `first` to `last`, in their order. */
static unsigned char* reduced(const Call* c, int first, int last) {
  unsigned char* result = contribution(c, last);
  for (int number = last; number-- > first;) {
    unsigned char* const left = contribution(c, number);
    MPI_Reduce_local(left, result, c->reduce_total, c->reduction.plain, c->reduction.op);
    free(left);
  }
  return result;
}

static void put_reduced(const Call* c, const Side* side, unsigned char* memory, unsigned char* data, int first,
                        int count) {
  const Reduction* const r = &c->reduction;
  put(side, memory, 0, count, data + (size_t)first * (size_t)extent_of(r->plain), count, r->plain);
  free(data);
}

/* The sizes of a reduction: each process of one group gets as much as the others, or by chance. */
static void size_reduction(Call* c, int count) {
  c->reduce_total = count;
  c->reduce_first = 0;
  for (int i = 0; i < c->size; ++i) c->reduce_counts[i] = count;
  if (!scatters(c->function)) return;
  const int of_one = count * (c->between_groups ? c->peers : 1);
  int left = c->reduce_total = of_one * c->size;
  for (int i = 0; i < c->size; ++i) {
    const int drawn = i == c->size - 1 ? left : skewed(c->seed, c->group, i, left);
    c->reduce_counts[i] = c->function == reduce_scatter ? drawn : of_one;
    left -= drawn;
    if (i < c->rank) c->reduce_first += c->reduce_counts[i];
  }
}

/* A few bytes mostly, and at most `largest` in all blocks of a process. */
static int draw_count(Draws* draws, int largest) {
  const int small[] = {0, 1, 16, 16, 16, 16, 300, 300, largest / 4, largest}, most = small[below(draws, 10)];
  const int bounded = most < largest ? most : largest;
  return bounded < 2 ? bounded : 1 + below(draws, bounded);
}

/* MPICH 4.0 crashes in MPI_Reduce where the result replaces data, and is wrong in MPI_Reduce_scatter with an operation
 * that does not commute. */
static void draw_shape(Call* c, int largest) {
  Draws draws = draws_of(c->seed, 2, 0);
  const int all = c->size + (c->between_groups ? c->peers : 0);
  c->root_group = c->between_groups ? below(&draws, 2) : 0;
  const int in_root_group = c->group == c->root_group ? c->size : c->peers;
  const int facing_root = c->group != c->root_group || !c->between_groups ? c->size : c->peers;
  c->root = below(&draws, in_root_group);
  c->target = below(&draws, facing_root);
  const int may_replace = c->function != barrier && c->function != bcast && c->function != message;
  c->in_place =
      below(&draws, 4) == 0 && may_replace && !(old_mpich && c->function == reduce) && c->right && !c->between_groups;
  c->with_nan = below(&draws, 8) == 0;
  c->basic = below(&draws, basics);
  do c->reduction = draw_reduction(&draws);
  while (old_mpich && scatters(c->function) && c->reduction.op == user_compose);
  const MPI_Datatype unit = is_reduction(c->function) ? c->reduction.type : basic_type(c->basic, 0);
  const int blocks = c->function == bcast || c->function == message ? 1 : all;
  const int drawn = draw_count(&draws, largest / (int)extent_of(unit) / blocks);
  const int count = c->right ? drawn : 8;
  const int way = below(&draws, 3);
  c->units = way == 0 || count == 0 || c->function == alltoallw ? 1 : way == 1 ? count : 1 + below(&draws, 8);
  c->most = count / c->units;
  if (is_reduction(c->function)) size_reduction(c, count);
}

/* Whether the result has a value, and does not depend on the order of evaluation. */
static int is_undefined(const Call* c) { return c->function == exscan && c->rank == 0; }
static int is_exact(const Call* c) { return !is_reduction(c->function) || c->reduction.exact; }

static void expect_reduced(const Call* c) {
  const Side* const received = &c->received;
  const int upto_me = c->function == scan ? c->rank : c->rank - 1;
  const int last = c->function == scan || c->function == exscan ? upto_me : peer_number(c, c->peers - 1);
  put_reduced(c, received, received->expected, reduced(c, peer_number(c, 0), last), c->reduce_first,
              c->reduce_counts[c->rank]);
}

/* Fills the memory of both sides, and says what it must be after the call. */
static void fill(Call* c) {
  Side* const sides[] = {&c->received, &c->sent};
  const int me = own_number(c), reduces = is_reduction(c->function);
  for (int out = 0; out < 2; ++out) {
    Side* const side = sides[out];
    /* What is sent, or will be replaced, lies here. */
    const int full = out ? sends(c) : c->in_place && receives(c);
    const int one = !out && receiver_of(c, me) == anyone; /* the own block alone */
    for (size_t i = 0; i < side->bytes; ++i) side->memory[i] = pattern_at(side, i);
    for (int i = 0; i < side->blocks && full && !reduces; ++i)
      if (!one || i == c->rank) put_moved(c, side, side->memory, i, (Ends){me, one ? anyone : ends_of(c, 1, i).to});
    if (full && reduces) put_reduced(c, side, side->memory, contribution(c, me), 0, c->reduce_total);
    if (side->bytes > 0) memcpy(side->expected, side->memory, side->bytes);
  }
  if (!receives(c) || is_undefined(c)) return;
  for (int i = 0; i < c->received.blocks && !reduces; ++i)
    put_moved(c, &c->received, c->received.expected, i, ends_of(c, 0, i));
  if (reduces && is_exact(c)) expect_reduced(c);
}

static void make_arguments(Arguments* to, Side* side, Arrangement arrangement, int absolute, Draws* own) {
  static int zeros[max_processes];
  int elements = 0;
  for (int i = 0; i < side->blocks; ++i) elements += side->counts[i];
  *to = (Arguments){.buffer = side->start, .count = side->counts[0], .type = side->types[0]};
  to->counts = side->counts;
  to->displacements = arrangement == typed ? side->at : side->displacements;
  to->types = side->types;
  if (elements == 0 && below(own, 2)) to->buffer = NULL;
  if ((arrangement == single || arrangement == typed) && absolute) {
    make_absolute(side);
    to->buffer = MPI_BOTTOM;
    to->count = side->absolute_counts[0];
    to->counts = side->absolute_counts;
    to->displacements = zeros;
    to->type = side->absolute[0];
    to->types = side->absolute;
  }
}

static void enlarge(Arguments* a, int count) {
  a->large_count = a->count;
  for (int i = 0; i < count && a->counts != NULL; ++i) {
    a->large_counts[i] = a->counts[i];
    a->large_displacements[i] = a->displacements == NULL ? 0 : a->displacements[i];
  }
}

/* Arguments that MPI must not look at. */
static Arguments insignificant(Draws* own) {
  return below(own, 2) ? (Arguments){.count = -7, .type = MPI_DATATYPE_NULL} : (Arguments){.type = MPI_INT};
}

/* A call of this function on a communicator of this process, with all its data. With `right` unset, it will be made
 * wrong. */
static Call* make_call(Function function, const Communicator* communicator, uint64_t seed, int largest, int right) {
  Call* const c = calloc(1, sizeof *c);
  c->function = function;
  c->comm = communicator->comm;
  c->seed = c->data = seed;
  c->right = right;
  MPI_Comm_rank(c->comm, &c->rank);
  MPI_Comm_size(c->comm, &c->size);
  c->between_groups = communicator->between_groups;
  c->group = communicator->group;
  c->peers = c->size;
  if (c->between_groups) MPI_Comm_remote_size(c->comm, &c->peers);
  draw_shape(c, largest);
  Draws own = draws_of(c->seed + 4, own_number(c), 0);
  c->out = insignificant(&own);
  c->in = insignificant(&own);
  for (int out = 0; out < 2; ++out) {
    if (!(out ? sends(c) : receives(c))) continue;
    if (is_reduction(function))
      make_reduced_side(c, out);
    else
      make_moved_side(c, out);
    const Arrangement arrangement = arrangement_of(function, out);
    make_arguments(out ? &c->out : &c->in, out ? &c->sent : &c->received, arrangement,
                   !is_reduction(function) && !has_whole_elements(c) && below(&own, 6) == 0, &own);
  }
  if (c->in_place && !sends(c) && receives(c)) c->out.buffer = MPI_IN_PLACE;
  if (c->in_place && (function == scatter || function == scatterv) && am_root(c)) c->in.buffer = MPI_IN_PLACE;
  if (is_reduction(function)) {
    c->in.count = function == reduce_scatter_block ? c->reduce_counts[0] : c->reduce_total;
    c->in.counts = c->reduce_counts;
    c->in.type = c->reduction.type;
  }
  enlarge(&c->out, c->out.types == NULL ? 0 : c->sent.blocks);
  enlarge(&c->in, is_reduction(function) ? c->size : c->in.types == NULL ? 0 : c->received.blocks);
  fill(c);
  return c;
}

static void free_call(Call* c) {
  free_side(&c->sent);
  free_side(&c->received);
  free(c);
}

/* The result of a call: a hash of the memory, and whether it is wrong. */
typedef struct {
  uint32_t hash;
  int wrong;
} Result;

/* Restores what MPI may change beside the result: bytes of datatypes that have no value, and the input of
 * MPI_Reduce_scatter after the part of this process, where the result replaces it. */
static void settle(const Call* c) {
  const Side* const received = &c->received;
  const MPI_Datatype type = received->types[0];
  const int count = c->reduce_counts[c->rank];
  int bytes = 0, end = 0, position = 0;
  if (!c->reduction.padded && !c->in_place) return;
  MPI_Pack_size(count, type, MPI_COMM_SELF, &bytes);
  char* const packed = malloc((size_t)bytes + 1);
  MPI_Pack(received->start, count, type, packed, bytes, &end, MPI_COMM_SELF);
  memcpy(received->start, received->expected + (received->start - received->memory),
         (size_t)received->counts[0] * (size_t)extent_of(type));
  MPI_Unpack(packed, end, &position, received->start, count, type, MPI_COMM_SELF);
  free(packed);
}

static Result result_of(const Call* c) {
  const Side *const sent = &c->sent, *const received = &c->received;
  int wrong = sent->bytes > 0 && memcmp(sent->memory, sent->expected, sent->bytes) != 0;
  uint64_t hash = hash_of(sent->memory, sent->bytes);
  if (receives(c) && !is_undefined(c)) {
    if (is_reduction(c->function)) settle(c);
    hash += 3 * hash_of(received->memory, received->bytes);
    wrong += is_exact(c) && memcmp(received->memory, received->expected, received->bytes) != 0;
  }
  return (Result){(uint32_t)(hash >> 32), wrong};
}

/* Ways to call wrongly, on all processes alike. */
enum { bad_count, no_type, not_committed, bad_root, no_op, unfit_op, no_comm, faults };
static const char* const fault_names[] = {"bad_count", "no_type",  "not_committed", "bad_root",
                                          "no_op",     "unfit_op", "no_comm"};

static int may_have(Function f, int fault) {
  switch (fault) {
#ifdef MPICH_VERSION /* which does not look at these counts */
    case bad_count: return f != barrier && !is_reduction(f);
#endif
    case bad_root: return is_rooted(f);
    case no_op:
    case unfit_op: return is_reduction(f);
#ifdef OPEN_MPI /* which looks into it */
    case no_comm: return f != allgather;
    case not_committed: return f != barrier && f != scatter && f != scatterv;
#else
    case no_comm: return 1;
#endif
    default: return f != barrier;
  }
}

static void set_type(Arguments* a, MPI_Datatype type, MPI_Datatype types[]) {
  for (int i = 0; i < max_processes; ++i) types[i] = type;
  a->type = type;
  a->types = types;
}

/* The arguments that matter on all processes become wrong. `types` takes datatypes for as many processes as there can
 * be. */
static void spoil(Call* c, int fault, MPI_Datatype uncommitted, MPI_Datatype types[]) {
  static int bad_counts[max_processes];
  for (int i = 0; i < max_processes; ++i) bad_counts[i] = -1;
  Arguments* const sides[] = {&c->out, &c->in};
  for (int i = 0; i < 2; ++i) {
    if (fault == bad_count) {
      sides[i]->count = -1;
      sides[i]->counts = bad_counts;
    }
    if (fault == no_type) set_type(sides[i], MPI_DATATYPE_NULL, types);
    if (fault == not_committed) set_type(sides[i], uncommitted, types);
    enlarge(sides[i], 0);
  }
  if (fault == bad_root) c->wrong_root = below(&(Draws){c->seed}, 2) ? c->size + 3 : -77;
  if (fault == no_op) c->reduction.op = MPI_OP_NULL;
  if (fault == unfit_op) c->reduction.op = MPI_BAND, c->in.type = MPI_DOUBLE;
  if (fault == no_comm) c->comm = MPI_COMM_NULL;
  c->large = 0;
}

#if MPI_VERSION >= 4
#define PERSISTENT(name, ...) MPI_##name##_init(__VA_ARGS__, MPI_INFO_NULL, request)
#define LARGE_PERSISTENT(name, ...) MPI_##name##_init_c(__VA_ARGS__, MPI_INFO_NULL, request)
#define LARGE_CALLS(Name, name, arguments)                                                 \
  if (c->large && form == blocking) return MPI_##Name##_c(arguments(large_));              \
  if (c->large && form == nonblocking) return MPI_I##name##_c(arguments(large_), request); \
  if (c->large && form == persistent) return LARGE_PERSISTENT(Name, arguments(large_));
enum { has_persistent = 1 };
#else
#define LARGE_CALLS(Name, name, arguments)
#if defined(OMPI_HAVE_MPI_EXT_PCOLLREQ)
#define PERSISTENT(name, ...) MPIX_##name##_init(__VA_ARGS__, MPI_INFO_NULL, request)
enum { has_persistent = 1 };
#else
#define PERSISTENT(name, ...) MPI_ERR_OTHER
enum { has_persistent = 0 };
#endif
#endif

#define CALLS(Name, name, arguments)                                 \
  LARGE_CALLS(Name, name, arguments)                                 \
  if (form == blocking) return MPI_##Name(arguments());              \
  if (form == nonblocking) return MPI_I##name(arguments(), request); \
  return PERSISTENT(Name, arguments())

#define ONE(side, large) c->side.buffer, c->side.large##count, c->side.type
#define VARIED(side, large) c->side.buffer, c->side.large##counts, c->side.large##displacements, c->side.type
#define TYPED(side, large) c->side.buffer, c->side.large##counts, c->side.large##displacements, c->side.types
#define GATHER(large) ONE(out, large), ONE(in, large), root, c->comm
#define GATHERV(large) ONE(out, large), VARIED(in, large), root, c->comm
#define SCATTERV(large) VARIED(out, large), ONE(in, large), root, c->comm
#define ALLGATHER(large) ONE(out, large), ONE(in, large), c->comm
#define ALLGATHERV(large) ONE(out, large), VARIED(in, large), c->comm
#define ALLTOALLV(large) VARIED(out, large), VARIED(in, large), c->comm
#define ALLTOALLW(large) TYPED(out, large), TYPED(in, large), c->comm
#define REDUCED(counts) c->out.buffer, c->in.buffer, c->in.counts, c->in.type, c->reduction.op
#define ALLREDUCE(large) REDUCED(large##count), c->comm
#define REDUCE(large) REDUCED(large##count), root, c->comm
#define REDUCE_SCATTER(large) REDUCED(large##counts), c->comm
#define SEND(large) ONE(out, large), c->target, tag, c->comm
#define RECEIVE(large) ONE(in, large), c->root, tag, c->comm

/* Calls MPI. */
static int issue(Call* c, Form form, int tag, MPI_Request* request) {
  const int root = c->wrong_root != 0   ? c->wrong_root
                   : !c->between_groups ? c->root
                   : faces_root(c)      ? c->root
                   : am_root(c)         ? MPI_ROOT
                                        : MPI_PROC_NULL;
  switch (c->function) {
    case barrier:
      if (form == blocking) return MPI_Barrier(c->comm);
      return form == nonblocking ? MPI_Ibarrier(c->comm, request) : PERSISTENT(Barrier, c->comm);
    case bcast:
      if (am_root(c)) {
#define BCAST(large) ONE(out, large), root, c->comm
        CALLS(Bcast, bcast, BCAST);
#undef BCAST
      } else {
#define BCAST(large) ONE(in, large), root, c->comm
        CALLS(Bcast, bcast, BCAST);
      }
    case gather: CALLS(Gather, gather, GATHER);
    case gatherv: CALLS(Gatherv, gatherv, GATHERV);
    case scatter: CALLS(Scatter, scatter, GATHER);
    case scatterv: CALLS(Scatterv, scatterv, SCATTERV);
    case allgather: CALLS(Allgather, allgather, ALLGATHER);
    case allgatherv: CALLS(Allgatherv, allgatherv, ALLGATHERV);
    case alltoall: CALLS(Alltoall, alltoall, ALLGATHER);
    case alltoallv: CALLS(Alltoallv, alltoallv, ALLTOALLV);
    case alltoallw: CALLS(Alltoallw, alltoallw, ALLTOALLW);
    case reduce: CALLS(Reduce, reduce, REDUCE);
    case allreduce: CALLS(Allreduce, allreduce, ALLREDUCE);
    case reduce_scatter: CALLS(Reduce_scatter, reduce_scatter, REDUCE_SCATTER);
    case reduce_scatter_block: CALLS(Reduce_scatter_block, reduce_scatter_block, ALLREDUCE);
    case scan: CALLS(Scan, scan, ALLREDUCE);
    case exscan: CALLS(Exscan, exscan, ALLREDUCE);
    default: {
      int error = MPI_SUCCESS;
      if (am_root(c)) error = MPI_Isend(SEND(), request);
      if (is_target(c) && error == MPI_SUCCESS) error = MPI_Irecv(RECEIVE(), request + 1);
      return error;
    }
  }
}
