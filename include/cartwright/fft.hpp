// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CARTWRIGHT_FFT_HPP
#define CARTWRIGHT_FFT_HPP

/// \file
/// fft.h for C++20, header only: link with libcartwright_fft of the same MPI, as from C. What the functions do, what is
/// collective and which arguments are errors is said there; docs/fft.md is the guide.
///
///     cw::fft::Plan<double> plan(MPI_COMM_WORLD, {64, 64, 64}, {.basis = "SFF"});
///     auto u = plan.physical_buffer();
///     auto coefficients = plan.spectral_buffer();
///     plan.forward(u, coefficients);
///
///  - The element type says what physical data is: double or std::complex<float>, say. Spectral data is complex, or
///    what the second parameter says: Plan<double, double> for sines and cosines of real data alone.
///  - What cannot be done is thrown as cw::Error (cartwright.hpp, of which nothing else is needed), with the status and
///    the sentence of cw_fft_last_error(), on all processes: also where a single one brought too small a buffer.
///  - Plan owns its plan and frees it, which is collective, unless MPI was finalized before. It is moved, not copied.
///    A moved-from one may only be assigned to or destroyed.
///  - Vectors of the wrong length are thrown before any communication: as their lengths are the same on every process
///    of a correct program, all throw or none.

#include <cartwright/fft.h>
#include <cartwright/cartwright.hpp>
#include <cartwright/fft_array.hpp>

#include <algorithm>
#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace cw::fft {

enum class Kind {
  fourier = CW_FFT_FOURIER,
  none = CW_FFT_NONE,
  redft00 = CW_FFT_REDFT00,
  redft01 = CW_FFT_REDFT01,
  redft10 = CW_FFT_REDFT10,
  redft11 = CW_FFT_REDFT11,
  rodft00 = CW_FFT_RODFT00,
  rodft01 = CW_FFT_RODFT01,
  rodft10 = CW_FFT_RODFT10,
  rodft11 = CW_FFT_RODFT11,
  r2hc = CW_FFT_R2HC,
  hc2r = CW_FFT_HC2R,
  dht = CW_FFT_DHT
};

enum class Scale {
  none = CW_FFT_SCALE_NONE,
  backward = CW_FFT_SCALE_BACKWARD,
  forward = CW_FFT_SCALE_FORWARD,
  unitary = CW_FFT_SCALE_UNITARY
};

enum class Effort { estimate = CW_FFT_ESTIMATE, measure = CW_FFT_MEASURE, patient = CW_FFT_PATIENT };

/// cw_fft_options. What is empty is chosen, or as fft.h says.
struct Options {
  std::string basis = {};                   ///< a letter per axis: "SFF"
  std::vector<Kind> kinds = {};             ///< in place of `basis`
  std::int64_t fields = 1;                  ///< transformed by one call
  std::vector<std::int64_t> physical = {};  ///< sizes of a padded physical grid
  Scale scale = Scale::none;
  bool transposed = false;     ///< leave the spectral array as the last transpose does
  std::vector<int> grid = {};  ///< dims of the process grid: {0} slabs, {0, 0} pencils, {2, 0} two rows
  std::string order = {};      ///< "row-major", "column-major", "morton"
  std::string method = {};     ///< "shared", "node-aware", "alltoallw", "alltoallv", "pipelined"
  Effort effort = Effort::estimate;
  std::optional<Box> physical_box = {};  ///< what this process is to hold
  std::optional<Box> spectral_box = {};
  cw_fft_plan* share = nullptr;  ///< get() of a plan whose work space this one uses, too
};

