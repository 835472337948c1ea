// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "traffic/collective_ways.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "traffic/gather_rounds.hpp"

#include <bit>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

namespace cartwright::traffic {

namespace {

using Steps = std::vector<CollectiveStep>;

/// A step in the memory of each node. `blocks` of a node change their process.
void add_in_node(Steps& steps, std::int64_t blocks) {
  if (blocks > 0) steps.push_back({.in_node = static_cast<double>(blocks)});
}

/// Every node sends to all others. The busiest process sends a message to `partners` processes of other nodes.
void add_all_pairs(Steps& steps, std::int64_t nodes, std::int64_t partners, std::int64_t blocks, std::int64_t in_node) {
  CollectiveStep step{.messages = static_cast<double>(partners), .in_node = static_cast<double>(in_node)};
  for (std::int64_t distance = 1; distance < nodes; ++distance)
    step.hops.push_back({distance, static_cast<double>(blocks)});
  if (nodes > 1 || in_node > 0) steps.push_back(std::move(step));
}

/// Every process sends a message to the process `shift` ranks further.
void add_shift(Steps& steps, std::int64_t nodes, std::int64_t on_node, std::int64_t shift, std::int64_t blocks,
               std::int64_t times = 1) {
  CollectiveStep step{.times = static_cast<double>(times)};
  const std::int64_t further = shift % on_node;  // processes of a node whose message goes one node further
  for (const auto& [distance, senders] :
       {std::pair(shift / on_node % nodes, on_node - further), std::pair((shift / on_node + 1) % nodes, further)}) {
    const auto sent = static_cast<double>(senders * blocks);
    if (sent > 0 && distance == 0) step.in_node += sent;
    if (sent > 0 && distance > 0) step.hops.push_back({distance, sent});
  }
  std::ranges::sort(step.hops, {}, &CollectiveStep::Hop::distance);
  step.messages = step.hops.empty() ? 0 : 1;
  if (step.messages + step.in_node > 0 && times > 0) steps.push_back(std::move(step));
}

Steps alltoall_direct(std::int64_t nodes, std::int64_t on_node, std::int64_t) {
  Steps steps;
  add_all_pairs(steps, nodes, (nodes - 1) * on_node, on_node * on_node, on_node * (on_node - 1));
  return steps;
}

/// In step k, the blocks whose way to go has bit k move 2^k ranks on (Bruck and others, 1997).
Steps alltoall_bruck(std::int64_t nodes, std::int64_t on_node, std::int64_t) {
  Steps steps;
  const std::int64_t ranks = nodes * on_node;
  for (std::int64_t shift = 1; shift < ranks; shift *= 2) {
    const std::int64_t whole = ranks / (2 * shift);
    const std::int64_t moved = whole * shift + std::max<std::int64_t>(0, ranks % (2 * shift) - shift);
    add_shift(steps, nodes, on_node, shift, moved);
  }
  return steps;
}

/// The blocks between two nodes travel in one message. The carriers of a node share these messages.
Steps alltoall_joined(std::int64_t nodes, std::int64_t on_node, std::int64_t carriers) {
  Steps steps;
  const std::int64_t passed = (nodes - 1) * on_node * (on_node - 1);  // those that carriers do not have
  add_in_node(steps, passed + on_node * (on_node - 1));
  if (nodes > 1) add_all_pairs(steps, nodes, (nodes - 1 + carriers - 1) / carriers, on_node * on_node, 0);
  add_in_node(steps, passed);
  return steps;
}

Steps alltoall_by_leader(std::int64_t nodes, std::int64_t on_node, std::int64_t) {
  return alltoall_joined(nodes, on_node, 1);
}
Steps alltoall_by_all(std::int64_t nodes, std::int64_t on_node, std::int64_t) {
  return alltoall_joined(nodes, on_node, on_node);
}

/// The leader of each node has all its blocks. In each round it passes on those that have one of several ways to go.
Steps alltoall_relayed(std::int64_t nodes, std::int64_t on_node, std::int64_t radix) {
  Steps steps;
  const std::int64_t passed = nodes * on_node * (on_node - 1);
  add_in_node(steps, passed);
  for (const GatherRound& round : gather_rounds(nodes, radix)) {
    CollectiveStep step{.messages = static_cast<double>(round.partners())};
    for (std::int64_t away = round.held; away < round.end; away += round.held) {
      std::int64_t moved = 0;
      for_each_relayed(nodes, round, away, [&](std::int64_t first, std::int64_t end) { moved += end - first; });
      step.hops.push_back({away, static_cast<double>(on_node * on_node * moved)});
    }
    steps.push_back(std::move(step));
  }
  add_in_node(steps, passed);
  return steps;
}

Steps allgather_ring(std::int64_t nodes, std::int64_t on_node, std::int64_t) {
  Steps steps;
  add_shift(steps, nodes, on_node, 1, 1, nodes * on_node - 1);
  return steps;
}

/// All ranks pass on what they have gathered: those whose numbers differ in a bit to each other, or, if their number is
/// not a power of two, each to the rank that is 1, 2, 4, ... further (Bruck).
Steps allgather_doubling(std::int64_t nodes, std::int64_t on_node, std::int64_t) {
  Steps steps;
  const bool pairs = std::has_single_bit(static_cast<std::uint64_t>(nodes * on_node));
  for (const auto& [held, end, ring] : gather_rounds(nodes * on_node, 2))
    if (!pairs)
      add_shift(steps, nodes, on_node, held, end - held);
    else if (held < on_node)
      add_in_node(steps, on_node * held);
    else
      steps.push_back({.messages = 1, .hops = {{held / on_node, static_cast<double>(on_node * held)}}, .pairs = true});
  return steps;
}

/// Leaders of each node gather all blocks of the nodes.
void add_gather(Steps& steps, std::int64_t nodes, std::int64_t on_node, std::int64_t radix) {
  for (const GatherRound& round : gather_rounds(nodes, radix)) {
    CollectiveStep step{.messages = static_cast<double>(round.partners())};
    for (std::int64_t away = round.held; away < round.end; away += round.held)
      step.hops.push_back({away, static_cast<double>(on_node * std::min(round.held, nodes - away))});
    steps.push_back(std::move(step));
  }
}

Steps allgather_by_leader(std::int64_t nodes, std::int64_t on_node, std::int64_t radix) {
  Steps steps;
  add_in_node(steps, on_node - 1);
  add_gather(steps, nodes, on_node, radix);
  add_in_node(steps, (on_node - 1) * (nodes * on_node - 1));
  return steps;
}

/// Each process gathers from those with its number on the other nodes.
Steps allgather_by_all(std::int64_t nodes, std::int64_t on_node, std::int64_t radix) {
  Steps steps;
  add_gather(steps, nodes, on_node, radix);
  add_in_node(steps, on_node * (on_node - 1) * nodes);
  return steps;
}

constexpr CollectiveWay by_all{"all processes", true, alltoall_by_all}, relayed{"relayed", true, alltoall_relayed};
constexpr CollectiveWay alltoall[] = {{"direct", false, alltoall_direct},
                                      {"Bruck", false, alltoall_bruck},
                                      by_all,
                                      {"one leader", true, alltoall_by_leader},
                                      relayed};
constexpr CollectiveWay allgather[] = {{"ring", false, allgather_ring},
                                       {"doubling", false, allgather_doubling},
                                       {"all processes", true, allgather_by_all},
                                       {"one leader", true, allgather_by_leader}};

}  // namespace

Exchange parse_exchange(std::string_view name) {
  for (const Exchange exchange : {Exchange::alltoall, Exchange::allgather})
    if (name == to_string(exchange)) return exchange;
  base::fail(base::Status::invalid_argument, "unknown collective {}: use alltoall or allgather", base::quote(name));
}

std::string_view to_string(Exchange exchange) { return exchange == Exchange::alltoall ? "alltoall" : "allgather"; }

double CollectiveStep::sent_by_node() const {
  return std::transform_reduce(hops.begin(), hops.end(), 0.0, std::plus<>(), [](const Hop& hop) { return hop.blocks; });
}

std::span<const CollectiveWay> collective_ways(Exchange exchange) {
  if (exchange == Exchange::alltoall) return alltoall;
  return allgather;
}

std::int64_t MessageCosts::radix(std::int64_t nodes) const {
  return latency > 0 ? gather_radix(nodes, overhead / latency) : 2;
}

StepTime step_time(const CollectiveStep& step, const MessageCosts& costs, double busiest) {
  return {.times = step.times,
          .latency = step.hops.empty() ? costs.in_node_latency : costs.latency,
          .starts = std::max(0.0, step.messages - 1) * costs.overhead,
          .seconds_per_byte = busiest};
}

double seconds_of(std::span<const StepTime> steps, double block_bytes) {
  double sum = 0;
  for (const StepTime& step : steps) sum += step.seconds(block_bytes);
  return sum;
}

std::vector<StepTime> times_of(std::span<const CollectiveStep> steps, const NodeLinks& links) {
  std::vector<StepTime> found;
  for (const CollectiveStep& step : steps)
    found.push_back(
        step_time(step, links.costs, std::max(step.sent_by_node() * links.byte, step.in_node * links.copied_byte)));
  return found;
}

std::vector<StepTime> times_of(const CollectiveWay& way, std::int64_t nodes, std::int64_t on_node,
                               const NodeLinks& links) {
  return times_of(way.steps(nodes, on_node, links.costs.radix(nodes)), links);
}

std::int64_t most_relayed(std::int64_t nodes, std::int64_t on_node, std::int64_t most, const NodeLinks& links) {
  const std::vector<StepTime> sent = times_of(by_all, nodes, on_node, links);
  const std::vector<StepTime> passed_on = times_of(relayed, nodes, on_node, links);
  std::int64_t bytes = most / (nodes * on_node * on_node);
  while (bytes > 0 && seconds_of(passed_on, static_cast<double>(bytes)) >= seconds_of(sent, static_cast<double>(bytes)))
    bytes /= 2;
  return bytes;
}

double seconds_joined(std::int64_t nodes, std::int64_t on_node, std::int64_t partners, double bytes,
                      const NodeLinks& links) {
  if (partners == 0) return 0;
  Steps steps = by_all.steps(nodes, on_node, 2);
  for (CollectiveStep& step : steps)
    if (step.messages > 0) step.messages = static_cast<double>((partners + on_node - 1) / on_node);
  return seconds_of(times_of(steps, links), bytes / static_cast<double>((nodes - 1) * on_node * on_node));
}

double seconds_relayed(std::int64_t nodes, std::int64_t on_node, double bytes, const NodeLinks& links) {
  return seconds_of(times_of(relayed, nodes, on_node, links),
                    bytes / static_cast<double>((nodes - 1) * on_node * on_node));
}

std::vector<CollectiveStep> relayed_steps(std::int64_t nodes, std::int64_t on_node, std::int64_t radix) {
  return relayed.steps(nodes, on_node, radix);
}

double gain_by_joining(Exchange exchange, std::int64_t ranks, std::span<const std::vector<StepTime>> steps,
                       double block_bytes) {
  const std::span<const CollectiveWay> ways = collective_ways(exchange);
  double joined = std::numeric_limits<double>::infinity();
  for (std::size_t way = 0; way < steps.size(); ++way)
    if (ways[way].joins) joined = std::min(joined, seconds_of(steps[way], block_bytes));
  const auto all = static_cast<double>(ranks) * block_bytes;
  const bool pairs = std::has_single_bit(static_cast<std::uint64_t>(ranks));
  // The limits of MPICH 4, and the 16 ranks of Open MPI: with 8, an all-to-all of 8 bytes took as long as direct ones
  // under both.
  const bool few_steps =
      exchange == Exchange::alltoall ? ranks >= 16 && block_bytes <= 256 : all < (pairs ? 524288 : 81920);
  return seconds_of(steps[few_steps ? 1 : 0], block_bytes) / joined;
}

}  // namespace cartwright::traffic
