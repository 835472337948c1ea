// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/calls/collective.hpp"

using namespace cartwright;
using namespace cartwright::preload;

// All collectives, in their blocking, nonblocking and persistent forms, with counts of type int and MPI_Count.

// The arguments for one buffer: parameters, with the types of counts and of displacements, and the object that has
// them.
#define EQUAL_IN(Count, At) const void *in, Count count, MPI_Datatype type
#define EQUAL_OUT(Count, At) void *out, Count out_count, MPI_Datatype out_type
#define LISTED_IN(Count, At) const void *in, const Count counts[], const At at[], MPI_Datatype type
#define LISTED_OUT(Count, At) void *out, const Count out_counts[], const At out_at[], MPI_Datatype out_type
#define TYPED_IN(Count, At) const void *in, const Count counts[], const At at[], const MPI_Datatype types[]
#define TYPED_OUT(Count, At) void *out, const Count out_counts[], const At out_at[], const MPI_Datatype out_types[]
#define EQUAL_FROM EqualBlocks(in, count, type)
#define EQUAL_TO EqualBlocks(out, out_count, out_type)
#define LISTED_FROM BlocksAt(in, counts, at, type)
#define LISTED_TO BlocksAt(out, out_counts, out_at, out_type)

// The same for a whole function.
#define EQUAL_P(Count, At) EQUAL_IN(Count, At), EQUAL_OUT(Count, At), MPI_Comm comm
#define EQUAL_A Exchanged(EQUAL_FROM, EQUAL_TO, comm)
#define GATHERED_P(Count, At) EQUAL_IN(Count, At), LISTED_OUT(Count, At), MPI_Comm comm
#define GATHERED_A Exchanged(EQUAL_FROM, LISTED_TO, comm)
#define LISTED_P(Count, At) LISTED_IN(Count, At), LISTED_OUT(Count, At), MPI_Comm comm
#define LISTED_A Exchanged(LISTED_FROM, LISTED_TO, comm)
#define TYPED_P(Count, At) TYPED_IN(Count, At), TYPED_OUT(Count, At), MPI_Comm comm
#define TYPED_A Exchanged(TypedBlocks(in, counts, at, types), TypedBlocks(out, out_counts, out_at, out_types), comm)
#define TYPED_FAR_P(Count, At) TYPED_P(Count, MPI_Aint)
#define TYPED_FAR_A TYPED_A
#define ROOTED_P(Count, At) EQUAL_IN(Count, At), EQUAL_OUT(Count, At), int root, MPI_Comm comm
#define ROOTED_A Rooted(EQUAL_FROM, EQUAL_TO, root, comm)
#define GATHERV_P(Count, At) EQUAL_IN(Count, At), LISTED_OUT(Count, At), int root, MPI_Comm comm
#define GATHERV_A Rooted(EQUAL_FROM, LISTED_TO, root, comm)
#define SCATTERV_P(Count, At) LISTED_IN(Count, At), EQUAL_OUT(Count, At), int root, MPI_Comm comm
#define SCATTERV_A Rooted(LISTED_FROM, EQUAL_TO, root, comm)
#define BCAST_P(Count, At) void *buffer, Count count, MPI_Datatype type, int root, MPI_Comm comm
#define BCAST_A Broadcast(EqualBlocks(buffer, count, type), root, comm)
#define REDUCED_P(Count, At) const void *in, void *out, Count count, MPI_Datatype type, MPI_Op op
#define REDUCE_P(Count, At) REDUCED_P(Count, At), int root, MPI_Comm comm
#define REDUCE_A RootedReduction(in, out, count, type, op, root, comm)
#define UNROOTED_P(Count, At) REDUCED_P(Count, At), MPI_Comm comm
#define UNROOTED_A Reduction(in, out, count, type, op, comm)
#define SCATTERED_P(Count, At) REDUCED_P(const Count*, At), MPI_Comm comm
#define SCATTERED_A UNROOTED_A

