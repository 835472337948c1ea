// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/engine/combine.hpp"

#include <algorithm>
#include <cstring>
#include <span>

namespace cartwright::halo::engine {

namespace {

template <typename Value>
Value load(const std::byte* at) {
  Value value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

template <typename Value, typename Operation>
void row(const Combine::Loop& loop, std::byte* to, const std::byte* from, Operation operation) {
  const auto step = [&](std::int64_t i, std::int64_t to_stride, std::int64_t from_stride) {
    std::byte* const here = to + i * to_stride;
    const Value value = operation(load<Value>(here), load<Value>(from + i * from_stride));
    std::memcpy(here, &value, sizeof value);
  };
  constexpr std::int64_t dense = sizeof(Value);
  if (loop.to_stride == dense && loop.from_stride == dense)
    for (std::int64_t i = 0; i < loop.count; ++i) step(i, dense, dense);
  else
    for (std::int64_t i = 0; i < loop.count; ++i) step(i, loop.to_stride, loop.from_stride);
}

template <typename Value, typename Operation>
void nest(std::span<const Combine::Loop> loops, std::byte* to, const std::byte* from, Operation operation) {
  if (loops.empty()) return row<Value>({1, 0, 0}, to, from, operation);
  const Combine::Loop& loop = loops.front();
  if (loops.size() == 1) return row<Value>(loop, to, from, operation);
  for (std::int64_t i = 0; i < loop.count; ++i)
    nest<Value>(loops.subspan(1), to + i * loop.to_stride, from + i * loop.from_stride, operation);
}

template <typename Value>
void combine(const Combine& work, Combination combination, std::byte* to, const std::byte* from) {
  switch (combination) {
    case Combination::sum: {
      // Integers wrap around, as unsigned ones do.
      if constexpr (std::is_integral_v<Value>)
        return nest<std::make_unsigned_t<Value>>(work.loops, to, from, [](auto a, auto b) { return a + b; });
      else
        return nest<Value>(work.loops, to, from, [](Value a, Value b) { return a + b; });
    }
    case Combination::least: return nest<Value>(work.loops, to, from, [](Value a, Value b) { return std::min(a, b); });
    case Combination::greatest:
      return nest<Value>(work.loops, to, from, [](Value a, Value b) { return std::max(a, b); });
  }
}

}  // namespace

std::int64_t bytes_of(ValueType type) {
  switch (type) {
    case ValueType::bytes: return 0;
    case ValueType::float32:
    case ValueType::int32: return 4;
    case ValueType::float64:
    case ValueType::int64: return 8;
  }
  return 0;
}

void Combine::run(Combination combination, std::byte* to, const std::byte* from) const {
  switch (type) {
    case ValueType::bytes: return;
    case ValueType::float32: return combine<float>(*this, combination, to, from);
    case ValueType::float64: return combine<double>(*this, combination, to, from);
    case ValueType::int32: return combine<std::int32_t>(*this, combination, to, from);
    case ValueType::int64: return combine<std::int64_t>(*this, combination, to, from);
  }
}

}  // namespace cartwright::halo::engine
