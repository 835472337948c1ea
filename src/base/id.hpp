// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace cartwright::base {

/// The number of a thing of one kind, counted from 0. Ids of two kinds are two types, and neither converts to an
/// integer. By convention -1 stands for none.
template <typename Kind, std::signed_integral Number = std::int32_t>
class Id {
 public:
  using number_type = Number;
  using difference_type = std::int64_t;  ///< lets std::views::iota count ids

  constexpr Id() = default;
  constexpr explicit Id(std::integral auto number) : number_(static_cast<Number>(number)) {}

  constexpr Number number() const { return number_; }
  constexpr std::size_t index() const { return static_cast<std::size_t>(number_); }

  constexpr Id& operator++() {
    ++number_;
    return *this;
  }
  constexpr Id operator++(int) { return Id(number_++); }
  friend constexpr auto operator<=>(const Id&, const Id&) = default;

 private:
  Number number_ = 0;
};

/// All ids below a count.
template <typename I>
constexpr auto ids(std::integral auto count) {
  return std::views::iota(I(0), I(count));
}

/// A vector with one entry for each thing of a kind. Only an id of that kind is an index.
template <typename I, typename T>
class IndexVector {
 public:
  using value_type = T;

  IndexVector() = default;
  explicit IndexVector(std::integral auto size, const T& value = {}) : items_(static_cast<std::size_t>(size), value) {}
  IndexVector(std::initializer_list<T> items) : items_(items) {}
  /// The entries of a plain vector, in their order.
  explicit IndexVector(std::vector<T> items) : items_(std::move(items)) {}

  decltype(auto) operator[](I id) { return items_[id.index()]; }
  decltype(auto) operator[](I id) const { return items_[id.index()]; }

  std::size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  auto ids() const { return base::ids<I>(items_.size()); }
  auto begin() { return items_.begin(); }
  auto end() { return items_.end(); }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }

  void reserve(std::size_t size) { items_.reserve(size); }
  void push_back(T item) { items_.push_back(std::move(item)); }
  void assign(std::integral auto size, const T& value) { items_.assign(size, value); }

  /// The entries as a plain vector.
  const std::vector<T>& items() const& { return items_; }
  std::vector<T> items() && { return std::move(items_); }

  friend bool operator==(const IndexVector&, const IndexVector&) = default;

 private:
  std::vector<T> items_;
};

/// The numbers of ids that are adjacent in memory, for interfaces that take plain integers.
template <std::ranges::contiguous_range Ids>
auto numbers(const Ids& ids) {
  using I = std::ranges::range_value_t<Ids>;
  using Number = typename I::number_type;
  static_assert(sizeof(I) == sizeof(Number) && std::is_standard_layout_v<I>);
  return std::span(reinterpret_cast<const Number*>(std::ranges::data(ids)), std::ranges::size(ids));
}

}  // namespace cartwright::base

template <typename Kind, typename Number>
struct std::hash<cartwright::base::Id<Kind, Number>> {
  std::size_t operator()(cartwright::base::Id<Kind, Number> id) const { return std::hash<Number>()(id.number()); }
};
