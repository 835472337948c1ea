// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/place.hpp"
#include "record/parts.hpp"

namespace cartwright::record {

/// What a message between nodes takes. The default is assumed, as of a network of 80 Gbit/s: the order depends on the
/// product alone, which differs less between machines than its factors.
struct MessageTime {
  double latency = 1e-6;    ///< seconds
  double bandwidth = 10e9;  ///< bytes per second
  std::string source = "assumed";
  base::Obtained obtained = base::Obtained::assumed;
  double bytes_of_message() const { return latency * bandwidth; }  ///< that take as long as the latency
};

/// As measured between nodes, if it was.
MessageTime message_time(const machine::LinkSpeeds& speeds);

/// The messages between nodes.
struct NodeTraffic {
  double bytes = 0;
  double messages = 0;
  double seconds(const MessageTime& time) const { return messages * time.latency + bytes / time.bandwidth; }
};
NodeTraffic between_nodes(const Pairs& pairs, const machine::Machine& machine, const mapping::Order& order);
/// The same of a record, by how it is known.
Amounts between_nodes(const Record& record, const machine::Machine& machine, const mapping::Order& order);

/// A lower bound of the bytes between nodes in any order, and its source: "degrees", "stencil", "semidefinite program"
/// (choose/relaxed_bound.hpp), or "search", if all orders were searched and none is below it.
struct NodeBound {
  double bytes = 0;
  std::string source;
};

/// Bounds of what the program sends.
struct Bounds {
  NodeBound all;      ///< of all bytes. Those that are not certain are as the model has them
  NodeBound certain;  ///< of the certain bytes alone, so it is proven
  double certain_bytes = 0;
  double other_bytes = 0;  ///< modeled or unknown, or another order changes them
  bool by_nodes = false;   ///< the other bytes were counted, and depend on the nodes
  bool proven() const { return other_bytes == 0; }
};
Bounds node_bounds(const Pairs& pairs, const std::optional<Structure>& structure, const machine::Sizes& sizes);

/// An order of the ranks of MPI_COMM_WORLD, with its costs in bytes between domains.
struct RankOrder {
  choose::RankPlacement placement;  ///< `mapping` is "as launched" if no better order was found
  NodeTraffic before, after;
  Bounds bounds;
};

/// The order with the least time for the messages between nodes: the mappings of the structure, if there is one, those
/// of the parts, and partitions of the graph. The ranks stay where no order takes 1 % less, between nodes or within
/// them. A bound that is not `thorough` saves up to a few seconds. Throws Error when the machine has not one slot for
/// each rank.
RankOrder order_ranks(const Pairs& pairs, const std::optional<Structure>& structure,
                      const choose::RankLocations& locations, const choose::PlaceOptions& options,
                      const std::vector<Part>& parts = {}, const MessageTime& time = {}, bool thorough = true);

/// A line that says that bytes or messages between nodes grow in the new order, and why it is taken; empty if none
/// does.
std::string growth_note(const NodeTraffic& before, const NodeTraffic& after, const MessageTime& time);

}  // namespace cartwright::record
