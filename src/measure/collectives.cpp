// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "measure/collectives.hpp"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace cartwright::measure {

namespace {

enum class Form : std::uint8_t { blocking, nonblocking, persistent, large };

/// A process and its buffers, which hold one block of `most` integers for each process.
template <typename Count, typename Start>
struct Caller {
  explicit Caller(Form form) : form(form) {
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
    for (int i = 0; i < size; ++i) starts[i] = static_cast<Start>(items) * i;
    for (int i = 0; i < size; ++i) bytes_to_starts[i] = starts[i] * static_cast<Start>(sizeof(int));
  }

  Form form;
  static constexpr bool large = !std::is_same_v<Count, int>;
  static constexpr int most = 50'000;
  int rank = 0, size = 1;
  std::vector<int> out, in;
  std::vector<Count> counts;
  std::vector<Start> starts, bytes_to_starts;
  std::vector<MPI_Datatype> types;
};

// The forms of MPI 4 are not in every MPI.
#if MPI_VERSION >= 4
#define CW_LARGE(name, ...) MPI_##name##_c(__VA_ARGS__)
#define CW_INIT(name, ...) MPI_##name##_init(__VA_ARGS__, MPI_INFO_NULL, &request), MPI_Start(&request)
#else
#define CW_LARGE(name, ...) static_cast<void>(0)
#define CW_INIT(name, ...) static_cast<void>(0)
#endif

/// The function MPI_`name` in the form of the caller `c`.
#define CW_CALL(name, iname, ...)                                          \
  do {                                                                     \
    if constexpr (Caller::large) {                                         \
      CW_LARGE(name, __VA_ARGS__);                                         \
    } else {                                                               \
      MPI_Request request = MPI_REQUEST_NULL;                              \
      if (c.form == Form::blocking) MPI_##name(__VA_ARGS__);               \
      if (c.form == Form::nonblocking) MPI_##iname(__VA_ARGS__, &request); \
      if (c.form == Form::persistent) CW_INIT(name, __VA_ARGS__);          \
      MPI_Wait(&request, MPI_STATUS_IGNORE);                               \
      if (request != MPI_REQUEST_NULL) MPI_Request_free(&request);         \
    }                                                                      \
  } while (0)

template <typename Caller>
void call(std::string_view function, Caller& c, int n, int root) {
  int* const out = c.out.data();
  int* const in = c.in.data();
  auto* const counts = c.counts.data();
  auto* const starts = c.starts.data();
  auto* const bytes = c.bytes_to_starts.data();
  auto* const types = c.types.data();
  const MPI_Comm world = MPI_COMM_WORLD;
  c.divide(n, function == "alltoallv" || function == "alltoallw");
  const auto mine = c.counts[c.rank];
  if (function == "bcast") CW_CALL(Bcast, Ibcast, out, n, MPI_INT, root, world);
  if (function == "reduce") CW_CALL(Reduce, Ireduce, out, in, n, MPI_INT, MPI_SUM, root, world);
  if (function == "gather") CW_CALL(Gather, Igather, out, n, MPI_INT, in, n, MPI_INT, root, world);
  if (function == "gatherv") CW_CALL(Gatherv, Igatherv, out, mine, MPI_INT, in, counts, starts, MPI_INT, root, world);
  if (function == "scatter") CW_CALL(Scatter, Iscatter, out, n, MPI_INT, in, n, MPI_INT, root, world);
  if (function == "scatterv")
    CW_CALL(Scatterv, Iscatterv, out, counts, starts, MPI_INT, in, mine, MPI_INT, root, world);
  if (function == "allreduce") CW_CALL(Allreduce, Iallreduce, out, in, n, MPI_INT, MPI_SUM, world);
  if (function == "allgather") CW_CALL(Allgather, Iallgather, out, n, MPI_INT, in, n, MPI_INT, world);
  if (function == "allgatherv")
    CW_CALL(Allgatherv, Iallgatherv, out, mine, MPI_INT, in, counts, starts, MPI_INT, world);
  if (function == "alltoall") CW_CALL(Alltoall, Ialltoall, out, n, MPI_INT, in, n, MPI_INT, world);
  if (function == "alltoallv")
    CW_CALL(Alltoallv, Ialltoallv, out, counts, starts, MPI_INT, in, counts, starts, MPI_INT, world);
  if (function == "alltoallw")
    CW_CALL(Alltoallw, Ialltoallw, out, counts, bytes, types, in, counts, bytes, types, world);
  if (function == "reduce_scatter") CW_CALL(Reduce_scatter, Ireduce_scatter, out, in, counts, MPI_INT, MPI_SUM, world);
  if (function == "reduce_scatter_block")
    CW_CALL(Reduce_scatter_block, Ireduce_scatter_block, out, in, n, MPI_INT, MPI_SUM, world);
  if (function == "scan") CW_CALL(Scan, Iscan, out, in, n, MPI_INT, MPI_SUM, world);
  if (function == "exscan") CW_CALL(Exscan, Iexscan, out, in, n, MPI_INT, MPI_SUM, world);
}

template <typename Caller>
void call_with_sizes(std::string_view function, Form form) {
  constexpr std::array<std::string_view, 6> rooted = {"bcast", "reduce", "gather", "gatherv", "scatter", "scatterv"};
  const bool has_root = std::ranges::find(rooted, function) != rooted.end();
  Caller caller(form);
  for (const int items : {1, 10, 100, 1000, 5000, 20'000, Caller::most})
    for (int root = 0; root < (has_root ? caller.size : 1); root += 1 + caller.size / 3)
      call(function, caller, items, root);
}

/// So many that an interface shows messages without data.
constexpr int times = 2000;

void call_barriers() {
  MPI_Request request = MPI_REQUEST_NULL;
  for (int i = 0; i < times; ++i) {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
}

/// Each process sends to one that is far away.
void send_empty_messages() {
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int to = (rank + size / 2) % size, from = (rank + size - size / 2) % size;
  for (int i = 0; i < 5 * times; ++i)
    MPI_Sendrecv(nullptr, 0, MPI_INT, to, 0, nullptr, 0, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

}  // namespace

int call_collectives(int argc, char** argv, std::string_view function, bool blocking, bool nonblocking) {
  MPI_Init(&argc, &argv);
  MPI_Pcontrol(0);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Pcontrol(1);
  if (function == "messages") send_empty_messages();
  if (function == "barrier") call_barriers();
  if (blocking) {
    call_with_sizes<Caller<int, int>>(function, Form::blocking);
    call_with_sizes<Caller<MPI_Count, MPI_Aint>>(function, Form::large);
  }
  if (nonblocking)
    for (const Form form : {Form::nonblocking, Form::persistent}) call_with_sizes<Caller<int, int>>(function, form);
  MPI_Pcontrol(0);
  MPI_Finalize();
  return 0;
}

}  // namespace cartwright::measure
