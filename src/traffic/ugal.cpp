// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "traffic/ugal.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace cartwright::traffic {

namespace {

constexpr int max_steps = 60;
constexpr double small_gap = 2e-3;  ///< stop if moving could gain at most this share of the total

/// The costs of minimal routes and detours at given queues. The legs of detours are shared: all flows from a node leave
/// it by the same legs, and all flows to a node from one domain arrive by the same ones.
class Prices {
 public:
  Prices(const network::Network& network, network::Paths paths, std::span<const Flow> flows)
      : network_(network),
        paths_(paths),
        flows_(flows),
        detours_(network),
        leaving_(flows.size()),
        arriving_(flows.size()) {
    for (const Flow& flow : flows) {
      sources_.push_back(flow.from);
      arrivals_.emplace_back(network.domain_of(flow.from), flow.to);
    }
    sort_out(sources_);
    sort_out(arrivals_);
    for (std::size_t i = 0; i < flows.size(); ++i) {
      leaving_[i] = place_of(sources_, flows[i].from);
      arriving_[i] = place_of(arrivals_, std::pair(network.domain_of(flows[i].from), flows[i].to));
    }
  }

  void set(const LoadSum::Loads& queues) {
    queues_ = &queues;
    const auto detours = static_cast<std::size_t>(detours_.size());
    leg_out_.resize(sources_.size() * detours);
    for (std::size_t i = 0; i < leg_out_.size(); ++i) {
      const network::Node from = sources_[i / detours];
      leg_out_[i] = price(from, network_.turn(network_.domain_of(from), static_cast<std::int32_t>(i % detours)));
    }
    legs_in_.assign(arrivals_.size(), 0);
    for (std::size_t i = 0; i < arrivals_.size(); ++i) {
      const auto& [domain, to] = arrivals_[i];
      for (std::int32_t detour = 0; detour < detours_.size(); ++detour)
        if (detours_.allowed(domain, network_.domain_of(to), detour))
          legs_in_[i] += price(network_.turn(domain, detour), to);
    }
  }
  double minimal(std::size_t flow) { return price(flows_[flow].from, flows_[flow].to); }
  /// The average over all detours; infinite if there are none.
  double detour(std::size_t flow) const {
    const std::int32_t a = network_.domain_of(flows_[flow].from);
    const std::int32_t b = network_.domain_of(flows_[flow].to);
    const double* out = leg_out_.data() + leaving_[flow] * static_cast<std::size_t>(detours_.size());
    double sum = legs_in_[arriving_[flow]];
    for (std::int32_t detour = 0; detour < detours_.size(); ++detour)
      if (detours_.allowed(a, b, detour)) sum += out[detour];
    const std::int32_t count = detours_.count(a, b);
    return count == 0 ? INFINITY : sum / count;
  }

 private:
  template <typename T>
  static void sort_out(std::vector<T>& values) {
    std::ranges::sort(values);
    values.erase(std::ranges::unique(values).begin(), values.end());
  }
  template <typename T>
  static std::size_t place_of(const std::vector<T>& sorted, const T& value) {
    return static_cast<std::size_t>(std::ranges::lower_bound(sorted, value) - sorted.begin());
  }

  double price(network::Node from, network::Node to) {
    if (from == to) return 0;
    route_.clear();
    network_.route(from, to, paths_, route_);
    double sum = 0;
    for (const network::Share& share : route_) sum += share.part * (*queues_)[share.link];
    return sum;
  }

  const network::Network& network_;
  network::Paths paths_;
  std::span<const Flow> flows_;
  Detours detours_;
  const LoadSum::Loads* queues_ = nullptr;
  std::vector<network::Node> sources_;
  std::vector<std::pair<std::int32_t, network::Node>> arrivals_;  ///< the domain of the source, and the destination
  std::vector<std::size_t> leaving_;                              ///< of a flow: the number of its source
  std::vector<std::size_t> arriving_;                             ///< of a flow: the number of its arrival
  std::vector<double> leg_out_;                                   ///< by source and detour
  std::vector<double> legs_in_;                                   ///< by arrival: the sum over all detours
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
  double all = 0;
  for (const Flow& flow : flows) all += flow.bytes;
  Prices prices(network, paths, flows);
  std::vector<double> minimal(flows.size(), 1);
  std::vector<double> target(flows.size(), 1);
  LoadSum::Loads loads = loads_of(network, flows, minimal, sum);
  LoadSum::Loads queues(loads.size());
  for (int step = 0; step < max_steps; ++step) {
    for (const network::LinkId link : loads.ids()) queues[link] = loads[link] / wiring.bandwidth(link);
    prices.set(queues);
    double now = 0;
    double best = 0;
    for (std::size_t i = 0; i < flows.size(); ++i) {
      const double straight = prices.minimal(i);
      const double around = prices.detour(i);
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