namespace detail {

template <typename T>
constexpr cw_fft_precision precision() {
  if (std::is_same_v<T, float>) return CW_FFT_FLOAT;
  return std::is_same_v<T, double> ? CW_FFT_DOUBLE : CW_FFT_LONG_DOUBLE;
}

/// Options as C takes them; valid as long as those that they were made from.
class COptions {
 public:
  COptions(const Options& options, std::size_t ndims, bool real, cw_fft_precision precision) {
    for (const Kind kind : options.kinds) kinds_.push_back(static_cast<cw_fft_kind>(kind));
    c_.basis = options.basis.empty() ? nullptr : options.basis.c_str();
    c_.kinds = per_axis(kinds_, ndims, "kinds");
    c_.real = real;
    c_.precision = precision;
    c_.fields = options.fields;
    c_.physical = per_axis(options.physical, ndims, "physical");
    c_.scale = static_cast<cw_fft_scale>(options.scale);
    c_.transposed = options.transposed;
    c_.grid_ndims = options.grid.size();
    c_.grid = options.grid.empty() ? nullptr : options.grid.data();
    c_.order = options.order.empty() ? nullptr : options.order.c_str();
    c_.method = options.method.empty() ? nullptr : options.method.c_str();
    c_.effort = static_cast<cw_fft_effort>(options.effort);
    c_.physical_box = c_box(options.physical_box, ndims, physical_box_);
    c_.spectral_box = c_box(options.spectral_box, ndims, spectral_box_);
    c_.share = options.share;
  }
  COptions(const COptions&) = delete;
  const cw_fft_options* get() const { return &c_; }

 private:
  template <typename T>
  static const T* per_axis(const std::vector<T>& values, std::size_t ndims, const char* name) {
    return cw::detail::array_or_null(std::span<const T>(values), ndims, name);
  }
  static const cw_fft_box* c_box(const std::optional<Box>& box, std::size_t ndims, cw_fft_box& c) {
    if (!box) return nullptr;
    if (ndims > CW_FFT_MAX_DIMS || box->start.size() != ndims || box->count.size() != ndims)
      throw Error(CW_INVALID_ARGUMENT, "a box has another number of dimensions than the grid");
    std::copy(box->start.begin(), box->start.end(), c.start);
    std::copy(box->count.begin(), box->count.end(), c.count);
    return &c;
  }

  cw_fft_options c_ = CW_FFT_OPTIONS_INIT;
  std::vector<cw_fft_kind> kinds_;
  cw_fft_box physical_box_{}, spectral_box_{};
};

}  // namespace detail

/// Seconds of this process since the plan was made or reset_times().
using Times = cw_fft_times;

/// A transform between its two halves. finish() ends it; so does the destructor, which keeps errors to itself. Both are
/// collective.
class [[nodiscard]] Pending {
 public:
  explicit Pending(cw_fft_plan* plan) noexcept : plan_(plan) {}
  Pending(Pending&& other) noexcept : plan_(std::exchange(other.plan_, nullptr)) {}
  Pending& operator=(Pending&&) = delete;
  ~Pending() {
    if (plan_ != nullptr) cw_fft_finish(plan_);
  }
  void finish() { detail::check(cw_fft_finish(std::exchange(plan_, nullptr))); }

 private:
  cw_fft_plan* plan_;
};

/// Transforms of one shape, in both directions.
template <Element Physical, Element Spectral = std::complex<RealOf<Physical>>>
  requires std::same_as<RealOf<Physical>, RealOf<Spectral>>
class Plan {
 public:
  /// Collective over `comm`. `n` are the sizes of the grid: see cw_fft_plan_create.
  Plan(MPI_Comm comm, const std::vector<std::int64_t>& n, const Options& options = {}) {
    detail::COptions c(options, n.size(), std::is_floating_point_v<Physical>, detail::precision<RealOf<Physical>>());
    cw_fft_plan* made = nullptr;
    detail::check(cw_fft_plan_create(comm, n.size(), n.data(), c.get(), &made));
    handle_.reset(made);
    fields_ = options.fields;
    physical_ = array(CW_FFT_PHYSICAL);
    spectral_ = array(CW_FFT_SPECTRAL);
    if (spectral_.complex_data == std::is_floating_point_v<Spectral>)
      throw Error(CW_INVALID_ARGUMENT, spectral_.complex_data
                                           ? "the spectral data of this plan is complex, its type is real"
                                           : "the spectral data of this plan is real: say Plan<double, double>");
  }

