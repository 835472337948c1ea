// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/guillotine.hpp"

#include "mapping/cell_set.hpp"
#include "mapping/strip_widths.hpp"
#include "mapping/turned_box.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace cartwright::mapping {

namespace {

/// The parts of a box: their number for each distinct size.
using Supply = std::vector<std::int64_t>;

/// The worth of a division of a box. More edge weight inside parts is better, then less weight leaving the part that
/// sends most (its share of J_max, which ignores the border of the grid).
struct Worth {
  double inside = -1;
  double worst = 0;

  bool operator>(const Worth& other) const {
    return inside != other.inside ? inside > other.inside : worst < other.worst;
  }
};

class Guillotine {
 public:
  /// `grid` is already turned: every turned box fits into it.
  Guillotine(const grid::Grid& grid, std::vector<std::size_t> alike, const grid::Stencil& stencil,
             const machine::Sizes& sizes, const GuillotineEffort& effort)
      : grid_(grid),
        alike_(std::move(alike)),
        stencil_(stencil),
        effort_(effort),
        strips_(grid, stencil),
        weigh_(grid, stencil) {
    for (const machine::Sizes::Run& run : sizes.runs()) classes_.push_back(run.size);
    std::ranges::sort(classes_, std::greater<>());
    classes_.erase(std::ranges::unique(classes_).begin(), classes_.end());
    // A split may give any sub-multiset of the sizes to either side. With many distinct sizes there are too many of
    // them, and only strips are used, which take the sizes one after the other.
    splits_allowed_ = classes_.size() <= 3;
    for (const grid::Offset& offset : stencil.offsets()) degree_ += offset.weight;
  }

  std::vector<std::vector<grid::Coords>> solve(const machine::Sizes& sizes) {
    Supply supply(classes_.size(), 0);
    const std::vector<std::int64_t> in_order = sizes.expand();
    for (const std::int64_t size : in_order) ++supply[class_of(size)];
    std::vector<std::vector<std::vector<grid::Coords>>> by_class(classes_.size());
    collect(grid_.dims(), supply, by_class);

    std::vector<std::vector<grid::Coords>> parts;
    std::vector<std::size_t> taken(classes_.size(), 0);
    for (const std::int64_t size : in_order) {
      const std::size_t c = class_of(size);
      parts.push_back(std::move(by_class[c][taken[c]++]));
    }
    return parts;
  }

 private:
  struct Box {
    Worth worth;
    int dim = -1;  ///< the dimension that is split at `at`; -1 if `plan` fills the box
    std::int64_t at = 0;
    Supply near;  ///< parts on the near side of the split
    MixedStripPlan plan;
    bool large_first = true;  ///< order of the sizes in the strips
  };

  std::size_t class_of(std::int64_t size) const { return std::ranges::find(classes_, size) - classes_.begin(); }

  static std::int64_t volume(const grid::Coords& box) {
    return std::accumulate(box.begin(), box.end(), std::int64_t{1}, std::multiplies<>());
  }

  /// The sizes of a supply one after the other: sorted, or evenly mixed.
  std::vector<std::int64_t> sequence(const Supply& supply, bool sorted) const {
    std::vector<std::int64_t> sizes;
    const std::int64_t count = std::accumulate(supply.begin(), supply.end(), std::int64_t{0});
    if (sorted) {
      for (std::size_t c = 0; c < supply.size(); ++c) sizes.insert(sizes.end(), supply[c], classes_[c]);
      return sizes;
    }
    Supply used(supply.size(), 0);
    for (std::int64_t i = 1; i <= count; ++i) {
      std::size_t lagging = 0;  // the class that is furthest behind its share of the first i
      for (std::size_t c = 1; c < supply.size(); ++c)
        if (supply[c] * i - used[c] * count > supply[lagging] * i - used[lagging] * count) lagging = c;
      ++used[lagging];
      sizes.push_back(classes_[lagging]);
    }
    return sizes;
  }

  using Key = std::vector<std::int64_t>;

  Key key_of(const grid::Coords& turned_box, const Supply& supply) const {
    Key key(turned_box.begin(), turned_box.end());
    key.insert(key.end(), supply.begin(), supply.end());
    return key;
  }

  /// Whether the limit of boxes is reached. The search goes deep first, so small boxes are known by then, and all
  /// others consist of these.
  bool full() const { return static_cast<std::int64_t>(boxes_.size()) >= effort_.max_boxes; }

  bool known(const grid::Coords& box, const Supply& supply) const {
    return boxes_.contains(key_of(turn(box, alike_).box, supply));
  }

