// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "bound/max_internal.hpp"

#include "bound/layers.hpp"
#include "bound/line_internal.hpp"
#include "bound/pair_internal.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace cartwright::bound {

namespace {

/// Tables for the pattern along every set of dimensions, each computed once.
class SubsetTables {
 public:
  SubsetTables(const Pattern& pattern, std::int64_t cells)
      : pattern_(pattern), cells_(cells), tables_(std::size_t{pattern.dims()} + 1) {}

  const std::vector<double>& table(DimSet dims) {
    std::optional<std::vector<double>>& known = tables_[dims];
    if (known) return *known;
    const Pattern seen = base(pattern_, dims);
    const std::int64_t cells = std::min(cells_, seen.grid.size());
    std::vector<double> most(cells + 1, std::numeric_limits<double>::infinity());
    if (dims == 0) std::ranges::fill(most, 0.0);
    // Fibres may run along any dimension. Each choice gives a bound; take the least.
    std::size_t position = 0;
    for (std::size_t i = 0; i < pattern_.grid.ndims(); ++i) {
      const DimSet line = DimSet{1} << i;
      if ((dims & line) == 0) continue;
      const std::vector<double> along = line_internal(fibre(seen, DimSet{1} << position), cells);
      lower(most, max_in_layers(along, table(dims & ~line), cells));
      if (seen.grid.ndims() == 2) lower(most, in_sequence(seen, position, along, cells));
      ++position;
      if (pattern_.grid.ndims() > all_orders) break;
    }
    known = std::move(most);
    return *known;
  }

 private:
  /// With more dimensions than this, only one order of the dimensions is used.
  static constexpr std::size_t all_orders = 4;

  static void lower(std::vector<double>& most, const std::vector<double>& other) {
    for (std::size_t m = 0; m < std::min(most.size(), other.size()); ++m) most[m] = std::min(most[m], other[m]);
  }

  /// For neighboring lines joined by several offsets, as in a moore stencil. If the dimension across the lines is
  /// periodic, this holds for sets that leave out at least one line.
  static std::vector<double> in_sequence(const Pattern& plane, std::size_t along, const std::vector<double>& line,
                                         std::int64_t cells) {
    if (plane.grid.periodic(1 - along)) cells = std::min(cells, plane.grid.dim(1 - along) - 1);
    const std::int64_t longest = std::min(cells, plane.grid.dim(along));
    const std::vector<double> pair = pair_internal(plane, along, longest);
    if (pair.empty()) return {};
    return max_in_sequence(std::span(line).first(longest + 1), pair, cells);
  }

  const Pattern& pattern_;
  std::int64_t cells_;
  std::vector<std::optional<std::vector<double>>> tables_;
};

/// The loss of a set of cells along one dimension: at least per_line * (number of lines with cells) - constant, where
/// the number of lines lies in [fewest, most].
struct LineLoss {
  double per_line = 0;
  double constant = 0;
  double fewest = 0;
  double most = 0;

  double lines(double price) const {
    return per_line * most <= price ? most : std::clamp(price / per_line, fewest, most);
  }
};

LineLoss line_loss(const Pattern& pattern, std::size_t i, double cells) {
  const Pattern line = fibre(pattern, DimSet{1} << i);
  const auto length = static_cast<double>(line.grid.dim(0));
  LineLoss loss{0, 0, cells / length, std::min(cells, static_cast<double>(pattern.grid.size()) / length)};
  for (const grid::Offset& offset : line.offsets)
    if (!line.grid.periodic(0) || std::gcd(line.grid.dim(0), offset.delta[0]) == 1) loss.per_line += offset.weight;
  if (line.grid.periodic(0) && loss.per_line > 0) {
    // A line of l cells loses per_line if it is not full, else nothing: at least per_line (length - l) / (length - 1).
    const double slope = loss.per_line / (length - 1);
    loss.constant = slope * cells;
    loss.per_line = slope * length;
  }
  return loss;
}

}  // namespace

std::vector<double> max_internal(const Pattern& pattern, std::int64_t cells) {
  return SubsetTables(pattern, cells).table(pattern.dims());
}

double max_internal_estimate(const Pattern& pattern, std::int64_t cells) {
  const auto n = static_cast<double>(cells);
  const std::size_t ndims = pattern.grid.ndims();
  std::vector<LineLoss> losses;
  for (std::size_t i = 0; i < ndims; ++i) losses.push_back(line_loss(pattern, i, n));
  // Loomis and Whitney: the numbers of lines q_i satisfy q_1 ... q_d >= n^(d-1). The cheapest such q have equal
  // per_line * q in all dimensions, except those at their limits.
  const auto shortfall = [&](double price) {
    double logarithm = (static_cast<double>(ndims) - 1) * std::log(n);
    for (const LineLoss& loss : losses) logarithm -= std::log(loss.lines(price));
    return logarithm;
  };
  double low = 0;
  double high = 0;
  for (const LineLoss& loss : losses) high = std::max(high, loss.per_line * loss.most);
  for (int step = 0; step < 100; ++step) {
    const double middle = (low + high) / 2;
    (shortfall(middle) > 0 ? low : high) = middle;
  }
  double value = 0;
  for (const grid::Offset& offset : pattern.offsets) value += offset.weight * n;
  for (const LineLoss& loss : losses) value -= std::max(0.0, loss.per_line * loss.lines(low) - loss.constant);
  return value;
}

}  // namespace cartwright::bound
