// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "network/parameters.hpp"
#include "network/wiring.hpp"

#include <functional>

namespace cartwright::network {

/// The links between `groups` groups of `ports` global ports each, in closed form: which port leads to which group, and
/// back. This is the palmtree arrangement (Camarero et al. 2014): port q of group i leads to group i - q - 1, modulo
/// the number of groups. If there are more ports than other groups, the pattern repeats, and the last ports, too few
/// for a full round, lead to the nearest groups on both sides. The numbers of links of two pairs of groups differ by at
/// most one.
class GlobalPorts {
 public:
  GlobalPorts(std::int64_t groups, std::int64_t ports) : groups_(groups) {
    const std::int64_t others = groups - 1;
    if (others == 0) return;
    rounds_ = ports / others;
    const std::int64_t rest = ports % others;
    side_ = rest / 2;
    middle_ = rest % 2 == 1 && groups % 2 == 0;
  }

  std::int64_t groups() const { return groups_; }
  /// The number of links between two groups. 0 for some pairs if a group has fewer ports than there are other groups.
  std::int64_t links(std::int64_t from, std::int64_t to) const {
    return rounds_ + (has_rest(distance(from, to)) ? 1 : 0);
  }
  /// The number of ports of a group in use. These are the first ones.
  std::int64_t used() const { return rounds_ * (groups_ - 1) + 2 * side_ + (middle_ ? 1 : 0); }
  /// The port of group `from` where its k-th link to group `to` begins. The k-th link back begins where this one ends.
  std::int64_t port(std::int64_t from, std::int64_t to, std::int64_t k) const {
    const std::int64_t away = distance(from, to);
    if (k < rounds_) return k * (groups_ - 1) + away - 1;
    const std::int64_t rest = away <= side_             ? away - 1
                              : away >= groups_ - side_ ? away - groups_ + 2 * side_
                                                        : 2 * side_;
    return rounds_ * (groups_ - 1) + rest;
  }

 private:
  std::int64_t distance(std::int64_t from, std::int64_t to) const {
    return from > to ? from - to : from - to + groups_;
  }
  bool has_rest(std::int64_t away) const {
    return away <= side_ || away >= groups_ - side_ || (middle_ && 2 * away == groups_);
  }

  std::int64_t groups_;
  std::int64_t rounds_ = 0;
  std::int64_t side_ = 0;
  bool middle_ = false;
};

// Dragonflies have links of two classes, within groups and between them.
inline constexpr std::int32_t local_link = 0;
inline constexpr std::int32_t global_link = 1;

/// The global ports of a dragonfly with `global` links on each of the `count` switches of a group that have such links.
/// Takes the number of groups and the bandwidths of `parts` from the parameters, and calls parameters.done(). Errors
/// name the network (`kind`) and these switches ("routers" or "spines"). Throws Error: bad parameters, more groups than
/// the ports allow.
GlobalPorts make_global_ports(std::string_view kind, std::string_view switches, std::int64_t count, std::int64_t global,
                              std::string local_title, Parameters& parameters, WiringParts& parts);

/// Appends the links between groups, by group and port. switch_of(group, port) is the switch of a port.
void add_global_links(const GlobalPorts& ports,
                      const std::function<Switch(std::int64_t group, std::int64_t port)>& switch_of,
                      WiringParts& parts);

}  // namespace cartwright::network
