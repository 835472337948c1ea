/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * A random program of collectives: on communicators that come and go, with datatypes that differ between processes,
 * with wrong arguments, with calls and messages that are completed later, and in several threads. Each call has a line,
 * with a hash of the memory of each process. The lines must be the same without and with the interposer. Each process
 * also checks its data, and reports on stderr where it is wrong.
 *
 *     random_collectives SEED CALLS [programs=COUNT] [largest=BYTES] [threads=COUNT] [only=NAME,NAME] [show] [coverage]
 *
 * `programs` runs so many, with this seed and those that follow. `largest` limits the data of a call on a process, and
 * `only` the functions. With `show`, each process writes each call to stderr before it makes it, and with `coverage`,
 * process 0 prints how often each kind was drawn. many_collectives.py runs thousands. */
#include "random_calls.h"

#include <pthread.h>
#include <unistd.h>

enum { max_slots = 7, max_pending = 8, max_threads = 8, max_wait = 5 };

/* MPICH 4.0 releases the datatypes of a persistent collective each time that it is completed. */
enum { most_turns = old_mpich ? 1 : 4 };

/* Whether the MPI is right in this call without Cartwright. MPICH 4.0 and Open MPI 4.1 fail, or wait for ever, where
 * MPI_Ialltoallv and MPI_Ialltoallw replace data, and in nonblocking calls of intercommunicators. MPICH 4.0 moves data
 * of MPI_Gather_init in the call itself. */
static int may_be(const Call* call, Form form) {
  const int replaces = call->in_place && (call->function == alltoallv || call->function == alltoallw);
  if (form == blocking) return 1;
  return !call->between_groups && !replaces && !(old_mpich && form == persistent && call->function == gather);
}

static int world_rank, world_size, largest = 100000, show, allowed[functions];

/* The outcome of a call. */
typedef struct {
  char text[64];
  uint32_t hash;
  int error, wrong, runs;
} Line;

/* A call that was started. */
typedef struct {
  Call* call;
  MPI_Request requests[2];
  int line, due;
} Pending;

typedef struct {
  int thread;
  Draws draws; /* the same numbers on all processes */
  Draws own;
  Communicator slots[max_slots]; /* the first stays */
  int slot_count;
  Pending pending[max_pending];
  int pending_count, step;
  Line* lines;
  int line_count, room;
  int by_function[functions], by_form[forms], by_communicator[communicator_count + 1], by_element[element_kinds];
  int by_fault[faults], in_place;
} Program;

static int add_line(Program* p, const char* text) {
  if (p->line_count == p->room) p->lines = realloc(p->lines, sizeof(Line) * (size_t)(p->room = 2 * p->room + 64));
  Line* const line = &p->lines[p->line_count];
  memset(line, 0, sizeof *line);
  snprintf(line->text, sizeof line->text, "%s", text);
  if (show) fprintf(stderr, "%d.%d: %d %s\n", world_rank, p->thread, p->line_count, text);
  return p->line_count++;
}

static void add_result(Program* p, int line, const Call* call, int error) {
  Line* const to = &p->lines[line];
  const Result result = result_of(call);
  int class = 0;
  MPI_Error_class(error, &class);
  to->hash = (uint32_t)mix(to->hash + result.hash);
  to->runs++;
  if (class != 0) to->error = class;
  if (result.wrong && !to->wrong)
    fprintf(stderr, "wrong data: call %d (%s) of thread %d, process %d\n", line, to->text, p->thread, world_rank);
  to->wrong |= result.wrong;
}

static int complete(MPI_Request requests[2], int way) {
  int error = MPI_SUCCESS, done, index;
  for (int i = 0; i < 2; ++i) {
    const int active = requests[i] != MPI_REQUEST_NULL;
    int result = MPI_SUCCESS;
    if (way == 0 && active) result = MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    if (way == 1 && active)
      for (done = 0; !done;) result = MPI_Test(&requests[i], &done, MPI_STATUS_IGNORE);
    if (way == 2 && active) result = MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
    if (way == 3 && i == 0) result = MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    if (result != MPI_SUCCESS) error = result;
  }
  return error;
}

static void complete_due(Program* p, int all) {
  int kept = 0;
  for (int i = 0; i < p->pending_count; ++i) {
    Pending* const one = &p->pending[i];
    if (!all && one->due > p->step) {
      p->pending[kept++] = *one;
      continue;
    }
    const int error = complete(one->requests, below(&p->own, 4));
    add_result(p, one->line, one->call, error);
    free_call(one->call);
  }
  p->pending_count = kept;
}

