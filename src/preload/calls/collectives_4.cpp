// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/comm.hpp"
#include "mpi/report.hpp"
#include "preload/base/interpose.hpp"
#include "preload/base/neighbors.hpp"
#include "preload/neighbors/neighbor_collective.hpp"
#include "preload/neighbors/node_channel.hpp"
#include "preload/node/node_memory.hpp"
#include "preload/traffic/reordered.hpp"
#include "preload/traffic/traffic_collectives.hpp"
#include "preload/traffic/traffic_intercommunicators.hpp"

using namespace cartwright;
using namespace cartwright::preload;

// Collectives of MPI 4: with counts of type MPI_Count, and persistent ones. MPI runs them, except those of
// neighborhoods. They are counted, the persistent ones at each start: programs prefer the large counts where they exist
// (mpi4py 4).

#if MPI_VERSION >= 4

namespace {

/// The bytes for the i-th process.
template <typename Count>
std::int64_t part(Count count, MPI_Datatype type, int) {
  return bytes_of(count, type);
}
template <typename Count>
std::int64_t part(const Count* counts, MPI_Datatype type, int i) {
  return bytes_of(counts[i], type);
}
template <typename Count>
std::int64_t part(const Count* counts, const MPI_Datatype* types, int i) {
  return bytes_of(counts[i], types[i]);
}

/// The program has not asked for it (rank_queries.cpp).
int rank_in(MPI_Comm comm) {
  int rank = 0;
  mpi::real().Comm_rank(comm, &rank);
  return rank;
}

/// get(i) for each i below n, now: a persistent collective is counted when its arguments are gone.
template <typename Get>
auto each(int n, const Get& get) {
  std::vector<std::int64_t> all;
  for (int i = 0; i < n; ++i) all.push_back(get(i));
  return [all = std::move(all)](int i) { return all[i]; };
}

// What to count of a collective, as a function for each start. All are made of the arguments of the call.

template <typename Counts, typename Types>
auto to_each(Selected selected, MPI_Comm comm, const void* in, Counts counts, Types types, Counts out_counts,
             Types out_types) {
  selected.buffer = in;
  return [selected, comm, bytes = each(partners_of(comm), [&](int i) {
                            return in == MPI_IN_PLACE ? part(out_counts, out_types, i) : part(counts, types, i);
                          })] { count_to_each(comm, bytes, selected); };
}

template <typename Counts, typename Types>
auto to_neighbors(MPI_Comm comm, Counts counts, Types types) {
  const int neighbors = static_cast<int>(neighbors_of(comm).destinations.size());
  return
      [comm, bytes = each(neighbors, [&](int i) { return part(counts, types, i); })] { count_neighbors(comm, bytes); };
}

template <typename Count, typename Counts>
auto to_all(const Selected& selected, MPI_Comm comm, const void* in, Count count, MPI_Datatype type, Counts out_counts,
            MPI_Datatype out_type) {
  const std::int64_t bytes = in == MPI_IN_PLACE ? part(out_counts, out_type, rank_in(comm)) : bytes_of(count, type);
  const int others = is_intercommunicator(comm) ? partners_of(comm) : 0;
  std::int64_t received = 0;
  for (int i = 0; i < others; ++i) received += part(out_counts, out_type, i);
  std::vector<std::int64_t> parts;
  if constexpr (std::is_pointer_v<Counts>)
    for (int i = 0; others == 0 && i < mpi::size_of(comm); ++i) parts.push_back(part(out_counts, out_type, i));
  return [=] {
    if (between_groups(comm))
      when_between_groups(comm, [&] { record_allgather_between(comm, bytes, received); });
    else
      count_allgather(comm, bytes, parts, selected);
  };
}

auto from_root(const Selected& selected, MPI_Comm comm, int root, std::int64_t count, MPI_Datatype type) {
  return [=, bytes = bytes_of(count, type)] { count_bcast(comm, root, bytes, MPI_BYTE, selected); };
}

auto to_root(const Selected& selected, MPI_Comm comm, int root, const void* in, std::int64_t count, MPI_Datatype type) {
  return [=, bytes = in == MPI_IN_PLACE ? 0 : bytes_of(count, type)] {
    count_gather(comm, root, bytes, MPI_BYTE, selected);
  };
}

/// Only the root has counts.
template <typename Counts>
auto from_root_to_each(const Selected& selected, MPI_Comm comm, int root, Counts counts, MPI_Datatype type,
                       std::int64_t out_count, MPI_Datatype out_type) {
  const bool is_root = is_intercommunicator(comm) ? root == MPI_ROOT : rank_in(comm) == root;
  const int n = is_root ? partners_of(comm) : 0;
  return [selected, comm, root, bytes = each(n, [&](int i) { return part(counts, type, i); }),
          received = is_root || is_intercommunicator(comm) ? 0 : bytes_of(out_count, out_type)] {
    count_scatter(comm, root, bytes, selected, received, MPI_BYTE);
  };
}

Selected of_items(Selected selected, MPI_Op op, MPI_Datatype type) {
  selected.op = op;
  selected.item_bytes = bytes_of(1, type);
  return kept(selected);
}

auto reduced(const Selected& selected, MPI_Comm comm, int root, std::int64_t count, MPI_Datatype type, MPI_Op op) {
  return [=, bytes = bytes_of(count, type), with = of_items(selected, op, type)] {
    count_reduce(comm, root, bytes, MPI_BYTE, with);
  };
}

auto reduced_to_all(const Selected& selected, MPI_Comm comm, std::int64_t count, MPI_Datatype type, MPI_Op op) {
  return [=, bytes = bytes_of(count, type), with = of_items(selected, op, type)] {
    count_allreduce(comm, bytes, MPI_BYTE, with);
  };
}

auto scanned(const Selected& selected, MPI_Comm comm, std::int64_t count, MPI_Datatype type, MPI_Op op) {
  return [=, bytes = bytes_of(count, type), with = of_items(selected, op, type)] {
    count_scan(comm, bytes, MPI_BYTE, with);
  };
}

template <typename Counts>
auto reduced_to_each(const Selected& selected, MPI_Comm comm, Counts counts, MPI_Datatype type, MPI_Op op) {
  return [comm, bytes = each(mpi::size_of(comm), [&](int i) { return part(counts, type, i); }),
          with = of_items(selected, op, type)] { count_reduce_scatter(comm, bytes, MPI_BYTE, with); };
}

template <typename Counting>
void guarded(MPI_Comm comm, const Counting& counting) try {
  note_use_if_watched(comm);
  if (kind_of(comm) != CommKind::invalid) counting();
} catch (const std::exception& error) {
  mpi::warn_once(base::as_error(error).what());
}

}  // namespace

