// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/interpose.hpp"
#include "preload/traffic_collectives.hpp"

using namespace cartwright;
using namespace cartwright::preload;

// Collectives of MPI 4 with counts of type MPI_Count. MPI runs them, and they are only counted for the report: programs
// that transpose prefer them where they exist (mpi4py 4).

#if MPI_VERSION >= 4

namespace {

/// The number of bytes for the i-th process.
std::int64_t part(MPI_Count count, MPI_Datatype type, int) { return bytes_of(count, type); }
std::int64_t part(const MPI_Count counts[], MPI_Datatype type, int i) { return bytes_of(counts[i], type); }
std::int64_t part(const MPI_Count counts[], const MPI_Datatype types[], int i) { return bytes_of(counts[i], types[i]); }

}  // namespace

#define LARGE(name, counting, parameters, arguments) \
  CW_MPI(name) parameters {                          \
    counting;                                        \
    return mpi::real().name arguments;               \
  }

#define TO_EACH       \
  count_to_each(comm, \
                [&](int i) { return in == MPI_IN_PLACE ? part(out_counts, out_types, i) : part(counts, types, i); })
#define TO_NEIGHBORS count_neighbors(comm, [&](int i) { return part(counts, types, i); })

#define EQUAL_BLOCKS(name, counting, more_parameters, more_arguments)                           \
  LARGE(name, counting,                                                                         \
        (const void* in, MPI_Count counts, MPI_Datatype types, void* out, MPI_Count out_counts, \
         MPI_Datatype out_types, MPI_Comm comm more_parameters),                                \
        (in, counts, types, out, out_counts, out_types, comm more_arguments))
#define BLOCKS(name, Type, counting, more_parameters, more_arguments)                                           \
  LARGE(name, counting,                                                                                         \
        (const void* in, const MPI_Count counts[], const MPI_Aint at[], Type types, void* out,                  \
         const MPI_Count out_counts[], const MPI_Aint out_at[], Type out_types, MPI_Comm comm more_parameters), \
        (in, counts, at, types, out, out_counts, out_at, out_types, comm more_arguments))

#define NOTHING
#define REQUEST_PARAMETER , MPI_Request* request
#define REQUEST_ARGUMENT , request

EQUAL_BLOCKS(Alltoall_c, TO_EACH, NOTHING, NOTHING)
EQUAL_BLOCKS(Ialltoall_c, TO_EACH, REQUEST_PARAMETER, REQUEST_ARGUMENT)
EQUAL_BLOCKS(Neighbor_alltoall_c, TO_NEIGHBORS, NOTHING, NOTHING)
EQUAL_BLOCKS(Ineighbor_alltoall_c, TO_NEIGHBORS, REQUEST_PARAMETER, REQUEST_ARGUMENT)
BLOCKS(Alltoallv_c, MPI_Datatype, TO_EACH, NOTHING, NOTHING)
BLOCKS(Ialltoallv_c, MPI_Datatype, TO_EACH, REQUEST_PARAMETER, REQUEST_ARGUMENT)
BLOCKS(Neighbor_alltoallv_c, MPI_Datatype, TO_NEIGHBORS, NOTHING, NOTHING)
BLOCKS(Ineighbor_alltoallv_c, MPI_Datatype, TO_NEIGHBORS, REQUEST_PARAMETER, REQUEST_ARGUMENT)
BLOCKS(Alltoallw_c, const MPI_Datatype*, TO_EACH, NOTHING, NOTHING)
BLOCKS(Ialltoallw_c, const MPI_Datatype*, TO_EACH, REQUEST_PARAMETER, REQUEST_ARGUMENT)
BLOCKS(Neighbor_alltoallw_c, const MPI_Datatype*, TO_NEIGHBORS, NOTHING, NOTHING)
BLOCKS(Ineighbor_alltoallw_c, const MPI_Datatype*, TO_NEIGHBORS, REQUEST_PARAMETER, REQUEST_ARGUMENT)
EQUAL_BLOCKS(Allgather_c, count_allgather(comm, in, counts, types, std::int64_t{out_counts}, out_types), NOTHING,
             NOTHING)
EQUAL_BLOCKS(Iallgather_c, count_allgather(comm, in, counts, types, std::int64_t{out_counts}, out_types),
             REQUEST_PARAMETER, REQUEST_ARGUMENT)
LARGE(Bcast_c, count_bcast(comm, root, count, type),
      (void* buffer, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm), (buffer, count, type, root, comm))
LARGE(Ibcast_c, count_bcast(comm, root, count, type),
      (void* buffer, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request* request),
      (buffer, count, type, root, comm, request))

#endif