static void sleep_at_times(Program* p) {
  if (below(&p->own, 40) == 0) usleep((unsigned)below(&p->own, 1000));
}

static void show_call(const Call* c) {
  if (!show) return;
  fprintf(stderr, "  %d of %d: root %d.%d, target %d, %s, basic %d, %d * %d", c->rank, c->size, c->root_group, c->root,
          c->target, c->in_place ? "in place" : "", c->basic, c->most, c->units);
  for (int out = 1; out >= 0; --out) {
    const Side* const side = out ? &c->sent : &c->received;
    fprintf(stderr, ", %s %d:", out ? "out" : "in", side->blocks);
    for (int i = 0; i < side->blocks; ++i) fprintf(stderr, " %d", side->counts[i]);
    if (side->blocks > 0) fprintf(stderr, " %s", element_names[c->kinds[out]]);
  }
  if (is_reduction(c->function)) fprintf(stderr, ", %s", c->reduction.name);
  fprintf(stderr, "\n");
}

static void count_call(Program* p, const Call* call, Form form) {
  p->by_function[call->function]++;
  p->by_form[form]++;
  p->in_place += call->in_place;
  show_call(call);
  for (int out = 0; out < 2; ++out)
    if ((out ? sends(call) : receives(call)) && !is_reduction(call->function)) p->by_element[call->kinds[out]]++;
}

static Function draw_function(Program* p, int between_groups) {
  Function function;
  do function = (Function)below(&p->draws, message);
  while (!allowed[function] && below(&p->draws, 1000) != 0);
  /* MPICH 4.0 is wrong in many collectives of intercommunicators. */
  if (between_groups && old_mpich) return function < alltoall ? bcast : function < reduce ? function : barrier;
  /* Open MPI 4.1 waits for ever there if a process gets nothing. */
  if (between_groups && (function == gatherv || function == scatterv)) return alltoallv;
  return between_groups && (function == scan || function == exscan) ? allreduce : function;
}

static void run_persistent(Program* p, Call* call, int line, int turns, Function between, const Communicator* on,
                           uint64_t seed) {
  MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  issue(call, persistent, 0, requests);
  for (int turn = 0; turn < turns; ++turn) {
    call->data += (uint64_t)turn;
    fill(call);
    MPI_Start(&requests[0]);
    if (turn % 2 == 1) { /* a blocking call while the other one runs */
      Call* const other = make_call(between, on, seed + (uint64_t)turn, largest / 16, 1);
      add_result(p, line, other, issue(other, blocking, 0, NULL));
      free_call(other);
    }
    const int error =
        below(&p->own, 2) ? MPI_Wait(&requests[0], MPI_STATUS_IGNORE) : MPI_Waitall(1, requests, MPI_STATUSES_IGNORE);
    add_result(p, line, call, error);
  }
  MPI_Request_free(&requests[0]);
}

static void run_collective(Program* p) {
  const Communicator* const on = &p->slots[below(&p->draws, p->slot_count)];
  const Function function = draw_function(p, on->between_groups), between = draw_function(p, on->between_groups);
  const int drawn_form = below(&p->draws, 10), often = below(&p->draws, 12) == 0 ? 2 + below(&p->draws, 30) : 1;
  Form form = drawn_form < 6 ? blocking : drawn_form < 9 || !has_persistent ? nonblocking : persistent;
  const uint64_t seed = next(&p->draws), second_seed = next(&p->draws);
  const int large = below(&p->draws, 3) == 0, turns = 1 + below(&p->draws, most_turns);
  char text[64];
  snprintf(text, sizeof text, "%s%s %s", form_names[form], function_names[function], on->kind);
  const int line = add_line(p, text);
  if (on->comm == MPI_COMM_NULL) return;
  Call* const call = make_call(function, on, seed, largest, 1);
  call->large = large && !(old_mpich && call->function == reduce);
  if (!may_be(call, form)) form = blocking;
  count_call(p, call, form);
  if (form == blocking) {
    for (int i = 0; i < often; ++i) {
      if (i > 0) {
        call->data++;
        fill(call);
      }
      add_result(p, line, call, issue(call, blocking, 0, NULL));
    }
  } else if (form == nonblocking) {
    Pending* const pending = &p->pending[p->pending_count++];
    *pending = (Pending){call, {MPI_REQUEST_NULL, MPI_REQUEST_NULL}, line, p->step + below(&p->own, max_wait)};
    issue(call, nonblocking, 0, pending->requests);
    return;
  } else {
    run_persistent(p, call, line, turns, between, on, second_seed);
  }
  free_call(call);
}

