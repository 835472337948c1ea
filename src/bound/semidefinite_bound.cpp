// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "bound/semidefinite_bound.hpp"

#include "bound/division_proof.hpp"
#include "bound/symmetric_eigen.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <span>
#include <unordered_set>
#include <utility>

namespace cartwright::bound {

namespace {

constexpr int rounds_of_proof = 25;
constexpr int rounds_of_triangles = 25;
constexpr double least_violation = 0.02;
constexpr std::size_t triangles_per_vertex = 16;  // at most, found at once
constexpr double step = 1.6;                      // of the primal matrix; any below 1.618 converges

/// The sum of rows of `vectors` times their transposes, each with its factor.
SquareMatrix outer_products(const SquareMatrix& vectors, std::span<const std::size_t> rows,
                            std::span<const double> factors) {
  const std::size_t n = vectors.size();
  SquareMatrix sum(n);
  for (std::size_t r = 0; r < rows.size(); r += 4) {
    const std::size_t several = std::min<std::size_t>(4, rows.size() - r);
    std::span<const double> of[4];
    for (std::size_t k = 0; k < 4; ++k) of[k] = vectors.row(rows[r + std::min(k, several - 1)]);
    for (std::size_t i = 0; i < n; ++i) {
      double f[4];
      for (std::size_t k = 0; k < 4; ++k) f[k] = k < several ? factors[r + k] * of[k][i] : 0;
      const std::span<double> row = sum.row(i);
      for (std::size_t j = 0; j <= i; ++j)
        row[j] += f[0] * of[0][j] + f[1] * of[1][j] + f[2] * of[2][j] + f[3] * of[3][j];
    }
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j) sum(j, i) = sum(i, j);
  return sum;
}

/// The relaxed problem: find the matrix X, as in Multipliers, that costs least.
class Relaxation {
 public:
  Relaxation(const SquareMatrix& weights, std::int64_t parts)
      : n_(weights.size()),
        part_(static_cast<double>(n_) / static_cast<double>(parts)),
        scale_(std::accumulate(weights.entries().begin(), weights.entries().end(), 0.0) / static_cast<double>(n_)),
        cost_(n_),
        relaxed_(n_, 1 / static_cast<double>(parts)),
        slack_(n_),
        of_triangles_(n_),
        multipliers_{std::vector<double>(n_), std::vector<double>(n_), SquareMatrix(n_), {}, {}} {
    std::ranges::transform(weights.entries(), cost_.entries().begin(), [&](double weight) { return -weight / scale_; });
    for (std::size_t i = 0; i < n_; ++i) relaxed_(i, i) = 1;
    norm_of_cost_ =
        std::sqrt(std::inner_product(cost_.entries().begin(), cost_.entries().end(), cost_.entries().begin(), 0.0));
  }

  /// Improves the multipliers, each kind in turn, and X.
  void round() {
    solve_equations();
    raise_pairs();
    raise_triangles();
    project();
    if (++rounds_ % 10 == 0) {
      if (3 * primal_error_ < dual_error_) penalty_ *= 1.15;
      if (3 * dual_error_ < primal_error_) penalty_ /= 1.15;
    }
  }

  /// Leaves out the triangles that do not count, and adds those that X violates most.
  void renew_triangles() {
    Multipliers& made = multipliers_;
    std::size_t kept = 0;
    for (std::size_t t = 0; t < made.triangles.size(); ++t) {
      if (made.triangle[t] < 1e-6) continue;
      made.triangles[kept] = made.triangles[t];
      made.triangle[kept++] = made.triangle[t];
    }
    made.triangles.resize(kept);
    const std::vector<Triangle> found = most_violated(made.triangles);
    made.triangles.insert(made.triangles.end(), found.begin(), found.end());
    made.triangle.resize(made.triangles.size(), 0.0);
    sum_triangles();
    find_steps();
  }

  /// The multipliers in the unit of the weights.
  Multipliers multipliers() const {
    Multipliers made = multipliers_;
    const auto scale = [](std::span<double> values, double factor) {
      for (double& value : values) value *= factor;
    };
    scale(made.vertex, -scale_);
    scale(made.row, -scale_);
    scale(made.pair.entries(), scale_);
    scale(made.triangle, scale_);
    return made;
  }

