// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace cartwright::datatype {

/// A list of integers, of 32 bits each if all of them fit, otherwise of 64 bits. Packing by an index list reads it more
/// often than anything else, so half the bytes take half the time.
class Integers {
 public:
  Integers() = default;
  Integers(std::vector<std::int32_t> values)
      : values_(std::move(values)) {}  // NOLINT: implicit, as callers have either
  Integers(std::vector<std::int64_t> values) : values_(std::move(values)) {}  // NOLINT
  Integers(std::initializer_list<std::int64_t> values) { assign(values); }
  explicit Integers(std::span<const std::int64_t> values) { assign(values); }

  /// Calls f with the vector: for loops that must not check the width at every step.
  template <typename F>
  decltype(auto) visit(F f) const {
    return std::visit(f, values_);
  }

  /// Calls f with the vector, moved out.
  template <typename F>
  decltype(auto) consume(F f) && {
    return std::visit(f, std::move(values_));
  }

  std::size_t size() const {
    return visit([](const auto& values) { return values.size(); });
  }
  bool empty() const { return size() == 0; }
  template <typename Index>
  std::int64_t operator[](Index index) const {
    return visit([index](const auto& values) { return static_cast<std::int64_t>(values[index]); });
  }
  std::int64_t back() const { return (*this)[size() - 1]; }

  bool narrow() const { return values_.index() == 0; }
  /// The address of the first value; values have 32 or 64 bits.
  const void* data() const {
    return visit([](const auto& values) { return static_cast<const void*>(values.data()); });
  }
  /// The same values, in 32 bits if all fit.
  static Integers fitted(std::vector<std::int64_t> values) {
    Integers made;
    made.assign(values);
    if (!made.narrow()) made.values_ = std::move(values);
    return made;
  }

  /// The same values, in 32 bits if all fit.
  Integers fitted() && { return narrow() ? std::move(*this) : fitted(std::move(std::get<1>(values_))); }
  /// The same values in 64 bits each.
  Integers widened() const {
    return visit([](const auto& values) { return Integers(std::vector<std::int64_t>(values.begin(), values.end())); });
  }
  static Integers repeated(std::int64_t value, std::size_t n) {
    if (value >= std::numeric_limits<std::int32_t>::min() && value <= std::numeric_limits<std::int32_t>::max())
      return std::vector<std::int32_t>(n, static_cast<std::int32_t>(value));
    return std::vector<std::int64_t>(n, value);
  }
  std::int64_t sum() const {
    return visit([](const auto& values) {
      std::int64_t total = 0;
      for (const auto value : values) total += value;
      return total;
    });
  }

  friend bool operator==(const Integers&, const Integers&) = default;

 private:
  void assign(std::span<const std::int64_t> values) {
    std::int64_t least = 0;
    std::int64_t most = 0;
    for (const std::int64_t value : values) {
      least = value < least ? value : least;
      most = value > most ? value : most;
    }
    if (least >= std::numeric_limits<std::int32_t>::min() && most <= std::numeric_limits<std::int32_t>::max()) {
      auto& narrowed = values_.emplace<0>(values.size());
      for (std::size_t i = 0; i < values.size(); ++i) narrowed[i] = static_cast<std::int32_t>(values[i]);
    } else {
      values_.emplace<1>(values.begin(), values.end());
    }
  }

  std::variant<std::vector<std::int32_t>, std::vector<std::int64_t>> values_;
};

}  // namespace cartwright::datatype
