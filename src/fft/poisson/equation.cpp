// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/poisson/equation.hpp"

#include "base/error.hpp"
#include "base/hash.hpp"
#include "fft/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <string_view>

namespace cartwright::fft::poisson {

namespace {

using base::Status;

/// The transform of an axis: its functions are 0 at D and level at N.
struct Choice {
  char lower, upper;
  bool nodes;
  cw_fft_kind kind;
  double before;  ///< distance of the first point from 0, in spacings
  int beyond;     ///< spacings in the length, beyond n
};

constexpr Choice choices[] = {{'P', 'P', false, CW_FFT_FOURIER, 0.5, 0}, {'P', 'P', true, CW_FFT_FOURIER, 0, 0},
                              {'D', 'D', false, CW_FFT_RODFT10, 0.5, 0}, {'D', 'D', true, CW_FFT_RODFT00, 1, 1},
                              {'N', 'N', false, CW_FFT_REDFT10, 0.5, 0}, {'N', 'N', true, CW_FFT_REDFT00, 0, -1},
                              {'D', 'N', false, CW_FFT_RODFT11, 0.5, 0}, {'D', 'N', true, CW_FFT_RODFT01, 1, 0},
                              {'N', 'D', false, CW_FFT_REDFT11, 0.5, 0}, {'N', 'D', true, CW_FFT_REDFT01, 0, 0},
                              {'U', 'U', false, CW_FFT_FOURIER, 0.5, 0}, {'U', 'U', true, CW_FFT_FOURIER, 0, -1},
                              {'D', 'U', false, CW_FFT_RODFT10, 0.5, 0}, {'D', 'U', true, CW_FFT_RODFT00, 1, 0},
                              {'U', 'D', false, CW_FFT_RODFT10, 0.5, 0}, {'U', 'D', true, CW_FFT_RODFT00, 0, 0},
                              {'N', 'U', false, CW_FFT_REDFT10, 0.5, 0}, {'N', 'U', true, CW_FFT_REDFT00, 0, -1},
                              {'U', 'N', false, CW_FFT_REDFT10, 0.5, 0}, {'U', 'N', true, CW_FFT_REDFT00, 0, -1}};

/// The letters of an option, `each` for an axis, without blanks.
std::string read_letters(const char* given, const char* name, std::string_view known, std::size_t ndims,
                         std::size_t each) {
  if (given == nullptr) return std::string(ndims * each, known.front());
  std::string letters(given);
  std::erase(letters, ' ');
  if (letters.size() != ndims * each)
    base::fail(Status::invalid_argument, "{} has {} letters for {} dimensions: give {} for each, such as \"{}\"", name,
               letters.size(), ndims, each == 1 ? "one" : "two", std::string(each, known.front()));
  for (std::size_t i = 0; i < letters.size(); ++i)
    if (known.find(letters[i]) == std::string_view::npos)
      base::fail(Status::invalid_argument, "axis {} has the unknown letter '{}' in {}: use {}", i / each, letters[i],
                 name,
                 each == 1 ? "C (cells) or N (nodes)" : "P (periodic), D (Dirichlet), N (Neumann) or U (unbounded)");
  return letters;
}

/// Makes `axis` the axis 0 of cells between these faces.
void read_faces(Axis& axis, const double* faces) {
  if (axis.unbounded())
    base::fail(Status::invalid_argument,
               "axis 0 has the boundaries {}{} and faces: leave the faces out, or give PP, or D or N for each side",
               axis.lower, axis.upper);
  if (axis.nodes)
    base::fail(Status::invalid_argument, "axis 0 has the centering N and faces, which are those of cells: give C");
  const auto n = static_cast<std::size_t>(axis.n);
  for (std::size_t i = 0; i <= n; ++i) {
    if (!std::isfinite(faces[i]))
      base::fail(Status::invalid_argument, "faces[{}] is {}: coordinates are finite", i, faces[i]);
    if (i > 0 && !(faces[i] > faces[i - 1]))
      base::fail(Status::invalid_argument, "faces[{}] is {}, and faces[{}] is {}: give ascending coordinates", i - 1,
                 faces[i - 1], i, faces[i]);
  }
  axis.faces.assign(faces, faces + n + 1);
  axis.kind = CW_FFT_NONE;
  axis.length = faces[n] - faces[0];
}

Axis read_axis(std::size_t i, std::int64_t n, char lower, char upper, bool nodes, const double* lengths,
               const double* faces) {
  Axis axis{lower, upper, nodes, n};
  const auto* const choice = std::find_if(std::begin(choices), std::end(choices), [&](const Choice& one) {
    return one.lower == lower && one.upper == upper && one.nodes == nodes;
  });
  if (choice == std::end(choices))
    base::fail(Status::invalid_argument,
               "axis {} has the boundaries {}{}, of which one is periodic: give PP, or D, N or U for each side", i,
               lower, upper);
  axis.kind = choice->kind;
  if (n < 1) base::fail(Status::invalid_argument, "n[{}] is {}: sizes are 1 or more", i, n);
  if (n + choice->beyond < 1)
    base::fail(Status::invalid_argument,
               "n[{}] is 1, and with boundaries {}{} nodes are on both sides: give 2 or more, or centering C", i, lower,
               upper);
  if (faces != nullptr) {
    read_faces(axis, faces);
    return axis;
  }
  axis.length = lengths != nullptr ? lengths[i] : (lower == 'P' ? 2 : 1) * std::numbers::pi;
  if (!std::isfinite(axis.length) || axis.length <= 0)
    base::fail(Status::invalid_argument, "lengths[{}] is {}: lengths are finite and above 0", i, axis.length);
  axis.spacing = axis.length / static_cast<double>(n + choice->beyond);
  axis.first = choice->before * axis.spacing;
  return axis;
}

/// "0.01 to 0.2"
std::string widths_of(const std::vector<double>& faces) {
  double least = faces[1] - faces[0], most = least;
  for (std::size_t i = 1; i + 1 < faces.size(); ++i) {
    least = std::min(least, faces[i + 1] - faces[i]);
    most = std::max(most, faces[i + 1] - faces[i]);
  }
  return fmt::format("{:.4g} to {:.4g}", least, most);
}

/// Throws Error for options that faces exclude.
void check_beside_faces(const Equation& equation, const cw_poisson_options& options) {
  for (std::size_t i = 1; i < equation.axes.size(); ++i)
    if (equation.axes[i].unbounded())
      base::fail(Status::unsupported,
                 "axis {} is unbounded, and axis 0 has faces: give P, D or N for each side, or leave faces NULL", i);
  if (options.lambda < 0)
    base::fail(Status::unsupported, "lambda is {}, and with faces it is 0 or more: give such a number", options.lambda);
}

}  // namespace

std::int64_t Axis::period() const {
  if (!mirrored()) return points();
  return 2 * (points() + (!nodes ? 0 : odd() ? 1 : -1));
}

std::int64_t Axis::reach() const {
  const std::int64_t farthest = mirrored() ? 2 * n - (!nodes ? 1 : odd() ? 0 : 2) : n - 1;
  return period() - farthest;
}

double Axis::transformed() const {
  if (!unbounded()) return length;
  return spacing * static_cast<double>(mirrored() ? period() / 2 : period());
}

int Equation::unbounded() const {
  return static_cast<int>(std::count_if(axes.begin(), axes.end(), [](const Axis& axis) { return axis.unbounded(); }));
}

bool Equation::has_any_mean() const {
  const auto keeps = [](char side) { return side == 'P' || side == 'N'; };
  return lambda == 0 && std::all_of(axes.begin(), axes.end(),
                                    [&](const Axis& axis) { return keeps(axis.lower) && keeps(axis.upper); });
}

Equation read_equation(std::size_t ndims, const std::int64_t n[], const cw_poisson_options& options) {
  if (ndims < 2 || ndims > CW_FFT_MAX_DIMS)
    base::fail(Status::invalid_argument, "{} dimensions: give 2 to {} (a periodic axis of size 1 adds a dimension)",
               ndims, int{CW_FFT_MAX_DIMS});
  if (n == nullptr) base::fail(Status::invalid_argument, "n is NULL: give {} sizes", ndims);
  const std::string sides = read_letters(options.boundaries, "boundaries", "PDNU", ndims, 2);
  const std::string centering = read_letters(options.centering, "centering", "CN", ndims, 1);
  Equation equation;
  for (std::size_t i = 0; i < ndims; ++i)
    equation.axes.push_back(read_axis(i, n[i], sides[2 * i], sides[2 * i + 1], centering[i] == 'N', options.lengths,
                                      i == 0 ? options.faces : nullptr));
  if (!std::isfinite(options.lambda))
    base::fail(Status::invalid_argument, "lambda is {}: give a finite number", options.lambda);
  if (options.laplacian != CW_POISSON_SPECTRAL && options.laplacian != CW_POISSON_SECOND_ORDER)
    base::fail(Status::invalid_argument, "laplacian is {}: give CW_POISSON_SPECTRAL or CW_POISSON_SECOND_ORDER",
               static_cast<int>(options.laplacian));
  if (equation.unbounded() > 3)
    base::fail(Status::unsupported, "{} unbounded axes: give 3 at most", equation.unbounded());
  if (equation.has_faces()) check_beside_faces(equation, options);
  if (equation.unbounded() > 0 && options.lambda < 0)
    base::fail(Status::unsupported, "lambda is {}, and with unbounded axes it is 0 or more: waves would leave the box",
               options.lambda);
  if (equation.unbounded() > 0 && options.laplacian != CW_POISSON_SPECTRAL)
    base::fail(Status::unsupported,
               "laplacian is CW_POISSON_SECOND_ORDER, and unbounded axes are for CW_POISSON_SPECTRAL: leave it 0");
  equation.lambda = options.lambda;
  equation.laplacian = options.laplacian;
  equation.complex_data = options.complex_data != 0;
  return equation;
}

std::uint64_t fingerprint(const Equation& equation) {
  std::string text =
      fmt::format("{} {} {}", equation.lambda, static_cast<int>(equation.laplacian), equation.complex_data);
  for (const Axis& axis : equation.axes)
    text += fmt::format("/{}{} {} {} {}", axis.lower, axis.upper, axis.nodes, axis.n, axis.length);
  for (const double face : equation.axes.front().faces) text += fmt::format(" {}", face);
  base::Hash hash;
  hash.add(text);
  return hash.value();
}

std::string describe(const Equation& equation) {
  std::string text = "laplace(u)";
  if (equation.lambda != 0) text += fmt::format(" {} {} u", equation.lambda > 0 ? '-' : '+', std::abs(equation.lambda));
  text += fmt::format(" = f, {}{}\n",
                      equation.laplacian == CW_POISSON_SPECTRAL ? "spectral" : "by second-order differences",
                      equation.has_any_mean() ? "; the mean of u is 0" : "");
  for (std::size_t i = 0; i < equation.axes.size(); ++i) {
    const Axis& axis = equation.axes[i];
    text += fmt::format("{}axis {} {}{}, {} {} of ", i == 0 ? "" : "; ", i, axis.lower, axis.upper, axis.n,
                        axis.nodes ? "nodes" : "cells");
    if (!axis.faces.empty())
      text += fmt::format("{} by tridiagonal systems", widths_of(axis.faces));
    else
      text += fmt::format("{:.4g} by {}", axis.spacing, kind_name(axis.kind));
    if (axis.unbounded()) text += fmt::format(" of {} points", axis.points());
  }
  return text + "\n";
}

}  // namespace cartwright::fft::poisson
