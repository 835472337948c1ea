// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/base/hardware.hpp"

#include "mpi/base/comm.hpp"
#include "mpi/base/real.hpp"

#ifdef CARTWRIGHT_HWLOC
#include <hwloc.h>
#endif

namespace cartwright::mpi {

namespace {

/// A socket or NUMA domain.
int split_package(MPI_Comm outer, int type, MPI_Comm* part) {
  const bool socket = type == MPIX_COMM_TYPE_SOCKET;
#if defined(MPI_COMM_TYPE_HW_GUIDED) || MPI_VERSION >= 4
  MPI_Info info = MPI_INFO_NULL;
  PMPI_Info_create(&info);
#if MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION >= 1)
  PMPI_Info_set(info, "mpi_hw_resource_type", socket ? "hwloc://Package" : "hwloc://NUMANode");
#else
  PMPI_Info_set(info, "mpi_hw_resource_type", socket ? "Package" : "NUMANode");
#endif
  const int error = real().Comm_split_type(outer, MPI_COMM_TYPE_HW_GUIDED, rank_in(outer), info, part);
  PMPI_Info_free(&info);
  return error;
#elif defined(OPEN_MPI)
  return real().Comm_split_type(outer, socket ? OMPI_COMM_TYPE_SOCKET : OMPI_COMM_TYPE_NUMA, rank_in(outer),
                                MPI_INFO_NULL, part);
#elif defined(CARTWRIGHT_HWLOC)
  return split_by_hwloc(outer, type, part);
#else
  static_cast<void>(socket);
  return real().Comm_split(outer, MPI_UNDEFINED, 0, part);
#endif
}

/// The outermost level of hardware that divides `outer` into parts, not all of a single process.
int split_next(MPI_Comm outer, MPI_Comm* part) {
  for (const int type : hardware_types) {
    if (const int error = split_hardware(outer, type, part)) return error;
    const int size = *part == MPI_COMM_NULL ? size_of(outer) : size_of(*part);
    int found[] = {size < size_of(outer), size > 1};
    if (const int error = real().Allreduce(MPI_IN_PLACE, found, 2, MPI_INT, MPI_MAX, outer)) return error;
    if (found[0] && found[1]) return MPI_SUCCESS;
    if (*part != MPI_COMM_NULL) PMPI_Comm_free(part);
  }
  return MPI_SUCCESS;
}

}  // namespace

int split_hardware(MPI_Comm outer, int type, MPI_Comm* part) {
  *part = MPI_COMM_NULL;
  const int rank = rank_in(outer);
  switch (type) {
    case MPIX_COMM_TYPE_SOCKET:
    case MPIX_COMM_TYPE_NUMA: return split_package(outer, type, part);
    case MPIX_COMM_TYPE_HALFNODE: return real().Comm_split(outer, 2 * rank >= size_of(outer), rank, part);
    case MPIX_COMM_TYPE_HW_TOPOLOGY: return split_next(outer, part);
    default: return real().Comm_split_type(outer, type, rank, MPI_INFO_NULL, part);
  }
}

#ifdef CARTWRIGHT_HWLOC
namespace {

/// The number of the object to which this process is bound; MPI_UNDEFINED if it may run on several, or on error.
int bound_to(hwloc_obj_type_t type) {
  int number = MPI_UNDEFINED;
  hwloc_topology_t topology = nullptr;
  if (hwloc_topology_init(&topology) != 0) return number;
  hwloc_bitmap_t bound = hwloc_bitmap_alloc();
  if (bound != nullptr && hwloc_topology_load(topology) == 0 &&
      hwloc_get_cpubind(topology, bound, HWLOC_CPUBIND_PROCESS) == 0)
    for (hwloc_obj_t object = nullptr; (object = hwloc_get_next_obj_by_type(topology, type, object)) != nullptr;)
      if (hwloc_bitmap_isincluded(bound, object->cpuset)) number = static_cast<int>(object->logical_index);
  hwloc_bitmap_free(bound);
  hwloc_topology_destroy(topology);
  return number;
}

}  // namespace

int split_by_hwloc(MPI_Comm outer, int type, MPI_Comm* part) {
  const int number = bound_to(type == MPIX_COMM_TYPE_SOCKET ? HWLOC_OBJ_PACKAGE : HWLOC_OBJ_NUMANODE);
  return real().Comm_split(outer, number, rank_in(outer), part);
}
#endif

}  // namespace cartwright::mpi
