// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/interpose.hpp"
#include "preload/traffic_collectives.hpp"

using namespace cartwright;
using namespace cartwright::preload;

// Reductions are left to MPI. They are only counted.

#define REDUCTION(name, counting, parameters, arguments) \
  CW_MPI(name) parameters {                              \
    counting;                                            \
    return mpi::real().name arguments;                   \
  }

#define ROOTED(name, more_parameters, more_arguments)                                                                \
  REDUCTION(                                                                                                         \
      name, count_reduce(comm, root, count, type),                                                                   \
      (const void* in, void* out, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm more_parameters), \
      (in, out, count, type, op, root, comm more_arguments))
#define UNROOTED(name, counting, more_parameters, more_arguments)                                                \
  REDUCTION(name, counting(comm, count, type),                                                                   \
            (const void* in, void* out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm more_parameters), \
            (in, out, count, type, op, comm more_arguments))
#define SCATTERED(name, more_parameters, more_arguments)                                                            \
  REDUCTION(                                                                                                        \
      name,                                                                                                         \
      count_reduce_scatter(                                                                                         \
          comm, [&](int i) { return std::int64_t{counts[i]}; }, type),                                              \
      (const void* in, void* out, const int counts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm more_parameters), \
      (in, out, counts, type, op, comm more_arguments))
#define SCATTERED_EQUALLY(name, more_parameters, more_arguments)                                                 \
  REDUCTION(name,                                                                                                \
            count_reduce_scatter(                                                                                \
                comm, [&](int) { return std::int64_t{count}; }, type),                                           \
            (const void* in, void* out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm more_parameters), \
            (in, out, count, type, op, comm more_arguments))

#define NOTHING
#define REQUEST_PARAMETER , MPI_Request* request
#define REQUEST_ARGUMENT , request

ROOTED(Reduce, NOTHING, NOTHING)
ROOTED(Ireduce, REQUEST_PARAMETER, REQUEST_ARGUMENT)
UNROOTED(Allreduce, count_allreduce, NOTHING, NOTHING)
UNROOTED(Iallreduce, count_allreduce, REQUEST_PARAMETER, REQUEST_ARGUMENT)
UNROOTED(Scan, count_scan, NOTHING, NOTHING)
UNROOTED(Iscan, count_scan, REQUEST_PARAMETER, REQUEST_ARGUMENT)
UNROOTED(Exscan, count_scan, NOTHING, NOTHING)
UNROOTED(Iexscan, count_scan, REQUEST_PARAMETER, REQUEST_ARGUMENT)
SCATTERED(Reduce_scatter, NOTHING, NOTHING)
SCATTERED(Ireduce_scatter, REQUEST_PARAMETER, REQUEST_ARGUMENT)
SCATTERED_EQUALLY(Reduce_scatter_block, NOTHING, NOTHING)
SCATTERED_EQUALLY(Ireduce_scatter_block, REQUEST_PARAMETER, REQUEST_ARGUMENT)
