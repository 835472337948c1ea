// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/packing/one_sided.hpp"
#include "preload/base/interpose.hpp"
#include "preload/node/windows.hpp"
#include "preload/traffic/recorder.hpp"
#include "preload/traffic/traffic.hpp"

using namespace cartwright;
using namespace cartwright::preload;

// MPI_Put, MPI_Get and MPI_Accumulate may pack the data at the origin, which then lives until a call that completes
// them. Other calls are only recorded: those with a request are complete when it is, and may be so in any call that
// takes requests. A call that also fetches moves bytes both ways.

namespace {

void put(MPI_Win window, int target, std::int64_t count, MPI_Datatype type) {
  if (recording()) record_one_sided(window, target, bytes_of(count, type), false);
}
void get(MPI_Win window, int target, std::int64_t count, MPI_Datatype type) {
  if (recording()) record_one_sided(window, target, bytes_of(count, type), true);
}

}  // namespace

#define NOTHING
#define OP_PARAMETER , MPI_Op op
#define OP_ARGUMENT , op
#define REQUEST_PARAMETER , MPI_Request* request
#define REQUEST_ARGUMENT , request

#define PACKED(name, Count, Pointer, moved, transfer, more_parameters, more_arguments)                      \
  CW_MPI(name)(Pointer buffer, Count count, MPI_Datatype type, int target, MPI_Aint at, Count target_count, \
               MPI_Datatype target_type more_parameters, MPI_Win window) {                                  \
    moved(window, target, count, type);                                                                     \
    return with_origin({transfer, window, target, buffer, count, type, target_count, target_type}, count,   \
                       target_count, [&](void* data, Count given, MPI_Datatype given_type) {                \
                         return mpi::real().name(data, given, given_type, target, at, target_count,         \
                                                 target_type more_arguments, window);                       \
                       });                                                                                  \
  }
#define REQUEST(name, Count, Pointer, moved, more_parameters, more_arguments)                                  \
  CW_MPI(name)(Pointer buffer, Count count, MPI_Datatype type, int target, MPI_Aint at, Count target_count,    \
               MPI_Datatype target_type more_parameters, MPI_Win window, MPI_Request* request) {               \
    moved(window, target, count, type);                                                                        \
    return mpi::real().name(buffer, count, type, target, at, target_count, target_type more_arguments, window, \
                            request);                                                                          \
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

#define ONE_SIDED(_, Count)                                                                   \
  PACKED(Put##_, Count, const void*, put, Transfer::put, NOTHING, NOTHING)                    \
  PACKED(Get##_, Count, void*, get, Transfer::get, NOTHING, NOTHING)                          \
  PACKED(Accumulate##_, Count, const void*, put, accumulating(op), OP_PARAMETER, OP_ARGUMENT) \
  REQUEST(Rput##_, Count, const void*, put, NOTHING, NOTHING)                                 \
  REQUEST(Rget##_, Count, void*, get, NOTHING, NOTHING)                                       \
  REQUEST(Raccumulate##_, Count, const void*, put, OP_PARAMETER, OP_ARGUMENT)                 \
  GET_ACCUMULATE(Get_accumulate##_, Count, NOTHING, NOTHING)                                  \
  GET_ACCUMULATE(Rget_accumulate##_, Count, REQUEST_PARAMETER, REQUEST_ARGUMENT)

ONE_SIDED(, int)
#if MPI_VERSION >= 4
ONE_SIDED(_c, MPI_Count)
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

#define COMPLETES(name, target, parameters, arguments)                               \
  CW_MPI(name) parameters {                                                          \
    return completing(window, (target), [&] { return mpi::real().name arguments; }); \
  }
COMPLETES(Win_fence, any_target, (int assertion, MPI_Win window), (assertion, window))
COMPLETES(Win_complete, any_target, (MPI_Win window), (window))
COMPLETES(Win_unlock, target, (int target, MPI_Win window), (target, window))
COMPLETES(Win_unlock_all, any_target, (MPI_Win window), (window))
COMPLETES(Win_flush, target, (int target, MPI_Win window), (target, window))
COMPLETES(Win_flush_all, any_target, (MPI_Win window), (window))
COMPLETES(Win_flush_local, target, (int target, MPI_Win window), (target, window))
COMPLETES(Win_flush_local_all, any_target, (MPI_Win window), (window))

CW_MPI(Win_free)(MPI_Win* window) {
  if (window == nullptr) return mpi::real().Win_free(window);
  const MPI_Win freed = *window;
  forget_window(freed);
  const int error = mpi::real().Win_free(window);
  if (error == MPI_SUCCESS) forget_origins(freed);
  return error;
}
