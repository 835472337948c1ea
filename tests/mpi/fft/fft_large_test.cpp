// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft_plan.hpp"

#include "fixture.hpp"

#include <cmath>

// Every coefficient of impulses and plane waves at 256^3, where products of sizes do not fit into small integers.

namespace fft_test {
namespace {

constexpr std::int64_t n = 256;

struct Indices {
  std::int64_t x, y, z;
};

struct Wave {
  Indices k;
  double amplitude;
};

/// Nyquist of each axis and of all; both ends; negative frequencies.
const std::vector<Wave> waves = {{{128, 0, 0}, 1},     {{0, 128, 0}, -2}, {{0, 0, 128}, 3},   {{128, 128, 128}, 0.5},
                                 {{255, 255, 127}, 4}, {{1, 200, 65}, 1}, {{0, 129, 128}, 2}, {{0, 0, 0}, -1}};

/// exp(2 pi i k / 256)
class Circle {
 public:
  Circle() {
    for (std::int64_t k = 0; k < n; ++k)
      points_.emplace_back(static_cast<double>(cos_pi(2 * k, n)), static_cast<double>(sin_pi(2 * k, n)));
  }
  std::complex<double> at(const Indices& k, const Indices& j) const {
    return points_[static_cast<std::size_t>((k.x * j.x + k.y * j.y + k.z * j.z) % n)];
  }

 private:
  std::vector<std::complex<double>> points_;
};

const Circle circle;

/// Memory allocated by the library, as in programs with large arrays.
class Memory {
 public:
  explicit Memory(std::int64_t bytes) { EXPECT_EQ(cw_fft_alloc(bytes, &memory_), CW_OK) << cw_last_error(); }
  ~Memory() { cw_fft_dealloc(memory_); }
  Memory(const Memory&) = delete;
  template <typename Number>
  Number* as() {
    return static_cast<Number*>(memory_);
  }

 private:
  void* memory_ = nullptr;
};

template <typename Visit>
void for_local(const cw_fft_array& a, Visit visit) {
  for (std::int64_t x = 0; x < a.count[0]; ++x)
    for (std::int64_t y = 0; y < a.count[1]; ++y)
      for (std::int64_t z = 0; z < a.count[2]; ++z)
        visit(Indices{a.start[0] + x, a.start[1] + y, a.start[2] + z},
              static_cast<std::size_t>(x * a.stride[0] + y * a.stride[1] + z * a.stride[2]));
}

/// sqrt(sum |got - wanted|^2 / sum |wanted|^2) of a spectrum, wanted as a function of k.
template <typename Function>
double spectrum_error(const Plan& plan, const std::complex<double>* spectrum, Function wanted) {
  double sums[2] = {};
  for_local(plan.array(CW_FFT_SPECTRAL), [&](const Indices& k, std::size_t at) {
    const std::complex<double> value = wanted(k);
    sums[0] += std::norm(spectrum[at] - value);
    sums[1] += std::norm(value);
  });
  MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPI_DOUBLE, MPI_SUM, plan.comm());
  return std::sqrt(sums[0] / sums[1]);
}

/// Whether any wave, or its opposite, has this k.x. All other coefficients must be zero.
bool mentioned(std::int64_t x) {
  static const std::vector<bool> all = [] {
    std::vector<bool> found(n);
    for (const Wave& wave : waves)
      found[static_cast<std::size_t>(wave.k.x)] = found[static_cast<std::size_t>((n - wave.k.x) % n)] = true;
    return found;
  }();
  return all[static_cast<std::size_t>(x)];
}

/// Coefficient k of the sum of all waves. For real data, half of each wave is at -k.
std::complex<double> coefficient(const Indices& k, bool real) {
  if (!mentioned(k.x)) return 0;
  double sum = 0;
  for (const Wave& wave : waves) {
    const auto is = [&](const Indices& w) { return k.x == w.x && k.y == w.y && k.z == w.z; };
    const Indices opposite = {(n - wave.k.x) % n, (n - wave.k.y) % n, (n - wave.k.z) % n};
    if (!real && is(wave.k)) sum += wave.amplitude;
    if (real) sum += (is(wave.k) ? wave.amplitude / 2 : 0) + (is(opposite) ? wave.amplitude / 2 : 0);
  }
  return sum * static_cast<double>(n * n * n);
}

double limit() { return static_cast<double>(tolerance(fourier({n, n, n}))); }

TEST(Large, ComplexImpulseAndPlaneWavesTransposed) {
  const QuietComm world;
  Problem problem = fourier({n, n, n});
  problem.transposed = true;
  const Plan plan(world, problem);
  ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
  Memory memory(plan.buffer_bytes());
  auto* data = memory.as<std::complex<double>>();
  const Indices position = {3, 200, 255};
  for_local(plan.array(CW_FFT_PHYSICAL), [&](const Indices& j, std::size_t at) {
    data[at] = j.x == position.x && j.y == position.y && j.z == position.z ? 1 : 0;
  });
  ASSERT_EQ(cw_fft_forward(plan, data, data), CW_OK) << cw_last_error();
  EXPECT_LE(spectrum_error(plan, data, [&](const Indices& k) { return std::conj(circle.at(k, position)); }), limit());

  for_local(plan.array(CW_FFT_PHYSICAL), [&](const Indices& j, std::size_t at) {
    std::complex<double> value = 0;
    for (const Wave& wave : waves) value += wave.amplitude * circle.at(wave.k, j);
    data[at] = value;
  });
  ASSERT_EQ(cw_fft_forward(plan, data, data), CW_OK) << cw_last_error();
  EXPECT_LE(spectrum_error(plan, data, [](const Indices& k) { return coefficient(k, false); }), limit());
}

TEST(Large, RealPlaneWavesAndBackInNaturalOrder) {
  const QuietComm world;
  Problem problem = fourier({n, n, n}, true);
  problem.scale = CW_FFT_SCALE_BACKWARD;
  const Plan plan(world, problem);
  ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
  Memory physical(extent(plan.array(CW_FFT_PHYSICAL), 1));
  Memory spectral(extent(plan.array(CW_FFT_SPECTRAL), 1));
  const auto f = [](const Indices& j) {
    double value = 0;
    for (const Wave& wave : waves) value += wave.amplitude * circle.at(wave.k, j).real();
    return value;
  };
  auto* data = physical.as<double>();
  for_local(plan.array(CW_FFT_PHYSICAL), [&](const Indices& j, std::size_t at) { data[at] = f(j); });
  ASSERT_EQ(cw_fft_forward(plan, data, spectral.as<void>()), CW_OK) << cw_last_error();
  EXPECT_LE(
      spectrum_error(plan, spectral.as<std::complex<double>>(), [](const Indices& k) { return coefficient(k, true); }),
      limit());
  ASSERT_EQ(cw_fft_backward(plan, spectral.as<void>(), data), CW_OK) << cw_last_error();
  double most = 0;
  for_local(plan.array(CW_FFT_PHYSICAL),
            [&](const Indices& j, std::size_t at) { most = std::max(most, std::abs(data[at] - f(j))); });
  EXPECT_LE(most, 10 * limit());
}

}  // namespace
}  // namespace fft_test
