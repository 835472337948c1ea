// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft_problem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <sstream>

namespace fft_test {
namespace {

template <typename List>
std::string joined(const List& list) {
  std::ostringstream text;
  for (const auto& item : list) text << (&item == &*list.begin() ? "" : "x") << item;
  return text.str();
}

std::string boxes_text(const std::vector<cw_fft_box>& boxes, std::size_t ndims) {
  std::ostringstream text;
  for (const cw_fft_box& box : boxes) {
    text << " [";
    for (std::size_t i = 0; i < ndims; ++i) text << (i == 0 ? "" : " ") << box.start[i] << "+" << box.count[i];
    text << "]";
  }
  return text.str();
}

/// Cuts `box` in two repeatedly, until there is a part for each process.
void cut(Random& random, std::size_t ndims, const cw_fft_box& box, int parts, std::vector<cw_fft_box>& boxes) {
  if (parts == 1) {
    boxes.push_back(box);
    return;
  }
  const std::size_t axis = any<std::size_t>(random, 0, ndims - 1);
  const std::int64_t left = any<std::int64_t>(random, 0, box.count[axis]);
  const int left_parts = any(random, 1, parts - 1);
  cw_fft_box low = box;
  low.count[axis] = left;
  cut(random, ndims, low, left_parts, boxes);
  cw_fft_box high = box;
  high.start[axis] += left;
  high.count[axis] -= left;
  cut(random, ndims, high, parts - left_parts, boxes);
}

std::vector<int> random_process_grid(Random& random, std::size_t ndims, int processes) {
  std::vector<int> dims;
  while (dims.size() + 1 < ndims) {
    std::vector<int> divisors;
    for (int i = 1; i <= processes; ++i)
      if (processes % i == 0) divisors.push_back(i);
    dims.push_back(any_of(random, divisors));
    processes /= dims.back();
  }
  dims.back() *= processes;
  std::shuffle(dims.begin(), dims.end(), random);
  return dims;
}

}  // namespace

int halved_axis(const std::vector<cw_fft_kind>& kinds) {
  for (int i = static_cast<int>(kinds.size()) - 1; i >= 0; --i)
    if (kinds[static_cast<std::size_t>(i)] == CW_FFT_FOURIER) return i;
  return -1;
}

std::vector<Axis> Problem::axes() const {
  std::vector<Axis> axes;
  for (std::size_t i = 0; i < n.size(); ++i)
    axes.push_back(
        {kinds[i], n[i], physical.empty() ? n[i] : physical[i], real && static_cast<int>(i) == halved_axis(kinds)});
  return axes;
}

std::vector<std::int64_t> Problem::sizes(cw_fft_space space) const {
  std::vector<std::int64_t> sizes;
  for (const Axis& axis : axes()) sizes.push_back(space == CW_FFT_PHYSICAL ? axis.m : axis.coefficients());
  return sizes;
}

bool Problem::is_complex(cw_fft_space space) const {
  return !real || (space == CW_FFT_SPECTRAL && halved_axis(kinds) >= 0);
}

Real Problem::factor(bool forward) const {
  Real all = 1;
  for (const Axis& axis : axes()) all *= static_cast<Real>(axis.logical());
  if (scale == CW_FFT_SCALE_UNITARY) return 1 / std::sqrt(all);
  return scale == (forward ? CW_FFT_SCALE_FORWARD : CW_FFT_SCALE_BACKWARD) ? 1 / all : 1;
}

Real Problem::epsilon() const {
  switch (precision) {
    case CW_FFT_FLOAT: return std::numeric_limits<float>::epsilon();
    case CW_FFT_LONG_DOUBLE: return std::numeric_limits<long double>::epsilon();
    default: return std::numeric_limits<double>::epsilon();
  }
}

cw_fft_options Problem::options(int rank) const {
  cw_fft_options options = CW_FFT_OPTIONS_INIT;
  options.kinds = kinds.data();
  options.real = real;
  options.precision = precision;
  options.fields = fields;
  options.physical = physical.empty() ? nullptr : physical.data();
  options.scale = scale;
  options.transposed = transposed;
  options.grid_ndims = grid.size();
  options.grid = grid.empty() ? nullptr : grid.data();
  options.order = order.empty() ? nullptr : order.c_str();
  options.method = method.empty() ? nullptr : method.c_str();
  options.effort = effort;
  if (!physical_boxes.empty()) options.physical_box = &physical_boxes[static_cast<std::size_t>(rank)];
  if (!spectral_boxes.empty()) options.spectral_box = &spectral_boxes[static_cast<std::size_t>(rank)];
  return options;
}

std::string Problem::text() const {
  std::ostringstream text;
  text << joined(n) << " kinds " << joined(kinds) << (real ? " real" : " complex") << ", precision " << precision
       << ", fields " << fields << ", scale " << scale;
  if (!physical.empty()) text << ", physical " << joined(physical);
  if (transposed) text << ", transposed";
  if (!grid.empty()) text << ", grid " << joined(grid);
  if (!order.empty()) text << ", order " << order;
  if (!method.empty()) text << ", method " << method;
  if (effort != CW_FFT_ESTIMATE) text << ", effort " << effort;
  if (!physical_boxes.empty()) text << ", physical" << boxes_text(physical_boxes, n.size());
  if (!spectral_boxes.empty()) text << ", spectral" << boxes_text(spectral_boxes, n.size());
  return text.str();
}

Problem fourier(std::vector<std::int64_t> n, bool real) {
  Problem problem;
  problem.kinds.assign(n.size(), CW_FFT_FOURIER);
  problem.n = std::move(n);
  problem.real = real;
  return problem;
}

Problem random_problem(Random& random, int processes, std::int64_t most) {
  Problem problem;
  const std::size_t ndims = any_of<std::size_t>(random, {2, 2, 3, 3, 3, 3, 4, 5});
  std::int64_t room = most;
  for (std::size_t i = 0; i < ndims; ++i) {
    std::vector<std::int64_t> sizes;
    for (const std::int64_t size : {1, 2, 3, 4, 5, 7, 8, 12, 16, 35, 64, 97})
      if (size <= room) sizes.push_back(size);
    problem.n.push_back(any_of(random, sizes));
    room /= problem.n.back();
  }
  std::shuffle(problem.n.begin(), problem.n.end(), random);

  const int mix = any(random, 0, 3);
  for (const std::int64_t size : problem.n) {
    cw_fft_kind kind = CW_FFT_FOURIER;
    if (mix == 1) kind = any_of<cw_fft_kind>(random, {CW_FFT_FOURIER, CW_FFT_NONE, CW_FFT_REDFT10, CW_FFT_RODFT10});
    if (mix == 2) kind = static_cast<cw_fft_kind>(any<int>(random, CW_FFT_FOURIER, CW_FFT_DHT));
    if (kind == CW_FFT_REDFT00 && size < 2) kind = CW_FFT_REDFT11;
    problem.kinds.push_back(kind);
  }
  problem.real = any(random, 0, 1) == 1;
  problem.precision =
      any_of<cw_fft_precision>(random, {CW_FFT_DOUBLE, CW_FFT_DOUBLE, CW_FFT_FLOAT, CW_FFT_LONG_DOUBLE});
  problem.fields = any_of<std::int64_t>(random, {1, 1, 1, 2, 3});
  problem.scale = static_cast<cw_fft_scale>(any<int>(random, CW_FFT_SCALE_NONE, CW_FFT_SCALE_UNITARY));
  problem.transposed = any(random, 0, 1) == 1;
  if (any(random, 0, 3) == 0) {
    for (std::size_t i = 0; i < ndims; ++i) {
      const cw_fft_kind kind = problem.kinds[i];
      const bool whole = kind == CW_FFT_NONE || kind >= CW_FFT_R2HC;
      problem.physical.push_back(
          whole ? problem.n[i]
                : any_of<std::int64_t>(random, {problem.n[i], problem.n[i] + 1, (3 * problem.n[i] + 1) / 2}));
    }
  }
  if (any(random, 0, 1) == 1) problem.grid = random_process_grid(random, any<std::size_t>(random, 2, ndims), processes);
  problem.order = any_of<std::string>(random, {"", "auto", "row-major", "column-major", "morton"});
  problem.method =
      any_of<std::string>(random, {"", "auto", "shared", "node-aware", "alltoallw", "alltoallv", "pipelined"});
  if (any(random, 0, 9) == 0) problem.effort = CW_FFT_MEASURE;
  if (any(random, 0, 3) == 0) problem.physical_boxes = random_boxes(random, problem.sizes(CW_FFT_PHYSICAL), processes);
  if (any(random, 0, 3) == 0) problem.spectral_boxes = random_boxes(random, problem.sizes(CW_FFT_SPECTRAL), processes);
  return problem;
}

std::vector<cw_fft_box> random_boxes(Random& random, const std::vector<std::int64_t>& sizes, int processes) {
  cw_fft_box whole = {};
  std::copy(sizes.begin(), sizes.end(), whole.count);
  std::vector<cw_fft_box> boxes;
  cut(random, sizes.size(), whole, processes, boxes);
  std::shuffle(boxes.begin(), boxes.end(), random);
  return boxes;
}

Grid random_grid(std::uint64_t seed, std::vector<std::int64_t> sizes, bool complex_data) {
  Random random(seed);
  constexpr std::int64_t one = 1 << 20;
  const auto number = [&] { return static_cast<Real>(any(random, -one, one)) / static_cast<Real>(one); };
  Grid grid{std::move(sizes), {}};
  grid.values.resize(static_cast<std::size_t>(product(grid.sizes)));
  for (Value& value : grid.values) {
    value.real(number());
    if (complex_data) value.imag(number());
  }
  return grid;
}

}  // namespace fft_test
