// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/collectives/collective_ways.hpp"
#include "preload/collectives/comm_nodes.hpp"
#include "preload/collectives/stream_paths.hpp"
#include "preload/packing/block_of.hpp"
#include "preload/packing/block_view.hpp"
#include "preload/packing/message.hpp"

#include <mpi.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace cartwright::preload {

/// Collectives in which a process has different data for different others: MPI_Alltoall, v and w, MPI_Gather,
/// MPI_Scatter and their v. See whole_node.hpp for bytes() and run().
class ExchangeOnNode {
 public:
  /// A process that is not the root has one block.
  enum class Pattern : std::uint8_t { all_to_all, gather, scatter };

  ///     called: the function, for the report
  ///     equal: all processes know the size of all blocks
  ///     root: of gather and scatter
  ///     in_place: at the root, its own block stays
  ExchangeOnNode(Collective called, Pattern pattern, bool equal, BlockOf sent, BlockOf received, int root = 0,
                 bool in_place = false)
      : called_(called),
        pattern_(pattern),
        equal_(equal),
        root_(root),
        in_place_(in_place),
        sent_(std::move(sent)),
        received_(std::move(received)) {}

  std::int64_t bytes(const CommNodes& nodes);
  /// Of a block of this process, after bytes().
  std::int64_t mean_bytes() const;
  int run(NodeComm& comm);

 private:
  int run_by_leaders(NodeComm& comm);
  bool make_views(const CommNodes& nodes);
  static const BlockView& of(const std::vector<BlockView>& views, int rank) {
    return views.size() == 1 ? views[0] : views[rank];
  }
  bool sends_to(int from, int to) const;
  Streams known_streams(const CommNodes& nodes) const;
  Streams ask(NodeComm& comm) const;
  const StreamPaths& find_paths(NodeComm& comm) const;
  /// Long blocks, and those that no other one joins, travel as messages of the program do.
  void start_alone(NodeComm& comm, const StreamPaths& paths);
  void finish_alone();
  static int relay(const NodeComm& comm, const StreamPaths& paths);
  static void decide_relaying(NodeComm& comm, const StreamPaths& paths);
  void move_to_self(const CommNodes& nodes);
  void check(bool good) {
    if (!good) fail(MPI_ERR_INTERN);
  }
  void fail(int error) {
    if (error_ == MPI_SUCCESS) error_ = error;
  }

  Collective called_;
  Pattern pattern_;
  bool equal_;
  int root_;
  bool in_place_;
  BlockOf sent_, received_;
  std::vector<BlockView> out_, in_;  ///< per rank; one for processes that are not the root
  std::int64_t each_ = 0;            ///< bytes of a block, if all are equal
  std::vector<MPI_Request> alone_;   ///< of those that arrive, then of those that leave
  std::vector<ReceiveBuffer> arriving_;
  std::vector<SendBuffer> leaving_;
  int error_ = MPI_SUCCESS;
};

}  // namespace cartwright::preload
