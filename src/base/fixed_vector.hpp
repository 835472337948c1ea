// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/error.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <iterator>

namespace cartwright::base {

/// A vector of at most Capacity elements, stored inside the object: coordinates are made by the million and must not
/// touch the heap.
template <typename T, std::size_t Capacity>
class FixedVector {
 public:
  FixedVector() = default;
  explicit FixedVector(std::size_t size, T value = T{}) { resize(size, value); }
  FixedVector(std::initializer_list<T> values) : FixedVector(values.begin(), values.end()) {}
  template <std::input_iterator Iterator>
  FixedVector(Iterator first, Iterator last) {
    for (; first != last; ++first) push_back(*first);
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  static constexpr std::size_t capacity() { return Capacity; }

  T& operator[](std::size_t i) { return values_[i]; }
  const T& operator[](std::size_t i) const { return values_[i]; }
  T* begin() { return values_.data(); }
  T* end() { return values_.data() + size_; }
  const T* begin() const { return values_.data(); }
  const T* end() const { return values_.data() + size_; }
  T& back() { return values_[size_ - 1]; }
  const T& back() const { return values_[size_ - 1]; }

  void push_back(T value) {
    resize(size_ + 1);
    values_[size_ - 1] = value;
  }
  void resize(std::size_t size, T value = T{}) {
    if (size > Capacity) fail(Status::unsupported, "{} dimensions given, at most {} are supported", size, Capacity);
    for (std::size_t i = size_; i < size; ++i) values_[i] = value;
    size_ = size;
  }

  friend bool operator==(const FixedVector& a, const FixedVector& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }
  friend bool operator<(const FixedVector& a, const FixedVector& b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  std::array<T, Capacity> values_{};
  std::size_t size_ = 0;
};

}  // namespace cartwright::base
