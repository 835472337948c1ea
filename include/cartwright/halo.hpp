// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CARTWRIGHT_HALO_HPP
#define CARTWRIGHT_HALO_HPP

/// \file
/// halo.h for C++20, header only: link with libcartwright_halo of the same MPI, as from C. halo.h describes arguments
/// and errors in full; docs/halo.md is the guide.
///
///     cw::HaloArray<double, 3> u({nx, ny, nz}, 1);
///     cw::Halo halo(cart, u);
///     halo.exchange();
///     laplace = u(-1, j, k) + u(1, j, k) - 2 * u(0, j, k);
///
/// Errors are thrown as cw::Error (status.hpp) with the message of cw_last_error().

#include <cartwright/halo.h>
#include <cartwright/status.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <ranges>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#if __cplusplus >= 202002L

namespace cw {

namespace detail {

template <typename T>
constexpr cw_halo_type halo_type() {
  if (std::is_same_v<T, float>) return CW_HALO_FLOAT;
  if (std::is_same_v<T, double>) return CW_HALO_DOUBLE;
  if (std::is_integral_v<T> && std::is_signed_v<T> && sizeof(T) == 4) return CW_HALO_INT32;
  if (std::is_integral_v<T> && std::is_signed_v<T> && sizeof(T) == 8) return CW_HALO_INT64;
  return CW_HALO_BYTES;
}

/// What std::mdspan has, also that of C++20 libraries.
template <typename View>
concept Mdspan = requires(const View& view) {
  { view.data_handle() } -> std::convertible_to<typename View::element_type*>;
  { View::rank() } -> std::convertible_to<std::size_t>;
  { view.extent(0) } -> std::convertible_to<std::int64_t>;
  { view.stride(0) } -> std::convertible_to<std::int64_t>;
};

/// The field that a view shows, own points and `width` ghost points around them.
template <std::size_t Axes>
struct ViewedField {
  template <Mdspan View>
  ViewedField(const View& view, std::int64_t width) {
    using T = typename View::element_type;
    static_assert(std::is_trivially_copyable_v<T>);
    T* own = view.data_handle();
    for (std::size_t axis = 0; axis < Axes; ++axis) {
      const auto stride = static_cast<std::int64_t>(view.stride(axis));
      sizes[axis] = static_cast<std::int64_t>(view.extent(axis)) - 2 * width;
      strides[axis] = stride * static_cast<std::int64_t>(sizeof(T));
      own += stride * width;
    }
    field.base = own;
    field.sizes = sizes.data();
    field.strides = strides.data();
    field.type = halo_type<T>();
    field.value_bytes = sizeof(T);
  }
  ViewedField(const ViewedField&) = delete;
  std::span<const cw_halo_field> fields() const { return {&field, 1}; }

  std::array<std::int64_t, Axes> sizes{}, strides{};
  cw_halo_field field = CW_HALO_FIELD_INIT;
};

}  // namespace detail

/// The defaults: ghost points all around, decided by estimate.
inline constexpr cw_halo_options default_halo_options = CW_HALO_OPTIONS_INIT;

/// Lets neighbors read fields in a window of MPI_Win_allocate_shared in place (cw_halo_share_window). Collective.
/// \param comm the communicator from which the window was made
/// \param win  the window
inline void share_window(MPI_Comm comm, MPI_Win win) { detail::check(cw_halo_share_window(comm, win)); }

template <typename T, std::size_t Axes>
  requires std::is_trivially_copyable_v<T> && (Axes >= 1 && Axes <= CW_HALO_MAX_DIMS)
class HaloCart;

/// The block of a field that a process holds: a dense row-major array of own points with ghost points around them, in
/// memory that the neighbors on the node can read. Indices begin at the first own point: ghost points before it have
/// negative ones. It owns its memory, and is moved and not copied. All values are 0 at first.
/// \tparam T    the type of values, trivially copyable
/// \tparam Axes the number of axes
template <typename T, std::size_t Axes>
  requires std::is_trivially_copyable_v<T> && (Axes >= 1 && Axes <= CW_HALO_MAX_DIMS)
class HaloArray {
 public:
  /// A number for each axis.
  using Numbers = std::array<std::int64_t, Axes>;

