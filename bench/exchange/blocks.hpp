// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "lib/mpi_program.hpp"

#include <cstdint>

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

/// The blocks of all processes, as seen by one of them. All processes lie in one line if only one axis counts.
class Blocks {
 public:
  explicit Blocks(const HaloCase& halo) : halo_(halo), extent_(halo.size + 2 * halo.width) {
    const int axes = static_cast<int>(halo.axes);
    std::array<int, most_axes> dims{}, periods{}, coords{};
    for (int axis = 0; axis < axes; ++axis) {
      dims[axis] = halo.only_axis < 0 || halo.only_axis == axis ? 0 : 1;
      periods[axis] = 1;
    }
    MPI_Dims_create(world_size(), axes, dims.data());
    MPI_Cart_create(MPI_COMM_WORLD, axes, dims.data(), periods.data(), 0, &cart_);
    rank_ = rank_of(cart_);
    MPI_Cart_coords(cart_, rank_, axes, coords.data());
    int all = 1;
    for (std::size_t axis = 0; axis < halo.axes; ++axis) {
      points_ *= extent_;
      all *= 3;
    }
    for (int number = 0; number < all; ++number) {
      Side side;
      int steps = 0;
      bool along = true;
      int rest = number;
      std::array<int, most_axes> there = coords;
      for (std::size_t axis = halo.axes; axis-- > 0; rest /= 3) {
        const std::int64_t step = rest % 3 - 1;
        side.step[axis] = step;
        steps += step != 0 ? 1 : 0;
        along = along && (step == 0 || halo.only_axis < 0 || static_cast<int>(axis) == halo.only_axis);
        there[axis] += static_cast<int>(step);
        const std::int64_t w = halo.width;
        const std::int64_t n = halo.size;
        for (Box* box : {&side.ghosts, &side.boundary, &side.source}) {
          box->first[axis] = w;
          box->count[axis] = step == 0 ? n : w;
        }
        if (step == 0) continue;
        side.ghosts.first[axis] = step < 0 ? 0 : w + n;
        side.boundary.first[axis] = step < 0 ? w : n;
        side.source.first[axis] = step < 0 ? n : w;
      }
      if (steps == 0 || !along || (steps > 1 && !halo.corners)) continue;
      MPI_Cart_rank(cart_, there.data(), &side.rank);
      sides_.push_back(side);
      shell_.push_back(side.boundary);
    }
  }
  ~Blocks() { MPI_Comm_free(&cart_); }
  Blocks(const Blocks&) = delete;
  Blocks& operator=(const Blocks&) = delete;

  const HaloCase& halo() const { return halo_; }
  MPI_Comm cart() const { return cart_; }
  const std::vector<Side>& sides() const { return sides_; }
  std::int64_t points() const { return points_; }  ///< of an array of one field, with ghost points
  /// The bytes of the ghost points of all fields.
  std::int64_t ghost_bytes() const {
    std::int64_t all = 0;
    for (const Side& side : sides_) all += points(side.ghosts);
    return all * halo_.fields * static_cast<std::int64_t>(sizeof(double));
  }

  /// Sets boundary points as they are in a step of a program, and checks the ghost points of the same step. Points
  /// within the halo's width of a side are boundary points.
  void compute(double* field, int number, int step) const {
    for (const Box& box : shell_)
      rows(box, [&](Indices at) {
        for (std::int64_t i = 0; i < box.count[halo_.axes - 1]; ++i, ++at[halo_.axes - 1])
          field[index(at)] = value(number, step, at, rank_);
      });
  }
  bool right(const double* field, int number, int step) const {
    bool all_right = true;
    for (const Side& side : sides_)
      rows(side.ghosts, [&](Indices at) {
        Indices there = at;
        for (std::size_t axis = 0; axis < halo_.axes; ++axis)
          there[axis] += side.source.first[axis] - side.ghosts.first[axis];
        for (std::int64_t i = 0; i < side.ghosts.count[halo_.axes - 1];
             ++i, ++at[halo_.axes - 1], ++there[halo_.axes - 1])
          all_right = all_right && field[index(at)] == value(number, step, there, side.rank);
      });
    return all_right;
  }

