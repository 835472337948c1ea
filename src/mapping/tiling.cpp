// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/algorithms_p.hpp"
#include "mapping/tiles_p.hpp"

#include <algorithm>
#include <numeric>

namespace cartwright::mapping {

namespace {

/// Searches the boxes that tile the grid for the one that keeps the most communication inside a node.
class TileSearch {
 public:
  explicit TileSearch(const Problem& problem)
      : grid_(problem.grid()), stencil_(problem.stencil()), cells_left_after_(grid_.ndims(), 1) {
    const machine::Sizes& sizes = problem.machine().node_sizes();
    tile_size_ = sizes.common_divisor();
    tiles_per_node_ = tile_size_ == 0 ? 1 : sizes.typical() / tile_size_;
    for (std::size_t i = grid_.ndims(); i-- > 1;) cells_left_after_[i - 1] = cells_left_after_[i] * grid_.dim(i);
    for (const std::int64_t factor : large_factors(tile_size_)) {
      const std::size_t known = divisors_.size();
      for (std::size_t i = 0; i < known; ++i) divisors_.push_back(divisors_[i] * factor);
      std::ranges::sort(divisors_);
      divisors_.erase(std::ranges::unique(divisors_).begin(), divisors_.end());
    }
    consider(nodecart_tile(grid_.dims(), tile_size_));
    grid::Coords tile(grid_.ndims(), 1);
    if (grid_.ndims() > 0) search(0, tile_size_, tile);
  }

  std::unique_ptr<LocalOrder> order() const { return std::make_unique<TiledOrder>(grid_, best_, axes()); }
  const grid::Coords& tile() const { return best_; }

 private:
  void search(std::size_t i, std::int64_t cells, grid::Coords& tile) {
    if (i + 1 == grid_.ndims()) {
      tile[i] = cells;
      consider(tile);
      return;
    }
    for (const std::int64_t length : divisors_) {
      if (length > cells || length > grid_.dim(i) || tried_ >= max_tried) break;
      ++tried_;
      // The rest must fit into the remaining dimensions. This condition is sufficient (nodecart_tile shows how).
      if (grid_.dim(i) % length != 0 || cells % length != 0 || cells_left_after_[i] % (cells / length) != 0) continue;
      tile[i] = length;
      search(i + 1, cells / length, tile);
    }
  }

  /// A node holds as many tiles as fit, end to end along one dimension.
  void consider(const grid::Coords& tile) {
    for (std::size_t run = 0; run < std::max<std::size_t>(grid_.ndims(), 1); ++run) {
      grid::Coords node = tile;
      if (grid_.ndims() > 0) node[run] *= std::min(tiles_per_node_, grid_.dim(run) / tile[run]);
      const double inside = grid::internal_weight(grid_, stencil_, node);
      if (best_.empty() || inside > max_inside_) {
        best_ = tile;
        run_ = run;
        max_inside_ = inside;
      }
      if (tiles_per_node_ == 1) break;
    }
  }

  Axes axes() const {
    Axes axes;
    for (std::size_t i = 0; i < grid_.ndims(); ++i)
      if (i != run_) axes.push_back(i);
    if (grid_.ndims() > 0) axes.push_back(run_);
    return axes;
  }

  /// Among realistic node sizes, even 4096 = 2^12 in 6 dimensions has fewer shapes.
  static constexpr std::int64_t max_tried = 200'000;

  const grid::Grid& grid_;
  const grid::Stencil& stencil_;
  std::int64_t tile_size_ = 1;
  std::int64_t tiles_per_node_ = 1;
  std::int64_t tried_ = 0;
  std::vector<std::int64_t> divisors_{1};
  grid::Coords cells_left_after_;  ///< product of the dimensions after each
  grid::Coords best_;
  std::size_t run_ = 0;
  double max_inside_ = 0;
};

}  // namespace

/// The nodes are equal boxes that tile the grid, of the shape with the smallest cut. With equal nodes such a shape
/// always exists, because n divides p.
std::unique_ptr<LocalOrder> tiling(const Problem& problem) { return TileSearch(problem).order(); }

std::string tiling_caveat(const Problem& problem) {
  const machine::Sizes& sizes = problem.machine().node_sizes();
  if (sizes.uniform()) return {};
  return fmt::format(
      "nodes hold {} to {} processes, so nodes cannot all be one box: boxes {} of {} cells, the greatest common "
      "divisor, are laid end to end",
      sizes.smallest(), sizes.largest(), grid::to_string(TileSearch(problem).tile()), sizes.common_divisor());
}

}  // namespace cartwright::mapping
