// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cartwright::launch {

/// How fast one direction of a link is.
struct LinkSpeed {
  std::string rate;            ///< in the syntax of tc: "10mbit"; empty: no limit
  double bits_per_second = 0;  ///< the rate as a number
  std::string delay;           ///< "1ms"; empty: none
  double delay_seconds = 0;    ///< the delay as a number
};

/// A network of switches that a cluster emulates beside the bridge between its hosts. A switch is a network namespace.
struct Fabric {
  /// One direction of a cable between two switches.
  struct Link {
    std::size_t from = 0, to = 0;  ///< switches
    std::size_t reverse = 0;       ///< the link of the other direction
    LinkSpeed speed;
  };
  /// Traffic for a host leaves over one of these links, chosen by the hash of its connection. Without a link, the host
  /// is on this switch.
  struct Route {
    std::size_t to_host = 0;
    struct Way {
      std::size_t link = 0;
      int weight = 1;  ///< 1 to 256
    };
    std::vector<Way> ways;
  };
  /// Routes for some of the traffic. Earlier tables of a switch take precedence.
  struct Table {
    std::optional<std::size_t> from_host;
    std::optional<std::size_t> in_link;  ///< no_link: from the host itself
    std::vector<Route> routes;
  };
  static constexpr auto no_link = static_cast<std::size_t>(-1);

  std::vector<std::size_t> switch_of_host;
  std::vector<Link> links;
  std::vector<std::vector<Table>> tables;  ///< of each switch
  LinkSpeed terminal;                      ///< of the links between hosts and switches, in either direction
};

/// The network namespaces of switches. Names of hosts have no underscore.
std::string switch_namespace(std::size_t index);

/// What one direction of a link has sent.
struct Counter {
  std::uint64_t bytes = 0;  ///< with the headers of Ethernet (14 bytes), IP and TCP
  std::uint64_t packets = 0;
};

/// The counters of all links, and of the links from hosts to switches and back.
struct FabricCounters {
  std::vector<Counter> links, injection, ejection;
};
FabricCounters operator-(FabricCounters after, const FabricCounters& before);

/// Reads the counters, in a process that sees the namespaces of the switches. Throws Error{io}.
FabricCounters read_counters(const Fabric& fabric);

}  // namespace cartwright::launch