  const Box& best(const grid::Coords& any_box, const Supply& supply) {
    const grid::Coords box = turn(any_box, alike_).box;
    Key key = key_of(box, supply);
    if (const auto found = boxes_.find(key); found != boxes_.end()) return found->second;

    Box entry;
    const std::int64_t parts = std::accumulate(supply.begin(), supply.end(), std::int64_t{0});
    if (parts == 1) {
      const double inside = grid::internal_weight(grid_, stencil_, box);
      entry.worth = {inside, degree_ * static_cast<double>(volume(box)) - inside};
    } else {
      if (splits_allowed_) try_splits(box, supply, entry);
      // Splits make large boxes from small ones. Strips of many parts rarely improve on that.
      if (entry.worth.inside < 0 || parts <= effort_.max_strip_parts || box == grid_.dims())
        try_strips(box, supply, entry);
    }
    return boxes_.emplace(std::move(key), std::move(entry)).first->second;
  }

  void try_splits(const grid::Coords& box, const Supply& supply, Box& entry) {
    const std::int64_t cells = volume(box);
    for (std::size_t dim = 0; dim < box.size(); ++dim)
      for (std::int64_t at = box[dim] / 2; at >= 1; --at) {
        grid::Coords near = box, far = box;
        near[dim] = at;
        far[dim] = box[dim] - at;
        for_each_subset(supply, cells / box[dim] * at, [&](const Supply& given) {
          Supply left = supply;
          for (std::size_t c = 0; c < left.size(); ++c) left[c] -= given[c];
          if (full() && !(known(near, given) && known(far, left))) return;
          const Worth a = best(near, given).worth, b = best(far, left).worth;
          const Worth worth{a.inside + b.inside, std::max(a.worst, b.worst)};
          if (worth > entry.worth) entry = {worth, static_cast<int>(dim), at, given, {}, true};
        });
      }
  }

  /// Calls `use` for every sub-multiset of the supply that has `cells` cells.
  template <typename Use>
  void for_each_subset(const Supply& supply, std::int64_t cells, Use&& use) {
    Supply given(supply.size(), 0);
    const auto choose = [&](auto&& self, std::size_t c, std::int64_t rest) -> void {
      if (c + 1 == supply.size()) {
        if (rest % classes_[c] != 0 || rest / classes_[c] > supply[c]) return;
        given[c] = rest / classes_[c];
        use(given);
        return;
      }
      for (given[c] = 0; given[c] <= supply[c] && given[c] * classes_[c] <= rest; ++given[c])
        self(self, c + 1, rest - given[c] * classes_[c]);
    };
    choose(choose, 0, cells);
  }

  void try_strips(const grid::Coords& box, const Supply& supply, Box& entry) {
    const bool mixed = std::ranges::count_if(supply, [](std::int64_t n) { return n > 0; }) > 1;
    for (const bool sorted : {true, false}) {
      if (!sorted && !mixed) break;
      const std::vector<std::int64_t> sizes = sequence(supply, sorted);
      for (const StripFrame& frame : frames(box)) {
        MixedStripPlan plan = strips_.solve(box, frame, sizes);
        if (plan.weight < entry.worth.inside) continue;
        // The count of the plan misses some edges. Count exactly here.
        const Worth worth = worth_of(box, plan, sizes);
        if (worth > entry.worth) entry = {worth, -1, 0, {}, std::move(plan), sorted};
      }
    }
  }

  Worth worth_of(const grid::Coords& box, const MixedStripPlan& plan, const std::vector<std::int64_t>& sizes) {
    const std::vector<grid::Coords> cells = StripWidths::cells(box, plan);
    Worth worth{0, 0};
    auto first = cells.begin();
    for (const std::int64_t size : sizes) {
      const double inside = weigh_({first, first + size});
      worth.inside += inside;
      worth.worst = std::max(worth.worst, degree_ * static_cast<double>(size) - inside);
      first += size;
    }
    return worth;
  }