  /// \param sizes own points along each axis
  /// \param width ghost points at both ends of each axis
  HaloArray(const Numbers& sizes, std::int64_t width) : HaloArray(sizes, all(width), all(width)) {}
  /// \param sizes own points along each axis
  /// \param low   ghost points before them along each axis
  /// \param high  ghost points after them along each axis
  HaloArray(const Numbers& sizes, const Numbers& low, const Numbers& high) : HaloArray(sizes, low, high, nullptr) {
    void* memory = nullptr;
    detail::check(cw_halo_alloc(static_cast<std::int64_t>(size_ * sizeof(T)), &memory));
    memory_.reset(static_cast<T*>(memory));
    own_ = memory_.get() + offset(low);
  }

  /// \param index an index along each axis, from -low to sizes + high - 1; not checked
  /// \return the value there
  template <std::integral... Index>
    requires(sizeof...(Index) == Axes)
  T& operator()(Index... index) {
    return own_[offset({static_cast<std::int64_t>(index)...})];
  }
  /// \param index an index along each axis, from -low to sizes + high - 1; not checked
  /// \return the value there
  template <std::integral... Index>
    requires(sizeof...(Index) == Axes)
  const T& operator()(Index... index) const {
    return own_[offset({static_cast<std::int64_t>(index)...})];
  }

  /// \return all values, ghost points included
  std::span<T> values() { return {memory_.get(), size_}; }
  /// \return all values, ghost points included
  std::span<const T> values() const { return {memory_.get(), size_}; }
  /// \return the address of the first own point
  T* own() { return own_; }
  /// \return own points along each axis
  const Numbers& sizes() const { return sizes_; }
  /// \return elements from a point to the next one along each axis
  const Numbers& strides() const { return strides_; }

  /// \return the field for cw_halo_create; valid as long as the array is neither moved nor destroyed
  cw_halo_field field() {
    cw_halo_field field = CW_HALO_FIELD_INIT;
    field.base = own_;
    field.sizes = sizes_.data();
    field.low = low_.data();
    field.high = high_.data();
    field.type = detail::halo_type<T>();
    field.value_bytes = sizeof(T);
    return field;
  }

 private:
  friend class HaloCart<T, Axes>;
  struct Free {
    void operator()(T* memory) const noexcept { cw_halo_dealloc(memory); }
  };
  /// Takes over the array of a first own point.
  HaloArray(const Numbers& sizes, const Numbers& low, const Numbers& high, T* own)
      : sizes_(sizes), low_(low), high_(high), own_(own) {
    std::int64_t points = 1;
    for (std::size_t axis = Axes; axis-- > 0;) {
      if (sizes[axis] < 1 || low[axis] < 0 || high[axis] < 0)
        throw Error(CW_INVALID_ARGUMENT,
                    "a HaloArray needs 1 or more points and 0 or more ghost points along each axis");
      strides_[axis] = points;
      std::int64_t extent = 0;
      if (__builtin_add_overflow(low[axis], high[axis], &extent) ||
          __builtin_add_overflow(extent, sizes[axis], &extent) || __builtin_mul_overflow(points, extent, &points))
        throw Error(CW_OVERFLOW, "a HaloArray of more than 2^63 points");
    }
    std::int64_t bytes = 0;
    if (__builtin_mul_overflow(points, std::int64_t{sizeof(T)}, &bytes))
      throw Error(CW_OVERFLOW, "a HaloArray of more than 2^63 bytes");
    size_ = static_cast<std::size_t>(points);
    if (own != nullptr) memory_.reset(own - offset(low));
  }
  static Numbers all(std::int64_t value) {
    Numbers numbers;
    numbers.fill(value);
    return numbers;
  }
  std::int64_t offset(const Numbers& index) const {
    std::int64_t at = 0;
    for (std::size_t axis = 0; axis < Axes; ++axis) at += index[axis] * strides_[axis];
    return at;
  }

