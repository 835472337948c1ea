// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/operators.hpp"

#include "base/error.hpp"
#include "fft/row_values.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <iterator>
#include <type_traits>
#include <vector>

namespace {

using cartwright::fft::by_precision;

/// Multiplies each coefficient of a row by factor(k^2).
template <typename Factor>
void multiply_by_square(const cw_fft_row& row, Factor factor) {
  double others = 0;
  for (std::size_t axis = 0; axis < row.ndims; ++axis)
    if (axis != row.axis) others += row.k[axis][0] * row.k[axis][0];
  const double* const k = row.k[row.axis];
  cartwright::fft::multiply(row, [&](std::int64_t i) { return factor(others + k[i] * k[i]); });
}

/// The wave number of coefficient i of a row along an axis. It is 0 for the coefficient at n/2 of an even axis, which
/// stands for -n/2, too: so operators keep real data real.
double paired_wave_number(const cw_fft_row& row, std::size_t axis, std::int64_t i) {
  const std::int64_t at = axis == row.axis ? i : 0;
  return 2 * (row.start[axis] + at) == row.n[axis] ? 0 : row.k[axis][at];
}

template <typename Real>
std::complex<Real> times_i(std::complex<Real> value) {
  return {-value.imag(), value.real()};
}

/// A row of all components of a vector.
class VectorRow {
 public:
  /// `axes`: the axis of each component, or null.
  VectorRow(const cw_fft_row& row, const int* axes) : row_(row), axes_(axes) {}
  std::size_t components() const { return static_cast<std::size_t>(row_.fields); }
  double wave_number(std::size_t component, std::int64_t i) const {
    const std::size_t axis = axes_ == nullptr ? component : static_cast<std::size_t>(axes_[component]);
    return paired_wave_number(row_, axis, i);
  }
  template <typename Real>
  std::complex<Real>* values(std::size_t component) const {
    return static_cast<std::complex<Real>*>(row_.values_of[component]);
  }

 private:
  const cw_fft_row& row_;
  const int* axes_;
};

}  // namespace

void cw_fft_laplacian(const cw_fft_row* row, void*) {
  multiply_by_square(*row, [](double square) { return -square; });
}

void cw_fft_inverse_laplacian(const cw_fft_row* row, void*) {
  multiply_by_square(*row, [](double square) { return square > 0 ? -1 / square : 0; });
}

void cw_fft_gaussian(const cw_fft_row* row, void* data) {
  multiply_by_square(*row, [s = *static_cast<const double*>(data)](double square) { return std::exp(-s * square); });
}

void cw_fft_derivative(const cw_fft_row* row, void* data) {
  const auto axis = static_cast<std::size_t>(*static_cast<const int*>(data));
  by_precision(*row, [&]<typename Real>(Real*) {
    auto* const values = static_cast<std::complex<Real>*>(row->values);
    for (std::int64_t i = 0; i < row->count; ++i)
      values[i] = times_i(static_cast<Real>(paired_wave_number(*row, axis, i)) * values[i]);
  });
}

void cw_fft_projection(const cw_fft_row* row, void* data) {
  const VectorRow vector(*row, static_cast<const int*>(data));
  by_precision(*row, [&]<typename Real>(Real*) {
    // In large units of length the squares of wave numbers are 0 as floats.
    using Wide = std::conditional_t<std::is_same_v<Real, float>, double, Real>;
    std::array<Wide, CW_FFT_MAX_DIMS> k{};
    for (std::int64_t i = 0; i < row->count; ++i) {
      Wide square = 0;
      std::complex<Wide> along = 0;
      for (std::size_t c = 0; c < vector.components(); ++c) {
        k[c] = vector.wave_number(c, i);
        square += k[c] * k[c];
        along += k[c] * std::complex<Wide>(vector.values<Real>(c)[i]);
      }
      if (square == 0) continue;
      along /= square;
      for (std::size_t c = 0; c < vector.components(); ++c)
        vector.values<Real>(c)[i] -= static_cast<std::complex<Real>>(k[c] * along);
    }
  });
}

void cw_fft_curl(const cw_fft_row* row, void* data) {
  const VectorRow vector(*row, static_cast<const int*>(data));
  by_precision(*row, [&]<typename Real>(Real*) {
    for (std::int64_t i = 0; i < row->count; ++i) {
      std::array<std::complex<Real>, 3> u;
      for (std::size_t c = 0; c < u.size(); ++c) u[c] = vector.values<Real>(c)[i];
      for (std::size_t c = 0; c < u.size(); ++c) {
        const std::size_t a = (c + 1) % 3, b = (c + 2) % 3;
        const auto ka = static_cast<Real>(vector.wave_number(a, i)), kb = static_cast<Real>(vector.wave_number(b, i));
        vector.values<Real>(c)[i] = times_i(ka * u[b] - kb * u[a]);
      }
    }
  });
}

