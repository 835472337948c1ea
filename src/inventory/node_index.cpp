// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "inventory/node_index.hpp"

#include <algorithm>

namespace cartwright::inventory {

NodeIndex::NodeIndex(const network::Wiring& wiring) : wiring_(wiring) {
  for (const network::Node node : base::ids<network::Node>(wiring.nodes()))
    if (const auto at = parse_location(wiring.node_name(node))) columns_ = std::max(columns_, at->cabinet + 1);
  for (const network::Node node : base::ids<network::Node>(wiring.nodes())) {
    const std::string& name = wiring.node_name(node);
    if (const auto at = parse_location(name)) by_location_.emplace(to_string(*at), node);
    if (const std::int64_t nid = number_of(name); nid >= 0) by_nid_.emplace(nid, node);
  }
}

network::Node NodeIndex::find(std::string_view name, std::string_view location) const {
  constexpr network::Node none(-1);
  if (const network::Node node = wiring_.find_node(name); node != none) return node;
  const std::string_view host = name.substr(0, name.find('.'));
  if (const network::Node node = wiring_.find_node(host); node != none) return node;
  for (const std::string_view text : {location, host})
    if (const auto at = parse_location(text))
      if (const auto found = by_location_.find(to_string(*at)); found != by_location_.end()) return found->second;
  for (const std::string_view text : {location, host})
    if (const auto found = by_nid_.find(number_of(text)); found != by_nid_.end()) return found->second;
  return none;
}

std::int64_t NodeIndex::number_of(std::string_view name) const {
  if (const std::int64_t nid = nid_of(name); nid >= 0) return nid;
  const auto at = parse_location(name);
  return at ? default_nid(*at, columns_) : -1;
}

}  // namespace cartwright::inventory
