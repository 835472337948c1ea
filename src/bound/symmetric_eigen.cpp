// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "bound/symmetric_eigen.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

namespace cartwright::bound {

namespace {

/// The square of a length that counts as 0. Its inverse is far from an overflow.
constexpr double negligible = 1e-290;

double dot(std::span<const double> a, std::span<const double> b) {
  // Four sums, so that additions need not wait for each other.
  std::array<double, 4> sums{};
  std::size_t i = 0;
  for (; i + 4 <= a.size(); i += 4)
    for (std::size_t k = 0; k < 4; ++k) sums[k] += a[i + k] * b[i + k];
  for (; i < a.size(); ++i) sums[0] += a[i] * b[i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

void add(std::span<double> to, double factor, std::span<const double> from) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += factor * from[i];
}

/// A tridiagonal matrix that is similar to another one.
struct Tridiagonal {
  std::vector<double> diagonal;
  std::vector<double> beside;  ///< of the diagonal: one less, and 0 at the end
};

/// Reflects the matrix, column by column. Row k of `matrix` then has the normal of the k-th reflection from k + 1 on,
/// and factors[k] the factor of its rank-one matrix.
Tridiagonal make_tridiagonal(SquareMatrix& matrix, std::vector<double>& factors) {
  const std::size_t n = matrix.size();
  Tridiagonal made{std::vector<double>(n), std::vector<double>(n, 0.0)};
  factors.assign(n, 0.0);
  std::vector<double> image(n);
  for (std::size_t k = 0; k + 1 < n; ++k) {
    made.diagonal[k] = matrix(k, k);
    const std::span<double> normal = matrix.row(k).subspan(k + 1);
    const double square = dot(normal, normal);
    if (square < negligible) continue;
    made.beside[k] = normal[0] > 0 ? -std::sqrt(square) : std::sqrt(square);
    normal[0] -= made.beside[k];
    const double factor = factors[k] = -1 / (made.beside[k] * normal[0]);
    const std::span<double> moved = std::span(image).first(normal.size());
    for (std::size_t i = 0; i < normal.size(); ++i)
      moved[i] = factor * dot(matrix.row(k + 1 + i).subspan(k + 1), normal);
    add(moved, -factor / 2 * dot(moved, normal), normal);
    for (std::size_t i = 0; i < normal.size(); ++i) {
      const std::span<double> row = matrix.row(k + 1 + i).subspan(k + 1);
      const double a = normal[i], b = moved[i];
      for (std::size_t j = 0; j < row.size(); ++j) row[j] -= a * moved[j] + b * normal[j];
    }
  }
  made.diagonal[n - 1] = matrix(n - 1, n - 1);
  return made;
}

/// The product of the reflections, transposed.
SquareMatrix product_of(const SquareMatrix& reflections, const std::vector<double>& factors) {
  const std::size_t n = reflections.size();
  SquareMatrix product(n);
  for (std::size_t i = 0; i < n; ++i) product(i, i) = 1;
  for (std::size_t k = n; k-- > 0;) {
    if (factors[k] == 0) continue;
    const std::span<const double> normal = reflections.row(k).subspan(k + 1);
    // The rows of the transposed product are reflected one by one.
    for (std::size_t i = k + 1; i < n; ++i) {
      const std::span<double> row = product.row(i).subspan(k + 1);
      add(row, -factors[k] * dot(row, normal), normal);
    }
  }
  return product;
}

/// One QR step on the rows from `first` to `last`, with the eigenvalue of the last two rows that is closer to the last
/// diagonal entry as its shift. Tells `rotate(i, cosine, sine)` of the rotations of the rows i and i + 1.
template <class Rotate>
void sweep(Tridiagonal& matrix, std::size_t first, std::size_t last, const Rotate& rotate) {
  std::vector<double>&diagonal = matrix.diagonal, &beside = matrix.beside;
  const double half = (diagonal[last - 1] - diagonal[last]) / 2, corner = beside[last - 1];
  const double shift = diagonal[last] - corner * corner / (half + std::copysign(std::hypot(half, corner), half));
  double kept = diagonal[first] - shift, removed = beside[first];
  for (std::size_t i = first; i < last; ++i) {
    const double length = std::hypot(kept, removed);
    const double cosine = length == 0 ? 1 : kept / length, sine = length == 0 ? 0 : removed / length;
    if (i > first) beside[i - 1] = length;
    const double a = diagonal[i], b = beside[i], c = diagonal[i + 1], mixed = 2 * cosine * sine * b;
    diagonal[i] = cosine * cosine * a + mixed + sine * sine * c;
    diagonal[i + 1] = sine * sine * a - mixed + cosine * cosine * c;
    beside[i] = cosine * sine * (c - a) + (cosine * cosine - sine * sine) * b;
    if (i + 1 < last) {
      kept = beside[i];
      removed = sine * beside[i + 1];
      beside[i + 1] *= cosine;
    }
    rotate(i, cosine, sine);
  }
}

/// Makes the matrix diagonal by QR steps.
template <class Rotate>
void make_diagonal(Tridiagonal& matrix, const Rotate& rotate) {
  const auto is_split = [&](std::size_t i) {
    const double beside = std::abs(matrix.diagonal[i]) + std::abs(matrix.diagonal[i + 1]);
    return std::abs(matrix.beside[i]) <= std::numeric_limits<double>::epsilon() * beside;
  };
  std::size_t left = 60 * matrix.diagonal.size();  // steps; two for each row are usual
  for (std::size_t last = matrix.diagonal.size() - 1; last > 0 && left > 0;) {
    if (is_split(last - 1)) {
      --last;
      continue;
    }
    std::size_t first = last - 1;
    while (first > 0 && !is_split(first - 1)) --first;
    sweep(matrix, first, last, rotate);
    --left;
  }
}

}  // namespace

Eigen symmetric_eigen(SquareMatrix matrix) {
  std::vector<double> factors;
  Tridiagonal tridiagonal = make_tridiagonal(matrix, factors);
  SquareMatrix vectors = product_of(matrix, factors);
  make_diagonal(tridiagonal, [&](std::size_t i, double cosine, double sine) {
    const std::span<double> upper = vectors.row(i), lower = vectors.row(i + 1);
    for (std::size_t j = 0; j < upper.size(); ++j) {
      const double below = lower[j];
      lower[j] = cosine * below - sine * upper[j];
      upper[j] = cosine * upper[j] + sine * below;
    }
  });
  return {std::move(tridiagonal.diagonal), std::move(vectors)};
}

double least_eigenvalue(SquareMatrix matrix) {
  std::vector<double> factors;
  Tridiagonal tridiagonal = make_tridiagonal(matrix, factors);
  make_diagonal(tridiagonal, [](std::size_t, double, double) {});
  return *std::ranges::min_element(tridiagonal.diagonal);
}

}  // namespace cartwright::bound
