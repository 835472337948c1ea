// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CARTWRIGHT_FFT_OPERATORS_HPP
#define CARTWRIGHT_FFT_OPERATORS_HPP

/// \file
/// The operators of fft.hpp, for Plan::apply and Plan::apply_fields: fft_operators.h for C++20. An operator is one of
/// those below, or a function of the user:
///
///     plan.apply(cw::fft::inverse_laplacian(), f, u);
///     plan.apply(
///         [](const auto& row) {
///           for (std::size_t i = 0; i < row.size(); ++i) row[i] *= h(row.k(0, i));
///         },
///         f, u);

#include <cartwright/fft_operators.h>
#include <cartwright/fft_array.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <ranges>
#include <span>
#include <type_traits>

#if __cplusplus >= 202002L

namespace cw::fft {

/// A row of coefficients (cw_fft_row), valid until the operator returns. Its elements may be changed. They are those of
/// one field, with Plan::apply_fields of field 0: there field() gives those of each.
/// \tparam Spectral the element type of the spectral array
template <Element Spectral>
class Row : public std::span<Spectral> {
 public:
  /// \param c the row of C
  explicit Row(const cw_fft_row& c)
      : std::span<Spectral>(static_cast<Spectral*>(c.values), static_cast<std::size_t>(c.count)), c_(c) {}
  /// \return number of fields in the row: all of the plan with Plan::apply_fields, and 1 with Plan::apply
  std::size_t fields() const noexcept { return static_cast<std::size_t>(c_.fields); }
  /// \param i from 0 to fields() - 1
  /// \return the coefficients of a field
  std::span<Spectral> field(std::size_t i) const noexcept {
    return {static_cast<Spectral*>(c_.values_of[i]), static_cast<std::size_t>(c_.count)};
  }
  /// \param axis an axis
  /// \param i    position in the row
  /// \return the wave number of a coefficient along an axis
  double k(std::size_t axis, std::size_t i) const noexcept { return c_.k[axis][axis == c_.axis ? i : 0]; }
  /// \param axis an axis
  /// \param i    position in the row
  /// \return the global index of a coefficient along an axis
  std::int64_t index(std::size_t axis, std::size_t i) const noexcept {
    return c_.start[axis] + (axis == c_.axis ? static_cast<std::int64_t>(i) : 0);
  }
  /// \return all members
  const cw_fft_row& c() const noexcept { return c_; }

 private:
  const cw_fft_row& c_;
};

/// An operator of fft_operators.h and its parameter.
/// \tparam Parameter the type of the parameter
template <typename Parameter>
struct Operator {
  cw_fft_operator function;  ///< the function
  Parameter parameter;       ///< the object that its data points to
};

/// The operator cw_fft_factors.
/// \tparam Spectral the element type of the spectral array
template <Element Spectral>
struct Factors {
  std::span<const Spectral> values;  ///< a factor for each element of one field
};

/// \return the Laplacian (cw_fft_laplacian)
inline Operator<std::nullptr_t> laplacian() { return {cw_fft_laplacian, nullptr}; }
/// \return the inverse of the Laplacian, with the mean 0 (cw_fft_inverse_laplacian)
inline Operator<std::nullptr_t> inverse_laplacian() { return {cw_fft_inverse_laplacian, nullptr}; }
/// \param s a squared length
/// \return a factor exp(-s k^2) (cw_fft_gaussian)
inline Operator<double> gaussian(double s) { return {cw_fft_gaussian, s}; }
/// \param axis a Fourier axis
/// \return the first derivative along it (cw_fft_derivative)
inline Operator<int> derivative(int axis) { return {cw_fft_derivative, axis}; }
/// \return for Plan::apply_fields: the projection on fields without divergence (cw_fft_projection)
inline Operator<std::nullptr_t> projection() { return {cw_fft_projection, nullptr}; }
/// \return for Plan::apply_fields: the curl (cw_fft_curl)
inline Operator<std::nullptr_t> curl() { return {cw_fft_curl, nullptr}; }
/// \param values a vector, Buffer or span with a factor for each element of one field of the spectral array, which is
///               in transposed order; in use until the operator is applied
/// \return a multiplication by these factors (cw_fft_factors)
template <std::ranges::contiguous_range Range>
Factors<std::ranges::range_value_t<Range>> factors(const Range& values) {
  return {std::span(values)};
}

namespace detail {

/// A function of the user as an operator of C. Exceptions wait until all processes are done.
template <typename Function, Element Spectral>
class UserOperator {
 public:
  explicit UserOperator(Function& function) : function_(function) {}
  static void apply(const cw_fft_row* row, void* self) {
    auto& user = *static_cast<UserOperator*>(self);
    if (user.failure_) return;
    try {
      user.function_(Row<Spectral>(*row));
    } catch (...) {
      user.failure_ = std::current_exception();
    }
  }
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  Function& function_;
  std::exception_ptr failure_;
};

/// Calls call(function, data) with an operator in the form of C, for a spectral array with so many elements in a field.
template <Element Spectral, typename Parameter, typename Call>
void call_with(const Operator<Parameter>& given, std::size_t, Call call) {
  Parameter parameter = given.parameter;
  call(given.function, std::is_null_pointer_v<Parameter> ? nullptr : &parameter);
}
template <Element Spectral, typename Call>
void call_with(const Factors<Spectral>& given, std::size_t needed, Call call) {
  if (given.values.size() >= needed) return call(cw_fft_factors, const_cast<Spectral*>(given.values.data()));
  try {
    call(cw_fft_factors, nullptr);  // all processes get an error
  } catch (const Error&) {
  }
  throw too_small("values", given.values.size(), needed);
}
template <Element Spectral, typename Function, typename Call>
  requires std::invocable<Function&, Row<Spectral>>
void call_with(Function& function, std::size_t, Call call) {
  UserOperator<Function, Spectral> user(function);
  call(user.apply, &user);
  user.rethrow();
}

}  // namespace detail

}  // namespace cw::fft

#endif  // C++20

#endif
