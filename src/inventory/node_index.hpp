// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "inventory/inventory.hpp"
#include "inventory/location.hpp"

#include <unordered_map>

namespace cartwright::inventory {

/// Finds the nodes of a network by the names that batch systems and hosts have for them.
class NodeIndex {
 public:
  explicit NodeIndex(const network::Wiring& wiring);

  /// The node by its name, with or without its domain, by its location, or by its number; -1 if it is not in this
  /// network.
  network::Node find(std::string_view name, std::string_view location = {}) const;

 private:
  std::int64_t number_of(std::string_view name) const;

  const network::Wiring& wiring_;
  std::int64_t columns_ = 0;  ///< cabinets per row, from the network's cnames
  std::unordered_map<std::string, network::Node> by_location_;
  std::unordered_map<std::int64_t, network::Node> by_nid_;
};

}  // namespace cartwright::inventory
