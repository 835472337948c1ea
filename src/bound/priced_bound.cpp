// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "bound/priced_bound.hpp"

#include "bound/layers.hpp"
#include "bound/max_internal.hpp"
#include "bound/plane_program.hpp"
#include "bound/price_program.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace cartwright::bound {

namespace {

/// The most expensive way to fill a fibre with pieces of at most price.size() - 1 cells.
struct Filling {
  double price = 0;
  std::vector<std::int64_t> pieces;
};

Filling dearest_filling(std::span<const double> price, std::int64_t cells) {
  std::vector<double> best(cells + 1, 0.0);
  std::vector<std::size_t> last(best.size(), 0);
  for (std::size_t c = 1; c < best.size(); ++c) {
    best[c] = best[c - 1] + price[1];
    last[c] = 1;
    for (std::size_t l = 2; l < std::min(price.size(), c + 1); ++l)
      if (best[c - l] + price[l] > best[c]) {
        best[c] = best[c - l] + price[l];
        last[c] = l;
      }
  }
  Filling filling{best.back(), {}};
  for (std::size_t c = best.size() - 1; c > 0; c -= last[c])
    filling.pieces.push_back(static_cast<std::int64_t>(last[c]));
  return filling;
}

/// The approximate number of elementary steps to evaluate one list of prices.
double round_steps(std::int64_t cells, std::int64_t fibre_cells) {
  const auto n = static_cast<double>(cells);
  const auto fibre = static_cast<double>(fibre_cells);
  return 1e4 + n * n * (1 + std::log(n)) + fibre * std::min(n, fibre);
}

/// The search for the prices that give the highest bound, along one set of dimensions.
class PriceSearch {
 public:
  /// With `plane`, neighboring fibres are joined by it, and not in layers.
  PriceSearch(const Pattern& pattern, DimSet dims, const machine::Sizes& sizes, std::optional<PlaneProgram> plane = {})
      : plane_(std::move(plane)),
        cells_(sizes.largest()),
        total_(total_weight(pattern)),
        along_(max_internal(fibre(pattern, dims), cells_)),
        across_(max_internal(base(pattern, pattern.dims() & ~dims), cells_)),
        fibre_cells_(base(pattern, dims).grid.size()),
        fibres_(static_cast<double>(pattern.grid.size() / fibre_cells_)) {
    std::int64_t part = 0;
    for (const machine::Sizes::Run& run : sizes.runs()) {
      count_[run.size] += static_cast<double>(run.last_part - part);
      part = run.last_part;
    }
  }

  double run(double steps, double resolution) {
    PriceProgram program = prepare();
    if (unit_ > 1) return 0;  // weights so large that sums would be rounded
    double bound = 0;
    std::vector<double> price(along_.size(), 0.0);
    while (true) {
      bound = std::max(bound, evaluate(price, program));
      const double spent = program.solve(steps);
      steps -= spent + (plane_ ? plane_->steps() : round_steps(cells_, fibre_cells_));
      // The value of the program is above all bounds that are still possible.
      const double reachable = total_ - program.value();
      const bool done = resolution > 0 ? std::ceil(reachable / resolution - 1e-6) <= std::ceil(bound / resolution)
                                       : reachable <= bound + 1e-9 * total_;
      if (done || spent == 0 || steps <= 0) return bound;
      for (std::size_t l = 1; l < price.size(); ++l)
        price[l] = std::round(std::clamp(program.prices()[l - 1], -highest_, highest_) / unit_) * unit_;
    }
  }

 private:
  /// The rows: for each length, the domains provide as many pieces as the fibres use; for each size, the number of its
  /// domains; the number of fibres.
  PriceProgram prepare() {
    const std::size_t lengths = along_.size() - 1;
    std::vector<double> demand(lengths, 0.0);
    double weight = 1;
    for (std::size_t l = 1; l <= lengths; ++l) weight = std::max(weight, along_[l] - along_[l - 1]);
    for (std::size_t k = 1; k < across_.size(); ++k) weight = std::max(weight, across_[k] - across_[k - 1]);
    highest_ = 100 * weight;
    std::vector<double> penalty(lengths, highest_);
    for (const auto& [size, count] : count_) {
      demand.push_back(count);
      penalty.push_back(1000 * weight * static_cast<double>(size));
    }
    demand.push_back(fibres_);
    penalty.push_back(1000 * weight * static_cast<double>(fibre_cells_));
    // Prices are multiples of a power of two that is large enough to keep every sum exact.
    const double largest = 2 * highest_ * fibres_ * static_cast<double>(fibre_cells_);
    unit_ = std::exp2(std::ceil(std::log2(largest)) - 51);
    return {std::move(demand), std::move(penalty)};
  }

  /// The bound that these prices prove. The best shapes and the best filling under these prices become columns of the
  /// program.
  double evaluate(const std::vector<double>& price, PriceProgram& program) {
    std::vector<double> after_price(along_.size(), 0.0);
    for (std::size_t l = 1; l < price.size(); ++l) after_price[l] = along_[l] - price[l];
    if (!plane_) return bound_of(LayerProgram(after_price, across_, cells_), price, program);
    plane_->evaluate(after_price);
    return bound_of(*plane_, price, program);
  }

  double bound_of(const auto& shapes, const std::vector<double>& price, PriceProgram& program) {
    double bound = total_;
    std::size_t row = along_.size() - 1;
    for (const auto& [size, count] : count_) {
      bound -= count * shapes.most(size);
      const std::vector<std::int64_t> pieces = shapes.fibres(size);
      double paid = 0;
      for (const std::int64_t l : pieces) paid += price[l];
      program.add(column(pieces, 1.0, shapes.most(size) + paid, row++));
    }
    const Filling filling = dearest_filling(price, fibre_cells_);
    program.add(column(filling.pieces, -1.0, 0, row));
    return bound - fibres_ * filling.price;
  }

  static PriceProgram::Column column(const std::vector<std::int64_t>& pieces, double sign, double value,
                                     std::size_t row) {
    std::map<std::size_t, double> entries;
    for (const std::int64_t l : pieces) entries[l - 1] += sign;
    PriceProgram::Column column{value, {entries.begin(), entries.end()}};
    column.entries.emplace_back(row, 1.0);
    return column;
  }

  std::optional<PlaneProgram> plane_;
  std::int64_t cells_;
  double total_;
  std::vector<double> along_;
  std::vector<double> across_;
  std::int64_t fibre_cells_;
  double fibres_;
  std::map<std::int64_t, double> count_;
  double highest_ = 0;
  double unit_ = 1;
};

}  // namespace

double priced_bound(const Pattern& pattern, DimSet dims, const machine::Sizes& sizes, double resolution, double steps) {
  constexpr double fewest_rounds = 20;  // fewer rounds do not find good prices
  if (fewest_rounds * round_steps(sizes.largest(), base(pattern, dims).grid.size()) > steps) return 0;
  return PriceSearch(pattern, dims, sizes).run(steps, resolution);
}

double priced_plane_bound(const Pattern& pattern, std::size_t along, const machine::Sizes& sizes, double resolution,
                          double steps) {
  constexpr double fewest_rounds = 5;
  std::optional<PlaneProgram> plane = PlaneProgram::make(pattern, along, sizes.largest(), steps / fewest_rounds);
  if (!plane) return 0;
  return PriceSearch(pattern, DimSet{1} << along, sizes, std::move(plane)).run(steps, resolution);
}

}  // namespace cartwright::bound