 private:
  /// Triangles that X violates, without the given ones.
  std::vector<Triangle> most_violated(const std::vector<Triangle>& given) const {
    struct Found {
      double violation;
      Triangle triangle;
    };
    const auto number = [&](const Triangle& t) { return (t.apex * n_ + t.left) * n_ + t.right; };
    std::unordered_set<std::size_t> have;
    for (const Triangle& triangle : given) have.insert(number(triangle));
    std::vector<Found> found;
    for (std::size_t apex = 0; apex < n_; ++apex)
      for (std::size_t left = 0; left < n_; ++left) {
        const double above = relaxed_(apex, left) - 1 - least_violation;
        if (left == apex || above + 1 <= 0) continue;
        for (std::size_t right = left + 1; right < n_; ++right) {
          const double violation = above + relaxed_(apex, right) - relaxed_(left, right);
          if (violation <= 0 || right == apex) continue;
          const Triangle triangle{static_cast<std::int32_t>(apex), static_cast<std::int32_t>(left),
                                  static_cast<std::int32_t>(right)};
          if (!have.contains(number(triangle))) found.push_back({violation, triangle});
        }
      }
    const std::size_t most = std::min(found.size(), triangles_per_vertex * n_);
    std::ranges::partial_sort(found, found.begin() + static_cast<std::ptrdiff_t>(most), {},
                              [&](const Found& one) { return std::pair(-one.violation, number(one.triangle)); });
    std::vector<Triangle> triangles;
    for (std::size_t i = 0; i < most; ++i) triangles.push_back(found[i].triangle);
    return triangles;
  }

  /// An entry of the cost that equations and slack have to make up for.
  double rest(std::size_t i, std::size_t j) const {
    return cost_(i, j) - multipliers_.pair(i, j) + of_triangles_(i, j);
  }

  double equations(std::size_t i, std::size_t j) const {
    return (i == j ? multipliers_.vertex[i] : 0) + (multipliers_.row[i] + multipliers_.row[j]) / 2;
  }

  /// The multipliers of the equations that fit the others best: those of a vertex are what its row does not explain.
  void solve_equations() {
    const auto n = static_cast<double>(n_);
    std::vector<double> of_vertex(n_), of_row(n_);
    double sum = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      double left = 0, in_part = 0;
      for (std::size_t j = 0; j < n_; ++j) {
        left += rest(i, j) - slack_(i, j);
        in_part += relaxed_(i, j);
      }
      of_vertex[i] = rest(i, i) - slack_(i, i) + (1 - relaxed_(i, i)) / penalty_;
      of_row[i] = left + (part_ - in_part) / penalty_;
      sum += of_row[i] - of_vertex[i];
    }
    for (std::size_t i = 0; i < n_; ++i) {
      multipliers_.row[i] = (of_row[i] - of_vertex[i] - sum / (2 * (n - 1))) * 2 / (n - 2);
      multipliers_.vertex[i] = of_vertex[i] - multipliers_.row[i];
    }
  }

  void raise_pairs() {
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t j = 0; j < n_; ++j)
        multipliers_.pair(i, j) = i == j ? 0
                                         : std::max(0.0, cost_(i, j) + of_triangles_(i, j) - equations(i, j) -
                                                             slack_(i, j) - relaxed_(i, j) / penalty_);
  }

  /// A step up where X, as it will be, violates a triangle, the shorter the more triangles share a pair.
  void raise_triangles() {
    const auto ahead = [&](std::size_t i, std::size_t j) {
      return relaxed_(i, j) + penalty_ * (slack_(i, j) + equations(i, j) - rest(i, j));
    };
    for (std::size_t t = 0; t < multipliers_.triangles.size(); ++t) {
      const auto& [apex, left, right] = multipliers_.triangles[t];
      const double violation = ahead(apex, left) + ahead(apex, right) - ahead(left, right) - 1;
      multipliers_.triangle[t] = std::max(0.0, multipliers_.triangle[t] + violation * step_of_triangle_[t] / penalty_);
    }
    sum_triangles();
  }

