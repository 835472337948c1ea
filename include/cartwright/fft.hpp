// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CARTWRIGHT_FFT_HPP
#define CARTWRIGHT_FFT_HPP

/// \file
/// fft.h for C++20, header only: link with libcartwright_fft of the same MPI, as from C. fft.h describes arguments and
/// errors in full; docs/fft.md is the guide.
///
///     cw::fft::Plan<double> plan(MPI_COMM_WORLD, {64, 64, 64}, {.basis = "SFF"});
///     auto u = plan.physical_buffer();
///     auto coefficients = plan.spectral_buffer();
///     plan.forward(u, coefficients);
///
///  - The first template parameter is the element type of the physical data, such as double or std::complex<float>.
///    Spectral data is complex, or of the type of the second parameter: Plan<double, double> for sines and cosines of
///    real data alone.
///  - Errors are thrown as cw::Error (status.hpp) with the message of cw_last_error(). All processes throw, also
///    when only one of them has too small a buffer.
///  - Plan frees its plan, which is collective unless MPI was finalized before. It is moved, not copied. A moved-from
///    plan may only be assigned to or destroyed.
///  - A vector of the wrong length throws before any communication. Its length is the same on every process of
///    a correct program: all processes throw, or none.

#include <cartwright/fft.h>
#include <cartwright/fft_array.hpp>
#include <cartwright/fft_operators.hpp>
#include <cartwright/status.hpp>

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

#if __cplusplus >= 202002L

/// Distributed Fourier, sine and cosine transforms.
namespace cw::fft {

/// The transform along an axis (cw_fft_kind).
enum class Kind {
  fourier = CW_FFT_FOURIER,  ///< exp(-2 pi i j k / n) forward, conjugate backward
  none = CW_FFT_NONE,        ///< no transform along this axis
  redft00 = CW_FFT_REDFT00,  ///< cosine, "DCT-I"
  redft01 = CW_FFT_REDFT01,  ///< cosine, "DCT-III"
  redft10 = CW_FFT_REDFT10,  ///< cosine, "DCT-II"
  redft11 = CW_FFT_REDFT11,  ///< cosine, "DCT-IV"
  rodft00 = CW_FFT_RODFT00,  ///< sine, "DST-I"
  rodft01 = CW_FFT_RODFT01,  ///< sine, "DST-III"
  rodft10 = CW_FFT_RODFT10,  ///< sine, "DST-II"
  rodft11 = CW_FFT_RODFT11,  ///< sine, "DST-IV"
  r2hc = CW_FFT_R2HC,        ///< real to halfcomplex
  hc2r = CW_FFT_HC2R,        ///< halfcomplex to real
  dht = CW_FFT_DHT           ///< discrete Hartley
};

/// Normalization (cw_fft_scale), where N is the product of the logical sizes.
enum class Scale {
  none = CW_FFT_SCALE_NONE,          ///< none: backward(forward(f)) is N f
  backward = CW_FFT_SCALE_BACKWARD,  ///< backward by 1/N
  forward = CW_FFT_SCALE_FORWARD,    ///< forward by 1/N
  unitary = CW_FFT_SCALE_UNITARY     ///< both by 1/sqrt(N)
};

/// How much time planning may take (cw_fft_effort).
enum class Effort {
  estimate = CW_FFT_ESTIMATE,  ///< from the topology and a model
  measure = CW_FFT_MEASURE,    ///< times the best candidates
  patient = CW_FFT_PATIENT     ///< times more of them
};

/// The memory of the arrays (cw_fft_memory).
enum class Memory {
  host = CW_FFT_MEMORY_HOST,     ///< of the host
  device = CW_FFT_MEMORY_DEVICE  ///< of a GPU, allocated by CUDA
};

/// Options of a Plan (cw_fft_options). Empty members have the default of fft.h.
struct Options {
  std::string basis = {};                   ///< a letter for each axis: "SFF"
  std::vector<Kind> kinds = {};             ///< kinds that replace `basis`
  std::int64_t fields = 1;                  ///< number of arrays that one call transforms
  std::vector<std::int64_t> physical = {};  ///< sizes of a padded physical grid
  Scale scale = Scale::none;                ///< normalization
  bool transposed = false;                  ///< keep the spectral array in the order of the last transpose
  std::vector<int> grid = {};               ///< dims of the process grid: {0} slabs, {0, 0} pencils, {2, 0} two rows
  std::string order = {};                   ///< "row-major", "column-major", "morton"
  std::string method = {};                  ///< "shared", "node-aware", "alltoallw", "alltoallv", "pipelined"
  Effort effort = Effort::estimate;         ///< planning effort
  std::optional<Box> physical_box = {};     ///< the part of the physical array that this process holds
  std::optional<Box> spectral_box = {};     ///< the part of the spectral array that this process holds
  cw_fft_plan* share = nullptr;             ///< get() of a plan that shares its work space with this one
  Memory memory = Memory::host;             ///< the memory of the arrays
  void* stream = nullptr;                   ///< the stream of CUDA, with Memory::device
  double timeout = 0;                       ///< seconds to wait for other processes; 0: 600; negative: no limit
  std::vector<double> lengths = {};         ///< of the box, for the wave numbers of operators
};

namespace detail {

template <typename T>
constexpr cw_fft_precision precision() {
  if (std::is_same_v<T, float>) return CW_FFT_FLOAT;
  return std::is_same_v<T, double> ? CW_FFT_DOUBLE : CW_FFT_LONG_DOUBLE;
}

/// The options for C; valid as long as the Options that they were made from.
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
    c_.memory = static_cast<cw_fft_memory>(options.memory);
    c_.stream = options.stream;
    c_.timeout = options.timeout;
    c_.lengths = per_axis(options.lengths, ndims, "lengths");
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

/// Times of this process in seconds, since planning or reset_times().
using Times = cw_fft_times;

/// A transform that was started. finish() ends it; so does the destructor, which ignores errors. Both are collective.
class [[nodiscard]] Pending {
 public:
  /// \param plan a plan with an open transform
  explicit Pending(cw_fft_plan* plan) noexcept : plan_(plan) {}
  /// Takes over the transform.
  /// \param other is left without a transform
  Pending(Pending&& other) noexcept : plan_(std::exchange(other.plan_, nullptr)) {}
  Pending& operator=(Pending&&) = delete;
  ~Pending() {
    if (plan_ != nullptr) cw_fft_finish(plan_);
  }
  /// Ends the transform. Collective.
  void finish() { detail::check(cw_fft_finish(std::exchange(plan_, nullptr))); }