// Parameters, with the types of counts and of displacements, and arguments.
#define EQUAL_P(Count, At) \
  const void *in, Count count, MPI_Datatype type, void *out, Count out_count, MPI_Datatype out_type, MPI_Comm comm
#define EQUAL_A in, count, type, out, out_count, out_type, comm
#define GATHERED_P(Count, At)                                                                             \
  const void *in, Count count, MPI_Datatype type, void *out, const Count out_counts[], const At out_at[], \
      MPI_Datatype out_type, MPI_Comm comm
#define GATHERED_A in, count, type, out, out_counts, out_at, out_type, comm
#define BLOCKS_P(Count, At)                                                                                    \
  const void *in, const Count counts[], const At at[], MPI_Datatype type, void *out, const Count out_counts[], \
      const At out_at[], MPI_Datatype out_type, MPI_Comm comm
#define BLOCKS_A in, counts, at, type, out, out_counts, out_at, out_type, comm
#define TYPED_P(Count, At)                                                                    \
  const void *in, const Count counts[], const At at[], const MPI_Datatype types[], void *out, \
      const Count out_counts[], const At out_at[], const MPI_Datatype out_types[], MPI_Comm comm
#define TYPED_A in, counts, at, types, out, out_counts, out_at, out_types, comm
#define TYPED_FAR_P(Count, At) TYPED_P(Count, MPI_Aint)
#define TYPED_FAR_A TYPED_A
#define ROOTED_P(Count, At)                                                                                    \
  const void *in, Count count, MPI_Datatype type, void *out, Count out_count, MPI_Datatype out_type, int root, \
      MPI_Comm comm