static void run_message(Program* p) {
  const Communicator* const on = &p->slots[below(&p->draws, p->slot_count)];
  const uint64_t seed = next(&p->draws);
  char text[64];
  snprintf(text, sizeof text, "message %s", on->kind);
  const int line = add_line(p, text);
  if (on->comm == MPI_COMM_NULL) return;
  Call* const call = make_call(message, on, seed, largest, 1);
  count_call(p, call, nonblocking);
  Pending* const pending = &p->pending[p->pending_count++];
  *pending = (Pending){call, {MPI_REQUEST_NULL, MPI_REQUEST_NULL}, line, p->step + below(&p->own, max_wait)};
  issue(call, nonblocking, line, pending->requests);
}

static void run_wrong(Program* p) {
  const int slot = below(&p->draws, p->slot_count), fault = below(&p->draws, faults);
  const Communicator* const on = &p->slots[p->slots[slot].between_groups ? 0 : slot];
  const Form form = below(&p->draws, 3) == 0 && fault != not_committed ? nonblocking : blocking;
  Function function = draw_function(p, 0);
  const uint64_t seed = next(&p->draws);
  if (!may_have(function, fault)) return;
  char text[64];
  snprintf(text, sizeof text, "%s%s %s %s", form_names[form], function_names[function], on->kind, fault_names[fault]);
  const int line = add_line(p, text);
  if (on->comm == MPI_COMM_NULL) return;
  Call* const call = make_call(function, on, seed, 400, 0);
  MPI_Datatype uncommitted, types[max_processes];
  MPI_Type_vector(2, 1, 2, MPI_INT, &uncommitted);
  MPI_Request request = MPI_REQUEST_NULL;
  spoil(call, fault, uncommitted, types);
  int class = 0;
  MPI_Error_class(issue(call, form, 0, &request), &class);
  require(class != MPI_SUCCESS, text);
  p->by_fault[fault]++;
  p->lines[line].error = class;
  p->lines[line].hash = (uint32_t)hash_of(call->received.memory, call->received.bytes);
  p->lines[line].runs = 1;
  MPI_Type_free(&uncommitted);
  free_call(call);
}

static void free_communicator(Program* p, int slot) {
  complete_due(p, 1);
  if (p->slots[slot].comm != MPI_COMM_NULL) MPI_Comm_free(&p->slots[slot].comm);
  p->slots[slot] = p->slots[--p->slot_count];
}

static void add_communicator(Program* p) {
  if (p->slot_count == max_slots) free_communicator(p, 1 + below(&p->draws, max_slots - 1));
  const int from = below(&p->draws, p->slot_count), kind = below(&p->draws, communicator_count);
  const Communicator* const parent = &p->slots[p->slots[from].between_groups ? 0 : from];
  char text[64];
  snprintf(text, sizeof text, "%s of %s", communicator_kinds[kind], parent->kind);
  add_line(p, text);
  p->by_communicator[kind]++;
  p->slots[p->slot_count++] = make_communicator(parent->comm, kind, next(&p->draws));
}

static void* run_program(void* argument) {
  Program* const p = argument;
  const int calls = p->step;
  for (p->step = 0; p->step < calls; ++p->step) {
    const int kind = below(&p->draws, 40);
    if (kind < 4)
      add_communicator(p);
    else if (kind == 4 && p->slot_count > 1)
      free_communicator(p, 1 + below(&p->draws, p->slot_count - 1));
    else if (kind < 8)
      run_wrong(p);
    else if (kind < 12)
      run_message(p);
    else
      run_collective(p);
    sleep_at_times(p);
    complete_due(p, 0);
  }
  complete_due(p, 1);
  while (p->slot_count > 1) free_communicator(p, p->slot_count - 1);
  return NULL;
}

/* Process 0 prints the lines, with the outcome on each process. */
static int print_lines(const Program* p) {
  const size_t count = (size_t)p->line_count * (size_t)(world_rank == 0 ? world_size : 1);
  int *const mine = calloc((size_t)p->line_count * 4 + 1, sizeof *mine), *const all =
                                                                             calloc(count * 4 + 1, sizeof *all);
  int wrong = 0, each = p->line_count * 4;
  for (int i = 0; i < p->line_count; ++i) {
    const Line* const line = &p->lines[i];
    memcpy(&mine[4 * i], &(const int[]){(int)line->hash, line->error, line->wrong, line->runs}, 4 * sizeof(int));
    wrong |= line->wrong;
  }
  if (world_rank > 0) {
    MPI_Send(mine, each, MPI_INT, 0, 3, MPI_COMM_WORLD);
  } else {
    memcpy(all, mine, sizeof(int) * (size_t)each);
    for (int i = 1; i < world_size; ++i)
      MPI_Recv(all + (size_t)i * (size_t)each, each, MPI_INT, i, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < p->line_count; ++i) {
      printf("%d.%d %s:", p->thread, i, p->lines[i].text);
      for (int process = 0; process < world_size; ++process) {
        const int* const one = all + (size_t)process * (size_t)each + 4 * i;
        if (one[3] == 0)
          printf(" -");
        else
          printf(" %08x%s", (unsigned)one[0], one[2] ? "!" : "");
        if (one[1] != 0) printf(" error %d", one[1]);
      }
      printf("\n");
    }
  }
  free(mine);
  free(all);
  return wrong;
}

