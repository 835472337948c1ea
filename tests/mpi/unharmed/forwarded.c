/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Collectives in which an MPI forwards data that it received, out of the buffer of the user or by the datatype of the
 * user, to processes that have learned less of this datatype, or have other settings: docs/mpi-messages.md. The
 * lines, one for each datatype, must be the same without and with the interposer.
 *
 *     forwarded SEED [same]
 *
 * With `same`, what a process receives has the datatype of what it sends. Some algorithms of Open MPI need that. */
#include "outcome.h"

#include <stdint.h>
#include <string.h>

enum { kinds = 22, structs = 6, overlapping = 20, max_elements = 2000, max_processes = 16 };

static int rank, size;
static int same_layout;

static uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

/* A struct of a char, a double and a short, `hole` bytes apart. */
static MPI_Datatype mixed(int hole) {
  const int lengths[3] = {1, 1, 1};
  const MPI_Aint at[3] = {0, 1 + hole, 9 + 2 * hole};
  const MPI_Datatype parts[3] = {MPI_CHAR, MPI_DOUBLE, MPI_SHORT};
  MPI_Datatype made;
  MPI_Type_create_struct(3, lengths, at, parts, &made);
  return made;
}

static MPI_Datatype vector_of(int count, int length, int stride, MPI_Datatype part) {
  MPI_Datatype made;
  MPI_Type_vector(count, length, stride, part, &made);
  return made;
}

/* Single bytes, at distances that grow. */
static MPI_Datatype bytes_apart(int count) {
  int at[64];
  MPI_Datatype made;
  for (int i = 0; i < count; ++i) at[i] = i * (i + 1) / 2;
  MPI_Type_create_indexed_block(count, 1, at, MPI_BYTE, &made);
  return made;
}

/* Datatype `kind`, with `gap` bytes after each element: two gaps give two layouts of one signature. Of the last kinds,
 * the pieces overlap if there is no gap, and those of the very last one also those of the next element. */
static MPI_Datatype datatype(int kind, int gap) {
  MPI_Datatype part, resized;
  if (kind < structs)
    part = mixed(kind % 3);
  else if (kind < 10)
    part = vector_of(kind - 4, 1, 2 + kind % 2, kind % 2 ? MPI_DOUBLE : MPI_SHORT);
  else if (kind < 13)
    part = vector_of(5, kind - 9, 7, MPI_CHAR);
  else if (kind < 16)
    part = bytes_apart(3 * (kind - 11));
  else if (kind < 18)
    part = vector_of(3, 2, 5, kind == 16 ? MPI_C_DOUBLE_COMPLEX : MPI_INT);
  else if (kind >= overlapping)
    part = vector_of(4, 3, gap == 0 ? 2 : 5, kind == overlapping ? MPI_SHORT : MPI_DOUBLE);
  else
    MPI_Type_create_hindexed_block(2, 3, (const MPI_Aint[]){24, 1}, kind == 18 ? MPI_INT : MPI_FLOAT, &part);
  MPI_Aint lb, extent;
  MPI_Type_get_true_extent(part, &lb, &extent);
  const int next = kind > overlapping && gap == 0 ? -16 : gap + kind % 3;
  MPI_Type_create_resized(part, 0, lb + extent + next, &resized);
  MPI_Type_commit(&resized);
  MPI_Type_free(&part);
  return resized;
}

static char *data, *result;
static size_t bytes;

/* The bytes of the elements in `result`, not those between them. */
static uint64_t hash_of(int elements, MPI_Datatype type) {
  int packed_bytes = 0, position = 0;
  uint64_t hash = 0;
  MPI_Pack_size(elements, type, MPI_COMM_SELF, &packed_bytes);
  char* packed = malloc((size_t)packed_bytes + 1);
  MPI_Pack(result, elements, type, packed, packed_bytes, &position, MPI_COMM_SELF);
  for (int i = 0; i < position; ++i) hash = mix(hash + (unsigned char)packed[i]);
  free(packed);
  return hash;
}

/* The forms of a call. */
enum { blocking, nonblocking, persistent };

#if MPI_VERSION >= 4
enum { forms = persistent + 1 };
#define PERSISTENT(name, ...)                              \
  MPI_##name##_init(__VA_ARGS__, MPI_INFO_NULL, &request); \
  MPI_Start(&request);                                     \
  MPI_Wait(&request, MPI_STATUS_IGNORE);                   \
  MPI_Request_free(&request)
#else
enum { forms = nonblocking + 1 };
#define PERSISTENT(name, ...) (void)0
#endif

#define CALL(name, iname, ...)             \
  if (form == blocking) {                  \
    MPI_##name(__VA_ARGS__);               \
  } else if (form == nonblocking) {        \
    MPI_##iname(__VA_ARGS__, &request);    \
    MPI_Wait(&request, MPI_STATUS_IGNORE); \
  } else {                                 \
    PERSISTENT(name, __VA_ARGS__);         \
  }                                        \
  break

/* One block for each process, in elements and in bytes from the start. */
struct blocks {
  int counts[max_processes], at[max_processes], bytes_at[max_processes], all;
  MPI_Datatype types[max_processes];
};

