// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/collectives/comm_nodes.hpp"

#include "mpi/base/comm.hpp"

#include <atomic>
#include <utility>

namespace cartwright::preload {

namespace {

std::atomic<bool> keeps = false;

/// The bytes that this process shares for collectives, of all communicators.
std::atomic<std::int64_t> shared_now = 0;
constexpr std::int64_t most_shared = std::int64_t{32} << 20;
constexpr std::int64_t shared_each = 2 * NodeGroup::capacity;

/// MPI_COMM_NULL if MPI fails. Attributes and their callbacks stay with
/// `comm`: they belong to the program.
MPI_Comm split(MPI_Comm comm, int color, int key) {
  MPI_Comm made = MPI_COMM_NULL;
  if (mpi::real().Comm_split(comm, color, key, &made) != MPI_SUCCESS) return MPI_COMM_NULL;
  if (made != MPI_COMM_NULL) PMPI_Comm_set_errhandler(made, MPI_ERRORS_RETURN);
  return made;
}
void free(MPI_Comm comm) {
  if (comm != MPI_COMM_NULL && !keeps) PMPI_Comm_free(&comm);
}

}  // namespace

CommNodes::CommNodes(MPI_Comm comm, const std::vector<int>& nodes) : GroupNodes(nodes), rank(mpi::rank_in(comm)) {}

std::unique_ptr<NodeComm> NodeComm::make(MPI_Comm comm, const CommNodes& nodes) {
  // MPIs have few communicators to give, and a program may need them.
  if (!mpi::everywhere(shared_now.fetch_add(shared_each) + shared_each <= most_shared, comm)) {
    shared_now -= shared_each;
    return nullptr;
  }
  const MPI_Comm all = split(comm, 0, nodes.rank);
  const MPI_Comm here = split(comm, nodes.node(), nodes.rank);
  const bool leads = !nodes.alone() && nodes.number() < nodes.fewest;
  const MPI_Comm across =
      nodes.alone() ? MPI_COMM_NULL : split(comm, leads ? nodes.number() : MPI_UNDEFINED, nodes.node());
  const bool made = all != MPI_COMM_NULL && here != MPI_COMM_NULL && (!leads || across != MPI_COMM_NULL);
  mpi::SharedMemory memory;
  if (mpi::everywhere(made, comm)) memory = mpi::share(here, NodeGroup::take_memory());
  const bool works = mpi::everywhere(static_cast<bool>(memory), comm);
  free(here);
  if (works)
    return std::unique_ptr<NodeComm>(
        new NodeComm(nodes, NodeGroup(std::move(memory), nodes.number(), nodes.alone()), all, across));
  shared_now -= shared_each;
  free(all);
  free(across);
  return nullptr;
}

NodeComm::~NodeComm() {
  free(all);
  free(across);
  shared_now -= shared_each;
}

void keep_node_comms() { keeps = true; }

}  // namespace cartwright::preload
