/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Communicators of all kinds, made of others. */
#pragma once

#include "random_layouts.h"

typedef struct {
  MPI_Comm comm; /* MPI_COMM_NULL where this process is not a part of it */
  const char* kind;
  int between_groups; /* whether it is an intercommunicator */
  int group;          /* of this process in it: 0 or 1 */
} Communicator;

static const char* const communicator_kinds[] = {"dup",   "rows", "columns", "colors", "reversed", "shuffled", "self",
                                                 "group", "cart", "sub",     "graph",  "between",  "merged"};
enum { communicator_count = sizeof communicator_kinds / sizeof *communicator_kinds };

static MPI_Comm split_by(MPI_Comm comm, int color, int key) {
  MPI_Comm made;
  MPI_Comm_split(comm, color, key, &made);
  return made;
}

static MPI_Comm cart_of(MPI_Comm comm, int size, Draws* draws, int in_lines) {
  const int ndims = 2 + below(draws, 2), keeps = below(draws, 7) + 1;
  int dims[3] = {0, 0, 0}, periods[3], kept[3];
  for (int i = 0; i < ndims; ++i) periods[i] = below(draws, 2), kept[i] = keeps >> i & 1;
  MPI_Dims_create(size, ndims, dims);
  MPI_Comm made, lines;
  MPI_Cart_create(comm, ndims, dims, periods, 0, &made);
  if (!in_lines) return made;
  MPI_Cart_sub(made, kept, &lines);
  MPI_Comm_free(&made);
  return lines;
}

/* Each process has a neighbor some ranks above, and one as many below. */
static MPI_Comm graph_of(MPI_Comm comm, int rank, int size, Draws* draws) {
  const int step = below(draws, size), weights[] = {1, 1};
  const int sources[] = {(rank + size - step) % size, (rank + step) % size};
  const int destinations[] = {sources[1], sources[0]};
  MPI_Comm made;
  MPI_Dist_graph_create_adjacent(comm, 2, sources, weights, 2, destinations, weights, MPI_INFO_NULL, 0, &made);
  return made;
}

static MPI_Comm group_of(MPI_Comm comm, int rank, int size, Draws* draws) {
  int ranks[max_processes], member = 0;
  const int count = 1 + below(draws, size);
  MPI_Group all, part;
  MPI_Comm made = MPI_COMM_NULL;
  shuffle(size, ranks, draws);
  for (int i = 0; i < count; ++i) member |= ranks[i] == rank;
  MPI_Comm_group(comm, &all);
  MPI_Group_incl(all, count, ranks, &part);
  if (member) MPI_Comm_create_group(comm, part, 5, &made);
  MPI_Group_free(&part);
  MPI_Group_free(&all);
  return made;
}

/* The processes below rank `first`, and the others, each group in the order of its ranks or the reverse. */
static MPI_Comm between(MPI_Comm comm, int rank, int size, int first, int reversed) {
  const int low = rank < first, in_half = low ? first : size - first;
  MPI_Comm half = split_by(comm, low, reversed ? -rank : rank), made;
  MPI_Intercomm_create(half, reversed ? in_half - 1 : 0, comm, low ? first : 0, 9, &made);
  MPI_Comm_free(&half);
  return made;
}

/* A communicator of kind `kind`, made of the processes of `parent`. Every process of it draws the same numbers. */
static Communicator make_communicator(MPI_Comm parent, int kind, uint64_t seed) {
  Communicator made = {MPI_COMM_NULL, communicator_kinds[kind], kind == 11, 0};
  Draws draws = draws_of(seed, 0, 0);
  int rank, size;
  if (parent == MPI_COMM_NULL) return made;
  MPI_Comm_rank(parent, &rank);
  MPI_Comm_size(parent, &size);
  const int width = 1 + below(&draws, size), colors = 1 + below(&draws, 3);
  Draws own = draws_of(seed, 1, rank);
  switch (kind) {
    case 1: made.comm = split_by(parent, rank / width, rank); break;
    case 2: made.comm = split_by(parent, rank % width, rank); break;
    case 3: {
      const int color = below(&own, colors + 1);
      made.comm = split_by(parent, color == colors ? MPI_UNDEFINED : color, below(&own, 5));
      break;
    }
    case 4: made.comm = split_by(parent, 0, -rank); break;
    case 5: made.comm = split_by(parent, 0, below(&own, 1000)); break;
    case 6: MPI_Comm_dup(MPI_COMM_SELF, &made.comm); break;
    case 7: made.comm = group_of(parent, rank, size, &draws); break;
    case 8:
    case 9: made.comm = cart_of(parent, size, &draws, kind == 9); break;
    case 10: made.comm = graph_of(parent, rank, size, &draws); break;
    case 11:
    case 12: {
      if (size == 1) break;
      const int first = 1 + below(&draws, size - 1), reversed = below(&draws, 2), low_first = below(&draws, 2);
      made.comm = between(parent, rank, size, first, reversed);
      made.group = rank < first;
      if (kind == 11) break;
      MPI_Comm both = made.comm;
      MPI_Intercomm_merge(both, (rank < first) == low_first, &made.comm);
      MPI_Comm_free(&both);
      made.group = 0;
      break;
    }
    default: MPI_Comm_dup(parent, &made.comm);
  }
  if (made.comm != MPI_COMM_NULL) MPI_Comm_set_errhandler(made.comm, MPI_ERRORS_RETURN);
  return made;
}