  Numbers sizes_, low_, high_, strides_{};
  std::unique_ptr<T, Free> memory_;
  std::size_t size_ = 0;
  T* own_ = nullptr;
};

namespace detail {

template <typename T>
inline constexpr std::size_t halo_axes = 0;
template <typename T, std::size_t Axes>
inline constexpr std::size_t halo_axes<HaloArray<T, Axes>> = Axes;
template <typename Range>
inline constexpr std::size_t axes_of = halo_axes<std::ranges::range_value_t<Range>>;

/// A range of HaloArray that can be changed, and that outlives the call.
template <typename Range>
concept HaloArrays = std::ranges::borrowed_range<Range> && axes_of<Range> > 0 &&
                     !std::is_const_v<std::remove_reference_t<std::ranges::range_reference_t<Range>>>;

template <typename Range>
std::vector<cw_halo_field> fields_of(Range& arrays) {
  std::vector<cw_halo_field> fields;
  for (auto& array : arrays) fields.push_back(array.field());
  return fields;
}

}  // namespace detail

/// A plan for the exchange of ghost points (cw_halo). It owns its handle, is moved and not copied, and must be
/// destroyed before its arrays.
class Halo {
 public:
  /// Plans for arrays of one number of axes. Collective.
  /// \param comm   a Cartesian communicator
  /// \param arrays one or more HaloArray, which outlive the plan and are not moved
  template <typename... T, std::size_t Axes>
  explicit Halo(MPI_Comm comm, HaloArray<T, Axes>&... arrays)
    requires(sizeof...(arrays) >= 1)
      : Halo(comm, Axes, std::vector<cw_halo_field>{arrays.field()...}) {}
  /// The same with options. Collective.
  /// \param comm    a communicator
  /// \param options options of cw_halo_create
  /// \param arrays  one or more HaloArray, which outlive the plan and are not moved
  template <typename... T, std::size_t Axes>
  Halo(MPI_Comm comm, const cw_halo_options& options, HaloArray<T, Axes>&... arrays)
    requires(sizeof...(arrays) >= 1)
      : Halo(comm, Axes, std::vector<cw_halo_field>{arrays.field()...}, 0, options) {}
  /// Plans for a vector, an array or a span of HaloArray. Collective.
  /// \param comm   a Cartesian communicator
  /// \param arrays one or more HaloArray, which outlive the plan and are not moved
  template <detail::HaloArrays Range>
  Halo(MPI_Comm comm, Range&& arrays) : Halo(comm, detail::axes_of<Range>, detail::fields_of(arrays)) {}
  /// The same with options. Collective.
  /// \param comm    a communicator
  /// \param options options of cw_halo_create
  /// \param arrays  one or more HaloArray, which outlive the plan and are not moved
  template <detail::HaloArrays Range>
  Halo(MPI_Comm comm, const cw_halo_options& options, Range&& arrays)
      : Halo(comm, detail::axes_of<Range>, detail::fields_of(arrays), 0, options) {}
  /// Plans for arrays that an mdspan shows, with any strides. Neighbors on the node read those from cw_halo_alloc in
  /// place. Collective.
  /// \param comm    a communicator
  /// \param width   ghost points at both ends of all axes
  /// \param view    an mdspan of own points and ghost points, whose memory outlives the plan
  /// \param options options of cw_halo_create
  template <detail::Mdspan View>
  Halo(MPI_Comm comm, std::int64_t width, const View& view, const cw_halo_options& options = default_halo_options)
      : Halo(comm, View::rank(), detail::ViewedField<View::rank()>(view, width).fields(), width, options) {}
  /// Plans for arrays of any kind (cw_halo_create). Collective.
  /// \param comm    a communicator
  /// \param ndims   number of axes
  /// \param fields  the fields
  /// \param width   ghost points at both ends of all axes, for fields that say nothing else
  /// \param options options of cw_halo_create
  Halo(MPI_Comm comm, std::size_t ndims, std::span<const cw_halo_field> fields, std::int64_t width = 0,
       const cw_halo_options& options = default_halo_options) {
    cw_halo* made = nullptr;
    detail::check(cw_halo_create(comm, ndims, width, fields.data(), fields.size(), &options, &made));
    halo_.reset(made);
  }

  /// Takes over a plan.
  /// \param halo a handle
  explicit Halo(cw_halo* halo) : halo_(halo) {}

