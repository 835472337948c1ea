// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace cartwright::bound {

/// A dense square matrix, row-major.
class SquareMatrix {
 public:
  SquareMatrix() = default;
  explicit SquareMatrix(std::size_t size, double value = 0) : size_(size), entries_(size * size, value) {}

  std::size_t size() const { return size_; }
  double& operator()(std::size_t row, std::size_t column) { return entries_[row * size_ + column]; }
  double operator()(std::size_t row, std::size_t column) const { return entries_[row * size_ + column]; }
  std::span<double> row(std::size_t i) { return {entries_.data() + i * size_, size_}; }
  std::span<const double> row(std::size_t i) const { return {entries_.data() + i * size_, size_}; }
  std::span<double> entries() { return entries_; }
  std::span<const double> entries() const { return entries_; }

 private:
  std::size_t size_ = 0;
  std::vector<double> entries_;
};

}  // namespace cartwright::bound