  /// The ways to lay strips along the (at most three) longest dimensions. Among dimensions that are alike, strips run
  /// along the longest only: shorter strips have more ends and have never won in our experiments.
  std::vector<StripFrame> frames(const grid::Coords& box) const {
    std::vector<int> dims(box.size());
    std::iota(dims.begin(), dims.end(), 0);
    const auto extent = [&](int dim) { return box[dim]; };
    std::ranges::stable_sort(dims, std::greater<>(), extent);
    dims.resize(std::min<std::size_t>(dims.size(), 3));
    while (dims.size() > 2 && extent(dims.back()) == 1) dims.pop_back();
    std::vector<StripFrame> frames;
    std::vector<std::size_t> run_before;
    for (const int run : dims) {
      const std::size_t kind = alike_[run];
      if (std::ranges::find(run_before, kind) != run_before.end() || (extent(run) == 1 && !frames.empty())) continue;
      run_before.push_back(kind);
      for (const int across : dims) {
        if (across == run) continue;
        if (dims.size() == 2) frames.push_back({run, across, -1});
        for (const int stack : dims)
          if (stack != run && stack != across) frames.push_back({run, across, stack});
      }
    }
    return frames;
  }

  /// Appends the parts of a box, in coordinates of the box, to the lists of their size classes.
  void collect(const grid::Coords& any_box, const Supply& supply,
               std::vector<std::vector<std::vector<grid::Coords>>>& by_class) {
    const Box& entry = best(any_box, supply);
    const Turned turned = turn(any_box, alike_);
    const grid::Coords& box = turned.box;
    std::vector<std::size_t> first;  // by class: the first new part, which must be turned back
    for (const auto& parts : by_class) first.push_back(parts.size());
    if (entry.dim >= 0) {
      grid::Coords near = box, far = box;
      near[entry.dim] = entry.at;
      far[entry.dim] -= entry.at;
      Supply left = supply;
      for (std::size_t c = 0; c < left.size(); ++c) left[c] -= entry.near[c];
      collect(near, entry.near, by_class);
      std::vector<std::size_t> far_first;
      for (const auto& parts : by_class) far_first.push_back(parts.size());
      collect(far, left, by_class);
      for (std::size_t c = 0; c < by_class.size(); ++c)
        for (std::size_t i = far_first[c]; i < by_class[c].size(); ++i)
          for (grid::Coords& cell : by_class[c][i]) cell[entry.dim] += entry.at;
    } else {
      fill(box, supply, entry, by_class);
    }
    for (std::size_t c = 0; c < by_class.size(); ++c)
      for (std::size_t i = first[c]; i < by_class[c].size(); ++i)
        for (grid::Coords& cell : by_class[c][i]) cell = turn_back(cell, turned);
  }

  void fill(const grid::Coords& box, const Supply& supply, const Box& entry,
            std::vector<std::vector<std::vector<grid::Coords>>>& by_class) {
    std::vector<grid::Coords> cells;
    if (std::accumulate(supply.begin(), supply.end(), std::int64_t{0}) == 1) {
      const grid::Grid whole(box);
      for (const grid::Cell cell : whole.cells()) cells.push_back(whole.coords(cell));
    } else {
      cells = StripWidths::cells(box, entry.plan);
    }
    auto cell = cells.begin();
    for (const std::int64_t size : sequence(supply, entry.large_first)) {
      by_class[class_of(size)].emplace_back(cell, cell + size);
      cell += size;
    }
  }

  const grid::Grid& grid_;
  const std::vector<std::size_t> alike_;
  const grid::Stencil& stencil_;
  const GuillotineEffort& effort_;
  StripWidths strips_;
  CellSetWeight weigh_;
  double degree_ = 0;                  ///< weight that one process sends
  std::vector<std::int64_t> classes_;  ///< distinct sizes, descending
  bool splits_allowed_ = true;
  std::map<Key, Box> boxes_;
};

}  // namespace

std::vector<std::vector<grid::Cell>> guillotine_parts(const grid::Grid& grid, const grid::Stencil& stencil,
                                                      const machine::Sizes& sizes, const GuillotineEffort& effort) {
  if (grid.ndims() < 2) {  // a line: consecutive parts
    std::vector<std::vector<grid::Cell>> parts;
    grid::Cell cell(0);
    for (const std::int64_t size : sizes.expand()) {
      parts.emplace_back(size);
      for (grid::Cell& next : parts.back()) next = cell++;
    }
    return parts;
  }
  const std::vector<std::size_t> alike = alike_dims(grid, stencil);
  const grid::Grid canvas = turned_grid(grid, alike);
  const Turned turned = turn(grid.dims(), alike);
  std::vector<std::vector<grid::Cell>> parts;
  for (const std::vector<grid::Coords>& cells : Guillotine(canvas, alike, stencil, sizes, effort).solve(sizes)) {
    std::vector<grid::Cell>& part = parts.emplace_back();
    for (const grid::Coords& cell : cells) part.push_back(grid.cell(turn_back(cell, turned)));
  }
  return parts;
}

}  // namespace cartwright::mapping
