// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "bound/plane_program.hpp"

#include "bound/pair_internal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace cartwright::bound {

namespace {

constexpr double too_many_cells = -std::numeric_limits<double>::infinity();

/// By the lengths of two neighboring fibres. Empty if it is not known.
std::vector<double> pair_table(const Pattern& plane, std::int64_t longest) {
  std::set<std::int64_t> steps;
  double weight = 0;
  for (const grid::Offset& offset : plane.offsets) {
    steps.insert(offset.delta[0] * offset.delta[1]);
    weight += offset.weight;
  }
  if (steps.size() > 1) return pair_internal(plane, 1, longest);
  std::vector<double> table;
  for (std::int64_t a = 0; a <= longest; ++a)
    for (std::int64_t b = 0; b <= longest; ++b) table.push_back(weight * static_cast<double>(std::min(a, b)));
  return table;
}

}  // namespace

PlaneProgram::PlaneProgram(std::int64_t width, std::int64_t rows, std::int64_t longest, std::int64_t cells)
    : width_(width), rows_(rows), side_(longest + 1), cells_(cells) {
  for (std::int64_t i = 0, power = 1; i <= width + 1; ++i, power *= side_) powers_.push_back(power);
  profiles_ = powers_.back();
}

bool PlaneProgram::find_pairs(const Pattern& pattern, std::size_t along, std::size_t row_dim, std::int64_t longest,
                              Pairs& pairs) {
  const grid::Grid two_fibres(grid::Coords{2, pattern.grid.dim(along)});
  std::array<std::vector<grid::Offset>, directions> offsets;
  for (const grid::Offset& offset : pattern.offsets) {
    std::int64_t row = 0, column = 0;
    for (std::size_t i = 0; i < pattern.grid.ndims(); ++i)
      if (i != along) (i == row_dim ? row : column) = offset.delta[i];
    if (row == 0 && column == 0) continue;
    if (std::abs(row) > 1 || std::abs(column) > 1) return false;
    const Direction direction = row == 0 ? before : column == 0 ? across : row == column ? diagonal : other_diagonal;
    offsets[direction].push_back({{row != 0 ? row : column, offset.delta[along]}, offset.weight});
  }
  for (std::size_t i = 0; i < directions; ++i) {
    pairs[i] = pair_table({two_fibres, std::move(offsets[i])}, longest);
    if (pairs[i].empty()) return false;
  }
  return true;
}

std::optional<PlaneProgram> PlaneProgram::make(const Pattern& pattern, std::size_t along, std::int64_t cells,
                                               double affordable) {
  const grid::Grid& grid = pattern.grid;
  if (grid.ndims() < 2 || grid.ndims() > 3) return std::nullopt;
  std::size_t row_dim = along;  // the longest of the others
  for (std::size_t i = 0; i < grid.ndims(); ++i) {
    if (grid.periodic(i)) return std::nullopt;
    if (i != along && (row_dim == along || grid.dim(i) > grid.dim(row_dim))) row_dim = i;
  }
  const std::int64_t rows = grid.dim(row_dim);
  const std::int64_t longest = std::min(grid.dim(along), cells);
  const std::int64_t width = grid.size() / rows / grid.dim(along);
  if (std::pow(static_cast<double>(longest) + 1, static_cast<double>(width) + 1) > affordable || longest > 255)
    return std::nullopt;
  PlaneProgram program(width, rows, longest, cells);
  if (program.steps() > affordable || !find_pairs(pattern, along, row_dim, longest, program.pairs_))
    return std::nullopt;
  return program;
}

double PlaneProgram::steps() const {
  return static_cast<double>(width_ * rows_) * static_cast<double>(profiles_ * side_) * static_cast<double>(cells_ + 1);
}

double PlaneProgram::gain(std::int64_t profile, std::int64_t column, std::int64_t length) const {
  const auto with = [&](Direction direction, std::int64_t fibres_before) {
    const std::int64_t other = profile / powers_[fibres_before - 1] % side_;
    return pairs_[direction][other * side_ + length];
  };
  double sum = with(across, width_);
  if (column > 0) sum += with(before, 1) + with(diagonal, width_ + 1);
  if (column + 1 < width_) sum += with(other_diagonal, width_ - 1);
  return sum;
}

void PlaneProgram::evaluate(std::span<const double> along) {
  const std::int64_t row = cells_ + 1;
  std::vector<double> now(profiles_ * row, too_many_cells);
  std::vector<double> next(now.size());
  dropped_.assign(static_cast<std::size_t>(width_ * rows_) * now.size(), 0);
  now[0] = 0;
  for (std::int64_t fibre = 0; fibre < width_ * rows_; ++fibre) {
    std::ranges::fill(next, too_many_cells);
    std::uint8_t* const dropped = &dropped_[static_cast<std::size_t>(fibre) * now.size()];
    for (std::int64_t profile = 0; profile < profiles_; ++profile)
      for (std::int64_t length = 0; length < std::min(side_, row); ++length) {
        const double more = along[length] + gain(profile, fibre % width_, length);
        const std::int64_t to = (profile * side_ + length) % profiles_ * row + length;
        for (std::int64_t m = 0; m + length < row; ++m)
          if (const double value = now[profile * row + m] + more; value > next[to + m]) {
            next[to + m] = value;
            dropped[to + m] = static_cast<std::uint8_t>(profile / powers_[width_]);
          }
      }
    now.swap(next);
  }
  most_.assign(row, too_many_cells);
  last_.assign(row, 0);
  for (std::int64_t profile = 0; profile < profiles_; ++profile)
    for (std::int64_t m = 0; m < row; ++m)
      if (now[profile * row + m] > most_[m]) {
        most_[m] = now[profile * row + m];
        last_[m] = profile;
      }
}

std::vector<std::int64_t> PlaneProgram::fibres(std::int64_t m) const {
  std::vector<std::int64_t> lengths;
  std::int64_t profile = last_[m];
  for (std::int64_t fibre = width_ * rows_ - 1; fibre >= 0; --fibre) {
    const std::size_t at = (static_cast<std::size_t>(fibre) * profiles_ + profile) * (cells_ + 1) + m;
    const std::int64_t length = profile % side_;
    profile = profile / side_ + dropped_[at] * powers_[width_];
    m -= length;
    if (length > 0) lengths.push_back(length);
  }
  return lengths;
}

}  // namespace cartwright::bound