 private:
  cw_fft_plan* plan_;
};

/// Transforms of one grid, in both directions.
/// \tparam Physical the element type of the physical array
/// \tparam Spectral the element type of the spectral array
template <Element Physical, Element Spectral = std::complex<RealOf<Physical>>>
  requires std::same_as<RealOf<Physical>, RealOf<Spectral>>
class Plan {
 public:
  /// Makes a plan (cw_fft_plan_create). Collective over `comm`.
  /// \param comm    an intracommunicator
  /// \param n       sizes of the spectral grid
  /// \param options the options
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
                                           : "the spectral data of this plan is real: use Plan<double, double>");
  }

  /// \return the part of the physical array that this process holds
  const Array& physical() const noexcept { return physical_; }
  /// \return the part of the spectral array that this process holds
  const Array& spectral() const noexcept { return spectral_; }
  /// \param rank a process of the communicator
  /// \return the part of the physical array that it holds
  Array physical(int rank) const { return array(CW_FFT_PHYSICAL, rank); }
  /// \param rank a process of the communicator
  /// \return the part of the spectral array that it holds
  Array spectral(int rank) const { return array(CW_FFT_SPECTRAL, rank); }

  /// \return memory for all fields of the physical array
  Buffer<Physical> physical_buffer() const { return Buffer<Physical>(physical_.size()); }
  /// \return memory for all fields of the spectral array
  Buffer<Spectral> spectral_buffer() const { return Buffer<Spectral>(spectral_.size()); }
  /// \return one memory for both: forward(buffer.physical(), buffer.spectral()) is in place
  SharedBuffer<Physical, Spectral> in_place_buffer() const {
    std::int64_t bytes = 0;
    detail::check(cw_fft_plan_buffer_bytes(get(), &bytes));
    return {bytes, physical_.size(), spectral_.size()};
  }

