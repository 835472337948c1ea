// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mapping/problem.hpp"
#include "mapping/strip_order_p.hpp"

#include <vector>

namespace cartwright {

/// Chooses the strips that cut least, by an estimate in closed form.
class StripPlanner {
 public:
  explicit StripPlanner(const Problem& problem);
  StripPlan best();

 private:
  /// Edges of one length along a dimension; `straight` counts those along no other dimension.
  struct Reach {
    double length;
    double weight;
    double straight;
  };

  /// One way to divide a dimension, with all that the estimate needs to know of it.
  struct Division {
    Widths widths;
    double crossing;      ///< weight of the edges between its strips, in the whole grid
    double squares;       ///< sum of the squared widths
    double mean;          ///< mean width
    double step;          ///< edges cut per unit of a step from one slice to the next
    std::int64_t common;  ///< greatest common divisor of the widths
    double score;
  };

  void take_stencil();
  void find_ideal_box();
  void divide(std::size_t dim, std::size_t most);
  Division division(std::size_t dim, const Widths& widths) const;
  void try_run(std::size_t run);
  double cost(std::size_t run, const Axes& across, const FixedVector<const Division*, max_dims>& chosen,
              double best) const;

  const Grid& grid_;
  const Stencil& stencil_;
  std::int64_t node_;  ///< processes per node
  FixedVector<FixedVector<Reach, 6>, max_dims> reaches_;
  FixedVector<double, max_dims> sent_;   ///< weight times length of the edges along each dimension
  FixedVector<double, max_dims> ideal_;  ///< the box of node_ cells with the smallest cut, in real numbers
  std::vector<Division> divisions_;
  FixedVector<std::size_t, max_dims + 1> first_;  ///< divisions of dimension i: [first_[i], first_[i + 1])
  StripPlan best_;
  double least_ = 0;
};

}  // namespace cartwright
