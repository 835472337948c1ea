// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft_poisson_axis.hpp"

#include <algorithm>
#include <functional>

namespace fft_test {

namespace {

/// The inverse by elimination with pivots.
Matrix inverse_of(Matrix a) {
  const std::size_t n = a.size();
  for (std::size_t i = 0; i < n; ++i) {
    a[i].resize(2 * n);
    a[i][n + i] = 1;
  }
  for (std::size_t i = 0; i < n; ++i) {
    const auto column = [&](const auto& x, const auto& y) { return std::abs(x[i]) < std::abs(y[i]); };
    std::swap(a[i], *std::max_element(a.begin() + static_cast<std::ptrdiff_t>(i), a.end(), column));
    for (std::size_t other = 0; other < n; ++other) {
      const Real factor = other == i ? 1 - 1 / a[i][i] : a[other][i] / a[i][i];
      const std::vector<Real> pivot = a[i];
      for (std::size_t j = 0; j < 2 * n; ++j) a[other][j] -= factor * pivot[j];
    }
  }
  for (std::vector<Real>& row : a) row.erase(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(n));
  return a;
}

/// Wave j of an axis, one that its boundaries allow, and its wave number.
std::pair<std::function<Real(Real)>, Real> wave(const Side& side, std::int64_t j) {
  const bool sine = side.is("PP") ? j % 2 == 0 && j > 0 : side.boundaries[0] == 'D';
  const Real turns = side.is("PP")   ? 2 * static_cast<Real>((j + 1) / 2)
                     : side.is("DD") ? static_cast<Real>(j + 1)
                     : side.is("NN") ? static_cast<Real>(j)
                                     : static_cast<Real>(j) + 0.5L;
  const Real k = pi * turns / side.length;
  const Real begin = side.is("PP") ? side.point(0) : 0;  // a cosine of the highest wave is 1 and -1 in turn
  return {[=](Real x) { return sine ? std::sin(k * (x - begin)) : std::cos(k * (x - begin)); }, k};
}

/// A Gaussian, and its second derivative.
std::pair<Real, Real> gaussian(Real x, Real width) {
  const Real square = x * x / (width * width);
  return {std::exp(-square / 2), (square - 1) / (width * width) * std::exp(-square / 2)};
}

}  // namespace

Matrix spectral(const Side& side) {
  const auto n = static_cast<std::size_t>(side.n);
  Matrix waves(n, std::vector<Real>(n));
  std::vector<Real> numbers;
  for (std::size_t j = 0; j < n; ++j) {
    const auto [function, k] = wave(side, static_cast<std::int64_t>(j));
    numbers.push_back(k);
    for (std::size_t i = 0; i < n; ++i) waves[i][j] = function(side.point(static_cast<std::int64_t>(i)));
  }
  const Matrix coefficients = inverse_of(waves);
  Matrix made(n, std::vector<Real>(n));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t l = 0; l < n; ++l) made[i][j] -= waves[i][l] * numbers[l] * numbers[l] * coefficients[l][j];
  return made;
}

Matrix second_order(const Side& side) {
  const std::int64_t n = side.n;
  Matrix made(static_cast<std::size_t>(n), std::vector<Real>(static_cast<std::size_t>(n)));
  const Real factor = 1 / (side.spacing() * side.spacing());
  for (std::int64_t i = 0; i < n; ++i) {
    const auto add = [&](std::int64_t j, Real value) {
      if (side.is("PP")) j = (j + n) % n;
      // The image of a point is as far from the wall.
      while (j < 0 || j >= n) {
        const bool low = j < 0;
        const Real x = side.point(j);
        const Real image = low ? -x : 2 * side.length - x;
        const bool dirichlet = side.boundaries[low ? 0 : 1] == 'D';
        if (dirichlet && std::abs(image - x) < side.spacing() / 4) return;  // on the wall
        if (dirichlet) value = -value;
        j = std::llround((image - side.point(0)) / side.spacing());
      }
      made[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] += value;
    };
    add(i - 1, factor);
    add(i, -2 * factor);
    add(i + 1, factor);
  }
  return made;
}

Matrix finite_volumes(const Side& side) {
  const auto n = static_cast<std::size_t>(side.n);
  Matrix made(n, std::vector<Real>(n));
  const auto at = [&](std::size_t i) { return side.point(static_cast<std::int64_t>(i)); };
  const auto width = [&](std::size_t i) { return side.weight(static_cast<std::int64_t>(i)); };
  if (side.is("PP")) {
    const Real between = (width(0) + width(n - 1)) / 2;
    made[0][n - 1] += 1 / (between * width(0));
    made[0][0] -= 1 / (between * width(0));
    made[n - 1][0] += 1 / (between * width(n - 1));
    made[n - 1][n - 1] -= 1 / (between * width(n - 1));
  }
  for (std::size_t face = 0; face <= n; ++face) {
    const bool wall = face == 0 || face == n;
    if (wall && side.boundaries[face == 0 ? 0 : 1] != 'D') continue;
    // The flux is (upper value - lower value) / distance; beyond a wall there is no cell, and the value is 0.
    const Real below = face == 0 ? Real(side.faces.front()) : at(face - 1);
    const Real above = face == n ? Real(side.faces.back()) : at(face);
    for (const bool upper_cell : {false, true}) {
      if (upper_cell ? face == n : face == 0) continue;
      const std::size_t cell = upper_cell ? face : face - 1;
      const Real flux = (upper_cell ? -1 : 1) / ((above - below) * width(cell));
      if (face < n) made[cell][face] += flux;
      if (face > 0) made[cell][face - 1] -= flux;
    }
  }
  return made;
}

std::pair<Real, Real> known(const Side& side, std::int64_t i) {
  if (side.n == 1) return {1, 0};
  if (side.is("UU")) return gaussian(side.point(i) - side.length / 2, side.length / 17.0L);
  if (side.mirrored()) {
    const Real x = side.boundaries[0] == 'U' ? side.length - side.point(i) : side.point(i);
    const Real sign = side.boundaries.find('D') == std::string::npos ? 1 : -1;
    const auto [value, second] = gaussian(x - side.length / 4, side.length / 10);
    const auto [image, second_of_image] = gaussian(x + side.length / 4, side.length / 10);
    return {value + sign * image, second + sign * second_of_image};
  }
  const Real unit = (side.is("PP") ? 2 : 1) * pi / side.length;
  const Real t = unit * (side.point(i) - (side.faces.empty() ? 0 : side.faces.front()));
  const Real m = side.is("DD") ? 1 : side.is("DN") || side.is("ND") ? 0.5L : 0;
  const bool sine = side.boundaries[0] == 'D';
  const Real g = sine ? std::sin(m * t) : std::cos(m * t);
  const Real slope = m * (sine ? std::cos(m * t) : -std::sin(m * t));
  const Real e = std::exp(std::cos(t));
  const Real second = -m * m * g - 2 * slope * std::sin(t) + g * (std::sin(t) * std::sin(t) - std::cos(t));
  return {g * e, unit * unit * second * e};
}

}  // namespace fft_test
