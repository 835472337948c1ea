/* SPDX-FileCopyrightText: 2026 The Cartwright authors
   SPDX-License-Identifier: BSD-3-Clause

   Runs the cases that generate.cpp wrote, on AArch64: `aarch64_run FILE`. Buffers lie between guard pages, and every
   byte of their pages is compared. */
#define _GNU_SOURCE
#include "cases.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

typedef void function(unsigned char* to, const unsigned char* from, int64_t n, const void* table);

static size_t page;

static void* map(void* where, size_t bytes, int access, int flags) {
  void* mapped = mmap(where, bytes, access, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | flags, -1, 0);
  if (mapped == MAP_FAILED || (where != NULL && mapped != where)) {
    perror("mmap");
    exit(2);
  }
  return mapped;
}

struct guarded {
  unsigned char* all; /* memory that may be touched */
  size_t size;
  unsigned char* data; /* the requested bytes: the first or the last of them */
};

static struct guarded guarded(int64_t bytes, int at_end) {
  struct guarded buffer;
  buffer.size = ((size_t)bytes / page + 1) * page;
  unsigned char* mapped = map(NULL, buffer.size + 2 * page, PROT_NONE, 0);
  buffer.all = mapped + page;
  if (mprotect(buffer.all, buffer.size, PROT_READ | PROT_WRITE) != 0) exit(2);
  buffer.data = at_end ? buffer.all + buffer.size - bytes : buffer.all;
  memset(buffer.all, 0xa5, buffer.size);
  return buffer;
}

static void release(struct guarded buffer) { munmap(buffer.all - page, buffer.size + 2 * page); }

/* The next `bytes` of the file. */
static const void* take(const unsigned char** at, int64_t bytes) {
  const void* taken = *at;
  *at += (bytes + 7) / 8 * 8;
  return taken;
}

/* Whether the code gives the same result as the reference. */
static int run_case(const unsigned char** at) {
  const struct test_case* head = take(at, sizeof *head);
  for (int64_t i = 0; i < head->lists; ++i) {
    const struct test_list* list = take(at, sizeof *list);
    memcpy((void*)(uintptr_t)list->address, take(at, list->bytes), (size_t)list->bytes);
  }
  const void* table = take(at, head->table_bytes);
  const void* code = take(at, head->code_bytes);
  const unsigned char* expected = take(at, head->to_bytes);

  const size_t code_bytes = ((size_t)head->code_bytes / page + 1) * page;
  unsigned char* executable = map(NULL, code_bytes, PROT_READ | PROT_WRITE, 0);
  memcpy(executable, code, (size_t)head->code_bytes);
  __builtin___clear_cache((char*)executable, (char*)executable + head->code_bytes);
  if (mprotect(executable, code_bytes, PROT_READ | PROT_EXEC) != 0) exit(2);

  const struct guarded from = guarded(head->from_bytes, head->seed & 1);
  const struct guarded to = guarded(head->to_bytes, head->seed >> 1 & 1);
  const struct guarded wanted = guarded(head->to_bytes, head->seed >> 1 & 1);
  fill(from.data, head->from_bytes, head->seed);
  fill(to.data, head->to_bytes, ~head->seed);
  memcpy(wanted.data, expected, (size_t)head->to_bytes);
  ((function*)(uintptr_t)executable)(to.data - head->to_lowest, from.data - head->from_lowest, head->n, table);
  const int same = memcmp(to.all, wanted.all, to.size) == 0;
  if (!same) fprintf(stderr, "the program of seed %" PRIu64 " moves other bytes than the reference\n", head->seed);

  release(from);
  release(to);
  release(wanted);
  munmap(executable, code_bytes);
  return same;
}

int main(int argc, char** argv) {
  FILE* file = argc == 2 ? fopen(argv[1], "rb") : NULL;
  if (file == NULL) return 2;
  page = (size_t)sysconf(_SC_PAGESIZE);
  fseek(file, 0, SEEK_END);
  const long size = ftell(file);
  rewind(file);
  unsigned char* cases = malloc((size_t)size);
  if (cases == NULL || fread(cases, 1, (size_t)size, file) != (size_t)size) return 2;
  map((void*)(uintptr_t)LISTS_BEGIN, LISTS_BYTES, PROT_READ | PROT_WRITE, MAP_FIXED_NOREPLACE);

  int run = 0;
  int right = 0;
  for (const unsigned char* at = cases; at < cases + size; ++run) right += run_case(&at);
  printf("%d of %d programs move what the reference moves\n", right, run);
  return run > 0 && right == run ? 0 : 1;
}
