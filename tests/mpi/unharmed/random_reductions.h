/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Operations of reductions, predefined and of the user, datatypes that they fit, and data that shows the order in which
 * inexact operations are evaluated. */
#pragma once

#include "random_layouts.h"

#include <math.h>

typedef enum { integers, bits, truths, reals, complexes, pairs, users } Domain;

/* Data of a reduction in memory: `type`. `plain` has the same elements without gaps. `scalars` of the size of `parts`
 * are drawn for each. */
typedef struct {
  const char* name;
  Domain domain;
  MPI_Datatype type, plain;
  MPI_Op op;
  int exact;  /* in any order of evaluation */
  int padded; /* `plain` has bytes without a value */
} Reduction;

/* Operations of the user: a sum of unsigned ints, the composition of x -> a x + b, which does not commute, and a sum of
 * doubles. */
static MPI_Op user_sum, user_compose, user_double_sum;
static MPI_Datatype maps, maps_apart; /* two unsigned ints, without and with a gap */

static void add_unsigned(void* from, void* to, int* count, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < *count; ++i) ((unsigned*)to)[i] += ((const unsigned*)from)[i];
}
static void add_doubles(void* from, void* to, int* count, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < *count; ++i) ((double*)to)[i] += ((const double*)from)[i];
}
static void compose(void* from, void* to, int* count, MPI_Datatype* type) {
  const size_t step = (size_t)extent_of(*type);
  for (int i = 0; i < *count; ++i) {
    const unsigned* const left = (const unsigned*)((const char*)from + (size_t)i * step);
    unsigned* const right = (unsigned*)((char*)to + (size_t)i * step);
    right[1] += right[0] * left[1];
    right[0] *= left[0];
  }
}

static void make_operations(void) {
  MPI_Op_create(add_unsigned, 1, &user_sum);
  MPI_Op_create(compose, 0, &user_compose);
  MPI_Op_create(add_doubles, 1, &user_double_sum);
  MPI_Datatype part;
  MPI_Type_contiguous(2, MPI_UNSIGNED, &maps);
  MPI_Type_contiguous(2, MPI_UNSIGNED, &part);
  maps_apart = resized(part, 0, 3 * sizeof(unsigned));
  MPI_Type_commit(&maps);
  MPI_Type_commit(&maps_apart);
}
static void free_operations(void) {
  MPI_Op_free(&user_sum);
  MPI_Op_free(&user_compose);
  MPI_Op_free(&user_double_sum);
  MPI_Type_free(&maps);
  MPI_Type_free(&maps_apart);
}

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof *(array)))

static Reduction draw_reduction(Draws* draws) {
  typedef struct {
    const char* name;
    MPI_Op op;
  } Named;
  const Named all[] = {{"max", MPI_MAX},   {"min", MPI_MIN},   {"sum", MPI_SUM},       {"prod", MPI_PROD},
                       {"land", MPI_LAND}, {"lor", MPI_LOR},   {"lxor", MPI_LXOR},     {"band", MPI_BAND},
                       {"bor", MPI_BOR},   {"bxor", MPI_BXOR}, {"minloc", MPI_MINLOC}, {"maxloc", MPI_MAXLOC}};
  const MPI_Datatype of_integers[] = {
      MPI_SIGNED_CHAR, MPI_UNSIGNED_CHAR, MPI_SHORT,     MPI_UNSIGNED_SHORT,     MPI_INT,      MPI_UNSIGNED,
      MPI_LONG,        MPI_UNSIGNED_LONG, MPI_LONG_LONG, MPI_UNSIGNED_LONG_LONG, MPI_INT8_T,   MPI_INT16_T,
      MPI_INT32_T,     MPI_INT64_T,       MPI_UINT8_T,   MPI_UINT16_T,           MPI_UINT32_T, MPI_UINT64_T,
      MPI_AINT,        MPI_OFFSET,        MPI_COUNT};
  const MPI_Datatype of_pairs[] = {MPI_2INT, MPI_FLOAT_INT, MPI_DOUBLE_INT, MPI_LONG_INT, MPI_SHORT_INT};
  const int kind = below(draws, 12);
  Reduction r = {.exact = 1, .padded = 0, .domain = kind < 4 ? integers : kind < 6 ? reals : (Domain)(bits + kind - 6)};
  int first = 0, limit = 10;
  switch (r.domain) {
    case bits: r.type = MPI_BYTE, first = 7; break;
    case truths: r.type = MPI_C_BOOL, first = 4, limit = 7; break;
    case reals: r.type = below(draws, 2) ? MPI_DOUBLE : MPI_FLOAT, limit = 4; break;
    case complexes: r.type = below(draws, 2) ? MPI_C_DOUBLE_COMPLEX : MPI_C_FLOAT_COMPLEX, first = 2, limit = 4; break;
    case pairs: r.type = of_pairs[below(draws, COUNT_OF(of_pairs))], first = 10, limit = 12, r.padded = 1; break;
    default: r.type = of_integers[below(draws, COUNT_OF(of_integers))];
  }
  const Named* const drawn = &all[first + below(draws, limit - first)];
  r.name = drawn->name;
  r.op = drawn->op;
  r.plain = r.type;
  if (r.domain == reals || r.domain == complexes) r.exact = 0;
  if (r.domain == users) {
    const MPI_Datatype composed[] = {maps, maps_apart, MPI_2INT};
    const int user = below(draws, 5);
    r.type = r.plain = MPI_UNSIGNED, r.op = user_sum, r.name = "user_sum";
    if (user < 3) r.type = composed[user], r.plain = maps, r.op = user_compose, r.name = "user_compose";
    if (user == 3) r.type = r.plain = MPI_DOUBLE, r.op = user_double_sum, r.name = "user_double_sum", r.exact = 0;
    if (r.type == MPI_2INT) r.plain = MPI_2INT;
  }
  return r;
}

