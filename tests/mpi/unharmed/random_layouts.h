/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Random numbers that do not depend on the order in which they are drawn, and random places of data in memory. */
#pragma once

#include "outcome.h"

#include <stdint.h>
#include <string.h>

enum { max_processes = 64 };

static uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

typedef struct {
  uint64_t state;
} Draws;

static Draws draws_of(uint64_t seed, int first, int second) {
  return (Draws){mix(mix(mix(seed) + (uint64_t)(unsigned)first) + (uint64_t)(unsigned)second)};
}
static uint64_t next(Draws* draws) { return mix(++draws->state); }
static int below(Draws* draws, int limit) { return (int)(next(draws) % (uint64_t)limit); }

/* The units that blocks are made of. The last ones are structs of one signature: an int and a double. */
enum { predefined_basics = 11 };
/* MPICH 4.0 is wrong with structs that have gaps on one side and not on the other. */
#if defined(MPICH_NUMVERSION) && MPICH_NUMVERSION < 40100000
enum { old_mpich = 1, basics = predefined_basics };
#else
enum { old_mpich = 0, basics = predefined_basics + 1 };
#endif
static MPI_Datatype mixed_types[2];

static void make_mixed_types(void) {
  const int ones[] = {1, 1};
  const MPI_Datatype parts[] = {MPI_INT, MPI_DOUBLE};
  for (int i = 0; i < 2; ++i) {
    const MPI_Aint at[] = {i == 0 ? 0 : 12, i == 0 ? 8 : 0};
    MPI_Datatype made;
    MPI_Type_create_struct(2, ones, at, parts, &made);
    MPI_Type_create_resized(made, 0, i == 0 ? 16 : 24, &mixed_types[i]);
    MPI_Type_commit(&mixed_types[i]);
    MPI_Type_free(&made);
  }
}
static void free_mixed_types(void) {
  for (int i = 0; i < 2; ++i) MPI_Type_free(&mixed_types[i]);
}

static MPI_Datatype basic_type(int basic, int variant) {
  const MPI_Datatype types[] = {MPI_BYTE,    MPI_CHAR,     MPI_SHORT,
                                MPI_INT,     MPI_FLOAT,    MPI_DOUBLE,
                                MPI_INT64_T, MPI_UNSIGNED, MPI_C_DOUBLE_COMPLEX,
                                MPI_2INT,    MPI_FLOAT_INT};
  return basic < predefined_basics ? types[basic] : mixed_types[variant];
}
static MPI_Aint extent_of(MPI_Datatype type) {
  MPI_Aint lb, extent;
  MPI_Type_get_extent(type, &lb, &extent);
  return extent;
}

/* A datatype with `holds` units. */
typedef struct {
  MPI_Datatype type;
  int holds, own;
} Element;

static const char* const element_names[] = {"plain",  "contiguous", "half",    "vector",   "gaps",
                                            "column", "swapped",    "indexed", "subarray", "backwards",
                                            "nested", "struct",     "dup"};
enum { element_kinds = sizeof element_names / sizeof *element_names, max_column_bytes = 1 << 22 };

static MPI_Datatype resized(MPI_Datatype type, MPI_Aint lb, MPI_Aint extent) {
  MPI_Datatype made;
  MPI_Type_create_resized(type, lb, extent, &made);
  MPI_Type_free(&type);
  return made;
}

static MPI_Datatype indexed_apart(int units, MPI_Datatype basic, Draws* draws) {
  int* const at = malloc((size_t)units * sizeof *at);
  MPI_Datatype made;
  for (int i = 0; i < units; ++i) at[i] = i == 0 ? below(draws, 3) : at[i - 1] + 1 + below(draws, 3);
  MPI_Type_create_indexed_block(units, 1, at, basic, &made);
  free(at);
  return made;
}

/* An element for blocks of `units` units, which has all of them if `whole`. At most `room` elements lie side by side.
 */
