// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <string>

namespace cartwright::mpi {

/// The node on which a process is.
struct NodeId {
  int id = 0;              ///< equal for two processes of the communicator exactly when they share a node
  bool pretended = false;  ///< by CARTWRIGHT_NODES
  std::string remark;      ///< what this process should say to people about pretended nodes; mostly empty
  int error = MPI_SUCCESS;
};

/// Collective. `pretended` is the value of CARTWRIGHT_NODES: a machine in short notation, "8x6", whose nodes the
/// processes fill one after the other, or "cyclic:8x6", which deals them out to the nodes in turn. It counts
/// the ranks of MPI_COMM_WORLD when it holds as many processes, so that a process has the same node in
/// every communicator; otherwise those of `comm`. When it fits neither, or is empty, nodes are what shares memory.
NodeId discover_node(MPI_Comm comm, const std::string& pretended);

}  // namespace cartwright::mpi