#define ROOTED_A in, count, type, out, out_count, out_type, root, comm
#define GATHERV_P(Count, At)                                                                              \
  const void *in, Count count, MPI_Datatype type, void *out, const Count out_counts[], const At out_at[], \
      MPI_Datatype out_type, int root, MPI_Comm comm
#define GATHERV_A in, count, type, out, out_counts, out_at, out_type, root, comm
#define SCATTERV_P(Count, At)                                                                         \
  const void *in, const Count counts[], const At at[], MPI_Datatype type, void *out, Count out_count, \
      MPI_Datatype out_type, int root, MPI_Comm comm
#define SCATTERV_A in, counts, at, type, out, out_count, out_type, root, comm
#define BCAST_P(Count, At) void *buffer, Count count, MPI_Datatype type, int root, MPI_Comm comm
#define BCAST_A buffer, count, type, root, comm
#define REDUCE_P(Count, At) \
  const void *in, void *out, Count count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm
#define REDUCE_A in, out, count, type, op, root, comm
#define UNROOTED_P(Count, At) const void *in, void *out, Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm
#define UNROOTED_A in, out, count, type, op, comm
#define SCATTERED_P(Count, At) \
  const void *in, void *out, const Count counts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm
#define SCATTERED_A in, out, counts, type, op, comm

#define NOW(counting) \
  if (watched()) guarded(comm, [&] { counting(); });
#define COUNT_STARTS(counting)                                                                                  \
  if (error == MPI_SUCCESS && watched()) guarded(comm, [&] { count_at_each_start(*request, comm, counting); }); \
  return error;
#define AT_EACH_START(name, arguments, counting)                \
  const int error = mpi::real().name(arguments, info, request); \
  COUNT_STARTS(counting)

