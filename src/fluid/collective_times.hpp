// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fluid/transfers.hpp"
#include "traffic/collective_ways.hpp"

#include <map>

namespace cartwright::fluid {

/// Times of collectives of a job in which all nodes have equally many processes. A step begins when the one before has
/// ended everywhere. All messages of a step have one size and share links equally (Sharing::equal), so none ends later
/// than those on the busiest link, and the bytes there determine the time.
class CollectiveTimes {
 public:
  /// `nodes`: in the order in which ranks fill them. The latency of a message is that of the longest minimal route
  /// between two of them. All arguments must outlive this.
  CollectiveTimes(const network::Network& network, std::span<const network::Node> nodes,
                  const traffic::Routing& routing, const Model& model);

  const traffic::MessageCosts& costs() const { return costs_; }
  std::vector<traffic::StepTime> times(std::span<const traffic::CollectiveStep> steps);

 private:
  double link_seconds(const traffic::CollectiveStep& step);

  const network::Network& network_;
  std::span<const network::Node> nodes_;
  const traffic::Routing& routing_;
  const Model& model_;
  traffic::MessageCosts costs_;
  /// By distances and the ratios of their blocks, and two zeros if nodes send in pairs: seconds of the busiest link per
  /// byte of the first hop.
  std::map<std::vector<std::pair<std::int64_t, double>>, double> known_;
};

}  // namespace cartwright::fluid