  /// Copies a box into adjacent memory, or back, or between arrays, by the loops that anyone writes.
  double* pack(double* to, const double* field, const Box& box) const {
    const std::int64_t n = box.count[halo_.axes - 1];
    rows(box, [&](const Indices& at) {
      const double* const from = field + index(at);
      for (std::int64_t i = 0; i < n; ++i) to[i] = from[i];
      to += n;
    });
    return to;
  }
  const double* unpack(double* field, const double* from, const Box& box) const {
    const std::int64_t n = box.count[halo_.axes - 1];
    rows(box, [&](const Indices& at) {
      double* const to = field + index(at);
      for (std::int64_t i = 0; i < n; ++i) to[i] = from[i];
      from += n;
    });
    return from;
  }
  void copy(double* to, const Box& to_box, const double* from, const Box& from_box) const {
    const std::int64_t n = to_box.count[halo_.axes - 1];
    const std::int64_t shift = index(from_box.first) - index(to_box.first);
    rows(to_box, [&](const Indices& at) {
      const std::int64_t first = index(at);
      for (std::int64_t i = first; i < first + n; ++i) to[i] = from[i + shift];
    });
  }
  std::int64_t points(const Box& box) const {
    std::int64_t points = 1;
    for (std::size_t axis = 0; axis < halo_.axes; ++axis) points *= box.count[axis];
    return points;
  }
  /// In the array of a field; not committed.
  MPI_Datatype subarray(const Box& box) const {
    std::array<int, most_axes> sizes{}, counts{}, starts{};
    for (std::size_t axis = 0; axis < halo_.axes; ++axis) {
      sizes[axis] = static_cast<int>(extent_);
      counts[axis] = static_cast<int>(box.count[axis]);
      starts[axis] = static_cast<int>(box.first[axis]);
    }
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Type_create_subarray(static_cast<int>(halo_.axes), sizes.data(), counts.data(), starts.data(), MPI_ORDER_C,
                             MPI_DOUBLE, &type);
    return type;
  }
  std::int64_t index(const Indices& at) const {
    std::int64_t index = 0;
    for (std::size_t axis = 0; axis < halo_.axes; ++axis) index = index * extent_ + at[axis];
    return index;
  }

  /// A communicator for neighborhood collectives, to be freed. Data goes out at the sides in their order, and comes in
  /// at them in the reverse order: messages between two processes match in the order of neighbors.
  MPI_Comm graph() const {
    std::vector<int> targets;
    for (const Side& side : sides_) targets.push_back(side.rank);
    const std::vector<int> sources(targets.rbegin(), targets.rend());
    const int n = static_cast<int>(targets.size());
    MPI_Comm graph = MPI_COMM_NULL;
    MPI_Dist_graph_create_adjacent(cart_, n, sources.data(), MPI_UNWEIGHTED, n, targets.data(), MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &graph);
    return graph;
  }

 private:
  template <typename Row>
  void rows(const Box& box, Row row) const {
    Indices at = box.first;
    const std::size_t last = halo_.axes - 1;
    while (true) {
      row(at);
      std::size_t axis = last;
      while (axis > 0 && at[axis - 1] + 1 == box.first[axis - 1] + box.count[axis - 1]) {
        --axis;
        at[axis] = box.first[axis];
      }
      if (axis == 0) return;
      ++at[axis - 1];
    }
  }
  /// A point is known by its owner and its index there.
  double value(int number, int step, const Indices& at, int rank) const {
    return 1e-3 * static_cast<double>(index(at)) + 1000.0 * step + 1e6 * number + 1e8 * rank;
  }

  MPI_Comm cart_ = MPI_COMM_NULL;
  HaloCase halo_;
  int rank_ = 0;
  std::int64_t extent_ = 0;
  std::int64_t points_ = 1;
  std::vector<Side> sides_;
  std::vector<Box> shell_;
};

}  // namespace cartwright::bench
