// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/collectives/relaying.hpp"

#include <numeric>

namespace cartwright::preload {

Relaying::Relaying(const transport::GroupNodes& nodes, const traffic::NodeLinks& links)
    : nodes_(nodes.count()), on_node_(nodes.most), leaders_(nodes.fewest), links_(links) {
  if (nodes.alone()) return;
  const std::int64_t in_buffer = (nodes_ - 1) / leaders_ + 1;
  const std::int64_t blocks = on_node_ * on_node_;  // between two nodes
  longest_ = blocks * traffic::most_relayed(nodes_, on_node_, nodes_ * (begin / in_buffer), links);
}

std::array<double, 2> Relaying::times(std::span<const std::int64_t> bytes) const {
  const std::int64_t partners = std::ranges::count_if(bytes, [](std::int64_t one) { return one > 0; });
  const std::int64_t sum = std::reduce(bytes.begin(), bytes.end(), std::int64_t{0});
  return {traffic::seconds_joined(nodes_, on_node_, partners, static_cast<double>(sum), links_),
          traffic::seconds_relayed(nodes_, on_node_, static_cast<double>(sum), links_)};
}

}  // namespace cartwright::preload
