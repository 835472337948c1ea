// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cartwright/fft_operators.h"
#include "fft_plan.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

/// Operators by one call, and by a forward transform, a loop over the coefficients, and a backward transform.
namespace fft_test {

/// A factor of about 1 that depends on the coefficient and a number, for example that of the field.
inline Value factor(std::int64_t whole, std::int64_t number, bool complex_data) {
  Random random(static_cast<std::uint64_t>(whole * 64 + number));
  const auto part = [&] { return static_cast<Real>(any(random, -8, 8)) / 8; };
  const Real real = 1 + part() / 2;
  return {real, complex_data ? part() : 0};
}

/// The position of coefficient i of a row in the whole array of these sizes.
inline std::int64_t whole_index(const cw_fft_row& row, const std::vector<std::int64_t>& sizes, std::int64_t i) {
  std::int64_t whole = 0;
  for (std::size_t axis = 0; axis < row.ndims; ++axis)
    whole = whole * sizes[axis] + row.start[axis] + (axis == row.axis ? i : 0);
  return whole;
}

/// A random array of each field.
inline std::vector<Grid> random_fields(const Problem& problem, std::uint64_t seed) {
  std::vector<Grid> made;
  for (std::int64_t field = 0; field < problem.fields; ++field)
    made.push_back(random_grid(seed * 16 + static_cast<std::uint64_t>(field), problem.sizes(CW_FFT_PHYSICAL),
                               problem.is_complex(CW_FFT_PHYSICAL)));
  return made;
}

/// The spectral array of all fields on this process.
class Coefficients {
 public:
  Coefficients(const Plan& plan, void* memory)
      : array_(plan.array(CW_FFT_SPECTRAL)), precision_(plan.problem().precision), memory_(memory) {}
  const cw_fft_array& array() const { return array_; }
  bool complex_data() const { return array_.complex_data != 0; }
  /// By the position in the array of a field on this process.
  Value get(std::int64_t field, std::int64_t here) const {
    return read(memory_, precision_, complex_data(), field * array_.field_stride + here);
  }
  void set(std::int64_t field, std::int64_t here, Value value) const {
    write(memory_, precision_, complex_data(), field * array_.field_stride + here, value);
  }

 private:
  cw_fft_array array_;
  cw_fft_precision precision_;
  void* memory_;
};

/// forward, change(coefficients), backward. Collective.
template <typename Change>
std::vector<std::byte> separately(const Plan& plan, const std::vector<Grid>& in, Change change) {
  const Problem& problem = plan.problem();
  Buffer physical(extent(plan.array(CW_FFT_PHYSICAL), problem.fields), problem.precision);
  Buffer spectral(extent(plan.array(CW_FFT_SPECTRAL), problem.fields), problem.precision);
  put(plan, CW_FFT_PHYSICAL, in, physical.data());
  EXPECT_EQ(cw_fft_forward(plan, physical.data(), spectral.data()), CW_OK) << cw_last_error();
  change(Coefficients(plan, spectral.data()));
  EXPECT_EQ(cw_fft_backward(plan, spectral.data(), physical.data()), CW_OK) << cw_last_error();
  return physical.content();
}

/// cw_fft_apply, or another function, of these bytes. Collective.
inline std::vector<std::byte> at_once(const Plan& plan, const std::vector<std::byte>& in, cw_fft_operator function,
                                      void* data, bool in_place, decltype(cw_fft_apply)* apply = cw_fft_apply) {
  const auto bytes = static_cast<std::int64_t>(in.size());
  Buffer input(bytes, plan.problem().precision);
  Buffer output(in_place ? 0 : bytes, plan.problem().precision);
  std::copy(in.begin(), in.end(), static_cast<std::byte*>(input.data()));
  void* const result = in_place ? input.data() : output.data();
  EXPECT_EQ(apply(plan, function, data, bytes == 0 ? nullptr : input.data(), bytes == 0 ? nullptr : result), CW_OK)
      << cw_last_error();
  EXPECT_TRUE(input.guards_are_whole()) << "written outside of the input";
  EXPECT_TRUE(output.guards_are_whole()) << "written outside of the output";
  EXPECT_TRUE(in_place || in == input.content()) << "the input was changed";
  return in_place ? input.content() : output.content();
}

/// The parts of whole arrays that this process holds.
inline std::vector<std::byte> part_of(const Plan& plan, const std::vector<Grid>& fields) {
  Buffer made(extent(plan.array(CW_FFT_PHYSICAL), plan.problem().fields), plan.problem().precision);
  put(plan, CW_FFT_PHYSICAL, fields, made.data());
  return made.content();
}

inline std::vector<std::byte> at_once(const Plan& plan, const std::vector<Grid>& in, cw_fft_operator function,
                                      void* data, bool in_place, decltype(cw_fft_apply)* apply = cw_fft_apply) {
  return at_once(plan, part_of(plan, in), function, data, in_place, apply);
}

/// The L2 norm of the numbers value(i) of all processes, for each element i of all fields of the physical array.
/// Collective.
template <typename ValueAt>
Real norm(const Plan& plan, ValueAt value) {
  Real mine = 0;
  for (std::int64_t i = 0; i < plan.array(CW_FFT_PHYSICAL).elements * plan.problem().fields; ++i)
    mine += std::norm(value(i));
  return std::sqrt(sum(mine, plan.comm()));
}

/// An element of a physical array.
inline Value at(const Plan& plan, const std::vector<std::byte>& of, std::int64_t i) {
  return read(of.data(), plan.problem().precision, plan.array(CW_FFT_PHYSICAL).complex_data != 0, i);
}

/// The relative difference in the L2 norm. Collective.
inline Real apart(const Plan& plan, const std::vector<std::byte>& a, const std::vector<std::byte>& b) {
  const Real difference = norm(plan, [&](std::int64_t i) { return at(plan, a, i) - at(plan, b, i); });
  const Real size = norm(plan, [&](std::int64_t i) { return at(plan, b, i); });
  return size > 0 ? difference / size : difference;
}

}  // namespace fft_test
