// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/base/node.hpp"
#include "mpi/base/shared_memory.hpp"
#include "mpi/base/timed_wait.hpp"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace cartwright::fft::exchange {

/// The memory that plans work in: numbered parts, which the processes of a node share. If the system cannot share
/// memory, each process counts as a node.
///
/// Plans that share a workspace reserve parts one plan after the other, and parts only grow. Their addresses change
/// when they grow: look them up at each use. Pages are taken when they are first touched, huge ones if there are any.
class Workspace {
 public:
  /// Collective over `comm`: finds the processes on the node of this process. `pretended` nodes (CARTWRIGHT_NODES,
  /// discover.hpp) do not share memory.
  explicit Workspace(MPI_Comm comm, const std::string& pretended = "");
  ~Workspace();
  Workspace(const Workspace&) = delete;

  /// Collective over `comm`: part i gets at least bytes[i] bytes on this process; other processes may pass other sizes.
  /// Throws Error{no_memory} on all processes if one has no memory. If memory grows, it is zero and contents are lost.
  void reserve(const std::vector<std::int64_t>& bytes);
  /// Changes when addresses change.
  int generation() const { return generation_; }
  /// Collective over `comm`: takes the pages, huge ones if there are any, so that no transform runs out of memory
  /// halfway. Does nothing the second time. Throws Error{no_memory} on all processes if one has no memory.
  void take_pages();

  /// Plans that share a workspace take turns, each with a number that is the same on all processes. change_user returns
  /// true if the last turn was that of another plan.
  int add_user() { return ++users_; }
  bool change_user(int user) { return std::exchange(user_, user) != user; }
  /// Whether a transform is open in the workspace.
  bool busy() const { return busy_; }
  void set_busy(bool busy) { busy_ = busy; }

  /// A random number that is the same on all processes.
  std::int64_t id() const { return id_; }
  MPI_Comm node() const { return node_.comm(); }  ///< the processes of the node that share memory
  const transport::Crowd& crowd() const { return node_.crowd(); }
  int node_rank() const { return node_.rank(); }
  int node_size() const { return node_.size(); }
  /// node_of is equal for two ranks of the communicator exactly when they share memory. node_rank_of is the rank in
  /// node() of a rank of the communicator, or -1 if it is on another node.
  int node_of(int rank) const { return node_.nodes()[rank]; }
  int node_rank_of(int rank) const { return node_.here(rank); }

  /// The waits of the processes of the communicator for each other.
  mpi::TimedWait& waits() { return waits_; }

  std::byte* mine(std::size_t part) const { return of(node_rank(), part); }
  /// The part of another process of the node, by its rank in node().
  std::byte* of(int node_rank, std::size_t part) const;
  std::int64_t bytes() const { return bytes_; }  ///< size of the memory of this process

 private:
  bool share();
  void watch();
  bool all(bool mine);

  MPI_Comm comm_ = MPI_COMM_NULL;  ///< a duplicate: the workspace may outlive the plan that it was made for
  mpi::Node node_;
  mpi::TimedWait waits_;
  std::int64_t id_ = 0;
  std::vector<std::int64_t> wanted_;  ///< bytes of this process, per part
  mpi::SharedMemory memory_;
  std::vector<std::int64_t> offsets_;  ///< [node rank][part]
  std::int64_t bytes_ = 0;
  int generation_ = 0;
  bool has_pages_ = true;
  int users_ = 0;
  int user_ = 0;  ///< the plan that had the last turn
  bool busy_ = false;
};

}  // namespace cartwright::fft::exchange
