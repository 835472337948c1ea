// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace cartwright::traffic {

enum class Exchange : std::uint8_t { alltoall, allgather };
/// Throws Error that lists the two.
Exchange parse_exchange(std::string_view name);
std::string_view to_string(Exchange exchange);

/// A part of a collective whose messages are all sent at the same time. All nodes do the same.
struct CollectiveStep {
  /// Each node sends `blocks` to the node that comes `distance` later in the job; the first one follows the last.
  struct Hop {
    std::int64_t distance = 0;
    double blocks = 0;
  };
  double times = 1;            ///< that it is repeated
  double messages = 0;         ///< that the busiest process sends to other nodes
  double in_node = 0;          ///< blocks that the processes of a node pass to each other
  std::vector<Hop> hops = {};  ///< between nodes, by distance
  bool pairs = false;          ///< the two nodes whose numbers differ in the bit `distance` send to each other instead

  std::int64_t receiver(std::int64_t node, const Hop& hop, std::int64_t nodes) const {
    return pairs ? node ^ hop.distance : (node + hop.distance) % nodes;
  }
  double sent_by_node() const;  ///< blocks, to all other nodes
};

/// An algorithm for a collective in which all blocks have one size.
struct CollectiveWay {
  std::string_view name;
  bool joins;  ///< the blocks of a node in messages between nodes
  /// Ranks fill the nodes one after the other, `on_node` on each. Steps without a message are left out.
  ///     radix: of the rounds in which nodes gather
  std::vector<CollectiveStep> (*steps)(std::int64_t nodes, std::int64_t on_node, std::int64_t radix);
};
std::span<const CollectiveWay> collective_ways(Exchange exchange);

/// What messages cost apart from the bandwidth of links, in seconds.
struct MessageCosts {
  double latency = 0;          ///< of a message between nodes
  double in_node_latency = 0;  ///< of a message within a node
  double overhead = 0;         ///< between the starts of two messages of a process to other nodes

  /// The radix with which `nodes` gather.
  std::int64_t radix(std::int64_t nodes) const;
};

/// The time of a step as a function of the size of its blocks.
struct StepTime {
  double times = 1, latency = 0, starts = 0, seconds_per_byte = 0;
  /// All messages start `starts` seconds after the first one, or the busiest link determines the time.
  double seconds(double block_bytes) const {
    return times * (latency + std::max(starts, seconds_per_byte * block_bytes));
  }
};
/// `busiest`: seconds that the busiest link, or node, needs if a block has one byte.
StepTime step_time(const CollectiveStep& step, const MessageCosts& costs, double busiest);

double seconds_of(std::span<const StepTime> steps, double block_bytes);

/// Nodes that have equal links, without the network between them. In seconds.
struct NodeLinks {
  MessageCosts costs = {};
  double byte = 0;         ///< that a node sends to others while all its processes do
  double copied_byte = 0;  ///< that the processes of a node send to each other while all do
};
/// Where nobody measured them: links of about 100 Gbit/s.
constexpr NodeLinks usual_links = {
    .costs = {.latency = 1.5e-6, .in_node_latency = 3e-7, .overhead = 3e-7}, .byte = 1e-10, .copied_byte = 2e-11};
std::vector<StepTime> times_of(std::span<const CollectiveStep> steps, const NodeLinks& links);
std::vector<StepTime> times_of(const CollectiveWay& way, std::int64_t nodes, std::int64_t on_node,
                               const NodeLinks& links);

/// A size of blocks up to which an all-to-all takes less time if leaders relay blocks than if all processes of a node
/// send; 0 if it never does. All blocks of a node have at most `most` bytes.
std::int64_t most_relayed(std::int64_t nodes, std::int64_t on_node, std::int64_t most, const NodeLinks& links);
/// The same for blocks of different sizes: the seconds if a node sends `bytes` in all to `partners` other nodes.
double seconds_joined(std::int64_t nodes, std::int64_t on_node, std::int64_t partners, double bytes,
                      const NodeLinks& links);
double seconds_relayed(std::int64_t nodes, std::int64_t on_node, double bytes, const NodeLinks& links);
/// The steps of relayed blocks.
std::vector<CollectiveStep> relayed_steps(std::int64_t nodes, std::int64_t on_node, std::int64_t radix);

/// How many times as fast the fastest way that joins the blocks of a node is as the one that MPIs choose. `steps` are
/// those of each way.
double gain_by_joining(Exchange exchange, std::int64_t ranks, std::span<const std::vector<StepTime>> steps,
                       double block_bytes);

}  // namespace cartwright::traffic