  /// Fills all ghost points.
  void exchange() { detail::check(cw_halo_exchange(get())); }
  /// Starts an exchange; finish() ends it.
  void start() { detail::check(cw_halo_start(get())); }
  /// Starts an exchange of some fields or of fewer ghost points.
  /// \param fields numbers of fields, from 0; empty: all
  /// \param width  the most ghost points along any axis; 0: all
  void start(std::span<const std::size_t> fields, std::int64_t width) {
    cw_halo_part part = CW_HALO_PART_INIT;
    part.nfields = fields.size();
    part.fields = fields.empty() ? nullptr : fields.data();
    part.width = width;
    detail::check(cw_halo_start_part(get(), &part));
  }
  /// Does what is possible without waiting.
  /// \return whether finish() will not wait
  bool test() {
    int done = 0;
    detail::check(cw_halo_test(get(), &done));
    return done != 0;
  }
  /// Waits until the ghost points at one side are filled.
  /// \param side -1, 0 or 1 for each axis
  void finish(std::span<const int> side) { detail::check(cw_halo_finish_side(get(), side.data())); }
  /// Ends the open exchange.
  void finish() { detail::check(cw_halo_finish(get())); }
  /// Combines ghost points into the own points that they are copies of.
  /// \param operation how
  void accumulate(cw_halo_operation operation = CW_HALO_SUM) { detail::check(cw_halo_accumulate(get(), operation)); }
  /// \return what the plan does for each neighbor
  std::string explain() const { return detail::check(cw_halo_explain(get())); }
  /// \return the same in JSON (docs/schemas/halo.schema.json)
  std::string explain_json() const { return detail::check(cw_halo_explain_json(get())); }
  /// \return the handle, which stays with the plan
  cw_halo* get() const { return halo_.get(); }

 private:
  struct Free {
    void operator()(cw_halo* halo) const noexcept { cw_halo_free(halo); }
  };
  std::unique_ptr<cw_halo, Free> halo_;
};

/// A grid of points that cw_halo_cart_create divides among processes: a Cartesian communicator with dims that exchange
/// the least bytes, arrays of the block of this process, and a plan. It is moved and not copied. The communicator is
/// freed with it, unless MPI was finalized before.
/// \tparam T    the type of values, trivially copyable
/// \tparam Axes the number of axes
template <typename T, std::size_t Axes>
  requires std::is_trivially_copyable_v<T> && (Axes >= 1 && Axes <= CW_HALO_MAX_DIMS)
class HaloCart {
 public:
  /// A number for each axis.
  using Numbers = std::array<std::int64_t, Axes>;

  /// Collective.
  /// \param comm    an intracommunicator
  /// \param sizes   points of the whole grid along each axis
  /// \param periods not 0 for periodic axes
  /// \param width   ghost points at both ends of each axis
  /// \param fields  number of fields, 1 or more
  /// \param options options of cw_halo_cart_create; arrays are row-major in any case
  HaloCart(MPI_Comm comm, const Numbers& sizes, const std::array<int, Axes>& periods, std::int64_t width,
           std::size_t fields = 1, const cw_halo_options& options = default_halo_options) {
    std::vector<cw_halo_field> described(fields, cw_halo_field CW_HALO_FIELD_INIT);
    for (cw_halo_field& field : described) {
      field.type = detail::halo_type<T>();
      field.value_bytes = sizeof(T);
    }
    cw_halo_options row_major = options;
    row_major.column_major = 0;
    MPI_Comm cart = MPI_COMM_NULL;
    cw_halo* plan = nullptr;
    detail::check(cw_halo_cart_create(comm, Axes, sizes.data(), periods.data(), width, described.data(), fields,
                                      &row_major, &block_, &cart, &plan));
    comm_.reset(new MPI_Comm(cart));
    Numbers own{}, widths{};
    for (std::size_t axis = 0; axis < Axes; ++axis) own[axis] = block_.sizes[axis];
    widths.fill(width);
    for (const cw_halo_field& field : described)
      fields_.push_back(HaloArray<T, Axes>(own, widths, widths, static_cast<T*>(field.base)));
    halo_.emplace_back(plan);
  }

  /// \param field the number of a field, from 0; not checked
  /// \return its array
  HaloArray<T, Axes>& operator[](std::size_t field) { return fields_[field]; }
  /// \return the plan, which stays with this object
  Halo& halo() { return halo_.front(); }
  /// \return the Cartesian communicator, which stays with this object
  MPI_Comm comm() const { return *comm_; }
  /// \return dims, coordinates, and the block of this process
  const cw_halo_block& block() const { return block_; }

 private:
  struct Free {
    void operator()(MPI_Comm* comm) const noexcept {
      int finalized = 0;
      if (MPI_Finalized(&finalized) == MPI_SUCCESS && !finalized) MPI_Comm_free(comm);
      delete comm;
    }
  };
  cw_halo_block block_ = CW_HALO_BLOCK_INIT;
  std::unique_ptr<MPI_Comm, Free> comm_;
  std::vector<HaloArray<T, Axes>> fields_;
  std::vector<Halo> halo_;  // one; destroyed before the arrays
};

}  // namespace cw

#endif  // C++20

#endif
