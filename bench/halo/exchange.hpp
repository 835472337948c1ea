// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "halo/input.hpp"
#include "lib/mpi_program.hpp"

namespace cartwright::bench {

/// The extent of a halo in memory, in floats.
inline std::int64_t span_of(std::int64_t floats, const Blocks& blocks) {
  return blocks.contiguous() ? floats : floats / blocks.blocklength * blocks.stride + floats % blocks.blocklength;
}

inline std::int64_t longest_span(const HaloSizes& sizes, const std::array<Blocks, 3>& blocks) {
  std::int64_t span = 0;
  for (std::size_t d = 0; d < 3; ++d) span = std::max(span, span_of(sizes.halo[d], blocks[d]));
  return span;
}

/// MPI_Type_vector(blocklength, stride), and the rest of the halo after the last full block.
inline MPI_Datatype type_of(std::int64_t floats, const Blocks& blocks) {
  MPI_Datatype type;
  if (blocks.contiguous()) {
    MPI_Type_contiguous(static_cast<int>(floats), MPI_FLOAT, &type);
  } else {
    const auto full = static_cast<int>(floats / blocks.blocklength);
    const auto rest = static_cast<int>(floats % blocks.blocklength);
    MPI_Type_vector(full, static_cast<int>(blocks.blocklength), static_cast<int>(blocks.stride), MPI_FLOAT, &type);
    if (rest > 0) {
      MPI_Datatype types[] = {type, MPI_FLOAT};
      const int lengths[] = {1, rest};
      const MPI_Aint displacements[] = {0, MPI_Aint{full} * blocks.stride * MPI_Aint{sizeof(float)}};
      MPI_Type_create_struct(2, lengths, displacements, types, &type);
      MPI_Type_free(&types[0]);
    }
  }
  MPI_Type_commit(&type);
  return type;
}

/// The halos of one grid, sent over a Cartesian communicator of three dimensions: one dimension and direction after the
/// other, each by MPI_Irecv and MPI_Send [Niethammer2019, slides 25 to 30].
class HaloExchange {
 public:
  HaloExchange(MPI_Comm cart, const HaloSizes& sizes, const std::array<Blocks, 3>& blocks)
      : cart_(cart), out_(longest_span(sizes, blocks)), in_(out_.size()) {
    for (std::size_t d = 0; d < 3; ++d) {
      Dimension& dimension = dimensions_[d];
      dimension = {type_of(sizes.halo[d], blocks[d]), {}, sizes.halo[d], blocks[d]};
      MPI_Cart_shift(cart, static_cast<int>(d), 1, &dimension.neighbors[0], &dimension.neighbors[1]);
    }
  }
  ~HaloExchange() {
    for (Dimension& dimension : dimensions_) MPI_Type_free(&dimension.type);
  }
  HaloExchange(const HaloExchange&) = delete;
  HaloExchange& operator=(const HaloExchange&) = delete;

  /// Whether every process receives exactly the data of its neighbors. Collective; the same answer on all processes.
  bool arrives() {
    const int rank = rank_of(cart_);
    int good = 1;
    for (const Dimension& dimension : dimensions_)
      for (const int direction : {0, 1}) {
        std::ranges::fill(out_, static_cast<float>(2 * rank + direction));
        std::ranges::fill(in_, -1.0F);
        send(dimension, direction);
        const int from = dimension.neighbors[1 - direction];
        if (from != MPI_PROC_NULL && !received(dimension, static_cast<float>(2 * from + direction))) good = 0;
      }
    MPI_Allreduce(MPI_IN_PLACE, &good, 1, MPI_INT, MPI_MIN, cart_);
    return good != 0;
  }
  /// Seconds for all six messages on the slowest process, as the mean of `repeat` exchanges. Collective.
  double seconds(int repeat) {
    MPI_Barrier(cart_);
    const double start = MPI_Wtime();
    for (int i = 0; i < repeat; ++i)
      for (const Dimension& dimension : dimensions_)
        for (const int direction : {0, 1}) send(dimension, direction);
    return maximum((MPI_Wtime() - start) / repeat, cart_);
  }

 private:
  struct Dimension {
    MPI_Datatype type;
    int neighbors[2];  ///< below and above
    std::int64_t floats;
    Blocks blocks;
  };
  void send(const Dimension& dimension, int direction) {
    MPI_Request request;
    MPI_Irecv(in_.data(), 1, dimension.type, dimension.neighbors[1 - direction], direction, cart_, &request);
    MPI_Send(out_.data(), 1, dimension.type, dimension.neighbors[direction], direction, cart_);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  bool received(const Dimension& dimension, float expected) const {
    const std::int64_t span = span_of(dimension.floats, dimension.blocks);
    for (std::int64_t i = 0; i < span; ++i) {
      const bool in_block = dimension.blocks.contiguous() || i % dimension.blocks.stride < dimension.blocks.blocklength;
      if (in_[i] != (in_block ? expected : -1)) return false;
    }
    return true;
  }

  MPI_Comm cart_;
  std::array<Dimension, 3> dimensions_;
  std::vector<float> out_, in_;
};

}  // namespace cartwright::bench
