// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/algorithms_p.hpp"

#include <algorithm>

namespace cartwright::mapping {

namespace {

/// Deals cells to the nodes one by one, like Slurm's cyclic distribution and Open MPI's `--map-by node`: round j gives
/// a cell to every node of more than j processes, in node order.
///
/// With unequal nodes, the algorithm needs the number of nodes with room among the first nodes of a round. So it keeps
/// the runs of equal nodes in blocks of 1, 2, 4, ... runs, each block sorted by size.
class Cyclic final : public LocalOrder {
 public:
  explicit Cyclic(const Problem& problem) : grid_(problem.grid()), sizes_(problem.machine().node_sizes()) {
    std::vector<Entry> level;
    for (std::size_t run = 0; run < sizes_.runs().size(); ++run) {
      const std::int64_t size = sizes_.runs()[run].size;
      const std::int64_t nodes = sizes_.runs()[run].last_part - first_node(run);
      level.push_back({size, nodes});
      by_size_.push_back({size, nodes, nodes * size});
    }
    for (std::size_t length = 1; length <= level.size(); length *= 2) {
      if (length > 1) merge_blocks(level, length);
      levels_.push_back(accumulated(level, length));
    }
    std::ranges::sort(by_size_, std::ranges::greater{}, &Total::size);
    for (std::size_t i = 1; i < by_size_.size(); ++i) {
      by_size_[i].nodes += by_size_[i - 1].nodes;
      by_size_[i].slots += by_size_[i - 1].slots;
    }
  }

  grid::Coords cell_of(machine::Slot slot) const override {
    const auto run = std::ranges::upper_bound(sizes_.runs(), slot.number(), {}, &machine::Sizes::Run::last_slot);
    const std::int64_t node = sizes_.part_of(slot.number());
    const std::int64_t round = slot.number() - sizes_.start(node);
    const std::size_t index = run - sizes_.runs().begin();
    return grid_.coords(grid::Cell(dealt_before(round) + live_before(index, round) + node - first_node(index)));
  }

  machine::Slot slot_of(const grid::Coords& coords) const override {
    const std::int64_t cell = grid_.cell(coords).number();
    std::int64_t round = 0;
    for (std::int64_t end = sizes_.largest(); end - round > 1;) {
      const std::int64_t middle = round + (end - round) / 2;
      (dealt_before(middle) <= cell ? round : end) = middle;
    }
    return machine::Slot(sizes_.start(live_node(cell - dealt_before(round), round)) + round);
  }

 private:
  struct Entry {
    std::int64_t size;
    std::int64_t nodes;  ///< in the block, of this size or larger
  };
  struct Total {
    std::int64_t size;
    std::int64_t nodes;  ///< of this size or larger
    std::int64_t slots;  ///< on those nodes
  };

  static void merge_blocks(std::vector<Entry>& level, std::size_t length) {
    for (std::size_t begin = 0; begin + length <= level.size(); begin += length) {
      const auto first = level.begin() + static_cast<std::ptrdiff_t>(begin);
      const auto half = static_cast<std::ptrdiff_t>(length / 2);
      std::ranges::inplace_merge(first, first + half, first + 2 * half, std::ranges::greater{}, &Entry::size);
    }
  }

  /// Node counts summed up within each whole block of `length` runs.
  static std::vector<Entry> accumulated(std::vector<Entry> level, std::size_t length) {
    level.resize(level.size() / length * length);
    for (std::size_t i = 0; i < level.size(); ++i)
      if (i % length != 0) level[i].nodes += level[i - 1].nodes;
    return level;
  }

  /// Cells dealt before round j: the sum over the nodes of min(n_i, j).
  std::int64_t dealt_before(std::int64_t round) const {
    const auto end = std::ranges::partition_point(by_size_, [&](const Total& t) { return t.size > round; });
    const std::int64_t live = end == by_size_.begin() ? 0 : (end - 1)->nodes;
    const std::int64_t on_live = end == by_size_.begin() ? 0 : (end - 1)->slots;
    return live * round + (sizes_.total() - on_live);
  }

  /// Nodes of more than `round` processes among the 2^level runs from `run` on.
  std::int64_t live_in_block(std::size_t level, std::size_t run, std::int64_t round) const {
    const auto begin = levels_[level].begin() + static_cast<std::ptrdiff_t>(run);
    const auto end = std::partition_point(begin, begin + (std::ptrdiff_t{1} << level),
                                          [&](const Entry& entry) { return entry.size > round; });
    return end == begin ? 0 : (end - 1)->nodes;
  }

  std::int64_t live_before(std::size_t run, std::int64_t round) const {
    std::int64_t live = 0;
    std::size_t begin = 0;
    for (std::size_t level = levels_.size(); level-- > 0;)
      if (const std::size_t length = std::size_t{1} << level; begin + length <= run) {
        live += live_in_block(level, begin, round);
        begin += length;
      }
    return live;
  }

  /// The node that gets a cell after `skip` others in a round.
  std::int64_t live_node(std::int64_t skip, std::int64_t round) const {
    std::size_t run = 0;
    for (std::size_t level = levels_.size(); level-- > 0;) {
      const std::size_t length = std::size_t{1} << level;
      if (run + length > sizes_.runs().size()) continue;
      const std::int64_t live = live_in_block(level, run, round);
      if (skip < live) continue;
      skip -= live;
      run += length;
    }
    return first_node(run) + skip;
  }

  std::int64_t first_node(std::size_t run) const { return run == 0 ? 0 : sizes_.runs()[run - 1].last_part; }

  grid::Grid grid_;
  machine::Sizes sizes_;
  std::vector<std::vector<Entry>> levels_;  ///< levels_[l]: the runs in sorted blocks of 2^l
  std::vector<Total> by_size_;
};

}  // namespace

std::unique_ptr<LocalOrder> cyclic(const Problem& problem) { return std::make_unique<Cyclic>(problem); }

}  // namespace cartwright::mapping
