// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/pages.hpp"
#include "fft/array.hpp"
#include "fft/exchange/requests.hpp"
#include "jit/packer.hpp"

#include <mpi.h>

#include <memory>
#include <vector>

namespace cartwright::fft {

/// Moves an array from one distribution to another: any boxes, any memory order. Every process packs for every other
/// with compiled code, and one MPI_Alltoallv sends everything.
class Reshape {
 public:
  /// `from` and `to` are the arrays of each rank of `comm`, with elements of `element` bytes. The communicator and
  /// `waits` outlive this object.
  Reshape(MPI_Comm comm, mpi::TimedWait& waits, const std::vector<Array>& from, const std::vector<Array>& to,
          std::int64_t element);

  /// Collective over the communicator. The buffers do not overlap.
  void forward(const std::byte* from, std::byte* to) { move(from_, from, to_, to); }
  void backward(const std::byte* to, std::byte* from) { move(to_, to, from_, from); }

  std::int64_t buffer_bytes() const { return 2 * buffer_bytes_; }

 private:
  /// The elements that this process, on one side, has in common with another process, on the other side.
  struct Part {
    std::shared_ptr<jit::Packer> packer;  ///< null if there are none
    std::int64_t first = 0;               ///< offset in the array, in bytes
    std::int64_t bytes = 0;
  };
  std::vector<Part> parts_with(const Array& mine, const std::vector<Array>& others, std::int64_t element);
  void move(const std::vector<Part>& from, const std::byte* source, const std::vector<Part>& to, std::byte* target);

  MPI_Comm comm_;
  mpi::TimedWait& waits_;
  std::vector<Part> from_, to_;                               ///< per rank
  std::vector<int> sent_, sent_at_, received_, received_at_;  ///< of the messages under way, in units
  exchange::Requests requests_;
  std::int64_t buffer_bytes_ = 0;
  base::Pages send_, receive_;
};

}  // namespace cartwright::fft
