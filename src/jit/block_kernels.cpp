// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "jit/block_kernels.hpp"

#include "jit/moves_p.hpp"

#include <array>
#include <utility>

namespace cartwright::jit {
namespace {

template <typename S>
[[gnu::always_inline]] inline void nest(std::byte* to, const std::byte* from, const Dim& outer, const Dim& inner,
                                        std::int64_t bytes) {
  const Dim rows = outer;
  const Dim row = inner;
  for (std::int64_t i = 0; i < rows.count; ++i) {
    std::byte* row_to = to + i * rows.to;
    const std::byte* row_from = from + i * rows.from;
#pragma GCC unroll 4
    for (std::int64_t j = 0; j < row.count; ++j) {
      move(S{}, row_to, row_from, bytes);
      row_to += row.to;
      row_from += row.from;
    }
  }
}

template <typename S, typename Index, bool Packs>
[[gnu::always_inline]] inline void list(std::byte* to, const std::byte* from, const Entries& entries,
                                        std::int64_t bytes) {
  const auto* const table = static_cast<const Index*>(entries.table);
  const std::int64_t stride = entries.packed_stride;
  const std::int64_t count = entries.count;
#pragma GCC unroll 4
  for (std::int64_t i = 0; i < count; ++i)
    if constexpr (Packs)
      move(S{}, to + i * stride, from + table[i], bytes);
    else
      move(S{}, to + table[i], from + i * stride, bytes);
}

/// Kernels compiled for any processor of the architecture.
template <typename S>
struct Portable {
  static void run_nest(std::byte* to, const std::byte* from, const Dim& outer, const Dim& inner, std::int64_t bytes) {
    nest<S>(to, from, outer, inner, bytes);
  }
  template <typename Index, bool Packs>
  static void run_list(std::byte* to, const std::byte* from, const Entries& entries, std::int64_t bytes) {
    list<S, Index, Packs>(to, from, entries, bytes);
  }
};

#if defined(__x86_64__)
/// Kernels compiled for processors with registers of 32 bytes.
template <typename S>
struct Avx2 {
  [[gnu::target("avx2")]] static void run_nest(std::byte* to, const std::byte* from, const Dim& outer, const Dim& inner,
                                               std::int64_t bytes) {
    nest<S>(to, from, outer, inner, bytes);
  }
  template <typename Index, bool Packs>
  [[gnu::target("avx2")]] static void run_list(std::byte* to, const std::byte* from, const Entries& entries,
                                               std::int64_t bytes) {
    list<S, Index, Packs>(to, from, entries, bytes);
  }
};
#endif

template <typename Compiled>
constexpr BlockKernels kernels_of() {
  return {Compiled::run_nest, Compiled::template run_list<std::int32_t, true>,
          Compiled::template run_list<std::int64_t, true>, Compiled::template run_list<std::int32_t, false>,
          Compiled::template run_list<std::int64_t, false>};
}

/// One kernel for each number of units, from 1 on.
template <template <typename> typename Compiled, typename Unit, int... Less>
constexpr std::array<BlockKernels, sizeof...(Less)> kernels_by_count(std::integer_sequence<int, Less...>) {
  return {kernels_of<Compiled<Shape<Unit, Less + 1>>>()...};
}
template <template <typename> typename Compiled, typename Unit, int Most>
constexpr auto kernels_by_count() {
  return kernels_by_count<Compiled, Unit>(std::make_integer_sequence<int, Most>());
}

constexpr std::int64_t largest = 256;  ///< memcpy is best for larger blocks

constexpr auto by_1 = kernels_by_count<Portable, std::uint8_t, 1>();
constexpr auto by_2 = kernels_by_count<Portable, std::uint16_t, 2>();
constexpr auto by_4 = kernels_by_count<Portable, std::uint32_t, 2>();
constexpr auto by_8 = kernels_by_count<Portable, std::uint64_t, 2>();
constexpr auto by_16 = kernels_by_count<Portable, V16, largest / 16>();
#if defined(__x86_64__)
constexpr auto by_32 = kernels_by_count<Avx2, V32, largest / 32>();
#endif
constexpr BlockKernels by_any = kernels_of<Portable<AnyShape>>();

}  // namespace

const BlockKernels& block_kernels(std::int64_t bytes) {
  const auto units_of = [bytes](std::int64_t unit) { return static_cast<std::size_t>((bytes - 1) / unit); };
  if (bytes > largest || bytes <= 0) return by_any;
#if defined(__x86_64__)
  static const bool avx2 = __builtin_cpu_supports("avx2");
  if (bytes >= 32 && avx2) return by_32[units_of(32)];
#endif
  if (bytes >= 16) return by_16[units_of(16)];
  if (bytes >= 8) return by_8[units_of(8)];
  if (bytes >= 4) return by_4[units_of(4)];
  if (bytes >= 2) return by_2[units_of(2)];
  return by_1[0];
}

}  // namespace cartwright::jit
