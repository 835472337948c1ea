/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Random derived datatypes that are put into windows of all kinds, got from them and accumulated, with all calls that
 * complete this, in so many epochs that trials decide, and wrong arguments. The output must be the same without and
 * with the interposer. On stderr: the number of calls that Cartwright packs or unpacks for.
 *
 *     one_sided SEED */
#pragma GCC diagnostic ignored "-Wunused-function" /* not all of random_layouts.h */
#include "random_layouts.h"

/* A trial begins after 16 epochs and takes 64. */
enum { rounds = 16, epochs = 90, max_calls = 4, max_units = 80, slot = 1 << 13 };
enum { allocated, shared, created, dynamic, kinds_of_window };
enum { by_fence, by_lock, by_flush, by_flush_local, by_complete, ways_to_complete };

typedef struct {
  int operation, target, count, target_count, own_target, packable; /* put, get, accumulate */
  MPI_Op op;
  MPI_Datatype type, target_type;
  unsigned char* memory;
  size_t bytes;
  MPI_Aint first; /* where the elements are in memory */
} Call;

static int rank, size;
static long long uses;

static int is_one_block(MPI_Datatype type) {
  int bytes;
  MPI_Aint lb, true_bytes;
  MPI_Type_size(type, &bytes);
  MPI_Type_get_true_extent(type, &lb, &true_bytes);
  return true_bytes == bytes && extent_of(type) == bytes;
}

static Call make_call(uint64_t seed, int number) {
  Draws draws = draws_of(seed, rank, number);
  const int units = 1 + below(&draws, max_units), basic = below(&draws, basics);
  /* Open MPI adds short integers in two ways. */
  const int adds = basic >= 3 && basic < 8, operation = below(&draws, basic < 8 ? 3 : 2);
  const MPI_Datatype of = basic_type(basic, 0);
  MPI_Aint first = 0, last = 0;
  int kind;
  const Element origin = make_element(of, units, 1 + below(&draws, 3), 0, &draws, &kind);
  Element target = {of, 1, 0};
  const int form = below(&draws, 5);
  if (form == 0) MPI_Type_vector(units, 1, 2, of, &target.type);
  if (form == 1) MPI_Type_contiguous(units, of, &target.type);
  if (form < 2) {
    target = (Element){target.type, units, 1};
    MPI_Type_commit(&target.type);
  }
  Call made = {.operation = operation,
               .op = adds && below(&draws, 2) ? MPI_SUM : MPI_REPLACE,
               .target = below(&draws, size),
               .count = units / origin.holds,
               .target_count = units / target.holds,
               .type = origin.type,
               .target_type = target.type,
               .own_target = target.own,
               .packable = !is_one_block(origin.type) && is_one_block(target.type) && (operation < 2 || adds)};
  extend(made.type, made.count, 0, &first, &last);
  made.first = -first + 64 + (16 - -first % 16);
  made.bytes = (size_t)(made.first + last + 64);
  if (!origin.own) MPI_Type_dup(origin.type, &made.type);
  return made;
}

static void free_types(Call* call) {
  MPI_Type_free(&call->type);
  if (call->own_target) MPI_Type_free(&call->target_type);
}

static int start(const Call* call, int number, const MPI_Aint bases[], MPI_Win window) {
  const MPI_Aint at = bases[call->target] + (MPI_Aint)(rank * max_calls + number) * slot;
  void* const data = call->memory + call->first;
  uses += call->packable;
  if (call->operation == 0)
    return MPI_Put(data, call->count, call->type, call->target, at, call->target_count, call->target_type, window);
  if (call->operation == 1)
    return MPI_Get(data, call->count, call->type, call->target, at, call->target_count, call->target_type, window);
  return MPI_Accumulate(data, call->count, call->type, call->target, at, call->target_count, call->target_type,
                        call->op, window);
}

