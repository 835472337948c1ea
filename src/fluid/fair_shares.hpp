// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fluid/transfers.hpp"

namespace cartwright::fluid {

/// The rates of transfers by weighted max-min fairness: a common level rises, each message gets level / penalty, and a
/// message stops at the level at which one of its resources is full (progressive filling). The levels below the one of
/// a transfer do not depend on it, so update() repeats only the part of the filling above the lowest change.
class FairShares {
 public:
  explicit FairShares(const Transfers& transfers);

  // Both take effect at the next update(). A transfer is added once, and has a crossing.
  void add(Transfer transfer);
  void remove(Transfer transfer);

  /// Computes the rates. Returns the transfers whose rates may have changed.
  std::span<const Transfer> update();
  /// Bytes per second of each message of a transfer.
  double rate(Transfer transfer) const { return level_[transfer] / transfers_[transfer].penalty; }

 private:
  enum class State : char { waiting, rising, stopped, ended };
  struct Use {
    double bandwidth = 0;
    double stopped = 0;       ///< bytes per second of the transfers that have stopped
    double weight = 0;        ///< of the rising ones
    double max_weight = 0;    ///< of all that were added and not removed
    std::int32_t rising = 0;  ///< number of crossings of rising transfers
    /// The level at which it is full.
    double full() const;
  };

  /// The bytes per second of all messages of a transfer at a level of 1.
  double weight(Transfer transfer) const { return transfers_[transfer].count / transfers_[transfer].penalty; }
  void fill(double level);
  void stop_users(Resource resource, double level);

  const Transfers& transfers_;
  base::IndexVector<Transfer, State> state_;
  base::IndexVector<Transfer, double> level_;
  base::IndexVector<Resource, Use> use_;
  std::vector<Transfer> users_;  ///< those of a resource are first_ to end_
  base::IndexVector<Resource, std::size_t> first_, end_;
  std::vector<Transfer> stopped_;  ///< by their levels, ascending
  std::vector<Transfer> added_, rising_;
  std::vector<Resource> touched_;
  double lowest_;  ///< levels below it have not changed
};

}  // namespace cartwright::fluid
