// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mapping/problem.hpp"

#include <mpi.h>

#include <string>
#include <vector>

namespace cartwright::bench {

/// Which host each process of MPI_COMM_WORLD runs on: hosts are numbered by their first process. Collective. A machine
/// in short notation pretends hosts of consecutive processes; empty text finds the real ones.
std::vector<std::int64_t> find_hosts(const std::string& pretended);

/// The processes host by host: what stands in slot i of the machine that `machine_of` describes.
std::vector<std::int64_t> processes_by_host(const std::vector<std::int64_t>& hosts);
machine::Machine machine_of(const std::vector<std::int64_t>& hosts);

/// Messages between hosts.
struct Traffic {
  std::int64_t sum = 0;
  std::int64_t busiest = 0;  ///< of the host that sends or receives most
};

/// For each process the cell it takes under an order of the slots.
std::vector<std::int64_t> cells_of_processes(const mapping::Order& order, const std::vector<std::int64_t>& hosts);
Traffic traffic_of(const mapping::Problem& problem, const std::vector<std::int64_t>& cells,
                   const std::vector<std::int64_t>& hosts);

/// A communicator with a distributed graph, on which every process exchanges blocks of equal size with its neighbors:
/// the grid and the stencil of the problem, its processes permuted. Collective to make.
class Exchange {
 public:
  Exchange(const mapping::Problem& problem, const std::vector<std::int64_t>& cells);
  ~Exchange() { MPI_Comm_free(&graph_); }
  Exchange(const Exchange&) = delete;

  /// How many blocks the buffers of run() must hold.
  std::size_t neighbors() const { return neighbors_; }

  /// One MPI_Neighbor_alltoall after a barrier. Returns the seconds it took here.
  double run(std::vector<char>& out, std::vector<char>& in, int bytes) const;

  /// The same, with the content checked. Throws Error: a block did not come from where it should. `bytes` is 16 or
  /// more.
  void check(std::vector<char>& out, std::vector<char>& in, int bytes) const;

 private:
  MPI_Comm graph_ = MPI_COMM_NULL;
  std::size_t neighbors_ = 0;
};

}  // namespace cartwright::bench