/* Calls of the same shapes in all epochs. Their datatypes may be new ones, and freed before the data has moved. */
static void one_epoch(uint64_t seed, int epoch, int completed, int calls, Call made[], const MPI_Aint bases[],
                      MPI_Win window) {
  const int locked = completed == by_flush || completed == by_flush_local, new_types = seed % 4 == 0;
  MPI_Group all;
  long long outcome = 0;
  MPI_Win_get_group(window, &all);
  for (int i = 0; i < calls; ++i) {
    if (new_types || epoch == 0) made[i] = make_call(seed, i);
    made[i].memory = any_data(made[i].bytes, draws_of(seed + (uint64_t)epoch, rank, 100 + i));
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (completed == by_fence) MPI_Win_fence(0, window);
  if (locked) MPI_Win_lock_all(0, window);
  if (completed == by_complete) MPI_Win_post(all, 0, window), MPI_Win_start(all, 0, window);
  for (int i = 0; i < calls; ++i) {
    if (completed == by_lock) MPI_Win_lock(MPI_LOCK_SHARED, made[i].target, 0, window);
    outcome += start(&made[i], i, bases, window);
    if (new_types || epoch == epochs - 1) free_types(&made[i]);
    if (completed == by_lock) MPI_Win_unlock(made[i].target, window);
    if (completed == by_flush && i % 2) MPI_Win_flush(made[i].target, window);
    if (completed == by_flush_local && i % 2) MPI_Win_flush_local(made[i].target, window);
  }
  if (completed == by_fence) MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
  if (completed == by_flush && seed % 2) MPI_Win_flush_all(window);
  if (completed == by_flush_local && seed % 2) MPI_Win_flush_local_all(window);
  if (completed == by_complete) MPI_Win_complete(window);
  if (locked && seed % 2 == 0) MPI_Win_unlock_all(window);
  for (int i = 0; i < calls; ++i) {
    outcome += (long long)(hash_of(made[i].memory, made[i].bytes) >> 16);
    memset(made[i].memory, 0, made[i].bytes); /* if its data was only flushed locally, MPI may still move a copy */
    free(made[i].memory);
  }
  if (locked && seed % 2) MPI_Win_unlock_all(window);
  if (completed == by_complete) MPI_Win_wait(window);
  MPI_Group_free(&all);
  MPI_Barrier(MPI_COMM_WORLD);
  print_sum("origin", outcome);
}

static MPI_Win make_window(int kind, MPI_Aint bytes, unsigned char** memory) {
  MPI_Win window;
  if (kind == allocated) MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, memory, &window);
  if (kind == shared) MPI_Win_allocate_shared(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, memory, &window);
  if (kind >= created) *memory = malloc((size_t)bytes);
  if (kind == created) MPI_Win_create(*memory, bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  if (kind == dynamic) MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  if (kind == dynamic) MPI_Win_attach(window, *memory, bytes);
  MPI_Win_set_errhandler(window, MPI_ERRORS_RETURN);
  return window;
}

static void one_round(uint64_t seed, int round) {
  Draws draws = draws_of(seed, 1000, round);
  const int completed = below(&draws, ways_to_complete), calls = 1 + below(&draws, max_calls);
  const int kind = round % kinds_of_window;
  const size_t bytes = (size_t)size * max_calls * slot;
  unsigned char* const data = any_data(bytes, draws_of(seed + (uint64_t)round, rank, 99));
  const uint64_t shapes = next(&draws);
  unsigned char* memory = NULL;
  MPI_Aint bases[max_processes] = {0}, base;
  Call made[max_calls];
  MPI_Win window = make_window(kind, (MPI_Aint)bytes, &memory);
  memcpy(memory, data, bytes);
  free(data);
  MPI_Get_address(memory, &base);
  if (kind == dynamic) MPI_Allgather(&base, 1, MPI_AINT, bases, 1, MPI_AINT, MPI_COMM_WORLD);
  for (int epoch = 0; epoch < epochs; ++epoch) {
    one_epoch(shapes, epoch, completed, calls, made, bases, window);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, window);
    print_sum("window", (long long)(hash_of(memory, bytes) >> 16));
    MPI_Win_unlock(rank, window);
  }
  if (kind == dynamic) MPI_Win_detach(window, memory);
  MPI_Win_free(&window);
  if (kind >= created) free(memory);
}

/* Calls that MPI refuses, and one that moves nothing. */
static void wrong_calls(void) {
  double data[20] = {0}, memory[20] = {0};
  MPI_Win window;
  MPI_Datatype type;
  MPI_Type_vector(4, 1, 2, MPI_DOUBLE, &type);
  MPI_Type_commit(&type);
  MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_set_errhandler(window, MPI_ERRORS_RETURN);
  MPI_Win_fence(0, window);
  const int errors[] = {MPI_Put(data, 1, type, size, 0, 4, MPI_DOUBLE, window),
                        MPI_Get(data, -1, type, 0, 0, 4, MPI_DOUBLE, window),
                        MPI_Put(data, 1, type, 0, 0, -4, MPI_DOUBLE, window),
                        MPI_Get(data, 1, type, 0, 0, 4, MPI_DATATYPE_NULL, window),
                        MPI_Put(data, 1, type, MPI_PROC_NULL, 0, 4, MPI_DOUBLE, window),
#ifdef OPEN_MPI /* MPICH aborts */
                        MPI_Accumulate(data, 1, type, 0, 0, 4, MPI_INT64_T, MPI_SUM, window)
#endif
  };
  ++uses; /* the first one is packed before MPI refuses it */
  MPI_Win_fence(0, window);
  for (size_t i = 0; i < sizeof errors / sizeof *errors; ++i) {
    int class = 0;
    MPI_Error_class(errors[i], &class);
    print_sum("wrong call", class);
  }
  MPI_Win_free(&window);
  MPI_Type_free(&type);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  require(argc == 2, "the seed");
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const uint64_t seed = strtoull(argv[1], NULL, 10);
  make_mixed_types();
  if (rank == 0) printf("seed %s\n", argv[1]);
  for (int round = 0; round < rounds; ++round) one_round(seed, round);
  wrong_calls();
  free_mixed_types();
  long long all = 0;
  MPI_Reduce(&uses, &all, 1, MPI_LONG_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) fprintf(stderr, "uses %lld\n", all);
  MPI_Finalize();
  return 0;
}
