// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "transform.hpp"

#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <numbers>

namespace fake_cufft {

namespace {

using Real = long double;
using Value = std::complex<Real>;

std::int64_t product(const std::vector<std::int64_t>& lengths) {
  std::int64_t all = 1;
  for (const std::int64_t length : lengths) all *= length;
  return all;
}

/// Where the element with a row-major number lies.
std::int64_t position(const Side& side, const std::vector<std::int64_t>& lengths, std::int64_t batch,
                      std::int64_t number) {
  std::vector<std::int64_t> index(lengths.size());
  for (std::size_t i = lengths.size(); i-- > 0; number /= lengths[i]) index[i] = number % lengths[i];
  std::int64_t at = index[0];
  for (std::size_t i = 1; i < index.size(); ++i) at = at * side.embed[i] + index[i];
  return batch * side.distance + at * side.stride;
}

template <typename Number>
Value read_as(const std::byte* memory, bool reals, std::int64_t at) {
  Number parts[2] = {0, 0};
  const std::size_t bytes = sizeof(Number) * (reals ? 1 : 2);
  std::memcpy(parts, memory + at * static_cast<std::int64_t>(bytes), bytes);
  return {parts[0], parts[1]};
}

template <typename Number>
void write_as(std::byte* memory, bool reals, std::int64_t at, Value value) {
  const Number parts[2] = {static_cast<Number>(value.real()), static_cast<Number>(value.imag())};
  const std::size_t bytes = sizeof(Number) * (reals ? 1 : 2);
  std::memcpy(memory + at * static_cast<std::int64_t>(bytes), parts, bytes);
}

/// Transforms an axis of a dense array.
void transform_axis(std::vector<Value>& data, const std::vector<std::int64_t>& lengths, std::size_t axis,
                    bool forward) {
  const std::int64_t n = lengths[axis];
  std::int64_t stride = 1;
  for (std::size_t i = axis + 1; i < lengths.size(); ++i) stride *= lengths[i];
  std::vector<Value> roots;
  for (std::int64_t k = 0; k < n; ++k) {
    const Real angle = (forward ? -2 : 2) * std::numbers::pi_v<Real> * static_cast<Real>(k) / static_cast<Real>(n);
    roots.emplace_back(std::cos(angle), std::sin(angle));
  }
  std::vector<Value> line(static_cast<std::size_t>(n));
  for (std::int64_t first = 0; first < std::ssize(data); ++first) {
    if (first / stride % n != 0) continue;
    for (std::int64_t k = 0; k < n; ++k) {
      Value sum = 0;
      for (std::int64_t j = 0; j < n; ++j)
        sum += data[static_cast<std::size_t>(first + j * stride)] * roots[static_cast<std::size_t>(j * k % n)];
      line[static_cast<std::size_t>(k)] = sum;
    }
    for (std::int64_t k = 0; k < n; ++k)
      data[static_cast<std::size_t>(first + k * stride)] = line[static_cast<std::size_t>(k)];
  }
}

/// The missing half of the last axis, by symmetry along that axis alone.
std::vector<Value> completed(const std::vector<Value>& half, std::int64_t n) {
  const std::int64_t kept = n / 2 + 1;
  std::vector<Value> whole;
  for (std::int64_t row = 0; row < std::ssize(half) / kept; ++row)
    for (std::int64_t k = 0; k < n; ++k) {
      const Value value = half[static_cast<std::size_t>(row * kept + (k < kept ? k : n - k))];
      whole.push_back(k < kept ? value : std::conj(value));
    }
  return whole;
}

template <typename Number>
void transform_as(const Request& request, bool forward, std::byte* in, std::byte* out) {
  const std::vector<std::int64_t> from = request.lengths(request.in);
  const std::vector<std::int64_t> to = request.lengths(request.out);
  const std::size_t last = request.n.size() - 1;
  for (std::int64_t batch = 0; batch < request.batch; ++batch) {
    std::vector<Value> data;
    for (std::int64_t i = 0; i < product(from); ++i)
      data.push_back(read_as<Number>(in, request.in.reals, position(request.in, from, batch, i)));
    for (std::size_t axis = 0; axis < last; ++axis) transform_axis(data, from, axis, forward);
    if (gives_reals(request.type)) data = completed(data, request.n[last]);
    transform_axis(data, request.n, last, forward);
    for (std::int64_t i = 0; i < product(to); ++i) {
      const std::int64_t row = i / to[last];
      write_as<Number>(out, request.out.reals, position(request.out, to, batch, i),
                       data[static_cast<std::size_t>(row * request.n[last] + i % to[last])]);
    }
  }
  constexpr Real nan = std::numeric_limits<Real>::quiet_NaN();
  if (gives_reals(request.type))
    for (std::int64_t batch = 0; batch < request.batch; ++batch)
      for (std::int64_t i = 0; i < product(from); ++i)
        write_as<Number>(in, false, position(request.in, from, batch, i), {nan, nan});
}

}  // namespace

std::vector<std::int64_t> Request::lengths(const Side& side) const {
  std::vector<std::int64_t> all = n;
  if (!side.reals && (in.reals || out.reals)) all.back() = all.back() / 2 + 1;
  return all;
}

std::int64_t Request::extent(const Side& side) const {
  const std::vector<std::int64_t> all = lengths(side);
  return (position(side, all, batch - 1, product(all) - 1) + 1) * real_bytes() * (side.reals ? 1 : 2);
}

void transform(const Request& request, bool forward, std::byte* in, std::byte* out) {
  if (single(request.type))
    transform_as<float>(request, forward, in, out);
  else
    transform_as<double>(request, forward, in, out);
}

}  // namespace fake_cufft