// One function each.
#define BLOCKING(name, form, Count, At, pattern, kind) \
  CW_MPI(name)(form##_P(Count, At)) { return run_blocking<pattern>(kind, mpi::real().name, form##_A); }
#define NONBLOCKING(name, form, Count, At, pattern, kind)                       \
  CW_MPI(name)(form##_P(Count, At), MPI_Request * request) {                    \
    return run_nonblocking<pattern>(kind, mpi::real().name, form##_A, request); \
  }
#define PERSISTENT(name, form, Count, At, pattern, kind)                             \
  CW_MPI(name)(form##_P(Count, At), MPI_Info info, MPI_Request * request) {          \
    return run_persistent<pattern>(kind, mpi::real().name, form##_A, info, request); \
  }

#if MPI_VERSION >= 4
#define COLLECTIVE_4(name, iname, form, pattern, kind)             \
  BLOCKING(name##_c, form, MPI_Count, MPI_Aint, pattern, kind)     \
  NONBLOCKING(iname##_c, form, MPI_Count, MPI_Aint, pattern, kind) \
  PERSISTENT(name##_init, form, int, int, pattern, kind)           \
  PERSISTENT(name##_init_c, form, MPI_Count, MPI_Aint, pattern, kind)
#else
#define COLLECTIVE_4(name, iname, form, pattern, kind)
#endif

// The six forms of MPI_`name`; MPI_`iname` is the nonblocking one. `kind` is its name for the record.
#define COLLECTIVE(name, iname, form, pattern, kind) \
  BLOCKING(name, form, int, int, pattern, kind)      \
  NONBLOCKING(iname, form, int, int, pattern, kind)  \
  COLLECTIVE_4(name, iname, form, pattern, kind)

using Allreduce = ReduceToAll<Collective::allreduce, count_allreduce>;
using Scan = ReduceToAll<Collective::scan, count_scan>;
using Exscan = ReduceToAll<Collective::exscan, count_scan>;

COLLECTIVE(Alltoall, Ialltoall, EQUAL, AllToAll, "alltoall")
COLLECTIVE(Alltoallv, Ialltoallv, LISTED, AllToAll, "alltoallv")
COLLECTIVE(Alltoallw, Ialltoallw, TYPED, AllToAll, "alltoallw")
COLLECTIVE(Allgather, Iallgather, EQUAL, AllGather, "allgather")
COLLECTIVE(Allgatherv, Iallgatherv, GATHERED, AllGather, "allgatherv")
COLLECTIVE(Bcast, Ibcast, BCAST, Bcast, "bcast")
COLLECTIVE(Gather, Igather, ROOTED, Gather, "gather")
COLLECTIVE(Gatherv, Igatherv, GATHERV, Gather, "gatherv")
COLLECTIVE(Scatter, Iscatter, ROOTED, Scatter, "scatter")
COLLECTIVE(Scatterv, Iscatterv, SCATTERV, Scatter, "scatterv")
COLLECTIVE(Reduce, Ireduce, REDUCE, Reduce, "reduce")
COLLECTIVE(Allreduce, Iallreduce, UNROOTED, Allreduce, "allreduce")
COLLECTIVE(Scan, Iscan, UNROOTED, Scan, "scan")
COLLECTIVE(Exscan, Iexscan, UNROOTED, Exscan, "exscan")
COLLECTIVE(Reduce_scatter, Ireduce_scatter, SCATTERED, ReduceScatter, "reduce_scatter")
COLLECTIVE(Reduce_scatter_block, Ireduce_scatter_block, UNROOTED, ReduceScatter, "reduce_scatter_block")
COLLECTIVE(Neighbor_allgather, Ineighbor_allgather, EQUAL, ToNeighbors<NeighborForm::gather>, "")
COLLECTIVE(Neighbor_allgatherv, Ineighbor_allgatherv, GATHERED, ToNeighbors<NeighborForm::gather>, "")
COLLECTIVE(Neighbor_alltoall, Ineighbor_alltoall, EQUAL, ToNeighbors<NeighborForm::alltoall>, "")
COLLECTIVE(Neighbor_alltoallv, Ineighbor_alltoallv, LISTED, ToNeighbors<NeighborForm::alltoallv>, "")
COLLECTIVE(Neighbor_alltoallw, Ineighbor_alltoallw, TYPED_FAR, ToNeighbors<NeighborForm::alltoallw>, "")
