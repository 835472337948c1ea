// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "traffic/detours.hpp"

namespace cartwright::placement {

/// The load of every link while the places of a job change their nodes one pair at a time. A place is what the ranks of
/// one node are together; `flows` go from place to place. Routing is minimal, or Valiant's expected value. Loads are in
/// seconds, so that links of all classes compare.
class MovingLoads {
 public:
  MovingLoads(const network::Network& network, std::span<const traffic::Flow> flows, std::vector<network::Node> node_of_place,
              const traffic::Routing& routing);

  const std::vector<network::Node>& node_of_place() const { return node_of_place_; }
  double busiest() const;  ///< seconds of the busiest link; looks at all of them
  /// What is to become small: the sum over all links of (seconds / scale)^power. Its root of that power is the maximum
  /// or more, by no more than the same root of the number of links.
  double penalty() const { return penalty_; }
  void rescale(double scale, int power);

  /// What the penalty becomes when pairs of nodes, none of them twice, exchange the places that are on them; either
  /// node may be empty. The exchange is made; undo() takes the last one back.
  using Swap = std::pair<network::Node, network::Node>;
  double exchange(std::span<const Swap> swaps);
  void undo();

  /// How many links routes had so far: the work that was done, the same on every machine.
  std::int64_t work() const { return work_; }

  /// The places whose traffic crosses the busiest link, once per flow that does.
  std::vector<std::int32_t> places_at_busiest();

 private:
  struct Edge {
    std::int32_t other;
    double bytes;
    bool out;
  };
  struct Change {
    network::LinkId link;
    double before;
  };
  std::span<const Edge> edges(std::int32_t place) const;
  network::Node node_at(std::int32_t place) const { return node_of_place_[static_cast<std::size_t>(place)]; }
  double term(double seconds) const;
  void recount();
  void route(network::Node from, network::Node to);
  void add(network::Node from, network::Node to, double bytes);
  void add_moving(double sign);
  void swap_nodes();

  const network::Network& network_;
  traffic::Routing routing_;
  traffic::Places places_;
  std::vector<network::Node> node_of_place_;
  std::vector<std::int32_t> place_on_node_;
  std::vector<std::size_t> rows_;
  std::vector<Edge> edges_;
  std::vector<double> seconds_per_byte_;  ///< by link
  std::vector<double> seconds_;           ///< by link
  std::vector<std::uint32_t> touched_;    ///< by link: the last move that changed it
  std::uint32_t moves_ = 0;
  std::vector<Change> changes_;
  double penalty_ = 0, penalty_before_ = 0;
  double scale_ = 1;
  int power_ = 8;
  std::vector<std::uint32_t> moving_since_;  ///< by place: the last exchange that it took part in
  std::vector<std::int32_t> moving_;
  std::vector<Swap> swaps_;
  network::Route route_;
  std::int64_t work_ = 0;
};

}  // namespace cartwright::placement
