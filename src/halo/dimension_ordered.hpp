// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "halo/plan.hpp"

#include <memory>
#include <vector>

namespace cartwright::halo {

/// Dimension-ordered forwarding: an exchange of all ghost points with the neighbors at faces only, along one axis after
/// the other, each time with the ghost points that have come before. Edges and corners are forwarded with the faces,
/// and 2 d messages take the place of 3^d - 1 (Träff, Hunold 2019). Each axis is a plan, of fields that are as wide as
/// their ghost points along earlier axes.
class DimensionOrdered {
 public:
  /// Whether ghost points all around can come this way: each neighbor at an edge or a corner is the neighbor of a
  /// neighbor, and all halos have the same widths on all processes. Collective; the same on all processes.
  static bool possible(MPI_Comm comm, const PlanRequest& request);
  /// Collective. Only messages are used, also in nodes.
  DimensionOrdered(MPI_Comm comm, const PlanRequest& request);

  void start();
  bool test();
  void finish_side(const engine::Side& side);
  void finish();
  bool open() const { return open_; }

  /// What this process sends along each axis.
  std::vector<Plan::Sent> sent() const;

 private:
  /// Ends the exchange along the current axis, and starts the next one.
  void advance();

  std::vector<std::unique_ptr<Plan>> axes_;
  std::size_t axis_ = 0;
  bool open_ = false;
};

}  // namespace cartwright::halo