/* The blocks have `more` elements for some of the processes. */
static struct blocks blocks_of(int count, int more, int parity, MPI_Datatype type) {
  struct blocks made = {.all = 0};
  MPI_Aint lb, extent;
  MPI_Type_get_extent(type, &lb, &extent);
  for (int i = 0; i < size; ++i) {
    made.counts[i] = count + ((i + parity) % 2) * more;
    made.at[i] = made.all;
    made.bytes_at[i] = (int)(made.all * extent);
    made.types[i] = type;
    made.all += made.counts[i];
  }
  return made;
}

enum { gather, gatherv, allgather, allgatherv, bcast, scatter, scatterv, alltoall, alltoallv, alltoallw, collectives };

/* What goes wrong without Cartwright as well. MPICH 4.0 over UCX cannot scatter the structs, nor gather them from more
 * than three processes: it reports a truncated message. Where Open MPI gathers in a tree, it receives the blocks of
 * several processes by the datatype that is sent, and the next block overwrites an element that overlaps it. */
static int fails_in_mpi(int collective, int kind) {
  static int old_mpich = -1, open_mpi;
  if (old_mpich < 0) {
    char version[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int length = 0;
    MPI_Get_library_version(version, &length);
    old_mpich = strstr(version, "MPICH Version:\t4.0") != NULL;
    open_mpi = strstr(version, "Open MPI") != NULL;
  }
  if (open_mpi && kind > overlapping && collective == gather) return 1;
  return old_mpich && kind < structs && (size > 3 || collective >= scatter);
}

/* The elements that arrived in `result`. */
static int run_one(int collective, int form, int root, int elements, MPI_Datatype sent, MPI_Datatype received) {
  const MPI_Comm comm = MPI_COMM_WORLD;
  MPI_Request request = MPI_REQUEST_NULL;
  const int each = elements / size;
  /* Those of all processes for all, and those of this process for each one and of each one for this process. */
  const struct blocks whole = blocks_of(each, 3, 0, received), out = blocks_of(each, 3, rank, sent);
  const struct blocks in = blocks_of(each, 3, rank, received), of_root = blocks_of(each, 3, 0, sent);
  const int mine = whole.counts[rank], am_root = rank == root;
  memset(result, 0x55, bytes);
  switch (collective) {
    case gather: CALL(Gather, Igather, data, each, sent, result, each, received, root, comm);
    case gatherv: CALL(Gatherv, Igatherv, data, mine, sent, result, whole.counts, whole.at, received, root, comm);
    case allgather: CALL(Allgather, Iallgather, data, each, sent, result, each, received, comm);
    case allgatherv: CALL(Allgatherv, Iallgatherv, data, mine, sent, result, whole.counts, whole.at, received, comm);
    case bcast: CALL(Bcast, Ibcast, am_root ? data : result, elements, am_root ? sent : received, root, comm);
    case scatter: CALL(Scatter, Iscatter, data, each, sent, result, each, received, root, comm);
    case scatterv:
      CALL(Scatterv, Iscatterv, data, of_root.counts, of_root.at, sent, result, mine, received, root, comm);
    case alltoall: CALL(Alltoall, Ialltoall, data, each, sent, result, each, received, comm);
    case alltoallv:
      CALL(Alltoallv, Ialltoallv, data, out.counts, out.at, sent, result, in.counts, in.at, received, comm);
    case alltoallw:
      CALL(Alltoallw, Ialltoallw, data, out.counts, out.bytes_at, out.types, result, in.counts, in.bytes_at, in.types,
           comm);
  }
  switch (collective) {
    case gather: return am_root ? size * each : 0;
    case gatherv: return am_root ? whole.all : 0;
    case allgather: return size * each;
    case allgatherv: return whole.all;
    case bcast: return am_root ? 0 : elements;
    case scatter: return each;
    case scatterv: return mine;
    case alltoall: return size * each;
    default: return in.all;
  }
}

static void run(int kind, int elements) {
  MPI_Datatype sent = datatype(kind, same_layout ? 5 : 0), received = same_layout ? sent : datatype(kind, 5);
  uint64_t hash = 0;
  /* Some processes pack this datatype often before the others do. */
  for (int use = 0; use < 40 * (rank % 3); ++use) (void)hash_of(elements, sent);
  for (int call = 0; call < 3 * collectives; ++call) {
    const int collective = call % collectives, root = call % size;
    /* What was measured in the first calls decides in the next ones. */
    const int form = call < 2 * collectives ? blocking : nonblocking + kind % (forms - 1);
    if (fails_in_mpi(collective, kind)) continue;
    hash = mix(hash + hash_of(run_one(collective, form, root, elements, sent, received), received));
  }
  char what[64];
  snprintf(what, sizeof what, "datatype %d, %d elements", kind, elements);
  print_sum(what, (long long)(hash >> 8));
  MPI_Type_free(&sent);
  if (!same_layout) MPI_Type_free(&received);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
  same_layout = argc > 2;
  bytes = (size_t)size * max_elements * 200;
  data = malloc(bytes);
  result = malloc(bytes);
  for (size_t i = 0; i < bytes; ++i) data[i] = (char)mix(seed + 1000003 * (uint64_t)rank + i);
  for (int kind = 0; kind < kinds; ++kind) {
    run(kind, 1 + (int)(mix(seed + (uint64_t)kind) % 300));
    run(kind, max_elements / (1 + kind % 4));
  }
  free(data);
  free(result);
  MPI_Finalize();
  return 0;
}
