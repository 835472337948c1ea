// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/base/interpose.hpp"
#include "preload/traffic/traffic_collectives.hpp"

using namespace cartwright;
using namespace cartwright::preload;

// Reductions are left to MPI. They are only counted.

#define REDUCTION(name, counting, parameters, arguments) \
  CW_MPI(name) parameters {                              \
    counting;                                            \
    return mpi::real().name arguments;                   \
  }

#define ROOTED(name, selected, more_parameters, more_arguments)                                                      \
  REDUCTION(                                                                                                         \
      name, count_reduce(comm, root, count, type, selected),                                                         \
      (const void* in, void* out, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm more_parameters), \
      (in, out, count, type, op, root, comm more_arguments))
#define UNROOTED(name, counting, selected, more_parameters, more_arguments)                                      \
  REDUCTION(name, counting(comm, count, type, selected),                                                         \
            (const void* in, void* out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm more_parameters), \
            (in, out, count, type, op, comm more_arguments))
#define SCATTERED(name, selected, more_parameters, more_arguments)                                                  \
  REDUCTION(                                                                                                        \
      name,                                                                                                         \
      count_reduce_scatter(                                                                                         \
          comm, [&](int i) { return std::int64_t{counts[i]}; }, type, selected),                                    \
      (const void* in, void* out, const int counts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm more_parameters), \
      (in, out, counts, type, op, comm more_arguments))
#define SCATTERED_EQUALLY(name, selected, more_parameters, more_arguments)                                       \
  REDUCTION(name,                                                                                                \
            count_reduce_scatter(                                                                                \
                comm, [&](int) { return std::int64_t{count}; }, type, selected),                                 \
            (const void* in, void* out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm more_parameters), \
            (in, out, count, type, op, comm more_arguments))

#define NOTHING
#define BLOCKING(kind) (Selected{kind, op})
#define NONBLOCKING(named) (Selected{.kind = named, .op = op, .nonblocking = true})
#define REQUEST_PARAMETER , MPI_Request* request
#define REQUEST_ARGUMENT , request

ROOTED(Reduce, BLOCKING("reduce"), NOTHING, NOTHING)
ROOTED(Ireduce, NONBLOCKING("reduce"), REQUEST_PARAMETER, REQUEST_ARGUMENT)
UNROOTED(Allreduce, count_allreduce, BLOCKING("allreduce"), NOTHING, NOTHING)
UNROOTED(Iallreduce, count_allreduce, NONBLOCKING("allreduce"), REQUEST_PARAMETER, REQUEST_ARGUMENT)
UNROOTED(Scan, count_scan, BLOCKING("scan"), NOTHING, NOTHING)
UNROOTED(Iscan, count_scan, NONBLOCKING("scan"), REQUEST_PARAMETER, REQUEST_ARGUMENT)
UNROOTED(Exscan, count_scan, BLOCKING("exscan"), NOTHING, NOTHING)
UNROOTED(Iexscan, count_scan, NONBLOCKING("exscan"), REQUEST_PARAMETER, REQUEST_ARGUMENT)
SCATTERED(Reduce_scatter, BLOCKING("reduce_scatter"), NOTHING, NOTHING)
SCATTERED(Ireduce_scatter, NONBLOCKING("reduce_scatter"), REQUEST_PARAMETER, REQUEST_ARGUMENT)
SCATTERED_EQUALLY(Reduce_scatter_block, BLOCKING("reduce_scatter_block"), NOTHING, NOTHING)
SCATTERED_EQUALLY(Ireduce_scatter_block, NONBLOCKING("reduce_scatter_block"), REQUEST_PARAMETER, REQUEST_ARGUMENT)
