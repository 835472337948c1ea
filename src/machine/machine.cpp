// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "machine/machine.hpp"

#include "base/error.hpp"

#include <algorithm>

namespace cartwright::machine {

namespace {

/// Every boundary between domains of `outer` must be one of `inner` too. Compares pairs of runs of equal sizes, so
/// neither 10^9 nodes nor a hostile file take long.
void check_nested(const Level& outer, const Level& inner) {
  if (outer.sizes.total() != inner.sizes.total())
    base::fail(base::Status::invalid_argument, "level '{}' holds {} processes, level '{}' holds {}: they must be equal",
               outer.name, outer.sizes.total(), inner.name, inner.sizes.total());
  auto fine = inner.sizes.runs().begin();
  std::int64_t fine_first = 0;
  std::int64_t first_part = 0;
  std::int64_t first_slot = 0;
  for (const Sizes::Run& run : outer.sizes.runs()) {
    std::int64_t part = first_part;  // the next part whose begin is checked
    while (part < run.last_part) {
      const std::int64_t slot = first_slot + (part - first_part) * run.size;
      for (; fine->last_slot <= slot; ++fine) fine_first = fine->last_slot;
      // The parts of this run that begin inside the run `fine`. All are right if the first one is, and their size is a
      // multiple of the size in `fine`.
      const std::int64_t last = std::min(run.last_part, part + (fine->last_slot - 1 - slot) / run.size + 1);
      const bool right = (slot - fine_first) % fine->size == 0;
      if (!right || (last - part > 1 && run.size % fine->size != 0)) {
        if (right) ++part;
        base::fail(base::Status::invalid_argument,
                   "{} {} begins at process {}, inside a {}: every {} must lie in one {}", outer.name, part,
                   first_slot + (part - first_part) * run.size, inner.name, inner.name, outer.name);
      }
      part = last;
    }
    first_part = run.last_part;
    first_slot = run.last_slot;
  }
}

}  // namespace

Machine::Machine(std::vector<Level> levels, std::vector<std::string> hosts)
    : levels_(std::move(levels)), hosts_(std::move(hosts)) {
  if (levels_.empty() || levels_.front().sizes.count() == 0)
    base::fail(base::Status::invalid_argument, "the machine has no nodes: give at least one");
  for (std::size_t i = 1; i < levels_.size(); ++i) check_nested(levels_[i - 1], levels_[i]);
  const auto node = std::ranges::find(levels_, "node", &Level::name);
  node_level_ = node == levels_.end() ? 0 : node - levels_.begin();
  if (!hosts_.empty() && static_cast<std::int64_t>(hosts_.size()) != node_sizes().count())
    base::fail(base::Status::invalid_argument, "{} host names given for {} nodes: give one per node, or none",
               hosts_.size(), node_sizes().count());
}

void Machine::set_weights(std::span<const double> weights) {
  for (std::size_t i = 0; i < levels_.size(); ++i) levels_[i].weight = weights[i];
}

}  // namespace cartwright::machine
