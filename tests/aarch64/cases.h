/* SPDX-FileCopyrightText: 2026 The Cartwright authors
   SPDX-License-Identifier: BSD-3-Clause */
#ifndef CARTWRIGHT_TESTS_AARCH64_CASES_H
#define CARTWRIGHT_TESTS_AARCH64_CASES_H

#include <stdint.h>

/* A file of cases: for each this header, then its lists (header, contents), the table, the code, and the final contents
   of `to`, each part padded to 8 bytes. */
struct test_case {
  uint64_t seed;
  int64_t n;
  int64_t code_bytes;
  int64_t table_bytes; /* 0: none */
  int64_t lists;
  int64_t from_lowest, from_bytes; /* displacements of the bytes that are touched */
  int64_t to_lowest, to_bytes;
};

/* Contents of memory whose address the generated code contains. */
struct test_list {
  uint64_t address;
  int64_t bytes;
};

/* The address of the lists in both programs: low, and far from both programs. */
#define LISTS_BEGIN UINT64_C(0x200000000)
#define LISTS_BYTES UINT64_C(0x40000000)

/* SplitMix64: the contents of buffers, from a seed, in both programs. */
static inline uint64_t next_random(uint64_t* state) {
  uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

static inline void fill(unsigned char* bytes, int64_t count, uint64_t seed) {
  for (int64_t i = 0; i < count; ++i) bytes[i] = (unsigned char)next_random(&seed);
}

#endif
