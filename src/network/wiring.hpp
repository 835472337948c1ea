// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/id.hpp"

#include <span>
#include <string>
#include <string_view>

namespace cartwright::network {

using Node = base::Id<struct NodeKind>;      ///< a compute node of a network
using Switch = base::Id<struct SwitchKind>;  ///< a router or switch
using LinkId = base::Id<struct LinkIdKind>;  ///< one direction of one cable

/// A kind of cable: "green", "D", ...
struct LinkClass {
  std::string name;
  std::string title;     ///< for people: "between the nodes of a drawer"
  double bandwidth = 0;  ///< bytes per second of one link in one direction, above 0
};

/// One direction of one cable between two switches. Parallel cables are separate links.
struct Link {
  Switch from;
  Switch to;
  std::int32_t link_class = 0;
};

/// A level of the machine above its nodes, outermost first: groups, chassis, ... Domains are numbered from 0, and each
/// lies within one domain of the level before. A switch outside of every domain, such as a spine above the pods of a
/// tree, gets its own domain without nodes.
struct SwitchLevel {
  std::string name;
  base::IndexVector<Switch, std::int32_t> domain_of_switch;
};

/// The parts of a wiring. `terminal_bandwidth` is the bandwidth of the links between a node and its switches together,
/// in bytes per second and direction. 0 means that nodes are switches themselves, or that the bandwidth is unknown;
/// these links then have no load.
struct WiringParts {
  std::vector<LinkClass> classes;
  base::IndexVector<Switch, std::string> switch_names;
  base::IndexVector<LinkId, Link> links;
  base::IndexVector<Node, std::string> node_names;
  base::IndexVector<Node, Switch> switch_of_node;
  /// The other switches of nodes with several adapters (rails); empty if each node has one.
  base::IndexVector<Node, std::vector<Switch>> more_switches_of_node = {};
  /// Nodes that never run jobs, such as those for input and output; empty if none is known.
  base::IndexVector<Node, bool> is_service_node = {};
  std::vector<SwitchLevel> levels;
  double terminal_bandwidth = 0;
  std::vector<std::string> notes = {};  ///< what the reader assumed, one sentence each
};

/// Nodes, switches, and the links between switches. An immutable value, safe to share between threads.
class Wiring {
 public:
  Wiring() = default;
  /// Throws Error: no node, a link or node that names an unknown switch, a link from a switch to itself, a link without
  /// its other direction, a node that is twice on a switch, two nodes or two switches of one name, a level that does
  /// not divide the one before, a bandwidth of 0 or less.
  explicit Wiring(WiringParts parts);

  std::int32_t nodes() const { return static_cast<std::int32_t>(parts_.switch_of_node.size()); }
  std::int32_t switches() const { return static_cast<std::int32_t>(parts_.switch_names.size()); }
  const std::vector<LinkClass>& classes() const { return parts_.classes; }
  const base::IndexVector<LinkId, Link>& links() const { return parts_.links; }
  const std::vector<SwitchLevel>& levels() const { return parts_.levels; }
  double terminal_bandwidth() const { return parts_.terminal_bandwidth; }
  const std::vector<std::string>& notes() const { return parts_.notes; }

  /// The switch of a node. If it has several (rails), `rail` numbers them; placement and levels know it by its first.
  Switch switch_of(Node node, std::size_t rail = 0) const {
    return rail == 0 ? parts_.switch_of_node[node] : parts_.more_switches_of_node[node][rail - 1];
  }
  bool has_rails() const { return !parts_.more_switches_of_node.empty(); }
  std::size_t rails(Node node) const { return has_rails() ? 1 + parts_.more_switches_of_node[node].size() : 1; }
  /// The first node with the same switches.
  Node first_alike(Node node) const { return has_rails() ? first_alike_[node] : nodes_on(switch_of(node)).front(); }
  bool is_service(Node node) const { return !parts_.is_service_node.empty() && parts_.is_service_node[node]; }
  const std::string& node_name(Node node) const { return parts_.node_names[node]; }
  const std::string& switch_name(Switch at) const { return parts_.switch_names[at]; }
  double bandwidth(LinkId link) const { return parts_.classes[parts_.links[link].link_class].bandwidth; }
  /// The links that leave a switch, and the nodes on it, ascending.
  std::span<const LinkId> links_from(Switch at) const { return row(link_rows_, links_by_switch_, at); }
  std::span<const Node> nodes_on(Switch at) const { return row(node_rows_, nodes_by_switch_, at); }
  /// The node of that name, or -1.
  Node find_node(std::string_view name) const;

 private:
  template <typename T>
  static std::span<const T> row(const std::vector<std::size_t>& rows, const std::vector<T>& of, Switch at) {
    const std::size_t i = at.index();
    return std::span(of).subspan(rows[i], rows[i + 1] - rows[i]);
  }

  WiringParts parts_;
  std::vector<std::size_t> link_rows_, node_rows_;
  std::vector<LinkId> links_by_switch_;
  std::vector<Node> nodes_by_switch_;
  std::vector<Node> nodes_by_name_;
  base::IndexVector<Node, Node> first_alike_;  ///< empty without rails
};

}  // namespace cartwright::network
