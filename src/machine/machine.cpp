// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "machine/machine.hpp"

#include "base/error.hpp"

#include <algorithm>

namespace cartwright {

namespace {

/// Every boundary between domains of `outer` must be one of `inner` too. Runs of equal sizes are
/// compared a run at a time, so that 10^9 slots cost nothing.
void check_nested(const Level& outer, const Level& inner) {
  if (outer.sizes.total() != inner.sizes.total())
    fail(Status::invalid_argument, "level '{}' holds {} processes, level '{}' holds {}: they must be equal", outer.name,
         outer.sizes.total(), inner.name, inner.sizes.total());
  if (inner.sizes.uniform() && outer.sizes.uniform() && outer.sizes.largest() % inner.sizes.largest() == 0) return;
  for (std::int64_t part = 0; part < outer.sizes.count(); ++part) {
    const std::int64_t slot = outer.sizes.start(part);
    if (inner.sizes.start(inner.sizes.part_of(slot)) != slot)
      fail(Status::invalid_argument, "{} {} begins at process {}, inside a {}: every {} must lie in one {}", outer.name,
           part, slot, inner.name, inner.name, outer.name);
  }
}

}  // namespace

Machine::Machine(std::vector<Level> levels, std::vector<std::string> hosts)
    : levels_(std::move(levels)), hosts_(std::move(hosts)) {
  if (levels_.empty() || levels_.front().sizes.count() == 0)
    fail(Status::invalid_argument, "the machine has no nodes: give at least one");
  for (std::size_t i = 1; i < levels_.size(); ++i) check_nested(levels_[i - 1], levels_[i]);
  const auto node = std::ranges::find(levels_, "node", &Level::name);
  node_level_ = node == levels_.end() ? 0 : static_cast<std::size_t>(node - levels_.begin());
  if (!hosts_.empty() && static_cast<std::int64_t>(hosts_.size()) != node_sizes().count())
    fail(Status::invalid_argument, "{} host names given for {} nodes: give one per node, or none", hosts_.size(),
         node_sizes().count());
}

}  // namespace cartwright
