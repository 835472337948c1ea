// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/strip_widths.hpp"

#include "base/hash.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace cartwright::mapping {

namespace {

constexpr double infeasible = -std::numeric_limits<double>::infinity();

std::vector<std::int64_t> all_up_to(std::int64_t last) {
  std::vector<std::int64_t> all(last);
  std::iota(all.begin(), all.end(), 1);
  return all;
}

/// The extents 1, 2, ... whose loss is within half of the least.
std::vector<std::int64_t> promising(const std::vector<double>& loss) {
  const double least = std::ranges::min(loss);
  const double limit = least + 0.5 * std::abs(least);  // not 1.5 * least: rounding can make a loss of 0 negative
  std::vector<std::int64_t> extents;
  for (std::size_t i = 0; i < loss.size(); ++i)
    if (loss[i] <= limit) extents.push_back(static_cast<std::int64_t>(i) + 1);
  return extents;
}

}  // namespace

std::size_t StripWidths::KeyHash::operator()(const Key& key) const {
  std::uint64_t hash = 0;
  for (const std::int64_t x : key) hash = base::mix(hash, static_cast<std::uint64_t>(x));
  return hash;
}

MixedStripPlan StripWidths::solve(const grid::Coords& box, StripFrame frame, const std::vector<std::int64_t>& sizes) {
  box_ = box;
  frame_ = frame;
  run_ = box[frame.run];
  across_ = box[frame.across];
  stack_ = frame.stack < 0 ? 1 : box[frame.stack];
  cuts_.assign(1, 0);
  for (const std::int64_t size : sizes) cuts_.push_back(cuts_.back() + size);
  full_ = cuts_.back() / (run_ * across_ * stack_);
  full_extents_ = 0;
  for (std::size_t i = 0; i < box.size(); ++i)
    if (const int dim = static_cast<int>(i); dim != frame.run && dim != frame.across && dim != frame.stack)
      full_extents_ = full_extents_ * grid_.dim(i) + box[i] - 1;

  // Slabs: best[end] over the thickness of the last slab. One slab of the box without `stack`.
  const std::int64_t slab_volume = run_ * across_ * full_;
  std::vector<std::int64_t> thicknesses = promising_thicknesses();
  std::vector<double> best;
  std::vector<MixedStripPlan::Slab> last(stack_ + 1);
  for (;;) {
    best.assign(last.size(), infeasible);
    best[0] = 0;
    for (std::int64_t begin = 0; begin < stack_; ++begin) {
      if (best[begin] == infeasible) continue;
      for (const std::int64_t thickness : thicknesses) {
        if (begin + thickness > stack_) continue;
        Line line = solve_slab(thickness, begin * slab_volume);
        const std::size_t end = begin + thickness;
        const double weight = best[begin] + line.weight;
        if (weight > best[end]) {
          best[end] = weight;
          last[end] = {thickness, std::move(line.widths)};
        }
      }
    }
    if (best.back() > infeasible) break;
    thicknesses = all_up_to(stack_);  // no mixture of the promising ones adds up to the extent
  }

  MixedStripPlan plan{frame, {}, best.back()};
  for (std::int64_t end = stack_; end > 0; end -= plan.slabs.back().thickness)
    plan.slabs.push_back(std::move(last[end]));
  std::ranges::reverse(plan.slabs);
  return plan;
}

StripWidths::Line StripWidths::solve_slab(std::int64_t thickness, std::int64_t first) {
  std::vector<std::int64_t> widths = promising_widths(thickness);
  const std::int64_t unit = layer(thickness, 1) * run_;
  // best[end][width of the last strip]
  std::vector<std::vector<double>> best;
  std::vector<std::vector<std::int64_t>> previous;
  for (;;) {
    best.assign(across_ + 1, std::vector<double>(widths.size(), infeasible));
    previous.assign(best.size(), std::vector<std::int64_t>(widths.size(), -1));
    for (std::size_t end = 1; end < best.size(); ++end)
      for (std::size_t w = 0; w < widths.size(); ++w) {
        const std::int64_t begin = static_cast<std::int64_t>(end) - widths[w];
        if (begin < 0) continue;
        const std::int64_t start = first + begin * unit;
        const double alone = strip_weight(thickness, widths[w], start);
        if (begin == 0) {
          best[end][w] = alone;
          continue;
        }
        // The part that straddles the previous strip and this one.
        const auto cut = std::ranges::upper_bound(cuts_, start);
        const std::int64_t tail = start - *(cut - 1), head = *cut - start;
        for (std::size_t v = 0; v < widths.size(); ++v) {
          const double before = best[begin][v];
          if (before == infeasible) continue;
          double weight = before + alone;
          if (tail > 0) weight += straddle_weight(thickness, widths[v], widths[w], tail, head);
          if (weight > best[end][w]) {
            best[end][w] = weight;
            previous[end][w] = static_cast<std::int64_t>(v);
          }
        }
      }
    if (std::ranges::max(best.back()) > infeasible) break;
    widths = all_up_to(across_);  // no mixture of the promising ones adds up to the extent
  }

  Line line;
  auto w = static_cast<std::int64_t>(std::ranges::max_element(best.back()) - best.back().begin());
  line.weight = best.back()[w];
  for (std::int64_t end = across_; end > 0;) {
    const std::int64_t width = widths[w];
    line.widths.push_back(width);
    w = previous[end][w];
    end -= width;
  }
  std::ranges::reverse(line.widths);
  return line;
}

