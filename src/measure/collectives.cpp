// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "measure/collectives.hpp"

#include <mpi.h>

#include <array>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

namespace cartwright::measure {

namespace {

/// A process and its buffers, which hold one block of `most` integers for each process.
struct Caller {
  Caller() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    out.resize(static_cast<std::size_t>(most) * size);
    in.resize(out.size());
    counts.resize(size);
    starts.resize(size);
    bytes_to_starts.resize(size);
    types.assign(size, MPI_INT);
  }

  /// Blocks of `items` integers, or of fewer: those of other processes differ.
  void divide(int items, bool by_rank = false) {
    for (int i = 0; i < size; ++i) counts[i] = items - items / 4 * ((by_rank ? rank + i : i) % 3);
    for (int i = 0; i < size; ++i) starts[i] = items * i;
    for (int i = 0; i < size; ++i) bytes_to_starts[i] = starts[i] * static_cast<int>(sizeof(int));
  }

  static constexpr int most = 50'000;
  int rank = 0, size = 1;
  std::vector<int> out, in, counts, starts, bytes_to_starts;
  std::vector<MPI_Datatype> types;
};

using Call = void (*)(Caller&, int items, int root);
MPI_Comm world() { return MPI_COMM_WORLD; }

const std::array<std::pair<std::string_view, Call>, 16> functions = {{
    {"bcast", [](Caller& c, int n, int root) { MPI_Bcast(c.out.data(), n, MPI_INT, root, world()); }},
    {"reduce",
     [](Caller& c, int n, int root) { MPI_Reduce(c.out.data(), c.in.data(), n, MPI_INT, MPI_SUM, root, world()); }},
    {"gather",
     [](Caller& c, int n, int root) { MPI_Gather(c.out.data(), n, MPI_INT, c.in.data(), n, MPI_INT, root, world()); }},
    {"gatherv",
     [](Caller& c, int n, int root) {
       c.divide(n);
       MPI_Gatherv(c.out.data(), c.counts[c.rank], MPI_INT, c.in.data(), c.counts.data(), c.starts.data(), MPI_INT,
                   root, world());
     }},
    {"scatter",
     [](Caller& c, int n, int root) { MPI_Scatter(c.out.data(), n, MPI_INT, c.in.data(), n, MPI_INT, root, world()); }},
    {"scatterv",
     [](Caller& c, int n, int root) {
       c.divide(n);
       MPI_Scatterv(c.out.data(), c.counts.data(), c.starts.data(), MPI_INT, c.in.data(), c.counts[c.rank], MPI_INT,
                    root, world());
     }},
    {"allreduce",
     [](Caller& c, int n, int) { MPI_Allreduce(c.out.data(), c.in.data(), n, MPI_INT, MPI_SUM, world()); }},
    {"allgather",
     [](Caller& c, int n, int) { MPI_Allgather(c.out.data(), n, MPI_INT, c.in.data(), n, MPI_INT, world()); }},
    {"allgatherv",
     [](Caller& c, int n, int) {
       c.divide(n);
       MPI_Allgatherv(c.out.data(), c.counts[c.rank], MPI_INT, c.in.data(), c.counts.data(), c.starts.data(), MPI_INT,
                      world());
     }},
    {"alltoall",
     [](Caller& c, int n, int) { MPI_Alltoall(c.out.data(), n, MPI_INT, c.in.data(), n, MPI_INT, world()); }},
    {"alltoallv",
     [](Caller& c, int n, int) {
       c.divide(n, true);
       MPI_Alltoallv(c.out.data(), c.counts.data(), c.starts.data(), MPI_INT, c.in.data(), c.counts.data(),
                     c.starts.data(), MPI_INT, world());
     }},
    {"alltoallw",
     [](Caller& c, int n, int) {
       c.divide(n, true);
       MPI_Alltoallw(c.out.data(), c.counts.data(), c.bytes_to_starts.data(), c.types.data(), c.in.data(),
                     c.counts.data(), c.bytes_to_starts.data(), c.types.data(), world());
     }},
    {"reduce_scatter",
     [](Caller& c, int n, int) {
       c.divide(n);
       MPI_Reduce_scatter(c.out.data(), c.in.data(), c.counts.data(), MPI_INT, MPI_SUM, world());
     }},
    {"reduce_scatter_block",
     [](Caller& c, int n, int) { MPI_Reduce_scatter_block(c.out.data(), c.in.data(), n, MPI_INT, MPI_SUM, world()); }},
    {"scan", [](Caller& c, int n, int) { MPI_Scan(c.out.data(), c.in.data(), n, MPI_INT, MPI_SUM, world()); }},
    {"exscan", [](Caller& c, int n, int) { MPI_Exscan(c.out.data(), c.in.data(), n, MPI_INT, MPI_SUM, world()); }},
}};

}  // namespace

int call_collectives(int argc, char** argv, std::string_view function) {
  constexpr std::array sizes = {1, 10, 100, 1000, 5000, 20'000, Caller::most};
  MPI_Init(&argc, &argv);
  MPI_Pcontrol(0);
  Caller caller;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Pcontrol(1);
  for (const auto& [name, call] : functions)
    for (const int items : sizes)
      for (int root = 0; name == function && root < caller.size; root += 1 + caller.size / 3) call(caller, items, root);
  MPI_Pcontrol(0);
  MPI_Finalize();
  return 0;
}

}  // namespace cartwright::measure
