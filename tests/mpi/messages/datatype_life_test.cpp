// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cartwright/mpix.h"
#include "mpi/datatypes/datatypes.hpp"
#include "random_datatype.hpp"

#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <memory>
#include <thread>
#include <vector>

// Compiled datatypes begin and end with their handles: handles are reused, threads share them, and nothing is left.

namespace base = cartwright::base;
using cartwright::mpi::compiled;

namespace {

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "failed: %s\n", what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

MPI_Datatype strided_ints(int count, int stride) {
  MPI_Datatype type;
  MPI_Type_vector(count, 1, stride, MPI_INT, &type);
  MPI_Type_commit(&type);
  return type;
}

/// Whether the k-th int packed is data[k * stride].
bool packs(decltype(&MPI_Pack) pack, MPI_Datatype type, int count, int stride) {
  int data[64];
  int packed[8] = {};
  for (int i = 0; i < 64; ++i) data[i] = i;
  int position = 0;
  pack(data, 1, type, packed, sizeof packed, &position, MPI_COMM_SELF);
  bool right = position == count * static_cast<int>(sizeof(int));
  for (int k = 0; k < count; ++k) right = right && packed[k] == k * stride;
  return right;
}

/// Parallel HDF5 has tens of thousands of datatypes at once. When every commit searched all of them, the last ones took
/// milliseconds each, and this test took minutes.
void many_live_at_once() {
  std::vector<MPI_Datatype> types(60000);
  for (std::size_t i = 0; i < types.size(); ++i) {
    const int lengths[] = {1, 1};
    const int at[] = {0, 2 + static_cast<int>(i)};
    MPI_Type_indexed(2, lengths, at, MPI_INT, &types[i]);
    MPI_Type_commit(&types[i]);
    require(compiled(types[i]) != nullptr, "each of many datatypes is compiled");
  }
  for (MPI_Datatype& type : types) MPI_Type_free(&type);
}

void dups_share() {
  MPI_Datatype type = strided_ints(3, 2);
  const auto kept = compiled(type);
  MPI_Datatype dup;
  MPI_Type_dup(type, &dup);
  require(kept != nullptr && compiled(dup) == kept, "a duplicate shares the compiled form");
  MPI_Type_free(&type);
  require(compiled(dup) == kept && packs(MPIX_Pack, dup, 3, 2), "a duplicate outlives the original");
  MPI_Type_free(&dup);
  const int data[] = {0, 1, 2, 3, 4};
  int packed[3] = {};
  kept->packer->pack(reinterpret_cast<std::byte*>(packed), reinterpret_cast<const std::byte*>(data), 1);
  require(packed[2] == 4, "a compiled form in use outlives the handle");
}

using Pack = decltype(&MPI_Pack);

/// Every handle that MPI reuses must mean its new datatype.
void cycle(int cycles, Pack pack) {
  for (int i = 0; i < cycles; ++i) {
    const int count = 2 + i % 5;
    const int stride = 2 + i % 7;
    MPI_Datatype type = strided_ints(count, stride);
    require(packs(pack, type, count, stride), "a new datatype under an old handle");
    MPI_Datatype dup;
    MPI_Type_dup(type, &dup);
    require(packs(pack, dup, count, stride), "a duplicate");
    MPI_Type_free(&type);
    MPI_Type_free(&dup);
  }
}

long resident_bytes() {
  long all = 0;
  long resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

long growth_of_cycles(Pack pack) {
  cycle(20000, pack);
  const long before = resident_bytes();
  cycle(100000, pack);
  return resident_bytes() - before;
}

/// MPICH 4.0 loses 128 bytes per cycle in some runs, and none in others.
void nothing_is_left() {
  const long by_mpi = growth_of_cycles(MPI_Pack);
  const long ours = growth_of_cycles(MPIX_Pack);
  std::printf("100000 cycles: %ld bytes more, with MPI alone %ld\n", ours, by_mpi);
  require(ours - by_mpi < 400000, "memory grows by less than 4 bytes a cycle");
}

/// Sixteen threads with some common types, and with private types that they make and free.
void threads_share() {
  struct Shared {
    std::unique_ptr<RandomDatatype> type;
    std::unique_ptr<DatatypeBuffer> data;
    std::vector<unsigned char> packed;
  };
  base::Random random(1);
  std::vector<Shared> shared(20);
  for (Shared& one : shared) {
    one.type = std::make_unique<RandomDatatype>(random, 3, 2048);
    one.data = std::make_unique<DatatypeBuffer>(*one.type, 2);
    one.data->fill(random);
    one.packed = packed_by_mpi(*one.type, 2, *one.data);
  }
  std::vector<std::thread> threads;
  for (int t = 0; t < 16; ++t)
    threads.emplace_back([&shared, t] {
      for (std::size_t round = 0; round < 200; ++round) {
        Shared& one = shared[(round + static_cast<std::size_t>(t)) % shared.size()];
        std::vector<unsigned char> packed(one.packed.size() + 1);
        int position = 0;
        MPIX_Pack(one.data->base(), 2, *one.type, packed.data(), static_cast<int>(packed.size()), &position,
                  MPI_COMM_SELF);
        packed.pop_back();
        require(packed == one.packed, "a datatype that all threads pack");
        cycle(5, MPIX_Pack);
      }
    });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  dups_share();
  nothing_is_left();
  many_live_at_once();
  if (provided == MPI_THREAD_MULTIPLE)
    threads_share();
  else
    std::printf("this MPI has no MPI_THREAD_MULTIPLE\n");
  // A datatype that is never freed: MPI may delete it in MPI_Finalize.
  require(compiled(strided_ints(3, 2)) != nullptr, "the last one");
  MPI_Finalize();
  return 0;
}