  /// Transforms from physical to spectral space (cw_fft_forward). Collective.
  /// \param in  at least physical().size() elements
  /// \param out at least spectral().size() elements
  void forward(std::span<const Physical> in, std::span<Spectral> out) {
    transform(cw_fft_forward, in, physical_, out, spectral_);
  }
  /// Transforms from spectral to physical space (cw_fft_backward). Collective.
  /// \param in  at least spectral().size() elements
  /// \param out at least physical().size() elements
  void backward(std::span<const Spectral> in, std::span<Physical> out) {
    transform(cw_fft_backward, in, spectral_, out, physical_);
  }
  /// Transforms forward, applies an operator to the coefficients, and transforms backward (cw_fft_apply). Collective.
  /// \param function an operator of fft_operators.hpp, or a function that takes a Row<Spectral>. An exception that it
  ///                 throws is thrown here, on this process, when the transforms are complete
  /// \param in       at least physical().size() elements
  /// \param out      at least physical().size() elements; `in` for a transform in place
  template <typename Function>
  void apply(Function&& function, std::span<const Physical> in, std::span<Physical> out) {
    apply_by(cw_fft_apply, function, in, out);
  }
  /// apply() with an operator that takes all fields at once, and is called once for each row (cw_fft_apply_fields).
  /// Collective.
  /// \param function projection() or curl() of fft_operators.hpp, or a function that takes a Row<Spectral>
  /// \param in       as for apply()
  /// \param out      as for apply()
  template <typename Function>
  void apply_fields(Function&& function, std::span<const Physical> in, std::span<Physical> out) {
    apply_by(cw_fft_apply_fields, function, in, out);
  }
  /// Waits until all processes have called this function (cw_fft_barrier). Collective.
  void barrier() { detail::check(cw_fft_barrier(get())); }
  /// Starts forward(). Collective.
  /// \param in  as for forward(); in use until the transform ends
  /// \param out as for forward(); in use until the transform ends
  /// \return the open transform
  Pending forward_start(std::span<const Physical> in, std::span<Spectral> out) {
    transform(cw_fft_forward_start, in, physical_, out, spectral_);
    return Pending(get());
  }
  /// Starts backward(). Collective.
  /// \param in  as for backward(); in use until the transform ends
  /// \param out as for backward(); in use until the transform ends
  /// \return the open transform
  Pending backward_start(std::span<const Spectral> in, std::span<Physical> out) {
    transform(cw_fft_backward_start, in, spectral_, out, physical_);
    return Pending(get());
  }

  /// \return the choices of the plan and their reasons, in a few lines
  std::string explain() const { return detail::check(cw_fft_explain(get())); }
  /// \return the same in JSON (docs/schemas/fft.schema.json)
  std::string explain_json() const { return detail::check(cw_fft_explain_json(get())); }
  /// \return the times of this process
  Times times() const {
    Times times = CW_FFT_TIMES_INIT;
    detail::check(cw_fft_plan_times(get(), &times));
    return times;
  }
  /// Sets the times of this process to 0.
  void reset_times() { detail::check(cw_fft_reset_times(get())); }
  /// \return bytes of work space of this process
  std::int64_t work_bytes() const {
    std::int64_t bytes = 0;
    detail::check(cw_fft_plan_work_bytes(get(), &bytes));
    return bytes;
  }
  /// \return the handle, which this object keeps
  cw_fft_plan* get() const noexcept { return handle_.get(); }

 private:
  struct Free {
    void operator()(cw_fft_plan* plan) const noexcept { cw_fft_plan_free(plan); }
  };

  Array array(cw_fft_space space, int rank = -1) const {
    cw_fft_array c = CW_FFT_ARRAY_INIT;
    detail::check(cw_fft_plan_array(get(), space, rank, &c));
    return Array(c, fields_);
  }

  template <typename Entry, typename Function>
  void apply_by(Entry entry, Function& function, std::span<const Physical> in, std::span<Physical> out) {
    detail::call_with<Spectral>(function, static_cast<std::size_t>(spectral_.elements), [&](auto c, void* data) {
      const auto call = [&](cw_fft_plan* plan, const void* from, void* to) { return entry(plan, c, data, from, to); };
      transform(call, in, physical_, out, physical_);
    });
  }

  template <typename Function, typename In, typename Out>
  void transform(Function function, std::span<const In> in, const Array& in_array, std::span<Out> out,
                 const Array& out_array) {
    // A buffer that is too small is passed as a missing one: then all processes get an error.
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

/// The next size that transforms fast (cw_fft_next_size). Local.
/// \param n the least size, from 1 to 2^62
/// \return n, if it is a product of powers of 2, 3, 5 and 7, or the next one that is
inline std::int64_t next_size(std::int64_t n) {
  std::int64_t size = 0;
  detail::check(cw_fft_next_size(n, &size));
  return size;
}

/// Saves the wisdom of FFTW (cw_fft_wisdom_save). Local: of many processes, one saves.
/// \param path the file, which is replaced
inline void save_wisdom(const std::string& path) { detail::check(cw_fft_wisdom_save(path.c_str())); }
/// Loads the wisdom of FFTW (cw_fft_wisdom_load). Local: every process loads.
/// \param path a file of save_wisdom()
inline void load_wisdom(const std::string& path) { detail::check(cw_fft_wisdom_load(path.c_str())); }

}  // namespace cw::fft

#endif  // C++20

#endif
