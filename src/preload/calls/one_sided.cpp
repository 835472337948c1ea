// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/base/interpose.hpp"
#include "preload/traffic/recorder.hpp"
#include "preload/traffic/traffic.hpp"

using namespace cartwright;
using namespace cartwright::preload;

// One-sided communication is only recorded. A call that also fetches moves bytes both ways.

namespace {

void put(MPI_Win window, int target, std::int64_t count, MPI_Datatype type) {
  if (recording()) record_one_sided(window, target, bytes_of(count, type), false);
}
void get(MPI_Win window, int target, std::int64_t count, MPI_Datatype type) {
  if (recording()) record_one_sided(window, target, bytes_of(count, type), true);
}

}  // namespace

#define NOTHING
#define REQUEST_PARAMETER , MPI_Request* request
#define REQUEST_ARGUMENT , request

#define PUT(name, Count, more_parameters, more_arguments)                                                     \
  CW_MPI(name)(const void* from, Count count, MPI_Datatype type, int target, MPI_Aint at, Count target_count, \
               MPI_Datatype target_type, MPI_Win window more_parameters) {                                    \
    put(window, target, count, type);                                                                         \
    return mpi::real().name(from, count, type, target, at, target_count, target_type, window more_arguments); \
  }
#define GET(name, Count, more_parameters, more_arguments)                                                   \
  CW_MPI(name)(void* to, Count count, MPI_Datatype type, int target, MPI_Aint at, Count target_count,       \
               MPI_Datatype target_type, MPI_Win window more_parameters) {                                  \
    get(window, target, count, type);                                                                       \
    return mpi::real().name(to, count, type, target, at, target_count, target_type, window more_arguments); \
  }
#define ACCUMULATE(name, Count, more_parameters, more_arguments)                                                  \
  CW_MPI(name)(const void* from, Count count, MPI_Datatype type, int target, MPI_Aint at, Count target_count,     \
               MPI_Datatype target_type, MPI_Op op, MPI_Win window more_parameters) {                             \
    put(window, target, count, type);                                                                             \
    return mpi::real().name(from, count, type, target, at, target_count, target_type, op, window more_arguments); \
  }
#define GET_ACCUMULATE(name, Count, more_parameters, more_arguments)                                             \
  CW_MPI(name)(const void* from, Count count, MPI_Datatype type, void* to, Count to_count, MPI_Datatype to_type, \
               int target, MPI_Aint at, Count target_count, MPI_Datatype target_type, MPI_Op op,                 \
               MPI_Win window more_parameters) {                                                                 \
    if (op != MPI_NO_OP) put(window, target, count, type);                                                       \
    get(window, target, to_count, to_type);                                                                      \
    return mpi::real().name(from, count, type, to, to_count, to_type, target, at, target_count, target_type, op, \
                            window more_arguments);                                                              \
  }

PUT(Put, int, NOTHING, NOTHING)
PUT(Rput, int, REQUEST_PARAMETER, REQUEST_ARGUMENT)
GET(Get, int, NOTHING, NOTHING)
GET(Rget, int, REQUEST_PARAMETER, REQUEST_ARGUMENT)
ACCUMULATE(Accumulate, int, NOTHING, NOTHING)
ACCUMULATE(Raccumulate, int, REQUEST_PARAMETER, REQUEST_ARGUMENT)
GET_ACCUMULATE(Get_accumulate, int, NOTHING, NOTHING)
GET_ACCUMULATE(Rget_accumulate, int, REQUEST_PARAMETER, REQUEST_ARGUMENT)
#if MPI_VERSION >= 4
PUT(Put_c, MPI_Count, NOTHING, NOTHING)
PUT(Rput_c, MPI_Count, REQUEST_PARAMETER, REQUEST_ARGUMENT)
GET(Get_c, MPI_Count, NOTHING, NOTHING)
GET(Rget_c, MPI_Count, REQUEST_PARAMETER, REQUEST_ARGUMENT)
ACCUMULATE(Accumulate_c, MPI_Count, NOTHING, NOTHING)
ACCUMULATE(Raccumulate_c, MPI_Count, REQUEST_PARAMETER, REQUEST_ARGUMENT)
GET_ACCUMULATE(Get_accumulate_c, MPI_Count, NOTHING, NOTHING)
GET_ACCUMULATE(Rget_accumulate_c, MPI_Count, REQUEST_PARAMETER, REQUEST_ARGUMENT)
#endif

CW_MPI(Fetch_and_op)(const void* from, void* to, MPI_Datatype type, int target, MPI_Aint at, MPI_Op op,
                     MPI_Win window) {
  if (op != MPI_NO_OP) put(window, target, 1, type);
  get(window, target, 1, type);
  return mpi::real().Fetch_and_op(from, to, type, target, at, op, window);
}

CW_MPI(Compare_and_swap)(const void* from, const void* compared, void* to, MPI_Datatype type, int target, MPI_Aint at,
                         MPI_Win window) {
  put(window, target, 2, type);
  get(window, target, 1, type);
  return mpi::real().Compare_and_swap(from, compared, to, type, target, at, window);
}
