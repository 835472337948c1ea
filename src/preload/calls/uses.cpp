// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/base/interpose.hpp"
#include "preload/collectives/on_node.hpp"
#include "preload/neighbors/node_channel.hpp"
#include "preload/traffic/reordered.hpp"
#include "preload/traffic/traffic_collectives.hpp"

using namespace cartwright;
using namespace cartwright::preload;

// Calls that use a communicator without bytes to count. They still count as a use of a reordered communicator.

#define USE(name, parameters, arguments) \
  CW_MPI(name) parameters {              \
    note_use_if_watched(comm);           \
    return mpi::real().name arguments;   \
  }

#define WINDOW(name, parameters, arguments)             \
  CW_MPI(name) parameters {                             \
    note_use_if_watched(comm);                          \
    has_windows.store(true, std::memory_order_relaxed); \
    return mpi::real().name arguments;                  \
  }

CW_MPI(Barrier)(MPI_Comm comm) {
  note_use_if_watched(comm);
  count_barrier(comm, false);
  const auto by_mpi = [comm] { return mpi::real().Barrier(comm); };
  CollectiveWays* const ways = collectives_of(comm);
  if (ways == nullptr) return by_mpi();
  return ways->run(comm, Collective::barrier, 0, [] { return BarrierOnNode(); }, by_mpi);
}
CW_MPI(Ibarrier)(MPI_Comm comm, MPI_Request* request) {
  note_use_if_watched(comm);
  count_barrier(comm, true);
  return mpi::real().Ibarrier(comm, request);
}
USE(File_open, (MPI_Comm comm, const char* name, int mode, MPI_Info info, MPI_File* file),
    (comm, name, mode, info, file))
USE(Intercomm_create, (MPI_Comm comm, int leader, MPI_Comm peers, int remote_leader, int tag, MPI_Comm* made),
    (comm, leader, peers, remote_leader, tag, made))
WINDOW(Win_create, (void* base, MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, MPI_Win* window),
       (base, size, unit, info, comm, window))
WINDOW(Win_allocate, (MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void* base, MPI_Win* window),
       (size, unit, info, comm, base, window))
WINDOW(Win_create_dynamic, (MPI_Info info, MPI_Comm comm, MPI_Win* window), (info, comm, window))
USE(Comm_spawn,
    (const char* command, char* argv[], int count, MPI_Info info, int root, MPI_Comm comm, MPI_Comm* made,
     int errors[]),
    (command, argv, count, info, root, comm, made, errors))
USE(Comm_spawn_multiple,
    (int n, char* commands[], char** argvs[], const int counts[], const MPI_Info infos[], int root, MPI_Comm comm,
     MPI_Comm* made, int errors[]),
    (n, commands, argvs, counts, infos, root, comm, made, errors))
USE(Comm_accept, (const char* port, MPI_Info info, int root, MPI_Comm comm, MPI_Comm* made),
    (port, info, root, comm, made))
USE(Comm_connect, (const char* port, MPI_Info info, int root, MPI_Comm comm, MPI_Comm* made),
    (port, info, root, comm, made))

#if MPI_VERSION >= 4
WINDOW(Win_create_c, (void* base, MPI_Aint size, MPI_Aint unit, MPI_Info info, MPI_Comm comm, MPI_Win* window),
       (base, size, unit, info, comm, window))
WINDOW(Win_allocate_c, (MPI_Aint size, MPI_Aint unit, MPI_Info info, MPI_Comm comm, void* base, MPI_Win* window),
       (size, unit, info, comm, base, window))
CW_MPI(Barrier_init)(MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  note_use_if_watched(comm);
  const int error = mpi::real().Barrier_init(comm, info, request);
  if (error == MPI_SUCCESS && watched()) count_at_each_start(*request, comm, [comm] { count_barrier(comm, true); });
  return error;
}
/// Its bytes are counted at each start.
CW_MPI(Psend_init)(const void* buffer, int partitions, MPI_Count count, MPI_Datatype type, int dest, int tag,
                   MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const int error = mpi::real().Psend_init(buffer, partitions, count, type, dest, tag, comm, info, request);
  if (error == MPI_SUCCESS && watched()) remember_persistent(*request, comm, dest, partitions * count, type);
  return error;
}
USE(Precv_init,
    (void* buffer, int partitions, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
     MPI_Info info, MPI_Request* request),
    (buffer, partitions, count, type, source, tag, comm, info, request))
#endif
