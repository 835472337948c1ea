// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mapping/problem.hpp"
#include "mapping/strip_order_p.hpp"

#include <vector>

namespace cartwright::mapping {

/// Chooses the strips that cut least, by an estimate in closed form.
class StripPlanner {
 public:
  explicit StripPlanner(const Problem& problem);
  StripOrderPlan best();

 private:
  /// Edges of one length along a dimension; `straight` counts those that run along this dimension only.
  struct Reach {
    double length;
    double weight;
    double straight;
  };

  /// One way to divide a dimension, with all that the estimate needs.
  struct Division {
    Widths widths;
    double crossing;      ///< weight of the edges between its strips, in the whole grid
    double squares;       ///< sum of the squared widths
    double mean;          ///< mean width
    double step;          ///< edges cut per unit of a step from one slice to the next
    double turns;         ///< strips less one
    double saved;         ///< edges saved per turn, and per cell on the shorter side of it
    std::int64_t common;  ///< greatest common divisor of the widths
    double score;         ///< estimated cut for the best shape of a node without constraints
    std::int64_t length;  ///< length of the dimension
  };

  void take_stencil();
  void take_edge(const grid::Coords& lengths, double weight, bool straight);
  void find_ideal_box();
  void divide(std::size_t dim);
  Division division(std::size_t dim, const Widths& widths) const;
  void try_run(std::size_t dim);

  /// The dimension along which strips run, with all that the estimate needs.
  struct Run {
    std::size_t dim;
    std::int64_t cells;
    double length;  ///< the same
    double length_in_nodes;
    double lines;          ///< cells of the grid per unit of length
    double longest;        ///< longest edge along it
    std::int64_t divisor;  ///< greatest common divisor of length and node
  };
  using Chosen = base::FixedVector<const Division*, grid::max_dims>;  ///< across the strips, outermost first
  Run run_along(std::size_t dim) const;
  /// Estimated weight of the edges between nodes. If that is at least `best`, the result may be any number of at least
  /// `best`.
  double cost(const Run& run, const Chosen& chosen, double best) const;
  double cut_along(const Run& run, double area, double squares) const;
  double cut_near_ends(const Run& run, double height, double step, double strips) const;
  double cut_by_steps(const Run& run, const Chosen& chosen, std::int64_t shift) const;

  const grid::Grid& grid_;
  const grid::Stencil& stencil_;
  std::int64_t node_;  ///< processes per node
  base::FixedVector<base::FixedVector<Reach, 4>, grid::max_dims> reaches_;
  base::FixedVector<double, grid::max_dims> sent_;   ///< weight times length of the edges along each dimension
  base::FixedVector<double, grid::max_dims> ideal_;  ///< the box of node_ cells with the smallest cut, in real numbers
  std::vector<Division> divisions_;
  base::FixedVector<std::size_t, grid::max_dims + 1> first_;  ///< divisions of dimension i: [first_[i], first_[i + 1])
  StripOrderPlan best_;
  double least_ = 0;
};

}  // namespace cartwright::mapping
