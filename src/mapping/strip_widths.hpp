// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mapping/stretch.hpp"

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace cartwright::mapping {

/// A filling of a box by strips of mixed widths: slabs of some thickness, each a list of widths.
struct MixedStripPlan {
  struct Slab {
    std::int64_t thickness;
    std::vector<std::int64_t> widths;
  };
  StripFrame frame{};
  std::vector<Slab> slabs;
  double weight = 0;  ///< weight of the edges inside the parts, as counted by the dynamic program
};

/// The strip-width dynamic program. The order runs through the strips in serpentines, a list of sizes divides it into
/// parts, and widths and thicknesses are chosen to keep the most edge weight inside parts.
///
/// When the order enters a strip, the number of cells used so far depends only on the position of the strip. So the
/// parts inside a strip follow from (position, width), and one dynamic program over the position finds the best mixture
/// of widths. The weight of a part that straddles two strips depends on both widths. Parts over more than two strips,
/// or over two slabs, are not seen: the count is then too low, but the order is still valid.
class StripWidths {
 public:
  StripWidths(const grid::Grid& grid, const grid::Stencil& stencil)
      : grid_(grid), stencil_(stencil), weigh_(grid, stencil) {}

  /// The best plan for a box in one frame; `sizes` add up to the volume of the box.
  MixedStripPlan solve(const grid::Coords& box, StripFrame frame, const std::vector<std::int64_t>& sizes);

  /// The cells of the box in the order of the plan.
  static std::vector<grid::Coords> cells(const grid::Coords& box, const MixedStripPlan& plan);

 private:
  /// The weight of a piece depends on these: frame, cross-section, position in the layer, sizes.
  using Key = std::array<std::int64_t, 8>;
  struct KeyHash {
    std::size_t operator()(const Key& key) const;
  };
  struct Line {  ///< the best widths of one slab
    double weight = 0;
    std::vector<std::int64_t> widths;
  };

  Line solve_slab(std::int64_t thickness, std::int64_t first);
  std::vector<std::int64_t> promising_widths(std::int64_t thickness);
  std::vector<std::int64_t> promising_thicknesses();
  double surface_loss(std::int64_t thickness, std::int64_t width);
  std::int64_t typical_size() const;
  std::int64_t widest(std::int64_t thickness) const;
  double strip_weight(std::int64_t thickness, std::int64_t width, std::int64_t first);
  double piece_weight(std::int64_t thickness, std::int64_t width, std::int64_t offset, std::int64_t size);
  double straddle_weight(std::int64_t thickness, std::int64_t width, std::int64_t next, std::int64_t tail,
                         std::int64_t head);
  std::int64_t layer(std::int64_t thickness, std::int64_t width) const { return thickness * width * full_; }

  const grid::Grid& grid_;
  const grid::Stencil& stencil_;
  BoxWeight weigh_;
  grid::Coords box_;
  StripFrame frame_{};
  std::int64_t run_ = 1, across_ = 1, stack_ = 1;  ///< extents of the box along the frame
  std::int64_t full_ = 1;                          ///< cells per unit of run, width and thickness
  std::int64_t full_extents_ = 0;                  ///< the extents of the full dimensions, as one number for the key
  std::vector<std::int64_t> cuts_;                 ///< prefix sums of the sizes, from 0 to the volume
  std::unordered_map<Key, double, KeyHash> weights_;
};

}  // namespace cartwright::mapping
