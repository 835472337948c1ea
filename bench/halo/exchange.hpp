// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "halo/input.hpp"

#include <mpi.h>

namespace cartwright::bench {

/// The halos of one grid, sent over a Cartesian communicator of three dimensions: one dimension and direction after the
/// other, each by MPI_Irecv and MPI_Send [Niethammer2019, slides 25 to 30].
class HaloExchange {
 public:
  HaloExchange(MPI_Comm cart, const HaloSizes& sizes, const std::array<Blocks, 3>& blocks);
  ~HaloExchange();
  HaloExchange(const HaloExchange&) = delete;
  HaloExchange& operator=(const HaloExchange&) = delete;

  /// Bytes that the two buffers of a process take.
  static std::int64_t memory(const HaloSizes& sizes, const std::array<Blocks, 3>& blocks);

  /// Whether every process receives exactly the data of its neighbors. Collective; the same answer on all processes.
  bool arrives();
  /// Seconds for all six messages on the slowest process, as the mean of `repeat` exchanges. Collective.
  double seconds(int repeat);

 private:
  struct Dimension {
    MPI_Datatype type;
    int neighbors[2];  ///< below and above
    std::int64_t floats;
    Blocks blocks;
  };
  void send(const Dimension& dimension, int direction);
  bool received(const Dimension& dimension, float expected) const;

  MPI_Comm cart_;
  std::array<Dimension, 3> dimensions_;
  std::vector<float> out_, in_;
};

}  // namespace cartwright::bench
