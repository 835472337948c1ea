/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Calls every trampoline of libcartwright_in_order with 12 arguments, and checks what arrives: all arguments, and in
 * the places of communicators the one that was exchanged. */
#include "mpi/base/functions.h"
#include "preload/front/entry.h"

#include <stdio.h>
#include <string.h>

enum { arguments = 12 };
typedef long Function(long, long, long, long, long, long, long, long, long, long, long, long);

static long arrived[arguments];
static int looked_up;

static long target(long a, long b, long c, long d, long e, long f, long g, long h, long i, long j, long k, long l) {
  const long all[arguments] = {a, b, c, d, e, f, g, h, i, j, k, l};
  memcpy(arrived, all, sizeof all);
  return 77;
}

/* MPI_X leads to PMPI_X, as without a tool. */
const void* cw_find_function(struct cw_entry* entry, const void* caller) {
  (void)caller;
  ++looked_up;
  if (entry->pmpi != NULL) return entry->target = entry->pmpi;
  Function* const found = target;
  memcpy(&entry->target, &found, sizeof found);
  return entry->target;
}

#define CW_DECLARE(name, positions) extern Function call_##name __asm__("MPI_" #name);
CW_FUNCTIONS(CW_DECLARE, CW_DECLARE, CW_DECLARE)
#define CW_DECLARE_OWN(name, positions) extern Function call_##name __asm__(#name);
CW_OWN_FUNCTIONS(CW_DECLARE_OWN)

static const struct {
  const char* name;
  Function* call;
  unsigned communicators;
} functions[] = {
#define NONE
#define AT_0 | 1U << 0
#define AT_1 | 1U << 1
#define AT_2 | 1U << 2
#define AT_3 | 1U << 3
#define AT_4 | 1U << 4
#define AT_5 | 1U << 5
#define AT_6 | 1U << 6
#define AT_7 | 1U << 7
#define AT_8 | 1U << 8
#define AT_10 | 1U << 10
#define CW_ROW(name, positions) {#name, call_##name, 0 positions},
    CW_FUNCTIONS(CW_ROW, CW_ROW, CW_ROW) CW_OWN_FUNCTIONS(CW_ROW)};

/* Each argument is `given`, with another upper half. Communicators must arrive as `wanted`. */
static int check(unsigned long mask, unsigned long given, long wanted) {
  int wrong = 0;
  for (size_t f = 0; f < sizeof functions / sizeof *functions; ++f) {
    long sent[arguments];
    for (int i = 0; i < arguments; ++i) sent[i] = (long)(given + ((unsigned long)(i + 1) << 40) * (mask >> 32 == 0));
    const long result = functions[f].call(sent[0], sent[1], sent[2], sent[3], sent[4], sent[5], sent[6], sent[7],
                                          sent[8], sent[9], sent[10], sent[11]);
    for (int i = 0; i < arguments; ++i) {
      const long expected = (functions[f].communicators >> i & 1) != 0 && wanted != 0 ? wanted : sent[i];
      if (arrived[i] == expected && result == 77) continue;
      printf("%s: argument %d is %lx, not %lx\n", functions[f].name, i, arrived[i], expected);
      ++wrong;
    }
  }
  return wrong;
}

int main(void) {
  const unsigned long handle = 0x44000000, pointer = 0x7f0012345678;
  int wrong = check(0xffffffff, handle, 0); /* nothing is exchanged yet */
  cw_exchange(0xffffffff, handle, 0x84000001);
  wrong += check(0xffffffff, handle, 0x84000001);
  wrong += check(0xffffffff, handle + 1, 0);
  cw_exchange(~0UL, pointer, 0x55aa12345678);
  wrong += check(~0UL, pointer, 0x55aa12345678);
  wrong += check(~0UL, pointer + (1UL << 40), 0);
  /* Both names of MPI's functions, and one of our own. */
#define COUNT(name, positions) +1
  if (looked_up != sizeof functions / sizeof *functions + (0 CW_FUNCTIONS(COUNT, COUNT, COUNT))) {
    printf("%d look-ups\n", looked_up);
    ++wrong;
  }
  return wrong != 0;
}