static void print_counts(const char* title, int count, const char* const names[], const int counts[]) {
  printf("%s:", title);
  for (int i = 0; i < count; ++i) printf(" %s %d", names[i], counts[i]);
  printf("\n");
}

static void print_coverage(const Program* p) {
  print_counts("functions", functions, function_names, p->by_function);
  print_counts("forms", forms, (const char* const[]){"blocking", "nonblocking", "persistent"}, p->by_form);
  print_counts("communicators", communicator_count, communicator_kinds, p->by_communicator);
  print_counts("datatypes", element_kinds, element_names, p->by_element);
  print_counts("faults", faults, fault_names, p->by_fault);
  printf("in place: %d\n", p->in_place);
}

static void allow(const char* list) {
  for (int i = 0; i < functions; ++i) {
    const size_t length = strlen(function_names[i]);
    allowed[i] = list == NULL;
    for (const char* at = list; at != NULL; at = strchr(at, ',')) {
      if (*at == ',') ++at;
      allowed[i] |= !strncmp(at, function_names[i], length) && (at[length] == ',' || at[length] == 0);
    }
  }
}

/* With so many threads. Whether a process had wrong data. */
static int run_programs(uint64_t seed, int calls, int threads, int coverage) {
  static Program programs[max_threads];
  pthread_t ids[max_threads];
  int wrong = 0;
  if (world_rank == 0) printf("seed %llu\n", (unsigned long long)seed);
  for (int i = 0; i < threads; ++i) {
    Program* const p = &programs[i];
    *p = (Program){.thread = i, .draws = draws_of(seed, i, 0), .own = draws_of(seed, i, 1 + world_rank), .step = calls};
    p->slots[0] = (Communicator){MPI_COMM_WORLD, "world", 0, 0};
    if (i > 0) MPI_Comm_dup(MPI_COMM_WORLD, &p->slots[0].comm);
    p->slot_count = 1;
  }
  for (int i = 1; i < threads; ++i) pthread_create(&ids[i], NULL, run_program, &programs[i]);
  run_program(&programs[0]);
  for (int i = 1; i < threads; ++i) pthread_join(ids[i], NULL);
  for (int i = 0; i < threads; ++i) {
    wrong |= print_lines(&programs[i]);
    if (coverage && world_rank == 0) print_coverage(&programs[i]);
    if (i > 0) MPI_Comm_free(&programs[i].slots[0].comm);
    free(programs[i].lines);
  }
  return wrong;
}

int main(int argc, char** argv) {
  int programs = 1, threads = 1, coverage = 0, provided = 0, wrong = 0;
  const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  const int calls = argc > 2 ? atoi(argv[2]) : 100;
  allow(NULL);
  for (int i = 3; i < argc; ++i) {
    if (!strncmp(argv[i], "programs=", 9)) programs = atoi(argv[i] + 9);
    if (!strncmp(argv[i], "largest=", 8)) largest = atoi(argv[i] + 8);
    if (!strncmp(argv[i], "threads=", 8)) threads = atoi(argv[i] + 8);
    if (!strncmp(argv[i], "only=", 5)) allow(argv[i] + 5);
    show |= !strcmp(argv[i], "show");
    coverage |= !strcmp(argv[i], "coverage");
  }
  if (threads > max_threads) threads = max_threads;
  MPI_Init_thread(&argc, &argv, threads > 1 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &world_size);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  require(world_size <= max_processes, "too many processes");
  if (threads > 1 && provided < MPI_THREAD_MULTIPLE) threads = 1;
  make_mixed_types();
  make_operations();
  for (int i = 0; i < programs; ++i) wrong |= run_programs(seed + (uint64_t)i, calls, threads, coverage);
  free_operations();
  free_mixed_types();
  MPI_Finalize();
  return wrong;
}
