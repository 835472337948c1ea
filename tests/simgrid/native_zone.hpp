// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "traffic/link_loads.hpp"

#include <simgrid/s4u.hpp>

#include <map>
#include <string>
#include <vector>

/// SimGrid with one platform. Its state is global: a process can have only one.
class Simgrid {
 public:
  /// Reads the file and removes it.
  explicit Simgrid(const std::string& platform_file);

  /// SimGrid's route between two hosts, first link first.
  std::vector<const simgrid::s4u::Link*> route(const std::string& from, const std::string& to) const;

  /// A message from host to host.
  struct Transfer {
    std::string from, to;
    double bytes;
  };
  /// Simulates transfers and returns SimGrid's byte counter of each link. The transfers run one after the other and
  /// without latency, as the counter uses the current rate for the time since its last update.
  std::map<const simgrid::s4u::Link*, double> counted(const std::vector<Transfer>& transfers);

 private:
  simgrid::s4u::Engine engine_;
};

/// A link whose bytes are counted: a link of the wiring, or the link between a node and its switch.
struct Spot {
  enum class Kind { link, injection, ejection };
  Kind kind = Kind::link;
  std::int32_t number = 0;
  friend auto operator<=>(const Spot&, const Spot&) = default;
};

/// A torus or fat tree of SimGrid, with SimGrid's routes, and the link of ours for each of its links.
class NativeZone {
 public:
  /// `topology` is "TORUS" or "FAT_TREE", with SimGrid's `parameters`. `network` is the same network.
  NativeZone(const cartwright::network::Network& network, const std::string& topology, const std::string& parameters);

  std::vector<Spot> route(cartwright::network::Node from, cartwright::network::Node to) const;
  std::map<Spot, double> counted(const std::vector<cartwright::traffic::Flow>& flows);

 private:
  Simgrid simgrid_;
  std::map<const simgrid::s4u::Link*, Spot> spots_;
};