/// The weight that one part of a typical size loses at its surface, in strips of this cross-section.
double StripWidths::surface_loss(std::int64_t thickness, std::int64_t width) {
  const std::int64_t size = typical_size();
  double all = 0;
  for (const grid::Offset& offset : stencil_.offsets()) all += offset.weight * static_cast<double>(size);
  return size > layer(thickness, width) * run_ ? all : all - piece_weight(thickness, width, 0, size);
}

std::int64_t StripWidths::typical_size() const {
  const std::size_t middle = cuts_.size() / 2;
  return std::max(cuts_[1], cuts_[middle] - cuts_[middle - 1]);
}

std::vector<std::int64_t> StripWidths::promising_widths(std::int64_t thickness) {
  // Wider strips would give a part less than a layer.
  std::vector<double> loss;
  for (std::int64_t width = 1; width <= widest(thickness); ++width) loss.push_back(surface_loss(thickness, width));
  return promising(loss);
}

std::vector<std::int64_t> StripWidths::promising_thicknesses() {
  std::vector<double> loss;
  for (std::int64_t thickness = 1; thickness <= std::min(stack_, std::max<std::int64_t>(1, typical_size() / full_));
       ++thickness) {
    double least = surface_loss(thickness, 1);
    for (std::int64_t width = 2; width <= widest(thickness); ++width)
      least = std::min(least, surface_loss(thickness, width));
    loss.push_back(least);
  }
  return promising(loss);
}

std::int64_t StripWidths::widest(std::int64_t thickness) const {
  return std::min(across_, std::max<std::int64_t>(1, typical_size() / layer(thickness, 1)));
}

/// Edge weight inside the pieces of parts in one strip. A straddling part counts as two pieces.
double StripWidths::strip_weight(std::int64_t thickness, std::int64_t width, std::int64_t first) {
  const std::int64_t last = first + layer(thickness, width) * run_;
  double weight = 0;
  auto cut = std::ranges::upper_bound(cuts_, first);
  for (std::int64_t begin = first; begin < last; ++cut) {
    const std::int64_t end = std::min(*cut, last);
    weight += piece_weight(thickness, width, (begin - first) % layer(thickness, width), end - begin);
    begin = end;
  }
  return weight;
}

double StripWidths::piece_weight(std::int64_t thickness, std::int64_t width, std::int64_t offset, std::int64_t size) {
  const Key key{frame_.run, frame_.across * 64 + frame_.stack, full_extents_, thickness, width, 0, offset, size};
  const auto [entry, fresh] = weights_.try_emplace(key, 0.0);
  if (fresh) {
    std::vector<CellBox> piece;
    append_boxes(piece, box_, frame_, {.thickness = thickness, .width = width, .first = offset, .last = offset + size});
    entry->second = weigh_(piece, piece);
  }
  return entry->second;
}

/// Edge weight between the two pieces of a part: the last `tail` cells of a strip, and the first `head` cells of the
/// next strip.
double StripWidths::straddle_weight(std::int64_t thickness, std::int64_t width, std::int64_t next, std::int64_t tail,
                                    std::int64_t head) {
  tail = std::min(tail, layer(thickness, width) * run_);
  head = std::min(head, layer(thickness, next) * run_);
  const Key key{frame_.run, frame_.across * 64 + frame_.stack, full_extents_, thickness, width, next, tail, head};
  const auto [entry, fresh] = weights_.try_emplace(key, 0.0);
  double& weight = entry->second;  // the iterator may become invalid
  if (fresh) {
    std::vector<CellBox> near, far;
    const std::int64_t volume = layer(thickness, width) * run_;
    append_boxes(near, box_, frame_, {.thickness = thickness, .width = width, .first = volume - tail, .last = volume});
    append_boxes(far, box_, frame_,
                 {.thickness = thickness, .width = next, .first = 0, .last = head, .base = width, .forward = false});
    // The weight inside `far` was counted as if its strip ran forward.
    weight = weigh_(near, far) + weigh_(far, near) + weigh_(far, far) - piece_weight(thickness, next, 0, head);
  }
  return weight;
}

std::vector<grid::Coords> StripWidths::cells(const grid::Coords& box, const MixedStripPlan& plan) {
  std::vector<grid::Coords> cells;
  const StripFrame frame = plan.frame;
  const std::int64_t run = box[frame.run];
  std::int64_t full = 1;
  for (std::size_t i = 0; i < box.size(); ++i)
    if (const int dim = static_cast<int>(i); dim != frame.run && dim != frame.across && dim != frame.stack)
      full *= box[i];
  bool forward = true, upward = true;
  std::int64_t stack_base = 0;
  for (const MixedStripPlan::Slab& slab : plan.slabs) {
    std::int64_t base = upward ? 0 : box[frame.across];
    for (const std::int64_t width : slab.widths) {
      append_cells(cells, box, frame,
                   {.thickness = slab.thickness,
                    .width = width,
                    .first = 0,
                    .last = slab.thickness * width * full * run,
                    .base = upward ? base : base - width,
                    .stack_base = stack_base,
                    .forward = forward,
                    .upward = upward});
      base += upward ? width : -width;
      forward = !forward;
    }
    upward = !upward;
    stack_base += slab.thickness;
  }
  return cells;
}

}  // namespace cartwright::mapping
