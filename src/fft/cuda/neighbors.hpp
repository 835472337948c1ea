// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/cuda/failure.hpp"
#include "fft/cuda/workspace.hpp"
#include "fft/exchange/workspace.hpp"
#include "gpu/shared.hpp"
#include "transport/counter.hpp"

#include <mpi.h>

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace cartwright::fft::cuda {

/// The work arrays of the processes of a node, which kernels of all of them write. Transposes are counted, and each
/// process announces two stages of each: it *offers* an array, which others may write from then on, and it *delivers*
/// when it has written theirs.
///
///     offer(array), await_offer(others), write their arrays, deliver(), await_delivery(others), read the array
///
/// Flags are words of the host. A kernel that waited for a flag could wait forever: without MPS the GPU runs kernels of
/// one process at a time.
class Neighbors {
 public:
  /// Local. Throws Error{unsupported} if there is no context.
  Neighbors(std::shared_ptr<exchange::Workspace> host, device::Stream* stream);
  /// Collective if memory was reserved: no process frees memory that others have mapped.
  ~Neighbors();
  Neighbors(const Neighbors&) = delete;

  Workspace& own() { return own_; }
  const Workspace& own() const { return own_; }
  mpi::TimedWait& waits() { return host_->waits(); }

  /// Collective over `comm`, that of the workspace of the host: reserves memory, and maps that of the others where
  /// arrays grow. Throws Error on all processes if one has no memory left.
  void reserve(MPI_Comm comm, const WorkBytes& bytes);

  /// Whether a rank of the communicator is a process of this node.
  bool on_node(int rank) const { return host_->node_rank_of(rank) >= 0; }
  /// Whether this process and a rank of the communicator write each other's arrays. Not for this process itself.
  bool reaches(int rank) const { return of(rank) != nullptr; }
  /// An array of such a rank, where kernels of this process write it.
  std::byte* array(int rank, std::size_t which) const { return of(rank)->arrays[which]->data() + of(rank)->at[which]; }

  /// Begins the next transpose. All work that uses the array is done.
  void offer(std::size_t which);
  /// The array that a rank offers.
  std::size_t await_offer(int rank);
  void deliver();
  void await_delivery(int rank);

 private:
  struct Other {
    std::array<std::shared_ptr<gpu::Mapping>, 2> arrays;
    std::array<std::int64_t, 2> at{};  ///< bytes from the beginning of the mapping
    explicit operator bool() const { return arrays[0] && arrays[1]; }
  };
  const Other* of(int rank) const;
  void close();
  void open();
  /// Its count is 4 times the transpose, 2 more if it is delivered, and the array that is offered.
  transport::Counter& flag(int node_rank) const {
    return *reinterpret_cast<transport::Counter*>(host_->of(node_rank, 0));
  }
  void announce(std::uint64_t value) { flag(host_->node_rank()).set(value); }
  std::uint64_t await(int rank, std::uint64_t least);

  std::shared_ptr<exchange::Workspace> host_;
  Workspace own_;
  bool open_ = false;
  std::vector<Other> others_;  ///< per process of the node
  std::uint64_t transposes_ = 0;
  std::uint64_t offered_ = 0;  ///< the array
};

}  // namespace cartwright::fft::cuda
