// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "traffic/detours.hpp"

#include <utility>

namespace cartwright::traffic {

/// Adds up the bytes on every link, under minimal routing.
class LoadSum {
 public:
  LoadSum(const network::Network& network, network::Paths paths)
      : network_(network), paths_(paths), loads_(network.wiring().links().size(), 0) {}

  void add(network::Node from, network::Node to, double bytes) {
    route_.clear();
    network_.route(from, to, paths_, route_);
    for (const network::Share& share : route_) loads_[static_cast<std::size_t>(share.link)] += bytes * share.part;
  }
  VisitLeg visitor() {
    return [this](network::Node from, network::Node to, double bytes) { add(from, to, bytes); };
  }
  void set(std::vector<double> loads) { loads_ = std::move(loads); }
  std::vector<double> take() { return std::exchange(loads_, std::vector<double>(loads_.size(), 0)); }

 private:
  const network::Network& network_;
  network::Paths paths_;
  network::Route route_;
  std::vector<double> loads_;
};

}  // namespace cartwright::traffic
