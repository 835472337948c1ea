// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "fftw.hpp"
#include "lib/mpi_program.hpp"

#include <fftw3-mpi.h>

namespace cartwright::bench {

namespace {

template <typename Real>
struct FftwMpi;

#define CW_BENCH_FFTW_MPI(REAL, NAME)                                                         \
  template <>                                                                                 \
  struct FftwMpi<REAL> {                                                                      \
    static constexpr auto init = NAME##_mpi_init;                                             \
    static constexpr auto broadcast_wisdom = NAME##_mpi_broadcast_wisdom;                     \
    static constexpr auto gather_wisdom = NAME##_mpi_gather_wisdom;                           \
    static constexpr auto local_size_many_transposed = NAME##_mpi_local_size_many_transposed; \
    static constexpr auto plan_dft = NAME##_mpi_plan_dft;                                     \
    static constexpr auto plan_dft_r2c = NAME##_mpi_plan_dft_r2c;                             \
    static constexpr auto plan_dft_c2r = NAME##_mpi_plan_dft_c2r;                             \
    static constexpr auto execute_dft = NAME##_mpi_execute_dft;                               \
    static constexpr auto execute_dft_r2c = NAME##_mpi_execute_dft_r2c;                       \
    static constexpr auto execute_dft_c2r = NAME##_mpi_execute_dft_c2r;                       \
  };
CW_BENCH_FFTW_MPI(float, fftwf)
CW_BENCH_FFTW_MPI(double, fftw)
CW_BENCH_FFTW_MPI(long double, fftwl)
#undef CW_BENCH_FFTW_MPI

/// Slabs, as FFTW distributes them.
template <typename Real>
class Slabs : public FftwContender<Real, FftwMpi<Real>> {
 public:
  Slabs(const Problem& problem, bool transposed)
      : FftwContender<Real, FftwMpi<Real>>(problem), transposed_(transposed) {
    Mpi::init();
    const std::vector<std::ptrdiff_t> stored = wide(problem.stored());
    std::ptrdiff_t count_0 = 0, start_0 = 0, count_1 = 0, start_1 = 0;
    this->set_field(Mpi::local_size_many_transposed(static_cast<int>(stored.size()), stored.data(), 1,
                                                    FFTW_MPI_DEFAULT_BLOCK, FFTW_MPI_DEFAULT_BLOCK, MPI_COMM_WORLD,
                                                    &count_0, &start_0, &count_1, &start_1));
    const std::int64_t field = this->field_;
    this->physical_ = fftw_array(problem, false, 0, start_0, count_0, problem.real ? 2 * stored.back() : 0,
                                 problem.real ? 2 * field : field);
    this->spectral_ = transposed ? fftw_array(problem, true, 1, start_1, count_1, 0, field)
                                 : fftw_array(problem, true, 0, start_0, count_0, 0, field);
  }

  void plan(void* physical, void* spectral) override {
    const Problem& problem = this->problem_;
    const Wisdom<Real> wisdom(problem, transposed_ ? "fftw-mpi" : "fftw-mpi-natural");
    this->wisdom_known_ = world_rank() == 0 && wisdom.read();
    Mpi::broadcast_wisdom(MPI_COMM_WORLD);
    const std::vector<std::ptrdiff_t> n = wide(problem.n);
    const int ndims = static_cast<int>(n.size());
    const unsigned there = fftw_flags(problem.effort) | (transposed_ ? FFTW_MPI_TRANSPOSED_OUT : 0u);
    const unsigned back = fftw_flags(problem.effort) | (transposed_ ? FFTW_MPI_TRANSPOSED_IN : 0u);
    auto* const waves = static_cast<Complex*>(spectral);
    if (problem.real) {
      auto* const values = static_cast<Real*>(physical);
      this->forward_ = Mpi::plan_dft_r2c(ndims, n.data(), values, waves, MPI_COMM_WORLD, there);
      this->backward_ = Mpi::plan_dft_c2r(ndims, n.data(), waves, values, MPI_COMM_WORLD, back);
    } else {
      auto* const values = static_cast<Complex*>(physical);
      this->forward_ = Mpi::plan_dft(ndims, n.data(), values, waves, MPI_COMM_WORLD, FFTW_FORWARD, there);
      this->backward_ = Mpi::plan_dft(ndims, n.data(), waves, values, MPI_COMM_WORLD, FFTW_BACKWARD, back);
    }
    Mpi::gather_wisdom(MPI_COMM_WORLD);
    if (world_rank() == 0) wisdom.save();
    if (!this->forward_ || !this->backward_)
      base::fail(base::Status::unsupported, "FFTW-MPI cannot plan this transform");
  }

 private:
  using Mpi = FftwMpi<Real>;
  using Complex = typename Fftw<Real>::Complex;

  static std::vector<std::ptrdiff_t> wide(const std::vector<std::int64_t>& sizes) {
    return {sizes.begin(), sizes.end()};
  }

  bool transposed_;
};

}  // namespace

std::unique_ptr<Contender> make_fftw_mpi(const Problem& problem, bool transposed) {
  return with_precision(problem.precision, [&](auto number) -> std::unique_ptr<Contender> {
    return std::make_unique<Slabs<decltype(number)>>(problem, transposed);
  });
}

}  // namespace cartwright::bench