/* Large and small values, zeros of both signs and, in some calls, values that are not numbers. */
static double inexact(Draws* draws, int with_nan) {
  const int kind = below(draws, 24);
  if (kind == 0) return 0.0;
  if (kind == 1) return -0.0;
  if (kind == 2 && with_nan) return (double)NAN;
  return ldexp((double)(below(draws, 2000001) - 1000000), below(draws, 41) - 40);
}

static void put_pair(unsigned char* to, MPI_Datatype type, int value, int index) {
#define PUT_PAIR(mpi_type, c_type)  \
  if (type == (mpi_type)) {         \
    struct {                        \
      c_type value;                 \
      int index;                    \
    } pair;                         \
    memset(&pair, 0, sizeof pair);  \
    pair.value = (c_type)value;     \
    pair.index = index;             \
    memcpy(to, &pair, sizeof pair); \
  }
  PUT_PAIR(MPI_2INT, int)
  PUT_PAIR(MPI_FLOAT_INT, float)
  PUT_PAIR(MPI_DOUBLE_INT, double)
  PUT_PAIR(MPI_LONG_INT, long)
  PUT_PAIR(MPI_SHORT_INT, short)
}

/* The data that one process contributes, without gaps. */
static unsigned char* reduced_data(const Reduction* r, int count, Draws draws, int with_nan) {
  const size_t extent = (size_t)extent_of(r->plain), bytes = extent * (size_t)count;
  const int small = below(&draws, 2);
  unsigned char* const data = any_data(bytes, draws);
  if (r->domain == integers && small && extent > 1)
    for (size_t i = 0; i < bytes; ++i)
      if (i % extent != 0) data[i] = 0; /* the first byte is the lowest */
  /* Open MPI's sums of short integers do not wrap around. */
  if (r->op == MPI_SUM && r->domain == integers && extent <= 2)
    for (size_t i = 0; i < bytes; ++i) data[i] = i % extent == 0 ? data[i] % 2 : 0;
  if (r->domain == truths)
    for (size_t i = 0; i < bytes; ++i) data[i] %= 2;
  if (r->domain == pairs)
    for (int i = 0; i < count; ++i)
      put_pair(data + (size_t)i * extent, r->plain, below(&draws, 7) - 3, below(&draws, 100));
  if (!r->exact) {
    const int single_precision = r->type == MPI_FLOAT || r->type == MPI_C_FLOAT_COMPLEX;
    const size_t size = single_precision ? sizeof(float) : sizeof(double);
    for (size_t i = 0; i < bytes; i += size) {
      const double value = inexact(&draws, with_nan);
      const float rounded = (float)value;
      memcpy(data + i, single_precision ? (const void*)&rounded : (const void*)&value, size);
    }
  }
  return data;
}
