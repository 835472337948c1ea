// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "traffic/detours.hpp"

#include <utility>

namespace cartwright::traffic {

/// Adds up the bytes on every link, under minimal routing.
class LoadSum {
 public:
  using Loads = base::IndexVector<network::LinkId, double>;

  LoadSum(const network::Network& network, network::Paths paths)
      : network_(network), paths_(paths), loads_(network.wiring().links().size(), 0) {}

  void add(network::Node from, network::Node to, double bytes) {
    route_.clear();
    network_.route(from, to, paths_, route_);
    for (const network::Share& share : route_) loads_[share.link] += bytes * share.part;
  }
  VisitLeg visitor() {
    return [this](network::Node from, network::Node to, double bytes) { add(from, to, bytes); };
  }
  void set(Loads loads) { loads_ = std::move(loads); }
  Loads take() { return std::exchange(loads_, Loads(loads_.size(), 0)); }

 private:
  const network::Network& network_;
  network::Paths paths_;
  network::Route route_;
  Loads loads_;
};

}  // namespace cartwright::traffic
