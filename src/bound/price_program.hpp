// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace cartwright::bound {

/// A small linear program, grown column by column: maximize the value of non-negative amounts of the
/// columns such that every row adds up to its demand. Only its prices (dual values) are wanted: whoever
/// uses them must not rely on them being exact. Revised simplex method with a dense inverse, for up to
/// some hundred rows; deterministic.
class PriceProgram {
 public:
  struct Column {
    double value;
    std::vector<std::pair<std::size_t, double>> entries;  ///< row, amount
  };

  /// What a row lacks or has in excess can be had at a cost of penalty[row] per unit, so that there always
  /// is a solution; it bounds the prices.
  PriceProgram(std::vector<double> demand, std::vector<double> penalty);

  void add(Column column) { columns_.push_back(std::move(column)); }
  /// Improves the solution until no column helps, or until about `steps` elementary steps are spent, and
  /// returns how many were. Goes on where it stopped.
  double solve(double steps);

  std::span<const double> prices() const { return prices_; }
  double value() const;

 private:
  void price();
  /// The column that promises most per unit, or none; numbers past columns_ are bought and sold units.
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