// The collective MPI_`name`, and MPI_`iname`, which returns at once. `counting` is a function of `selected`.
#define COLLECTIVE(name, iname, form, named, counting)                                         \
  CW_MPI(name##_c)(form##_P(MPI_Count, MPI_Aint)) {                                            \
    const Selected selected{named};                                                            \
    NOW(counting)                                                                              \
    return mpi::real().name##_c(form##_A);                                                     \
  }                                                                                            \
  CW_MPI(iname##_c)(form##_P(MPI_Count, MPI_Aint), MPI_Request * request) {                    \
    const Selected selected{.kind = named, .nonblocking = true};                               \
    NOW(counting)                                                                              \
    return mpi::real().iname##_c(form##_A, request);                                           \
  }                                                                                            \
  CW_MPI(name##_init)(form##_P(int, int), MPI_Info info, MPI_Request * request) {              \
    const Selected selected{.kind = named, .nonblocking = true};                               \
    AT_EACH_START(name##_init, form##_A, counting)                                             \
  }                                                                                            \
  CW_MPI(name##_init_c)(form##_P(MPI_Count, MPI_Aint), MPI_Info info, MPI_Request * request) { \
    const Selected selected{.kind = named, .nonblocking = true};                               \
    AT_EACH_START(name##_init_c, form##_A, counting)                                           \
  }

COLLECTIVE(Allgather, Iallgather, EQUAL, "allgather", to_all(selected, comm, in, count, type, out_count, out_type))
COLLECTIVE(Allgatherv, Iallgatherv, GATHERED, "allgatherv",
           to_all(selected, comm, in, count, type, out_counts, out_type))
COLLECTIVE(Alltoall, Ialltoall, EQUAL, "alltoall", to_each(selected, comm, in, count, type, out_count, out_type))
COLLECTIVE(Alltoallv, Ialltoallv, BLOCKS, "alltoallv", to_each(selected, comm, in, counts, type, out_counts, out_type))
COLLECTIVE(Alltoallw, Ialltoallw, TYPED, "alltoallw", to_each(selected, comm, in, counts, types, out_counts, out_types))
COLLECTIVE(Bcast, Ibcast, BCAST, "bcast", from_root(selected, comm, root, count, type))
COLLECTIVE(Gather, Igather, ROOTED, "gather", to_root(selected, comm, root, in, count, type))
COLLECTIVE(Gatherv, Igatherv, GATHERV, "gatherv", to_root(selected, comm, root, in, count, type))
COLLECTIVE(Scatter, Iscatter, ROOTED, "scatter",
           from_root_to_each(selected, comm, root, count, type, out_count, out_type))
COLLECTIVE(Scatterv, Iscatterv, SCATTERV, "scatterv",
           from_root_to_each(selected, comm, root, counts, type, out_count, out_type))
COLLECTIVE(Reduce, Ireduce, REDUCE, "reduce", reduced(selected, comm, root, count, type, op))
COLLECTIVE(Allreduce, Iallreduce, UNROOTED, "allreduce", reduced_to_all(selected, comm, count, type, op))
COLLECTIVE(Scan, Iscan, UNROOTED, "scan", scanned(selected, comm, count, type, op))
COLLECTIVE(Exscan, Iexscan, UNROOTED, "exscan", scanned(selected, comm, count, type, op))
COLLECTIVE(Reduce_scatter, Ireduce_scatter, SCATTERED, "reduce_scatter",
           reduced_to_each(selected, comm, counts, type, op))
COLLECTIVE(Reduce_scatter_block, Ireduce_scatter_block, UNROOTED, "reduce_scatter_block",
           reduced_to_each(selected, comm, count, type, op))

// The same for neighborhoods. Blocks stay on the node where that shares memory.
#define WITH_NEIGHBORS(how, kind, sent, received, ...) \
  (has_node_channel() && how##_with_neighbors(comm, NeighborForm::kind, {sent, received}, __VA_ARGS__))
#define MADE_WITH_NEIGHBORS(name, arguments, counting, kind, sent, received)                                           \
  int error = MPI_SUCCESS;                                                                                             \
  if (!WITH_NEIGHBORS(make, kind, sent, received, request, error)) error = mpi::real().name(arguments, info, request); \
  COUNT_STARTS(counting)
#define NEIGHBORS(name, iname, form, counting, kind, sent, received)                                          \
  CW_MPI(name##_c)(form##_P(MPI_Count, MPI_Aint)) {                                                           \
    NOW(counting)                                                                                             \
    const auto plain = [&] { return mpi::real().name##_c(form##_A); };                                        \
    return exchange_with_neighbors(comm, NeighborForm::kind, {sent, received}, plain, plain);                 \
  }                                                                                                           \
  CW_MPI(iname##_c)(form##_P(MPI_Count, MPI_Aint), MPI_Request * request) {                                   \
    NOW(counting)                                                                                             \
    int error = MPI_SUCCESS;                                                                                  \
    if (WITH_NEIGHBORS(begin, kind, sent, received, request, error)) return error;                            \
    return mpi::real().iname##_c(form##_A, request);                                                          \
  }                                                                                                           \
  CW_MPI(name##_init)(form##_P(int, int), MPI_Info info, MPI_Request * request){MADE_WITH_NEIGHBORS(          \
      name##_init, form##_A, counting, kind, sent,                                                            \
      received)} CW_MPI(name##_init_c)(form##_P(MPI_Count, MPI_Aint), MPI_Info info, MPI_Request * request) { \
    MADE_WITH_NEIGHBORS(name##_init_c, form##_A, counting, kind, sent, received)                              \
  }

NEIGHBORS(Neighbor_allgather, Ineighbor_allgather, EQUAL, to_neighbors(comm, count, type), gather,
          same_block(in, count, type), equal_blocks(out, out_count, out_type))
NEIGHBORS(Neighbor_allgatherv, Ineighbor_allgatherv, GATHERED, to_neighbors(comm, count, type), gather,
          same_block(in, count, type), blocks_at(out, out_counts, out_at, out_type))
NEIGHBORS(Neighbor_alltoall, Ineighbor_alltoall, EQUAL, to_neighbors(comm, count, type), alltoall,
          equal_blocks(in, count, type), equal_blocks(out, out_count, out_type))
NEIGHBORS(Neighbor_alltoallv, Ineighbor_alltoallv, BLOCKS, to_neighbors(comm, counts, type), alltoallv,
          blocks_at(in, counts, at, type), blocks_at(out, out_counts, out_at, out_type))
NEIGHBORS(Neighbor_alltoallw, Ineighbor_alltoallw, TYPED_FAR, to_neighbors(comm, counts, types), alltoallw,
          typed_blocks(in, counts, at, types), typed_blocks(out, out_counts, out_at, out_types))

#endif
