// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "bound/division_proof.hpp"

#include "bound/symmetric_eigen.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace cartwright::bound {

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

double sum_of_sizes(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += std::abs(value);
  return sum;
}

/// Multiples of a power of two that is large enough to keep every sum of the weights and multipliers exact.
class Exact {
 public:
  Exact(const SquareMatrix& weights, const Multipliers& multipliers) {
    const auto n = static_cast<double>(weights.size());
    const double all = sum_of_sizes(weights.entries()) + sum_of_sizes(multipliers.pair.entries()) +
                       sum_of_sizes(multipliers.vertex) + n * sum_of_sizes(multipliers.row) +
                       4 * sum_of_sizes(multipliers.triangle);
    largest_ = 2 * std::max(all, 1.0);
    constexpr int digits = std::numeric_limits<double>::digits;
    unit_ = std::exp2(std::ceil(std::log2(largest_)) - (digits - 2));
  }

  bool possible() const { return std::isfinite(largest_) && unit_ <= 1; }
  double largest() const { return largest_; }
  double round(double value) const { return std::round(value / unit_) * unit_; }

 private:
  double largest_ = 0;
  double unit_ = 0;
};

/// Whether a symmetric matrix has only positive eigenvalues. May say no although it has.
bool is_positive(SquareMatrix matrix) {
  const std::size_t n = matrix.size();
  double trace = 0;
  for (std::size_t i = 0; i < n; ++i) trace += std::abs(matrix(i, i));
  const double margin = 4 * static_cast<double>(n + 3) * epsilon * trace;
  for (std::size_t i = 0; i < n; ++i) {
    const std::span<double> row = matrix.row(i);
    row[i] -= margin;
    for (std::size_t j = 0; j <= i; ++j) {
      const std::span<const double> above = matrix.row(j);
      double left = row[j];
      for (std::size_t k = 0; k < j; ++k) left -= row[k] * above[k];
      if (j < i)
        row[j] = left / above[j];
      else if (!(left > 0))
        return false;
      else
        row[i] = std::sqrt(left);
    }
  }
  return true;
}

/// A number that no eigenvalue of the matrix is below on vectors that are orthogonal to the ones.
std::optional<double> least_proven(const SquareMatrix& matrix, const Exact& exact) {
  double norm = 0;
  for (std::size_t i = 0; i < matrix.size(); ++i) norm = std::max(norm, sum_of_sizes(matrix.row(i)));
  if (norm == 0) return 0.0;
  // Adding the same to all entries changes nothing on these vectors, and raises the eigenvalue of the ones.
  SquareMatrix raised = matrix;
  for (double& entry : raised.entries()) entry += 1000 * norm / static_cast<double>(matrix.size());
  double margin = 1e-10 * norm;
  const double least = least_eigenvalue(raised);
  for (int attempt = 0; attempt < 4; ++attempt, margin *= 10) {
    const double proven = exact.round(least - margin);
    SquareMatrix moved = raised;
    for (std::size_t i = 0; i < moved.size(); ++i) moved(i, i) -= proven;
    if (is_positive(std::move(moved))) return proven;
  }
  return {};
}

}  // namespace

std::optional<double> proven_cut(const SquareMatrix& weights, std::int64_t parts, const Multipliers& multipliers) {
  const Exact exact(weights, multipliers);
  if (!exact.possible()) return {};
  const std::size_t n = weights.size();
  const auto all = static_cast<double>(n), count = static_cast<double>(parts), in_part = all / count;
  // The cut is half of the sum of weights times (1 - X), and the sum of the weights times X is at most
  //   vertex + m row + triangle - (left . X),  left = what the multipliers leave of the weights, negated.
  SquareMatrix left(n);
  double total = 0, at_most = 0;
  std::vector<double> half_rows(n);
  for (std::size_t i = 0; i < n; ++i) {
    half_rows[i] = exact.round(multipliers.row[i] / 2);
    at_most += 2 * in_part * half_rows[i];
  }
  for (std::size_t i = 0; i < n; ++i) {
    const double vertex = exact.round(multipliers.vertex[i]);
    at_most += vertex;
    left(i, i) += vertex;
    for (std::size_t j = 0; j < n; ++j) {
      total += weights(i, j);
      const double pair = i == j ? 0 : std::max(0.0, exact.round(multipliers.pair(i, j)));
      left(i, j) += half_rows[i] + half_rows[j] - weights(i, j) - pair;
    }
  }
  for (std::size_t t = 0; t < multipliers.triangles.size(); ++t) {
    const auto& [apex, one, other] = multipliers.triangles[t];
    const double half = std::max(0.0, exact.round(multipliers.triangle[t] / 2));
    at_most += 2 * half;
    left(apex, one) += half;
    left(one, apex) += half;
    left(apex, other) += half;
    left(other, apex) += half;
    left(one, other) -= half;
    left(other, one) -= half;
  }
  const std::optional<double> least = least_proven(left, exact);
  if (!least) return {};
  // X is 1 / parts everywhere, plus a matrix that is orthogonal to the ones, without negative eigenvalues.
  double everywhere = 0;
  for (const double entry : left.entries()) everywhere += entry;
  at_most -= everywhere / count + *least * (all - in_part);
  return (total - at_most) / 2 - 64 * epsilon * all * exact.largest();
}

}  // namespace cartwright::bound
