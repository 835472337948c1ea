// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/random.hpp"
#include "fft/exchange/transpose.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cstring>
#include <vector>

/// The slow reference of transposes: the value of every element gives its index in the whole array. Goes through arrays
/// and tiles element by element, and uses only the arguments of Transpose.
class IndexedField {
 public:
  using Transpose = cartwright::fft::exchange::Transpose;
  IndexedField(const Transpose& transpose, std::uint64_t salt) : transpose_(transpose), salt_(salt) {}

  void fill_array(std::byte* array) const {
    each_of_array([&](std::int64_t offset, std::uint64_t index) { write(array + offset, index); });
  }
  void expect_array(const std::byte* array) const {
    std::int64_t wrong = 0;
    each_of_array([&](std::int64_t offset, std::uint64_t index) { wrong += !is(array + offset, index); });
    EXPECT_EQ(wrong, 0) << "elements of the array";
  }

  /// Calls step(tile, bytes of the tile) for all tiles of this member.
  template <typename Step>
  void each_tile(Step step) const {
    const std::int64_t me = transpose_.rank();
    std::vector<std::int64_t> first(transpose_.axes().size(), 0);
    std::vector<std::int64_t> lengths;
    for (const Transpose::Axis& axis : transpose_.axes()) lengths.push_back(axis.length);
    first[transpose_.lost_axis()] = transpose_.lost().first(me);
    lengths[transpose_.lost_axis()] = transpose_.lost().count(me);
    const std::int64_t row = lengths.back();
    lengths[transpose_.gained_axis()] = 1;
    lengths.back() = (row + transpose_.width() - 1) / transpose_.width();
    std::int64_t tile = 0;
    each_index(lengths, [&](std::vector<std::int64_t> index) {
      const std::int64_t column = index.back() * transpose_.width();
      const std::int64_t columns = std::min(transpose_.width(), row - column);
      for (std::size_t axis = 0; axis + 1 < index.size(); ++axis) index[axis] += first[axis];
      std::vector<std::uint64_t> elements;
      for (std::int64_t gained = 0; gained < transpose_.gained().length; ++gained)
        for (std::int64_t i = 0; i < columns; ++i) {
          index[transpose_.gained_axis()] = gained;
          index.back() = first.back() + column + i;
          elements.push_back(global(index));
        }
      step(tile++, elements);
    });
    EXPECT_EQ(transpose_.tiles(me), tile);
  }
  std::vector<std::byte> tile(const std::vector<std::uint64_t>& elements) const {
    std::vector<std::byte> bytes(elements.size() * element());
    for (std::size_t i = 0; i < elements.size(); ++i) write(bytes.data() + i * element(), elements[i]);
    return bytes;
  }

 private:
  std::size_t element() const { return static_cast<std::size_t>(transpose_.element()); }

  template <typename Step>
  static void each_index(const std::vector<std::int64_t>& lengths, Step step) {
    for (const std::int64_t length : lengths)
      if (length == 0) return;
    std::vector<std::int64_t> index(lengths.size(), 0);
    for (;;) {
      step(index);
      std::size_t axis = lengths.size();
      while (axis > 0 && ++index[axis - 1] == lengths[axis - 1]) index[--axis] = 0;
      if (axis == 0) return;
    }
  }
  template <typename Step>
  void each_of_array(Step step) const {
    std::vector<std::int64_t> lengths;
    for (const Transpose::Axis& axis : transpose_.axes()) lengths.push_back(axis.length);
    lengths[transpose_.gained_axis()] = transpose_.gained().count(transpose_.rank());
    each_index(lengths, [&](std::vector<std::int64_t> index) {
      std::int64_t offset = 0;
      for (std::size_t axis = 0; axis < index.size(); ++axis) offset += index[axis] * transpose_.axes()[axis].stride;
      index[transpose_.gained_axis()] += transpose_.gained().first(transpose_.rank());
      step(offset, global(index));
    });
  }
  std::uint64_t global(const std::vector<std::int64_t>& index) const {
    std::int64_t linear = 0;
    for (std::size_t axis = 0; axis < index.size(); ++axis)
      linear = linear * transpose_.axes()[axis].length + index[axis];
    return static_cast<std::uint64_t>(linear);
  }
  /// A value of 8 bytes. Elements of 4 bytes use the first half, and longer ones use several values.
  std::uint64_t value(std::uint64_t index) const { return cartwright::base::Random(salt_ + index).next(); }
  void write(std::byte* to, std::uint64_t index) const {
    const std::uint64_t value = this->value(index);
    for (std::size_t done = 0; done < element(); done += sizeof value)
      std::memcpy(to + done, &value, std::min(sizeof value, element() - done));
  }
  bool is(const std::byte* at, std::uint64_t index) const {
    const std::uint64_t value = this->value(index);
    bool equal = true;
    for (std::size_t done = 0; done < element(); done += sizeof value)
      equal = equal && std::memcmp(at + done, &value, std::min(sizeof value, element() - done)) == 0;
    return equal;
  }

  const Transpose& transpose_;
  std::uint64_t salt_;
};
