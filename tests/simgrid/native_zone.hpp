// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "traffic/link_loads.hpp"

#include <simgrid/s4u.hpp>

#include <map>
#include <string>
#include <vector>

/// SimGrid with one platform. It keeps its state in globals: a process has one.
class Simgrid {
 public:
  /// The file is read, and gone.
  explicit Simgrid(const std::string& platform_file);

  /// The links that SimGrid takes from a host to another one, first link first.
  std::vector<const simgrid::s4u::Link*> route(const std::string& from, const std::string& to) const;

  /// A message from host to host.
  struct Transfer {
    std::string from, to;
    double bytes;
  };
  /// Simulates transfers one after the other, and returns what SimGrid's counter of each link says afterwards. One
  /// after the other and without latency because the counter takes the rate at a moment for that since it last looked.
  std::map<const simgrid::s4u::Link*, double> counted(const std::vector<Transfer>& transfers);

 private:
  simgrid::s4u::Engine engine_;
};

/// A place where bytes are counted: a link of the wiring, or what lies between a node and its switch.
struct Spot {
  enum class Kind { link, injection, ejection };
  Kind kind = Kind::link;
  std::int32_t number = 0;
  friend auto operator<=>(const Spot&, const Spot&) = default;
};

/// A torus or fat tree as SimGrid itself makes and routes it, and which of our links each of its links is.
class NativeZone {
 public:
  /// `topology` is "TORUS" or "FAT_TREE", `parameters` are those that SimGrid takes for it; `network` is the same one.
  NativeZone(const cartwright::network::Network& network, const std::string& topology, const std::string& parameters);

  std::vector<Spot> route(cartwright::network::Node from, cartwright::network::Node to) const;
  std::map<Spot, double> counted(const std::vector<cartwright::traffic::Flow>& flows);

 private:
  Simgrid simgrid_;
  std::map<const simgrid::s4u::Link*, Spot> spots_;
};