static Element make_element(MPI_Datatype basic, int units, int room, int whole, Draws* draws, int* kind) {
  const MPI_Aint extent = extent_of(basic);
  Element made = {basic, units, 1};
  MPI_Datatype part;
  *kind = units == 0 ? 0 : below(draws, element_kinds);
  if (*kind == 5 && (double)units * room * (double)extent > max_column_bytes) *kind = 3;
  if ((*kind == 2 || *kind == 6 || *kind == 10) && units % 2 != 0) *kind = 3;
  if (*kind == 7 && units > 5000) *kind = 1;
#ifdef OPEN_MPI /* is wrong if a process copies to itself by a negative stride, or gathers overlapping elements */
  if (*kind == 9 || (*kind == 5 && whole)) *kind = 3;
#endif
  if (whole && units > 1 && (*kind == 0 || *kind == 2 || *kind == 4 || *kind == 12)) *kind = 3;
  switch (*kind) {
    case 1: MPI_Type_contiguous(units, basic, &made.type); break;
    case 2:
      made.holds = units / 2;
      MPI_Type_contiguous(made.holds, basic, &made.type);
      break;
    case 3: MPI_Type_vector(units, 1, 2 + below(draws, 2), basic, &made.type); break;
    case 4:
      made.holds = 1;
      MPI_Type_create_resized(basic, 0, 2 * extent, &made.type);
      break;
    case 5:
      MPI_Type_vector(units, 1, room, basic, &part);
      made.type = resized(part, 0, extent);
      break;
    case 6:
      MPI_Type_indexed(2, (const int[]){units / 2, units / 2}, (const int[]){units / 2 + 1, 0}, basic, &made.type);
      break;
    case 7: made.type = indexed_apart(units, basic, draws); break;
    case 8:
      MPI_Type_create_subarray(2, (const int[]){units, 4}, (const int[]){units, 1}, (const int[]){0, 2}, MPI_ORDER_C,
                               basic, &made.type);
      break;
    case 9: MPI_Type_create_hvector(units, 1, -2 * extent, basic, &made.type); break;
    case 10:
      MPI_Type_vector(units / 2, 1, 2, basic, &part);
      MPI_Type_create_hvector(2, 1, extent_of(part) + 3 * extent, part, &made.type);
      MPI_Type_free(&part);
      break;
    case 11: {
      const int lengths[] = {units / 3, units - units / 3};
      const MPI_Aint at[] = {2 * extent, (4 + units / 3) * extent};
      MPI_Type_create_struct(2, lengths, at, (const MPI_Datatype[]){basic, basic}, &part);
      made.type = resized(part, -extent, (units + 9) * extent);
      break;
    }
    case 12:
      made.holds = 1;
      MPI_Type_dup(basic, &made.type);
      break;
    default:
      made.holds = 1;
      made.own = 0;
      return made;
  }
  MPI_Type_commit(&made.type);
  return made;
}

/* The data that a process sends or receives: blocks in memory, between bytes of a pattern. */
typedef struct {
  int blocks;
  MPI_Datatype types[max_processes];
  int counts[max_processes], displacements[max_processes]; /* in elements */
  int at[max_processes];                                   /* in bytes from `start` */
  int own_types;                                           /* how many of the types were made for this */
  MPI_Datatype absolute[max_processes];                    /* the same blocks, for MPI_BOTTOM */
  int own_absolute, absolute_counts[max_processes];
  unsigned char *memory, *start, *expected;
  size_t bytes;
  uint64_t pattern;
} Side;

static unsigned char pattern_at(const Side* side, size_t i) {
  return (unsigned char)mix(side->pattern + i / 8) ^ (i % 8);
}

static void extend(MPI_Datatype type, int count, MPI_Aint at, MPI_Aint* first, MPI_Aint* last) {
  MPI_Aint lb, bytes;
  if (count == 0) return;
  MPI_Type_get_true_extent(type, &lb, &bytes);
  const MPI_Aint far = (count - 1) * extent_of(type);
  const MPI_Aint begin = at + lb + (far < 0 ? far : 0), end = at + lb + bytes + (far > 0 ? far : 0);
  if (begin < *first) *first = begin;
  if (end > *last) *last = end;
}

/* Memory for the blocks, `shift` bytes off the alignment. */
static void allocate(Side* side, uint64_t pattern, int shift) {
  enum { margin = 64 };
  MPI_Aint first = 0, last = 0;
  for (int i = 0; i < side->blocks; ++i) extend(side->types[i], side->counts[i], side->at[i], &first, &last);
  first = -((-first + 15) / 16 * 16);
  side->bytes = (size_t)(last - first) + 2 * margin + (size_t)shift;
  side->memory = malloc(side->bytes);
  side->expected = malloc(side->bytes);
  side->start = side->memory + margin + shift - first;
  side->pattern = pattern;
}

/* How the blocks of a call are described: one block, blocks of one size, of any size, or with a datatype each. */
typedef enum { single, equal, varied, typed } Arrangement;

/* A random order of the blocks. */
static void shuffle(int count, int order[], Draws* draws) {
  for (int i = 0; i < count; ++i) {
    const int other = below(draws, i + 1);
    order[i] = order[other];
    order[other] = i;
  }
}

