// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "machine/measured.hpp"
#include "measure/experiment.hpp"

namespace cartwright::measure {

/// All experiments on these links. They are repeated in rounds, one after the other, so that a disturbance meets all of
/// them, until `budget` seconds are spent.
class Campaign {
 public:
  /// Collective.
  Campaign(std::vector<LinkClass> links, double budget, Interposer& interposer);

  /// Collective over MPI_COMM_WORLD.
  void run();

  /// The links with their medians and intervals, the number of rounds, the time, and notes on what was left out.
  void report(machine::Measured& measured) const;

 private:
  void calibrate(Runner& runner);
  machine::MeasuredLink link_of(std::size_t index, std::vector<std::string>& notes) const;

  std::optional<machine::SameNode> same_node() const;

  std::vector<LinkClass> links_;
  std::vector<Experiment> experiments_;  ///< by series: sizes that grow
  double budget_;
  Interposer& interposer_;
  std::int64_t rounds_ = 0;
  double elapsed_ = 0;
};

}  // namespace cartwright::measure
