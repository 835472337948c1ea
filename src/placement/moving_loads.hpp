// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "placement/group.hpp"
#include "traffic/detours.hpp"

namespace cartwright::placement {

/// Bytes from a group to another one.
struct GroupFlow {
  Group from;
  Group to;
  double bytes = 0;
};
/// Like traffic::flows_between, with the groups of the ranks in place of their nodes.
std::vector<GroupFlow> flows_between_groups(const traffic::Traffic& traffic, const GroupOfRank& group_of_rank,
                                            std::int64_t groups);

/// The load of every link while rank groups of a job exchange their nodes. Routing is minimal, or Valiant's expected
/// value. Loads are in seconds, which makes links of all classes comparable.
class MovingLoads {
 public:
  MovingLoads(const network::Network& network, std::span<const GroupFlow> flows, NodeOfGroup node_of_group,
              const traffic::Routing& routing);

  const NodeOfGroup& node_of_group() const { return node_of_group_; }
  std::int64_t links() const { return static_cast<std::int64_t>(seconds_.size()); }  ///< of the network
  double busiest() const;  ///< seconds of the busiest link; takes time linear in the number of links
  double squares() const;  ///< the sum of the squares of the seconds of all links; takes as long
  /// The objective to minimize: the sum over all links of (seconds / scale)^power. Its root of that power is an upper
  /// bound on the maximum, and at most the same root of the number of links times larger.
  double penalty() const { return penalty_; }
  void rescale(double scale, int power);

  /// Exchanges the rank groups of pairs of nodes, and returns the new penalty. No node may occur twice; a node may be
  /// empty. undo() reverts the last exchange.
  using Swap = std::pair<network::Node, network::Node>;
  double exchange(std::span<const Swap> swaps);
  void undo();

  /// The work so far, in links of routes: the same on every machine.
  std::int64_t work() const { return work_; }

  /// The rank groups whose traffic crosses the busiest link, once per flow.
  std::vector<Group> groups_at_busiest();

 private:
  struct Edge {
    Group other;
    double bytes;
    bool out;
  };
  struct Change {
    network::LinkId link;
    double before;
  };
  std::span<const Edge> edges(Group group) const;
  double term(double seconds) const;
  void recount();
  std::span<const network::Share> route(network::Node from, network::Node to);
  void find_route(network::Node from, network::Node to);
  void add(network::Node from, network::Node to, double bytes);
  void add_moving(double sign);
  void swap_nodes();

  const network::Network& network_;
  traffic::Routing routing_;
  traffic::Detours detours_;
  NodeOfGroup node_of_group_;
  base::IndexVector<network::Node, Group> group_on_node_;
  std::vector<std::size_t> rows_;
  std::vector<Edge> edges_;
  base::IndexVector<network::LinkId, double> seconds_per_byte_;
  base::IndexVector<network::LinkId, double> seconds_;
  base::IndexVector<network::LinkId, std::uint32_t> touched_;  ///< the last move that changed the link
  std::uint32_t moves_ = 0;
  std::vector<Change> changes_;
  double penalty_ = 0, penalty_before_ = 0;
  double scale_ = 1;
  int power_ = 8;
  base::IndexVector<Group, std::uint32_t> moving_since_;  ///< the last exchange that the group took part in
  std::vector<Group> moving_;
  std::vector<Swap> swaps_;
  network::Route route_;
  // Routes between nodes with the same switches, each found once.
  struct Kept {
    std::size_t first;
    std::int32_t links;  ///< -1: not found yet
  };
  base::IndexVector<network::Node, std::int32_t> number_of_place_;  ///< by first_alike()
  std::vector<Kept> kept_;  ///< of all pairs of numbers; empty if there are too many
  std::size_t places_ = 0;
  network::Route kept_routes_;
  std::int64_t work_ = 0;
};

}  // namespace cartwright::placement