/* The numbers of units of blocks: `repeats[i]` times `units` of them, or, if typed, `repeats[i]` of basic `of[i]`. */
typedef struct {
  Arrangement arrangement;
  int blocks, units, basic, whole, repeats[max_processes], of[max_processes];
} Sizes;

static void make_side(Side* side, const Sizes* sizes, Draws* draws, int* kind) {
  int order[max_processes], room = 1, next_at = 0;
  memset(side, 0, sizeof *side);
  side->blocks = sizes->blocks;
  shuffle(sizes->blocks, order, draws);
  if (!below(draws, 3))
    for (int i = 0; i < sizes->blocks; ++i) order[i] = i;
  if (sizes->arrangement == typed) {
    for (int turn = 0; turn < sizes->blocks; ++turn) {
      const int i = order[turn];
      MPI_Aint first = 0, last = 0;
      const Element element = make_element(basic_type(sizes->of[i], below(draws, 2)), sizes->repeats[i],
                                           1 + below(draws, 4), sizes->whole, draws, kind);
      side->types[i] = element.type;
      side->counts[i] = sizes->repeats[i] == 0 ? 0 : sizes->repeats[i] / element.holds;
      extend(element.type, side->counts[i], 0, &first, &last);
      side->at[i] = (int)((next_at - first + 15) / 16 * 16);
      next_at = side->at[i] + (int)last + below(draws, 40);
      if (!element.own) MPI_Type_dup(element.type, &side->types[i]);
    }
    side->own_types = sizes->blocks;
  } else {
    const MPI_Datatype basic = basic_type(sizes->basic, below(draws, 2));
    for (int i = 0; i < sizes->blocks; ++i) room += sizes->repeats[i] + 2;
    const Element element = make_element(basic, sizes->units, room, sizes->whole, draws, kind);
    const int times = sizes->units == 0 ? 0 : sizes->units / element.holds;
    for (int turn = 0; turn < sizes->blocks; ++turn) {
      const int i = sizes->arrangement == varied ? order[turn] : turn;
      side->types[i] = element.type;
      side->counts[i] = sizes->repeats[i] * times;
      side->displacements[i] = next_at;
      side->at[i] = (int)(next_at * extent_of(element.type));
      next_at += side->counts[i] + (sizes->arrangement == varied ? below(draws, 3) : 0);
    }
    side->own_types = element.own;
  }
  allocate(side, next(draws), sizes->arrangement != typed && sizes->basic < 2 ? below(draws, 8) : 0);
}

/* Describes each block by its address. */
static void make_absolute(Side* side) {
  MPI_Aint address;
  for (int i = 0; i < side->blocks; ++i) {
    MPI_Get_address(side->start + side->at[i], &address);
    MPI_Type_create_struct(1, &side->counts[i], &address, &side->types[i], &side->absolute[i]);
    MPI_Type_commit(&side->absolute[i]);
    side->absolute_counts[i] = side->counts[i] > 0; /* both MPIs may wait for elements without data */
  }
  side->own_absolute = side->blocks;
}

static void free_side(Side* side) {
  for (int i = 0; i < side->own_absolute; ++i) MPI_Type_free(&side->absolute[i]);
  for (int i = 0; i < side->own_types; ++i) MPI_Type_free(&side->types[i]);
  free(side->memory);
  free(side->expected);
  memset(side, 0, sizeof *side);
}

/* Puts `count` elements of `type`, one after the other in `data`, where the first `elements` of a block lie. `memory`
 * is that of the side, or a copy of it. */
static void put(const Side* side, unsigned char* memory, int block, int elements, const void* data, int count,
                MPI_Datatype type) {
  int bytes = 0, packed_bytes = 0, position = 0;
  MPI_Pack_size(count, type, MPI_COMM_SELF, &bytes);
  char* const packed = malloc((size_t)bytes + 1);
  MPI_Pack(data, count, type, packed, bytes, &packed_bytes, MPI_COMM_SELF);
  MPI_Unpack(packed, packed_bytes, &position, memory + (side->start - side->memory) + side->at[block], elements,
             side->types[block], MPI_COMM_SELF);
  free(packed);
}

/* Any bits: data that is only moved. */
static unsigned char* any_data(size_t bytes, Draws draws) {
  unsigned char* const data = malloc(bytes + 8);
  for (size_t i = 0; i < bytes; i += 8) {
    const uint64_t bits = next(&draws);
    memcpy(data + i, &bits, 8);
  }
  return data;
}

static uint64_t hash_of(const unsigned char* memory, size_t bytes) {
  uint64_t hash = bytes;
  for (size_t i = 0; i < bytes; ++i) hash = (hash ^ memory[i]) * 0x100000001b3U;
  return mix(hash);
}
