/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE /* memfd_create() */
#include "outcome.h"

#include <limits.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A replaced message of more than 2 GiB, and one that fills little of types of more than 6 GiB, from a process to
 * itself. In little memory: all blocks of a message have the same bytes, and most of them have the same memory. */

enum { block = 16 << 20, gap = 4096 };

/* The blocks with memory of their own: the first, and those around 2^31 and 2^32 bytes. So has the last block. */
static const int apart[] = {0, 127, 128, 255, 256};
enum { count_apart = sizeof apart / sizeof *apart };

/* `blocks` times the same `bytes` bytes of a file, or a place of its own for the blocks above. */
static unsigned char* map_blocks(int blocks, size_t bytes, int with_own) {
  const int file = memfd_create("blocks", 0);
  require(file >= 0 && ftruncate(file, (off_t)bytes * (count_apart + 2)) == 0, "memory for a block");
  unsigned char* const all = mmap(NULL, bytes * blocks, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  require(all != MAP_FAILED, "addresses for the blocks");
  for (int b = 0; b < blocks; ++b) {
    int place = with_own && b == blocks - 1 ? count_apart + 1 : count_apart;
    for (int i = 0; with_own && i < count_apart; ++i)
      if (apart[i] == b) place = i;
    require(mmap(all + bytes * b, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, (off_t)bytes * place) !=
                MAP_FAILED,
            "a mapping of a block");
  }
  close(file);
  return all;
}

/* Memory for a copy of a message, by the MPI or by Cartwright, is one block again and again, too. */
static const size_t copied = (size_t)1 << 30;
static struct {
  void* at;
  size_t bytes;
} copies[8];
static void* copy_of(size_t bytes) {
  for (size_t i = 0; i < sizeof copies / sizeof *copies; ++i) {
    if (copies[i].at != NULL) continue;
    const int blocks = (int)((bytes + block - 1) / block);
    copies[i].bytes = (size_t)blocks * block;
    return copies[i].at = map_blocks(blocks, block, 0);
  }
  return NULL;
}
extern void* __libc_malloc(size_t bytes);
extern void* __libc_memalign(size_t alignment, size_t bytes);
extern void __libc_free(void* memory);
void* malloc(size_t bytes) { return bytes < copied ? __libc_malloc(bytes) : copy_of(bytes); }
void* aligned_alloc(size_t alignment, size_t bytes) {
  return bytes < copied ? __libc_memalign(alignment, bytes) : copy_of(bytes);
}
void free(void* memory) {
  for (size_t i = 0; memory != NULL && i < sizeof copies / sizeof *copies; ++i) {
    if (copies[i].at != memory) continue;
    munmap(memory, copies[i].bytes);
    copies[i].at = NULL;
    return;
  }
  __libc_free(memory);
}

static unsigned char byte_of(int i, int use) { return (unsigned char)(i * 7 + i / 251 + use); }
static void fill(unsigned char* at, int use) {
  for (int i = 0; i < block; ++i) at[i] = byte_of(i, use);
}

/* The blocks without gaps, as a vector with the longest blocks that an int can count, and the rest of the bytes. */
static MPI_Datatype dense(int blocks) {
  const long long bytes = (long long)blocks * block, whole = bytes / INT_MAX;
  const int lengths[] = {1, (int)(bytes % INT_MAX)};
  const MPI_Aint at[] = {0, whole * INT_MAX};
  MPI_Datatype types[] = {MPI_DATATYPE_NULL, MPI_BYTE}, made;
  MPI_Type_vector((int)whole, INT_MAX, INT_MAX, MPI_BYTE, &types[0]);
  MPI_Type_create_struct(2, lengths, at, types, &made);
  MPI_Type_commit(&made);
  MPI_Type_free(&types[0]);
  return made;
}

/* The blocks with a gap after each. */
static MPI_Datatype gapped(int blocks) {
  MPI_Datatype made;
  MPI_Type_create_hvector(blocks, block, block + gap, MPI_BYTE, &made);
  MPI_Type_commit(&made);
  return made;
}

static void check(const char* what, const unsigned char* data, int blocks, int use) {
  const int looked[] = {0, 127, 128, 255, 256, 1, blocks - 1};
  long long wrong = 0;
  for (size_t b = 0; b < sizeof looked / sizeof *looked; ++b) {
    if (looked[b] < 0 || looked[b] >= blocks) continue;
    const unsigned char* const at = data + (size_t)looked[b] * (block + gap);
    for (int i = 0; i < block; i += 13) wrong += at[i] != byte_of(i, use);
    for (int i = 0; i < gap; ++i) wrong += at[block + i] != 0;
  }
  require(wrong == 0, what);
  print_sum(what, wrong);
}

/* One block, received into the first of many. */
static void received_as(const char* what, MPI_Datatype type, int blocks) {
  unsigned char* const from = map_blocks(1, block, 0);
  unsigned char* const to = map_blocks(blocks, block + gap, 1);
  MPI_Count size = 0, bytes = 0;
  MPI_Request request;
  MPI_Status status;
  fill(from, 1);
  MPI_Type_size_x(type, &size);
  require(size == (MPI_Count)blocks * block, "the bytes of a type");
  MPI_Irecv(to, 1, type, 0, 3, MPI_COMM_WORLD, &request);
  MPI_Send(from, block, MPI_BYTE, 0, 3, MPI_COMM_WORLD);
  MPI_Wait(&request, &status);
  MPI_Get_elements_x(&status, MPI_BYTE, &bytes);
  require(bytes == block, "the bytes of a message");
  check(what, to, 1, 1);
  MPI_Type_free(&type);
}

static void replaced(int blocks) {
  const int fills[] = {0, 127, 128, 1, blocks - 1};
  unsigned char* const data = map_blocks(blocks, block + gap, 1);
  MPI_Datatype type = gapped(blocks);
  MPI_Count bytes = 0;
  MPI_Status status;
  for (int i = 0; i < 5; ++i) fill(data + (size_t)fills[i] * (block + gap), 2);
  MPI_Sendrecv_replace(data, 1, type, 0, 4, 0, 4, MPI_COMM_WORLD, &status);
  MPI_Get_elements_x(&status, MPI_BYTE, &bytes);
  require(bytes == (MPI_Count)blocks * block, "the bytes of a message that is replaced");
  check("a message that is replaced", data, blocks, 2);
  MPI_Type_free(&type);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  replaced(132);
  received_as("a block of many without gaps", dense(400), 400);
  received_as("a block of many", gapped(400), 400);
  MPI_Finalize();
  return 0;
}
