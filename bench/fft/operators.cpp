// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// The inverse Laplacian of a cube by one call, and by three: forward, a loop over the coefficients, backward.
// `mpirun -n N fft_operators [POINTS [ROUNDS]]` runs both, and the two transforms alone, by turns, and prints medians
// of the slowest process. Then the same for the projection of a vector field, where the loop takes three fields.
#include <cartwright/fft.hpp>

#include "lib/mpi_program.hpp"
#include "lib/options.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdlib>

namespace {

using cartwright::bench::maximum;
using cartwright::bench::median;

/// The loop over the coefficients, row by row in memory order.
template <typename Spectral>
class Sweep {
 public:
  explicit Sweep(const cw::fft::Array& array) : array_(array), order_(array.memory_order()) {
    for (std::size_t axis = 0; axis < array.ndims(); ++axis)
      for (std::int64_t i = array.start[axis]; i < array.start[axis] + array.count[axis]; ++i) {
        // The halved axis has no negative wave numbers.
        const std::int64_t n = array.global[0];
        numbers_[axis].push_back(static_cast<double>(i <= n / 2 ? i : i - n));
        squares_[axis].push_back(numbers_[axis].back() * numbers_[axis].back());
      }
  }
  void divide(Spectral* coefficients) const {
    const auto [a, b, c] = std::array{order_[0], order_[1], order_[2]};
    for (std::int64_t i = 0; i < array_.count[a]; ++i)
      for (std::int64_t j = 0; j < array_.count[b]; ++j) {
        const double others = squares_[a][i] + squares_[b][j];
        Spectral* const row = coefficients + i * array_.stride[a] + j * array_.stride[b];
        for (std::int64_t k = 0; k < array_.count[c]; ++k) {
          const double square = others + squares_[c][k];
          row[k] *= square > 0 ? -1 / square : 0;
        }
      }
  }

  /// The projection of a vector, for an odd number of points.
  void project(Spectral* coefficients) const {
    const auto [a, b, c] = std::array{order_[0], order_[1], order_[2]};
    const std::int64_t field = array_.field_stride;
    std::array<double, 3> k{};
    for (std::int64_t i = 0; i < array_.count[a]; ++i)
      for (std::int64_t j = 0; j < array_.count[b]; ++j) {
        k[a] = numbers_[a][i], k[b] = numbers_[b][j];
        Spectral* const row = coefficients + i * array_.stride[a] + j * array_.stride[b];
        for (std::int64_t l = 0; l < array_.count[c]; ++l) {
          k[c] = numbers_[c][l];
          Spectral* const u = row + l * array_.stride[c];
          const double square = k[0] * k[0] + k[1] * k[1] + k[2] * k[2];
          const Spectral along = square > 0 ? (k[0] * u[0] + k[1] * u[field] + k[2] * u[2 * field]) / square : 0;
          u[0] -= k[0] * along, u[field] -= k[1] * along, u[2 * field] -= k[2] * along;
        }
      }
  }
  void run(Spectral* coefficients, bool vector) const { vector ? project(coefficients) : divide(coefficients); }

 private:
  const cw::fft::Array& array_;
  std::vector<std::size_t> order_;
  std::vector<double> squares_[3], numbers_[3];
};

template <typename Physical>
void measure(std::int64_t n, int rounds, bool transposed, bool vector) {
  cw::fft::Plan<Physical> plan(MPI_COMM_WORLD, {n, n, n},
                               {.fields = vector ? 3 : 1, .scale = cw::fft::Scale::backward, .transposed = transposed});
  auto u = plan.physical_buffer();
  auto v = plan.physical_buffer();
  auto coefficients = plan.spectral_buffer();
  const Sweep<std::complex<double>> sweep(plan.spectral());
  for (std::size_t i = 0; i < u.size(); ++i) u[i] = static_cast<double>(i % 1009) / 1009;
  enum Way { transforms, three_calls, one_call, sweep_alone, ways };
  std::vector<double> seconds[ways];
  for (int round = -2; round < rounds; ++round)
    for (int turn = 0; turn < 3; ++turn) {
      const int way = (turn + round + 3) % 3;  // each begins a third of the rounds
      double swept = 0;
      MPI_Barrier(MPI_COMM_WORLD);
      const double begin = MPI_Wtime();
      if (way == one_call) {
        if (vector)
          plan.apply_fields(cw::fft::projection(), u, v);
        else
          plan.apply(cw::fft::inverse_laplacian(), u, v);
      } else {
        plan.forward(u, coefficients);
        const double before = MPI_Wtime();
        if (way == three_calls) sweep.run(coefficients.data(), vector);
        swept = MPI_Wtime() - before;
        plan.backward(coefficients, v);
      }
      const double all = maximum(MPI_Wtime() - begin);
      swept = maximum(swept);
      if (round < 0) continue;
      seconds[way].push_back(all);
      if (way == three_calls) seconds[sweep_alone].push_back(swept);
    }
  const auto milliseconds = [&](Way way) { return 1e3 * median(seconds[way]); };
  if (cartwright::bench::world_rank() == 0)
    fmt::print(
        "{} {} {}^3, {}, {} processes: one call {:.3g} ms, three calls {:.3g} ms ({:.2f}), of which the loop {:.0f} %; "
        "transforms alone {:.3g} ms ({:.2f})\n",
        vector ? "projection" : "inverse Laplacian", std::is_floating_point_v<Physical> ? "r2c" : "c2c", n,
        transposed ? "transposed" : "natural", cartwright::bench::world_size(), milliseconds(one_call),
        milliseconds(three_calls), milliseconds(one_call) / milliseconds(three_calls),
        100 * milliseconds(sweep_alone) / milliseconds(three_calls), milliseconds(transforms),
        milliseconds(one_call) / milliseconds(transforms));
}

void run(int argc, char** argv) {
  const std::int64_t n = argc > 1 ? std::atoi(argv[1]) : 64;
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 21;
  if (cartwright::bench::world_rank() == 0) fmt::print("{}\n", cartwright::bench::machine_line());
  for (const bool vector : {false, true})
    for (const bool transposed : {true, false}) {
      measure<double>(n, rounds, transposed, vector);
      measure<std::complex<double>>(n, rounds, transposed, vector);
    }
}

}  // namespace

int main(int argc, char** argv) { return cartwright::bench::mpi_main("fft_operators", argc, argv, run); }
