// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "transport/region.hpp"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace cartwright::fft::exchange {

/// Memory that plans work in: numbered parts, which the processes of a node see of each other. Where the system gives
/// no such memory each process has its own alone, and shared() is false.
///
/// Plans that share a workspace say in turn what they need; parts only grow. Addresses change when they do: look them
/// up at each use. Pages are taken when they are first touched, huge ones where the system has them.
class Workspace {
 public:
  /// Collective over `comm`, which outlives this: finds the processes of this one's node. `pretended` nodes
  /// (CARTWRIGHT_NODES, discover.hpp) do not see each other's memory either.
  explicit Workspace(MPI_Comm comm, const std::string& pretended = "");
  ~Workspace();
  Workspace(const Workspace&) = delete;

  /// Collective over `comm`: part i has at least bytes[i] bytes on this process, which may be another number on each.
  /// Throws Error{no_memory} on all processes when one has none. Contents are lost; what is new is zero.
  void reserve(const std::vector<std::int64_t>& bytes);
  /// Changes when addresses do.
  int generation() const { return generation_; }
  /// Collective over `comm`: takes the pages, huge ones where there are any, so that no transform runs out of memory on
  /// its way. Does nothing the second time. Throws Error{no_memory} on all processes when one has none.
  void take_pages();

  /// Plans that share a workspace take turns, each by a number of its own: the same on all processes, which an address
  /// would not be. Whether the last turn was another's.
  int add_user() { return ++users_; }
  bool change_user(int user) { return std::exchange(user_, user) != user; }
  /// Whether a transform is open in it.
  bool busy() const { return busy_; }
  void set_busy(bool busy) { busy_ = busy; }

  MPI_Comm node() const { return node_; }  ///< the processes of the node that see each other's memory
  int node_rank() const { return node_rank_; }
  int node_size() const { return node_size_; }
  /// The rank in node() of a rank of the communicator; -1 when it is on another node, or its memory is not seen.
  /// Equal for two ranks of the communicator exactly when they see each other's memory.
  int node_of(int rank) const { return nodes_[static_cast<std::size_t>(rank)]; }
  int node_rank_of(int rank) const { return node_ranks_[static_cast<std::size_t>(rank)]; }

  std::byte* mine(std::size_t part) const { return of(node_rank_, part); }
  /// That of another process of the node, by its rank in node().
  std::byte* of(int node_rank, std::size_t part) const;
  std::int64_t bytes() const { return bytes_; }  ///< that this process brings

 private:
  void find_processes();
  void leave_node();
  bool share();

  MPI_Comm comm_ = MPI_COMM_NULL;
  MPI_Comm node_ = MPI_COMM_NULL;
  int rank_ = 0;
  int node_rank_ = 0;
  int node_size_ = 1;
  std::vector<int> nodes_;                  ///< per rank of the communicator
  std::vector<int> node_ranks_;             ///< likewise
  std::vector<std::int64_t> wanted_;        ///< of this process, per part
  std::vector<transport::Region> regions_;  ///< per process of the node
  std::vector<std::int64_t> offsets_;       ///< [node rank][part]
  std::int64_t bytes_ = 0;
  int generation_ = 0;
  bool has_pages_ = true;
  int users_ = 0;
  int user_ = 0;  ///< whose turn was the last
  bool busy_ = false;
};

}  // namespace cartwright::fft::exchange
