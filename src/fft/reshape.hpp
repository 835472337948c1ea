// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/array.hpp"
#include "fft/pages.hpp"
#include "jit/packer.hpp"

#include <mpi.h>

#include <memory>
#include <vector>

namespace cartwright::fft {

/// Moves an array from one distribution to another: any boxes, any memory order. Every process packs what each other
/// needs, compiled, and one MPI_Alltoallv carries it.
class Reshape {
 public:
  /// `from` and `to` are what each rank of `comm` holds; `element` bytes. The communicator outlives this.
  Reshape(MPI_Comm comm, const std::vector<Array>& from, const std::vector<Array>& to, std::int64_t element);

  /// Collective over the communicator. The buffers do not overlap.
  void forward(const std::byte* from, std::byte* to) { move(from_, from, to_, to); }
  void backward(const std::byte* to, std::byte* from) { move(to_, to, from_, from); }

  std::int64_t buffer_bytes() const { return 2 * buffer_bytes_; }

 private:
  /// What this process has, on one side, of what it shares with another.
  struct Part {
    std::shared_ptr<jit::Packer> packer;  ///< null for nothing
    std::int64_t first = 0;               ///< bytes from the beginning of the array
    std::int64_t bytes = 0;
  };
  std::vector<Part> parts_with(const Array& mine, const std::vector<Array>& others, std::int64_t element);
  void move(const std::vector<Part>& from, const std::byte* source, const std::vector<Part>& to, std::byte* target);

  MPI_Comm comm_;
  std::vector<Part> from_, to_;  ///< per rank
  std::int64_t buffer_bytes_ = 0;
  Pages send_, receive_;
};

}  // namespace cartwright::fft
