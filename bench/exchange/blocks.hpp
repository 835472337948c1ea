// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cartwright::bench {

constexpr std::size_t most_axes = 4;
using Indices = std::array<std::int64_t, most_axes>;

/// A halo exchange: cubes of `size` own points, `width` ghost points at each side, all axes periodic.
struct HaloCase {
  std::size_t axes = 3;
  std::int64_t size = 100;
  std::int64_t width = 1;
  int fields = 3;
  bool corners = true;  ///< all neighbors, or those at faces
  int only_axis = -1;   ///< exchanges along one axis only; -1: along all
};

/// A box in the array of a process, in points from its first ghost point.
struct Box {
  Indices first{}, count{};
};

/// A neighbor: where its data comes from in its array, and goes to in the array of this process, and the reverse.
struct Side {
  int rank = 0;
  Indices step{};
  Box ghosts;    ///< of this process, filled by the neighbor
  Box boundary;  ///< of this process, for the ghost points of the neighbor at the opposite side
  Box source;    ///< of the neighbor, for `ghosts`
};

/// The blocks of all processes, as seen by one of them.
class Blocks {
 public:
  Blocks(MPI_Comm cart, const HaloCase& halo);

  const HaloCase& halo() const { return halo_; }
  MPI_Comm cart() const { return cart_; }
  const std::vector<Side>& sides() const { return sides_; }
  std::int64_t points() const { return points_; }  ///< of an array of one field, with ghost points
  std::int64_t ghost_bytes() const;                ///< of all fields

  /// Sets boundary points as they are in a step of a program, and checks the ghost points of the same step. Points
  /// within the halo's width of a side are boundary points.
  void compute(double* field, int number, int step) const;
  bool right(const double* field, int number, int step) const;

  /// Copies a box into adjacent memory, or back, or between arrays, by the loops that anyone writes.
  double* pack(double* to, const double* field, const Box& box) const;
  const double* unpack(double* field, const double* from, const Box& box) const;
  void copy(double* to, const Box& to_box, const double* from, const Box& from_box) const;
  std::int64_t points(const Box& box) const;
  MPI_Datatype subarray(const Box& box) const;  ///< in the array of a field; not committed
  std::int64_t index(const Indices& at) const;

 private:
  template <typename Row>
  void rows(const Box& box, Row row) const;
  double value(int number, int step, const Indices& at, int rank) const;

  MPI_Comm cart_;
  HaloCase halo_;
  int rank_ = 0;
  std::int64_t extent_ = 0;
  std::int64_t points_ = 1;
  std::vector<Side> sides_;
  std::vector<Box> shell_;
};

}  // namespace cartwright::bench