  /// What this process holds.
  const Array& physical() const noexcept { return physical_; }
  const Array& spectral() const noexcept { return spectral_; }
  /// What another process of the communicator holds.
  Array physical(int rank) const { return array(CW_FFT_PHYSICAL, rank); }
  Array spectral(int rank) const { return array(CW_FFT_SPECTRAL, rank); }

  /// Memory for all fields.
  Buffer<Physical> physical_buffer() const { return Buffer<Physical>(physical_.size()); }
  Buffer<Spectral> spectral_buffer() const { return Buffer<Spectral>(spectral_.size()); }
  /// The same memory for both, in turn: forward(buffer.physical(), buffer.spectral()) is in place.
  SharedBuffer<Physical, Spectral> in_place_buffer() const {
    std::int64_t bytes = 0;
    detail::check(cw_fft_buffer_bytes(get(), &bytes));
    return {bytes, physical_.size(), spectral_.size()};
  }

  /// Collective. Vectors, arrays, buffers or spans of at least physical().size() and spectral().size() elements.
  void forward(std::span<const Physical> in, std::span<Spectral> out) {
    transform(cw_fft_forward, in, physical_, out, spectral_);
  }
  void backward(std::span<const Spectral> in, std::span<Physical> out) {
    transform(cw_fft_backward, in, spectral_, out, physical_);
  }
  /// Collective. Both stay as they are until Pending ends.
  Pending forward_start(std::span<const Physical> in, std::span<Spectral> out) {
    transform(cw_fft_forward_start, in, physical_, out, spectral_);
    return Pending(get());
  }
  Pending backward_start(std::span<const Spectral> in, std::span<Physical> out) {
    transform(cw_fft_backward_start, in, spectral_, out, physical_);
    return Pending(get());
  }

  std::string explain() const { return cw_fft_explain(get()); }
  std::string explain_json() const { return cw_fft_explain_json(get()); }
  Times times() const {
    Times times{};
    times.size = sizeof times;
    detail::check(cw_fft_plan_times(get(), &times));
    return times;
  }
  void reset_times() { detail::check(cw_fft_reset_times(get())); }
  /// Bytes of work space that this process brings.
  std::int64_t work_bytes() const {
    std::int64_t bytes = 0;
    detail::check(cw_fft_work_bytes(get(), &bytes));
    return bytes;
  }
  cw_fft_plan* get() const noexcept { return handle_.get(); }

 private:
  struct Free {
    void operator()(cw_fft_plan* plan) const noexcept {
      int finalized = 0;
      if (MPI_Finalized(&finalized) == MPI_SUCCESS && !finalized) cw_fft_plan_free(plan);
    }
  };

  Array array(cw_fft_space space, int rank = -1) const {
    cw_fft_array c{};
    c.size = sizeof c;
    detail::check(cw_fft_plan_array(get(), space, rank, &c));
    return Array(c, fields_);
  }

  template <typename In, typename Out>
  void transform(cw_status (*function)(cw_fft_plan*, const void*, void*), std::span<const In> in, const Array& in_array,
                 std::span<Out> out, const Array& out_array) {
    // All processes are to learn that a buffer is too small, so it is one that is missing.
    const bool in_fits = in.size() >= in_array.size(), out_fits = out.size() >= out_array.size();
    const cw_status status = function(get(), in_fits ? in.data() : nullptr, out_fits ? out.data() : nullptr);
    if (!in_fits) throw detail::too_small("in", in.size(), in_array.size());
    if (!out_fits) throw detail::too_small("out", out.size(), out_array.size());
    detail::check(status);
  }

  std::unique_ptr<cw_fft_plan, Free> handle_;
  std::int64_t fields_ = 1;
  Array physical_, spectral_;
};

/// FFTW's wisdom of all precisions, in one file. Not collective: one process saves, all load.
inline void save_wisdom(const std::string& path) { detail::check(cw_fft_wisdom_save(path.c_str())); }
inline void load_wisdom(const std::string& path) { detail::check(cw_fft_wisdom_load(path.c_str())); }

}  // namespace cw::fft

#endif
