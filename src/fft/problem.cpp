// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/problem.hpp"

#include "base/checked.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstring>

namespace cartwright::fft {

namespace {

constexpr const char* kind_names[] = {"fourier", "none",    "REDFT00", "REDFT01", "REDFT10", "REDFT11", "RODFT00",
                                      "RODFT01", "RODFT10", "RODFT11", "R2HC",    "HC2R",    "DHT"};

cw_fft_kind kind_of_letter(char letter, const char* basis) {
  switch (letter) {
    case 'F': return CW_FFT_FOURIER;
    case 'S': return CW_FFT_RODFT10;
    case 'C': return CW_FFT_REDFT10;
    case 'N': return CW_FFT_NONE;
    default:
      base::fail(base::Status::invalid_argument,
                 "basis \"{}\": unknown letter '{}': use F (Fourier), S (sine), C (cosine) or N (none)", basis, letter);
  }
}

cw_fft_kind kind_of_axis(std::size_t axis, std::size_t ndims, const cw_fft_options& options) {
  if (options.kinds != nullptr) {
    const auto kind = static_cast<int>(options.kinds[axis]);
    if (kind < CW_FFT_FOURIER || kind > CW_FFT_DHT)
      base::fail(base::Status::invalid_argument, "kinds[{}] is {}, which is not a cw_fft_kind", axis, kind);
    return options.kinds[axis];
  }
  if (options.basis == nullptr) return CW_FFT_FOURIER;
  if (std::strlen(options.basis) != ndims)
    base::fail(base::Status::invalid_argument,
               "basis \"{}\" has {} letters for {} dimensions: give one letter per dimension", options.basis,
               std::strlen(options.basis), ndims);
  return kind_of_letter(options.basis[axis], options.basis);
}

bool can_be_padded(cw_fft_kind kind) {
  return kind != CW_FFT_R2HC && kind != CW_FFT_HC2R && kind != CW_FFT_DHT && kind != CW_FFT_NONE;
}

template <typename Enum>
void check_enum(Enum value, int last, const char* name) {
  if (static_cast<int>(value) < 0 || static_cast<int>(value) > last)
    base::fail(base::Status::invalid_argument, "{} is {}: give a value from 0 to {}", name, static_cast<int>(value),
               last);
}

void check_sizes(const Problem& problem) {
  std::int64_t physical = base::checked_mul(problem.physical_element(), problem.fields, "the physical array");
  std::int64_t spectral = base::checked_mul(problem.spectral_element(), problem.fields, "the spectral array");
  std::int64_t logical = 1;
  for (const AxisProblem& axis : problem.axes) {
    physical = base::checked_mul(physical, axis.physical, "the bytes of the physical array");
    spectral = base::checked_mul(spectral, axis.spectral, "the bytes of the spectral array");
    logical = base::checked_mul(logical, axis.logical(), "the logical size of the transform");
  }
}

long double factor(const Problem& problem, cw_fft_scale whole) {
  long double size = 1;
  for (const AxisProblem& axis : problem.axes) size *= static_cast<long double>(axis.logical());
  if (problem.scale == whole) return 1 / size;
  return problem.scale == CW_FFT_SCALE_UNITARY ? 1 / std::sqrt(size) : 1;
}

}  // namespace

std::int64_t AxisProblem::logical() const {
  switch (kind) {
    case CW_FFT_NONE: return 1;
    case CW_FFT_REDFT00: return base::checked_mul(2, points() - 1, "the logical size of a cosine transform");
    case CW_FFT_RODFT00:
      return base::checked_mul(2, base::checked_add(points(), 1, "a sine axis"),
                               "the logical size of a sine transform");
    case CW_FFT_REDFT01:
    case CW_FFT_REDFT10:
    case CW_FFT_REDFT11:
    case CW_FFT_RODFT01:
    case CW_FFT_RODFT10:
    case CW_FFT_RODFT11: return base::checked_mul(2, points(), "the logical size of a sine or cosine transform");
    default: return points();
  }
}

std::int64_t Problem::real_bytes() const {
  switch (precision) {
    case CW_FFT_FLOAT: return sizeof(float);
    case CW_FFT_LONG_DOUBLE: return sizeof(long double);
    default: return sizeof(double);
  }
}

long double Problem::forward_factor() const { return factor(*this, CW_FFT_SCALE_FORWARD); }
long double Problem::backward_factor() const { return factor(*this, CW_FFT_SCALE_BACKWARD); }

Problem read_problem(std::size_t ndims, const std::int64_t n[], const cw_fft_options& options,
                     const PlanExtras& extras) {
  if (ndims < 2 || ndims > CW_FFT_MAX_DIMS)
    base::fail(base::Status::invalid_argument, "{} dimensions: give 2 to {} (a size of 1 adds a dimension)", ndims,
               int{CW_FFT_MAX_DIMS});
  if (n == nullptr) base::fail(base::Status::invalid_argument, "n is NULL: give {} sizes", ndims);
  if (options.basis != nullptr && options.kinds != nullptr)
    base::fail(base::Status::invalid_argument, "basis \"{}\" and kinds are both given: leave one of them NULL",
               options.basis);
  check_enum(options.precision, CW_FFT_LONG_DOUBLE, "precision");
  check_enum(options.scale, CW_FFT_SCALE_UNITARY, "scale");
  check_enum(options.effort, CW_FFT_PATIENT, "effort");
  check_enum(options.memory, CW_FFT_MEMORY_DEVICE, "memory");
  if (options.fields < 0)
    base::fail(base::Status::invalid_argument, "{} fields: give 1 or more, or 0 for 1", options.fields);

  Problem problem;
  problem.precision = options.precision;
  problem.real = options.real != 0;
  problem.fields = options.fields == 0 ? 1 : options.fields;
  problem.scale = options.scale;
  for (std::size_t i = 0; i < ndims; ++i) {
    AxisProblem axis;
    axis.kind = kind_of_axis(i, ndims, options);
    if (n[i] < 1) base::fail(base::Status::invalid_argument, "n[{}] is {}: sizes are 1 or more", i, n[i]);
    axis.modes = axis.spectral = n[i];
    axis.physical = options.physical == nullptr ? n[i] : options.physical[i];
    if (axis.extended() && !extras.may_extend)
      base::fail(base::Status::invalid_argument,
                 "physical[{}] is {}, less than n[{}] = {}: padding makes the physical grid larger", i, axis.physical,
                 i, n[i]);
    if (axis.padded() && !can_be_padded(axis.kind))
      base::fail(base::Status::unsupported,
                 "axis {} of kind {} cannot be padded from {} to {}: its coefficients do not end with the highest", i,
                 kind_name(axis.kind), n[i], axis.physical);
    if (extras.first != nullptr) axis.first = extras.first[i];
    if (axis.kind == CW_FFT_REDFT00 && axis.points() < 2)
      base::fail(base::Status::invalid_argument, "n[{}] is 1: REDFT00 needs 2 or more", i);
    if (options.lengths != nullptr) axis.length = options.lengths[i];
    if (options.lengths != nullptr && !(axis.length > 0 && std::isfinite(axis.length)))
      base::fail(base::Status::invalid_argument, "lengths[{}] is {}: lengths are finite and above 0", i, axis.length);
    problem.axes.push_back(axis);
  }
  for (int i = static_cast<int>(ndims); problem.real && i-- > 0;) {
    AxisProblem& axis = problem.axes[i];
    if (axis.kind != CW_FFT_FOURIER) continue;
    problem.halved = i;
    axis.halved = true;
    axis.spectral = axis.modes / 2 + 1;
    break;
  }
  check_sizes(problem);
  return problem;
}

const char* kind_name(cw_fft_kind kind) { return kind_names[kind]; }

const char* precision_name(cw_fft_precision precision) {
  return precision == CW_FFT_FLOAT ? "float" : precision == CW_FFT_LONG_DOUBLE ? "long double" : "double";
}

const char* scale_name(cw_fft_scale scale) {
  constexpr const char* names[] = {"none", "backward", "forward", "unitary"};
  return names[scale];
}

std::string describe(const Problem& problem) {
  std::string text;
  for (const AxisProblem& axis : problem.axes) text += fmt::format("{}{}", text.empty() ? "" : "x", axis.modes);
  return fmt::format("{} {} {}", text, problem.real ? "real" : "complex", precision_name(problem.precision));
}

}  // namespace cartwright::fft
