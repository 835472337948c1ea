// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CARTWRIGHT_FFT_ARRAY_HPP
#define CARTWRIGHT_FFT_ARRAY_HPP

/// \file
/// The arrays of fft.hpp: the part of a grid that a process holds, its strides, and memory for it.

#include <cartwright/fft.h>
#include <cartwright/status.hpp>

#include <algorithm>
#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#if __cplusplus >= 202002L

namespace cw::fft {

namespace detail {

using cw::detail::check;

inline Error too_small(const char* name, std::size_t elements, std::size_t needed) {
  return {CW_INVALID_ARGUMENT, std::string(name) + " has " + std::to_string(elements) + " elements, the plan needs " +
                                   std::to_string(needed)};
}

template <typename T>
struct Real {
  using type = T;
};
template <typename T>
struct Real<std::complex<T>> {
  using type = T;
};

}  // namespace detail

/// The type of the real part of T.
/// \tparam T an element type
template <typename T>
using RealOf = typename detail::Real<T>::type;

/// float, double, long double, and complex numbers of them.
/// \tparam T an element type
template <typename T>
concept Element =
    std::floating_point<RealOf<T>> && (std::same_as<T, RealOf<T>> || std::same_as<T, std::complex<RealOf<T>>>);

/// A part of a grid (cw_fft_box).
struct Box {
  std::vector<std::int64_t> start;  ///< first global index along each axis
  std::vector<std::int64_t> count;  ///< number of indices along each axis
};

/// The part of a physical or a spectral array that a process holds (cw_fft_array).
struct Array {
  std::vector<std::int64_t> global;  ///< entries of the whole array along each axis
  std::vector<std::int64_t> start;   ///< global index of the first entry of this part
  std::vector<std::int64_t> count;   ///< entries of this part along each axis
  std::vector<std::int64_t> stride;  ///< elements of memory from one entry to the next along each axis
  std::int64_t elements = 0;         ///< elements of this part in one field
  std::int64_t field_stride = 0;     ///< elements of memory from one field to the next
  std::int64_t fields = 1;           ///< number of fields
  bool complex_data = false;         ///< whether elements are complex

  Array() = default;
  /// \param c           the part as C returns it
  /// \param field_count number of fields
  Array(const cw_fft_array& c, std::int64_t field_count)
      : global(c.global, c.global + c.ndims),
        start(c.start, c.start + c.ndims),
        count(c.count, c.count + c.ndims),
        stride(c.stride, c.stride + c.ndims),
        elements(c.elements),
        field_stride(c.field_stride),
        fields(field_count),
        complex_data(c.complex_data != 0) {}

  /// \return the number of axes
  std::size_t ndims() const { return global.size(); }

  /// \return elements of memory for all fields, gaps included
  std::size_t size() const {
    if (elements == 0) return 0;
    std::int64_t last = (fields - 1) * field_stride;
    for (std::size_t axis = 0; axis < ndims(); ++axis) last += (count[axis] - 1) * stride[axis];
    return static_cast<std::size_t>(last + 1);
  }

  /// \return the axes in memory order, the one with adjacent elements last
  std::vector<std::size_t> memory_order() const {
    std::vector<std::size_t> axes(ndims());
    std::iota(axes.begin(), axes.end(), std::size_t{0});
    std::stable_sort(axes.begin(), axes.end(), [this](std::size_t a, std::size_t b) { return stride[a] > stride[b]; });
    return axes;
  }

  /// Visits each element of one field, in memory order.
  /// \param visit called as visit(index, offset): the global index along each axis, a const std::vector<std::int64_t>&,
  ///              and the offset in memory from the begin of the field, in elements
  template <typename Visit>
  void for_each(Visit visit) const {
    const std::vector<std::size_t> axes = memory_order();
    std::vector<std::int64_t> index = start;
    std::int64_t offset = 0;
    for (std::int64_t visited = 0; visited < elements; ++visited) {
      visit(static_cast<const std::vector<std::int64_t>&>(index), static_cast<std::size_t>(offset));
      for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis) {
        offset += stride[*axis];
        if (++index[*axis] < start[*axis] + count[*axis]) break;
        offset -= count[*axis] * stride[*axis];
        index[*axis] = start[*axis];
      }
    }
  }
};

namespace detail {

struct Dealloc {
  void operator()(void* memory) const noexcept { cw_fft_dealloc(memory); }
};
using Memory = std::unique_ptr<void, Dealloc>;

inline Memory allocate(std::int64_t bytes) {
  void* memory = nullptr;
  check(cw_fft_alloc(bytes, &memory));
  return Memory(memory);
}

/// Elements of value 0 in memory that has none yet.
template <typename T>
std::span<T> elements_in(void* memory, std::size_t count) {
  T* const first = static_cast<T*>(memory);
  std::uninitialized_value_construct_n(first, count);
  return {first, count};
}

}  // namespace detail

/// Memory for elements, aligned to pages (cw_fft_alloc) and initialized to 0. A contiguous range, which converts to
/// std::span. It is moved, not copied; a moved-from buffer may only be assigned to or destroyed.
/// \tparam T the element type
template <Element T>
class Buffer {
 public:
  /// \param count number of elements
  explicit Buffer(std::size_t count)
      : memory_(detail::allocate(static_cast<std::int64_t>(count * sizeof(T)))),
        elements_(detail::elements_in<T>(memory_.get(), count)) {}

  /// \return the number of elements
  std::size_t size() const noexcept { return elements_.size(); }
  /// \return the first element
  T* data() const noexcept { return elements_.data(); }
  /// \return an iterator to the first element
  auto begin() const noexcept { return elements_.begin(); }
  /// \return the end of the elements
  auto end() const noexcept { return elements_.end(); }
  /// \param i an index, which is not checked
  /// \return the element
  T& operator[](std::size_t i) const noexcept { return elements_[i]; }

 private:
  detail::Memory memory_;
  std::span<T> elements_;
};

/// One memory for the physical and the spectral array of a transform in place. Writing to one array destroys the other.
/// \tparam Physical the element type of the physical array
/// \tparam Spectral the element type of the spectral array
template <Element Physical, Element Spectral>
class SharedBuffer {
 public:
  /// \param bytes    size of the memory
  /// \param physical elements of the physical array
  /// \param spectral elements of the spectral array
  SharedBuffer(std::int64_t bytes, std::size_t physical, std::size_t spectral)
      : memory_(detail::allocate(bytes)),
        physical_(detail::elements_in<Physical>(memory_.get(), physical)),
        spectral_(static_cast<Spectral*>(memory_.get()), spectral) {}

  /// \return the physical array
  std::span<Physical> physical() const noexcept { return physical_; }
  /// \return the spectral array
  std::span<Spectral> spectral() const noexcept { return spectral_; }

 private:
  detail::Memory memory_;
  std::span<Physical> physical_;
  std::span<Spectral> spectral_;
};

}  // namespace cw::fft

#endif  // C++20

#endif
