// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "bound/price_program.hpp"

#include "base/random.hpp"

#include <algorithm>
#include <limits>

namespace cartwright::bound {

namespace {

constexpr double smallest_change = 1e-9;
constexpr double smallest_gain = 1e-7;

}  // namespace

PriceProgram::PriceProgram(std::vector<double> demand, std::vector<double> penalty)
    : demand_(std::move(demand)), penalty_(std::move(penalty)), inverse_(demand_.size() * demand_.size(), 0.0) {
  // Most demands are 0. Without small random perturbations, the method would cycle.
  base::Random random(1);
  const double scale = 1e-6 * std::ranges::max(demand_);
  for (std::size_t row = 0; row < demand_.size(); ++row) {
    demand_[row] += scale * (1 + random.unit());
    inverse_[row * demand_.size() + row] = 1;
    basis_.push_back({-penalty_[row], {{row, 1.0}}});
  }
  amount_ = demand_;
  price();
}

double PriceProgram::solve(double steps) {
  const auto rows = static_cast<double>(demand_.size());
  double spent = 0;
  for (std::size_t number = 0; spent < steps && entering(number) && pivot(number); price())
    spent += 2 * rows * rows + 4 * static_cast<double>(columns_.size());
  return spent;
}

double PriceProgram::value() const {
  double sum = 0;
  for (std::size_t row = 0; row < demand_.size(); ++row) sum += prices_[row] * demand_[row];
  return sum;
}

void PriceProgram::price() {
  const std::size_t rows = demand_.size();
  prices_.assign(rows, 0.0);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t row = 0; row < rows; ++row) prices_[row] += basis_[i].value * inverse_[i * rows + row];
}

bool PriceProgram::entering(std::size_t& column) const {
  double best = smallest_gain;
  bool found = false;
  const auto consider = [&](std::size_t number, double gain) {
    if (gain <= best) return;
    best = gain;
    column = number;
    found = true;
  };
  for (std::size_t number = 0; number < columns_.size(); ++number) {
    double gain = columns_[number].value;
    for (const auto& [row, amount] : columns_[number].entries) gain -= prices_[row] * amount;
    consider(number, gain);
  }
  for (std::size_t row = 0; row < demand_.size(); ++row) {
    consider(columns_.size() + 2 * row, -penalty_[row] - prices_[row]);
    consider(columns_.size() + 2 * row + 1, -penalty_[row] + prices_[row]);
  }
  return found;
}

PriceProgram::Column PriceProgram::column(std::size_t number) const {
  if (number < columns_.size()) return columns_[number];
  const std::size_t row = (number - columns_.size()) / 2;
  return {-penalty_[row], {{row, (number - columns_.size()) % 2 == 0 ? 1.0 : -1.0}}};
}

bool PriceProgram::pivot(std::size_t number) {
  const std::size_t rows = demand_.size();
  Column entering = column(number);
  std::vector<double> change(rows, 0.0);
  for (const auto& [row, amount] : entering.entries)
    for (std::size_t i = 0; i < rows; ++i) change[i] += inverse_[i * rows + row] * amount;
  std::size_t leaving = rows;
  double step = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < rows; ++i)
    if (change[i] > smallest_change && amount_[i] / change[i] < step) {
      step = amount_[i] / change[i];
      leaving = i;
    }
  if (leaving == rows) return false;

  double* pivot_row = &inverse_[leaving * rows];
  for (std::size_t j = 0; j < rows; ++j) pivot_row[j] /= change[leaving];
  for (std::size_t i = 0; i < rows; ++i) {
    if (i == leaving || change[i] == 0) continue;
    for (std::size_t j = 0; j < rows; ++j) inverse_[i * rows + j] -= change[i] * pivot_row[j];
    amount_[i] = std::max(0.0, amount_[i] - change[i] * step);
  }
  amount_[leaving] = step;
  basis_[leaving] = std::move(entering);
  return true;
}

}  // namespace cartwright::bound
