// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace cartwright::bound {

/// A small linear program that grows column by column: choose non-negative amounts of the columns to maximize their
/// value, where every row must add up to its demand. Callers use only the prices (dual values), and must not rely on
/// them being exact. Revised simplex method with a dense inverse, for up to some hundred rows; deterministic.
class PriceProgram {
 public:
  struct Column {
    double value;
    std::vector<std::pair<std::size_t, double>> entries;  ///< row, amount
  };

  /// A row may lack or exceed its demand at a cost of penalty[row] per unit. So there is always a solution, and the
  /// penalties bound the prices.
  PriceProgram(std::vector<double> demand, std::vector<double> penalty);

  void add(Column column) { columns_.push_back(std::move(column)); }
  /// Improves the solution until no column helps, or until about `steps` elementary steps are done. Returns the number
  /// of steps. The next call continues from there.
  double solve(double steps);

  std::span<const double> prices() const { return prices_; }
  double value() const;

 private:
  void price();
  /// The column that gains most per unit; false if none does. Numbers past columns_ stand for bought and sold units.
  bool entering(std::size_t& column) const;
  Column column(std::size_t number) const;
  bool pivot(std::size_t number);

  std::vector<Column> columns_;
  std::vector<double> demand_;
  std::vector<double> penalty_;
  std::vector<Column> basis_;
  std::vector<double> inverse_;  // rows x rows
  std::vector<double> amount_;   // of the basis columns
  std::vector<double> prices_;
};

}  // namespace cartwright::bound
