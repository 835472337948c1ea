// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/id.hpp"
#include "traffic/link_loads.hpp"

#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace cartwright::fluid {

/// How messages divide a busy link.
enum class Sharing {
  round_trip,  ///< in inverse proportion to their round trips, as TCP does: the model of SimGrid
  equal,       ///< equally
};
Sharing parse_sharing(std::string_view name);
std::string_view to_string(Sharing sharing);

/// What a simulation adds to the bandwidths of a network. A limit that is infinite has no effect.
struct Model {
  static constexpr double unlimited = std::numeric_limits<double>::infinity();

  Sharing sharing = Sharing::round_trip;
  double link_latency = 1e-7;         ///< seconds for each link of a route
  double message_latency = 0;         ///< seconds for each message between nodes
  double copy_latency = 0;            ///< seconds for each message within a node
  double message_overhead = 0;        ///< seconds between the starts of two messages of a process
  double node_bandwidth = unlimited;  ///< bytes per second that a node sends, and that it receives
  double copy_bandwidth = unlimited;  ///< bytes per second that messages within a node share
};

/// Something with a bandwidth that messages share: a link, a node's access to the network, its memory.
using Resource = base::Id<struct ResourceKind>;
/// Equal messages: they start together, take one route and have one size.
using Transfer = base::Id<struct TransferKind>;

/// A resource, and the part of a transfer's bytes that it carries.
struct Crossing {
  Resource resource;
  float part = 1;
};

/// The messages of one iteration, as a fluid simulation needs them.
class Transfers {
 public:
  struct Entry {
    double start = 0;    ///< seconds, with its latency
    double bytes = 0;    ///< of each message
    double count = 1;    ///< number of messages
    double penalty = 1;  ///< a message gets a share of a busy resource in proportion to 1 / penalty
  };

  explicit Transfers(std::vector<double> bandwidths) : bandwidths_(std::move(bandwidths)) {}
  void add(const Entry& entry, std::span<const Crossing> crossings);

  std::int64_t size() const { return static_cast<std::int64_t>(entries_.size()); }
  std::int64_t resources() const { return static_cast<std::int64_t>(bandwidths_.size()); }
  double bandwidth(Resource resource) const { return bandwidths_[resource]; }
  const Entry& operator[](Transfer transfer) const { return entries_[transfer]; }
  std::span<const Crossing> crossings(Transfer transfer) const {
    const std::size_t i = transfer.index();
    return std::span(crossings_).subspan(first_[i], first_[i + 1] - first_[i]);
  }
  /// The seconds that the busiest resource needs for its bytes.
  double busiest_seconds() const;

 private:
  base::IndexVector<Resource, double> bandwidths_;
  base::IndexVector<Transfer, Entry> entries_;
  std::vector<std::size_t> first_ = {0};
  std::vector<Crossing> crossings_;
};

/// Seconds that a message between nodes takes along a route, apart from its bytes.
double route_latency(const network::Wiring& wiring, std::span<const network::Share> route, const Model& model);

/// Throws Error{unsupported} for ugal: messages would have to adapt to loads.
void check_routing(traffic::Routing::Kind kind);

/// The messages of one iteration if rank r runs on node_of_rank[r]. A process starts all of its messages at once, or
/// one after the other with an overhead. Messages of an all-to-all go to the nodes in turn, beginning with the next
/// one. With Valiant routing, each message is divided evenly over all detours, or over `samples` detours that are drawn
/// for its pair of nodes. Throws Error{unsupported}: ugal, or routes that do not fit into memory.
Transfers transfers_of(const network::Network& network, const traffic::Traffic& traffic,
                       const traffic::NodeOfRank& node_of_rank, const traffic::Routing& routing, const Model& model);

}  // namespace cartwright::fluid
