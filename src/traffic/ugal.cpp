// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "traffic/ugal.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <cmath>

namespace cartwright::traffic {

namespace {

constexpr std::size_t most_nodes = 4096;
constexpr int most_steps = 60;
constexpr double small_gap = 2e-3;  ///< stop if moving could gain at most this share of the total

/// The costs of minimal routes and detours at given queues.
class Prices {
 public:
  Prices(const network::Network& network, network::Paths paths, std::vector<network::Node> nodes)
      : network_(network),
        paths_(paths),
        detours_(network),
        nodes_(std::move(nodes)),
        index_(network.wiring().nodes(), -1) {
    for (std::int32_t a = 0; a < network.domains(); ++a)
      for (std::int32_t detour = 0; detour < detours_.size(); ++detour) nodes_.push_back(network.turn(a, detour));
    std::sort(nodes_.begin(), nodes_.end());
    nodes_.erase(std::unique(nodes_.begin(), nodes_.end()), nodes_.end());
    if (nodes_.size() > most_nodes)
      base::fail(base::Status::unsupported,
                 "the fixed point of UGAL is limited to {} communicating nodes, but there are {}: use fewer nodes or "
                 "another routing",
                 most_nodes, nodes_.size());
    for (std::size_t i = 0; i < nodes_.size(); ++i) index_[nodes_[i]] = static_cast<std::int32_t>(i);
    price_.resize(nodes_.size() * nodes_.size());
  }

  void set(const LoadSum::Loads& queues) {
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      for (std::size_t j = 0; j < nodes_.size(); ++j) {
        route_.clear();
        if (i != j) network_.route(nodes_[i], nodes_[j], paths_, route_);
        double sum = 0;
        for (const network::Share& share : route_) sum += share.part * queues[share.link];
        price_[i * nodes_.size() + j] = sum;
      }
  }
  double minimal(network::Node from, network::Node to) const {
    return price_[index_[from] * nodes_.size() + index_[to]];
  }
  /// The average over all detours; infinite if there are none.
  double detour(network::Node from, network::Node to) const {
    const std::int32_t a = network_.domain_of(from);
    const std::int32_t b = network_.domain_of(to);
    double sum = 0;
    for (std::int32_t detour = 0; detour < detours_.size(); ++detour) {
      if (!detours_.allowed(a, b, detour)) continue;
      const network::Node turn = network_.turn(a, detour);
      sum += minimal(from, turn) + minimal(turn, to);
    }
    const std::int32_t count = detours_.count(a, b);
    return count == 0 ? INFINITY : sum / count;
  }

 private:
  const network::Network& network_;
  network::Paths paths_;
  Detours detours_;
  std::vector<network::Node> nodes_;
  base::IndexVector<network::Node, std::int32_t> index_;
  std::vector<double> price_;
  network::Route route_;
};

/// The loads if the given part of each flow is routed minimally.
LoadSum::Loads loads_of(const network::Network& network, std::span<const Flow> flows,
                        const std::vector<double>& minimal, LoadSum& sum) {
  std::vector<Flow> detoured;
  for (std::size_t i = 0; i < flows.size(); ++i) {
    const Flow& flow = flows[i];
    if (minimal[i] > 0) sum.add(flow.from, flow.to, flow.bytes * minimal[i]);
    if (minimal[i] < 1) detoured.push_back({flow.from, flow.to, flow.bytes * (1 - minimal[i])});
  }
  expected_legs(network, detoured, sum.visitor());
  return sum.take();
}

}  // namespace

double add_ugal(const network::Network& network, std::span<const Flow> flows, network::Paths paths, LoadSum& sum) {
  const network::Wiring& wiring = network.wiring();
  std::vector<network::Node> nodes;
  double all = 0;
  for (const Flow& flow : flows) {
    nodes.insert(nodes.end(), {flow.from, flow.to});
    all += flow.bytes;
  }
  Prices prices(network, paths, std::move(nodes));
  std::vector<double> minimal(flows.size(), 1);
  std::vector<double> target(flows.size(), 1);
  LoadSum::Loads loads = loads_of(network, flows, minimal, sum);
  LoadSum::Loads queues(loads.size());
  for (int step = 0; step < most_steps; ++step) {
    for (const network::LinkId link : loads.ids()) queues[link] = loads[link] / wiring.bandwidth(link);
    prices.set(queues);
    double now = 0;
    double best = 0;
    for (std::size_t i = 0; i < flows.size(); ++i) {
      const double straight = prices.minimal(flows[i].from, flows[i].to);
      const double around = prices.detour(flows[i].from, flows[i].to);
      target[i] = straight <= around ? 1 : 0;
      now += flows[i].bytes * (minimal[i] > 0 ? minimal[i] * straight : 0);
      now += flows[i].bytes * (minimal[i] < 1 ? (1 - minimal[i]) * around : 0);
      best += flows[i].bytes * std::min(straight, around);
    }
    if (now - best <= small_gap * now) break;
    // Along the line to the target, the sum of bytes^2 / bandwidth is a parabola.
    const LoadSum::Loads there = loads_of(network, flows, target, sum);
    double slope = 0;
    double bend = 0;
    for (const network::LinkId link : loads.ids()) {
      const double change = there[link] - loads[link];
      slope += queues[link] * change;
      bend += change * change / wiring.bandwidth(link);
    }
    const double length = bend > 0 ? std::clamp(-slope / bend, 0.0, 1.0) : 0;
    if (length == 0) break;
    for (std::size_t i = 0; i < flows.size(); ++i) minimal[i] += length * (target[i] - minimal[i]);
    for (const network::LinkId link : loads.ids()) loads[link] += length * (there[link] - loads[link]);
  }
  double straight = 0;
  for (std::size_t i = 0; i < flows.size(); ++i) straight += flows[i].bytes * minimal[i];
  sum.set(std::move(loads));
  return all > 0 ? straight / all : 1;
}

}  // namespace cartwright::traffic
