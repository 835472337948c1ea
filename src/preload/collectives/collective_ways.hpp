// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/base/agreed.hpp"
#include "preload/base/interpose.hpp"
#include "preload/base/way_trial.hpp"
#include "preload/collectives/comm_nodes.hpp"
#include "preload/collectives/estimate.hpp"

#include <mpi.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>

namespace cartwright::preload {

/// Counts, for the report, blocks to other nodes that this process sent, and the messages.
void count_exchange(Collective called, std::int64_t blocks, std::int64_t messages);

/// Chooses, for the blocking collectives of a communicator, between the MPI and the memory of nodes: by trials for each
/// function and each range of sizes; before the first one, by an estimate if the machine was measured. All processes
/// call the same functions in the same sequence, so they agree. Not thread safe, as collectives of one communicator are
/// not.
class CollectiveWays {
 public:
  explicit CollectiveWays(const CommNodes& nodes) : nodes_(nodes) {}

  /// Carries out a collective: by the MPI, by_mpi(), or by make(), an operation as those of whole_node.hpp. Both return
  /// an error.
  ///     bytes: the same on all processes; 0 if they do not know the sizes of others; negative: left to the MPI
  template <typename Make, typename ByMpi>
  int run(MPI_Comm comm, Collective called, std::int64_t bytes, Make make, ByMpi by_mpi) {
    if (bytes < 0) return by_mpi();
    WayTrial& trial = trial_of(called, bytes);
    const bool tried = tries(trial);
    if (!tried && !by_node(trial)) {
      const int error = by_mpi();
      // Where the MPI refuses an argument, this process takes part in no collective.
      if (error != MPI_SUCCESS && make().bytes(nodes_) < 0) return error;
      trial.count(0);
      count(called, false);
      return error;
    }
    const auto now = [tried] {
      return tried ? std::chrono::steady_clock::now() : std::chrono::steady_clock::time_point{};
    };
    auto begin = now();
    auto operation = make();
    if (operation.bytes(nodes_) < 0) return by_mpi();
    NodeComm* const node = by_node(trial) ? node_comm(comm) : nullptr;
    if (node == nullptr) begin = now();  // the MPI needs none of this
    const int error = node != nullptr ? raised(comm, carry_out(operation, *node)) : by_mpi();
    const std::chrono::nanoseconds time = now() - begin;
    count(called, node != nullptr, time);
    if (trial.count(time.count()) && tried) decide(comm, called, trial);
    return error;
  }

 private:
  WayTrial& trial_of(Collective called, std::int64_t bytes);
  /// Whether the next collective belongs to a trial.
  static bool tries(const WayTrial& trial);
  /// Whether it goes by shared memory.
  bool by_node(const WayTrial& trial) const;
  /// Collective at the first use. Null if there is no memory.
  NodeComm* node_comm(MPI_Comm comm);
  template <typename Operation>
  static int carry_out(Operation& operation, NodeComm& node) noexcept try {
    return operation.run(node);
  } catch (const std::exception&) {
    return MPI_ERR_NO_MEM;
  }
  void decide(MPI_Comm comm, Collective called, WayTrial& trial);
  static void count(Collective called, bool by_node, std::chrono::nanoseconds tried = {});

  static constexpr std::size_t ranges = 34;  ///< of sizes: each begins at 4 times the size of the one before
  CommNodes nodes_;
  std::array<std::array<std::unique_ptr<WayTrial>, ranges>, collective_count> trials_;
  std::unique_ptr<NodeComm> made_;
  bool fails_ = false;
};

/// Those of a communicator. Null on all of its processes if the MPI carries out its collectives. Local and thread safe.
CollectiveWays* collectives_of(MPI_Comm comm);

/// CARTWRIGHT_COLLECTIVES in this process; off in a program that is recorded.
When collectives_setting();

/// Collective over MPI_COMM_WORLD, in MPI_Finalize.
void report_all_collectives();

}  // namespace cartwright::preload