  /// Calls `visit(t, i, j, share)` for the three pairs of every triangle.
  template <class Visit>
  void for_pairs(const Visit& visit) const {
    for (std::size_t t = 0; t < multipliers_.triangles.size(); ++t) {
      const auto& [apex, left, right] = multipliers_.triangles[t];
      visit(t, apex, left, 0.5);
      visit(t, apex, right, 0.5);
      visit(t, left, right, -0.5);
    }
  }

  void sum_triangles() {
    std::ranges::fill(of_triangles_.entries(), 0.0);
    for_pairs([&](std::size_t t, std::size_t i, std::size_t j, double share) {
      of_triangles_(i, j) += share * multipliers_.triangle[t];
      of_triangles_(j, i) += share * multipliers_.triangle[t];
    });
  }

  void find_steps() {
    SquareMatrix sharing(n_);
    for_pairs([&](std::size_t, std::size_t i, std::size_t j, double) { sharing(std::min(i, j), std::max(i, j)) += 1; });
    step_of_triangle_.assign(multipliers_.triangles.size(), 1.0);
    for_pairs([&](std::size_t t, std::size_t i, std::size_t j, double) {
      step_of_triangle_[t] = std::min(step_of_triangle_[t], 1 / sharing(std::min(i, j), std::max(i, j)));
    });
  }

  /// Splits what is left into the slack, without negative eigenvalues, and X, without positive ones.
  void project() {
    SquareMatrix left(n_);
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t j = 0; j < n_; ++j) left(i, j) = rest(i, j) - equations(i, j) - relaxed_(i, j) / penalty_;
    const Eigen eigen = symmetric_eigen(left);
    std::vector<std::size_t> negative;
    std::vector<double> factors;
    for (std::size_t r = 0; r < n_; ++r)
      if (eigen.values[r] < 0) {
        negative.push_back(r);
        factors.push_back(-eigen.values[r]);
      }
    const SquareMatrix opposite = outer_products(eigen.vectors, negative, factors);
    double size = 0, wrong = 0, moved = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      double in_part = 0;
      for (std::size_t j = 0; j < n_; ++j) {
        const double projected = penalty_ * opposite(i, j);
        double& entry = relaxed_(i, j);
        size += projected * projected;
        wrong += std::pow(i == j ? projected - 1 : std::min(projected, 0.0), 2);
        moved += (projected - entry) * (projected - entry);
        in_part += projected;
        slack_(i, j) = left(i, j) + opposite(i, j);
        entry += step * (projected - entry);
      }
      wrong += (in_part - part_) * (in_part - part_);
    }
    primal_error_ = std::sqrt(wrong / (1 + size));
    dual_error_ = std::sqrt(moved) / penalty_ / (1 + norm_of_cost_);
  }

  std::size_t n_;
  double part_;        ///< vertices of a part
  double scale_;       ///< weight in the unit of cost_
  SquareMatrix cost_;  ///< the weights, negated
  double norm_of_cost_;
  SquareMatrix relaxed_;  ///< X
  SquareMatrix slack_;    ///< what the multipliers leave of the cost, without negative eigenvalues
  SquareMatrix of_triangles_;
  Multipliers multipliers_;
  std::vector<double> step_of_triangle_;
  double penalty_ = 1;
  double primal_error_ = 0;
  double dual_error_ = 0;
  int rounds_ = 0;
};

}  // namespace

double semidefinite_bound(const SquareMatrix& weights, std::int64_t parts, const SemidefiniteOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  if (std::ranges::all_of(weights.entries(), [](double weight) { return weight == 0; })) return 0;
  const auto is_over = [&] {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    return options.budget_seconds > 0 && elapsed.count() >= options.budget_seconds;
  };
  Relaxation relaxation(weights, parts);
  double best = 0;
  for (int round = 1; round <= options.rounds; ++round) {
    relaxation.round();
    const bool last = round == options.rounds || is_over();
    if (round % rounds_of_proof == 0 || last)
      best = std::max(best, proven_cut(weights, parts, relaxation.multipliers()).value_or(0));
    if (last || (options.enough > 0 && best >= options.enough)) break;
    if (round % rounds_of_triangles == 0) relaxation.renew_triangles();
  }
  return best;
}

}  // namespace cartwright::bound
