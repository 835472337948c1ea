// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "transport/region.hpp"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace cartwright::fft {

/// Memory that plans work in: numbered parts, which the processes of a node see of each other. Where the system gives
/// no such memory each process has its own alone, and shared() is false.
///
/// Plans that share a workspace say in turn what they need; parts only grow. Addresses change when they do: look them
/// up at each use. Pages are taken when they are first touched, huge ones where the system has them.
class Workspace {
 public:
  /// Collective over `comm`: finds the processes of this one's node.
  explicit Workspace(MPI_Comm comm);
  ~Workspace();
  Workspace(const Workspace&) = delete;

  /// Collective over `comm`: part i has at least bytes[i] bytes on this process, which may be another number on each.
  /// Throws Error{no_memory} on all processes when one has none. Contents are lost; what is new is zero.
  void reserve(const std::vector<std::int64_t>& bytes);

  bool shared() const { return shared_; }
  MPI_Comm node() const { return node_; }  ///< the processes of the node that see each other's memory
  int node_rank() const { return node_rank_; }
  int node_size() const { return node_size_; }
  /// The rank in node() of a rank of the communicator; -1 when it is on another node, or its memory is not seen.
  int node_rank_of(int rank) const { return node_ranks_[static_cast<std::size_t>(rank)]; }

  std::byte* mine(std::size_t part) const { return of(node_rank_, part); }
  /// That of another process of the node, by its rank in node().
  std::byte* of(int node_rank, std::size_t part) const;
  std::int64_t bytes() const { return bytes_; }  ///< that this process brings

 private:
  MPI_Comm comm_ = MPI_COMM_NULL;
  MPI_Comm node_ = MPI_COMM_NULL;
  int node_rank_ = 0;
  int node_size_ = 1;
  bool shared_ = false;
  std::vector<int> node_ranks_;
  std::vector<std::int64_t> wanted_;                       ///< of this process, per part
  std::vector<std::optional<transport::Region>> regions_;  ///< per process of the node
  std::vector<std::int64_t> offsets_;                      ///< [node rank][part]
  std::int64_t bytes_ = 0;
};

}  // namespace cartwright::fft