void cw_fft_factors(const cw_fft_row* row, void* data) {
  by_precision(*row, [&]<typename Real>(Real*) {
    const auto each = [&](auto* values, const auto* factors) {
      for (std::int64_t i = 0; i < row->count; ++i) values[i] *= factors[row->offset + i];
    };
    if (row->complex_data != 0)
      each(static_cast<std::complex<Real>*>(row->values), static_cast<const std::complex<Real>*>(data));
    else
      each(static_cast<Real*>(row->values), static_cast<const Real*>(data));
  });
}

namespace cartwright::fft {

namespace {

using base::Status;

/// The operators of fft_operators.h.
struct KnownOperator {
  cw_fft_operator function;
  const char* name;
  bool all_fields = false;
};
constexpr KnownOperator known_operators[] = {
    {cw_fft_laplacian, "cw_fft_laplacian"}, {cw_fft_inverse_laplacian, "cw_fft_inverse_laplacian"},
    {cw_fft_gaussian, "cw_fft_gaussian"},   {cw_fft_derivative, "cw_fft_derivative"},
    {cw_fft_factors, "cw_fft_factors"},     {cw_fft_projection, "cw_fft_projection", true},
    {cw_fft_curl, "cw_fft_curl", true}};

/// `what` names a derivative in errors.
void check_fourier_axis(const Problem& problem, int axis, const char* what) {
  const auto ndims = static_cast<int>(problem.ndims());
  if (axis < 0 || axis >= ndims)
    base::fail(Status::invalid_argument, "{} along axis {}: give an axis from 0 to {}", what, axis, ndims - 1);
  if (const cw_fft_kind kind = problem.axes[axis].kind; kind != CW_FFT_FOURIER)
    base::fail(Status::unsupported, "{} along axis {} of kind {}, which has other functions: give a Fourier axis", what,
               axis, kind_name(kind));
}

/// The fields as components of a vector, with the axes of check_operator.
void check_vector(const Problem& problem, const int* axes) {
  const auto ndims = static_cast<std::int64_t>(problem.ndims());
  if (axes == nullptr ? problem.fields != ndims : problem.fields > ndims)
    base::fail(Status::unsupported,
               "the plan has {} fields and {} axes, and this operator takes a vector with a component along each axis: "
               "make the plan with {} fields, or give the axes of fewer components as data",
               problem.fields, ndims, ndims);
  std::vector<int> used;
  for (int component = 0; component < problem.fields; ++component) {
    const int axis = axes == nullptr ? component : axes[component];
    check_fourier_axis(problem, axis, "a component");
    if (std::find(used.begin(), used.end(), axis) != used.end())
      base::fail(Status::invalid_argument, "two components along axis {}: give each its own axis", axis);
    used.push_back(axis);
  }
}

}  // namespace

void check_operator(const Operator& given, const Problem& problem, bool transposed, bool holds) {
  if (given.function == nullptr) base::fail(Status::invalid_argument, "function is NULL: give an operator");
  const KnownOperator* const it =
      std::find_if(std::begin(known_operators), std::end(known_operators),
                   [&](const KnownOperator& one) { return one.function == given.function; });
  if (it != std::end(known_operators) && it->all_fields != given.all_fields)
    base::fail(Status::invalid_argument, "{} changes {}: call {}", it->name,
               it->all_fields ? "all fields together" : "each field by itself",
               it->all_fields ? "cw_fft_apply_fields" : "cw_fft_apply");
  const bool needs_data = given.function == cw_fft_gaussian || given.function == cw_fft_derivative ||
                          (given.function == cw_fft_factors && holds);
  if (needs_data && given.data == nullptr)
    base::fail(Status::invalid_argument, "data is NULL: this operator needs the address of its parameter");
  if (given.function == cw_fft_derivative)
    check_fourier_axis(problem, *static_cast<const int*>(given.data), "a derivative");
  if (given.function == cw_fft_factors && !transposed)
    base::fail(Status::unsupported,
               "factors are in transposed order, and the spectral array of this plan is not: make the plan with "
               "transposed, and without spectral_box");
  if (given.function == cw_fft_curl && problem.fields != 3)
    base::fail(Status::unsupported, "the curl of {} fields: make the plan with 3, the components of a vector",
               problem.fields);
  if (it != std::end(known_operators) && it->all_fields) check_vector(problem, static_cast<const int*>(given.data));
}

}  // namespace cartwright::fft
