// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "contender.hpp"
#include "wisdom.hpp"
#include "world.hpp"

#include <fftw3-mpi.h>

#include <nlohmann/json.hpp>

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

/// Slabs, as FFTW distributes them. Fields are transformed one after the other.
template <typename Real>
class Slabs : public Contender {
 public:
  using Own = Fftw<Real>;
  using Mpi = FftwMpi<Real>;

  Slabs(const Problem& problem, bool transposed) : problem_(problem), transposed_(transposed) {
    Mpi::init();
    const std::vector<std::ptrdiff_t> stored = wide(problem.stored());
    std::ptrdiff_t count_0 = 0, start_0 = 0, count_1 = 0, start_1 = 0;
    const std::ptrdiff_t least =
        Mpi::local_size_many_transposed(static_cast<int>(stored.size()), stored.data(), 1, FFTW_MPI_DEFAULT_BLOCK,
                                        FFTW_MPI_DEFAULT_BLOCK, MPI_COMM_WORLD, &count_0, &start_0, &count_1, &start_1);
    field_ = (least + 31) / 32 * 32;  // all fields have the same alignment, as a plan demands
    physical_ = fftw_array(problem, false, 0, start_0, count_0, problem.real ? 2 * stored.back() : 0,
                           problem.real ? 2 * field_ : field_);
    spectral_ = transposed ? fftw_array(problem, true, 1, start_1, count_1, 0, field_)
                           : fftw_array(problem, true, 0, start_0, count_0, 0, field_);
  }
  ~Slabs() override {
    if (forward_) Own::destroy_plan(forward_);
    if (backward_) Own::destroy_plan(backward_);
  }
  Slabs(const Slabs&) = delete;

  cw_fft_array physical() const override { return physical_; }
  cw_fft_array spectral() const override { return spectral_; }
  std::int64_t buffer_bytes() const override {
    return problem_.fields * field_ * static_cast<std::int64_t>(2 * sizeof(Real));
  }

  void plan(void* physical, void* spectral) override {
    const Wisdom<Real> wisdom(problem_, transposed_ ? "fftw-mpi" : "fftw-mpi-natural");
    wisdom_known_ = world_rank() == 0 && wisdom.read();
    Mpi::broadcast_wisdom(MPI_COMM_WORLD);
    const std::vector<std::ptrdiff_t> n = wide(problem_.n);
    const int ndims = static_cast<int>(n.size());
    const unsigned there = fftw_flags(problem_.effort) | (transposed_ ? FFTW_MPI_TRANSPOSED_OUT : 0u);
    const unsigned back = fftw_flags(problem_.effort) | (transposed_ ? FFTW_MPI_TRANSPOSED_IN : 0u);
    auto* const waves = static_cast<Complex*>(spectral);
    if (problem_.real) {
      auto* const values = static_cast<Real*>(physical);
      forward_ = Mpi::plan_dft_r2c(ndims, n.data(), values, waves, MPI_COMM_WORLD, there);
      backward_ = Mpi::plan_dft_c2r(ndims, n.data(), waves, values, MPI_COMM_WORLD, back);
    } else {
      auto* const values = static_cast<Complex*>(physical);
      forward_ = Mpi::plan_dft(ndims, n.data(), values, waves, MPI_COMM_WORLD, FFTW_FORWARD, there);
      backward_ = Mpi::plan_dft(ndims, n.data(), waves, values, MPI_COMM_WORLD, FFTW_BACKWARD, back);
    }
    Mpi::gather_wisdom(MPI_COMM_WORLD);
    if (world_rank() == 0) wisdom.save();
    if (!forward_ || !backward_) base::fail(base::Status::unsupported, "FFTW-MPI cannot plan this transform");
  }

  void describe(report::Json& result) const override { result["wisdom"] = wisdom_known_; }

  void forward(void* physical, void* spectral) override {
    for (std::int64_t field = 0; field < problem_.fields; ++field) {
      auto* const waves = static_cast<Complex*>(spectral) + field * field_;
      if (problem_.real)
        Mpi::execute_dft_r2c(forward_, static_cast<Real*>(physical) + 2 * field * field_, waves);
      else
        Mpi::execute_dft(forward_, static_cast<Complex*>(physical) + field * field_, waves);
    }
  }
  void backward(void* spectral, void* physical) override {
    for (std::int64_t field = 0; field < problem_.fields; ++field) {
      auto* const waves = static_cast<Complex*>(spectral) + field * field_;
      if (problem_.real)
        Mpi::execute_dft_c2r(backward_, waves, static_cast<Real*>(physical) + 2 * field * field_);
      else
        Mpi::execute_dft(backward_, waves, static_cast<Complex*>(physical) + field * field_);
    }
  }

 private:
  using Complex = typename Own::Complex;

  static std::vector<std::ptrdiff_t> wide(const std::vector<std::int64_t>& sizes) {
    return {sizes.begin(), sizes.end()};
  }

  Problem problem_;
  bool transposed_;
  bool wisdom_known_ = false;  ///< on process 0
  std::int64_t field_ = 0;     ///< complex numbers from one field to the next
  cw_fft_array physical_ = {}, spectral_ = {};
  typename Own::Plan forward_ = nullptr, backward_ = nullptr;
};

}  // namespace

std::unique_ptr<Contender> make_fftw_mpi(const Problem& problem, bool transposed) {
  return with_precision(problem.precision, [&](auto number) -> std::unique_ptr<Contender> {
    return std::make_unique<Slabs<decltype(number)>>(problem, transposed);
  });
}

}  // namespace cartwright::bench
