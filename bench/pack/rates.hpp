// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/error.hpp"
#include "pack/measure.hpp"
#include "pack/work.hpp"

#include <algorithm>
#include <memory>

namespace cartwright::bench {

/// How fast this processor loads and stores, measured: each in a nanosecond, from and to the first-level cache.
struct Rates {
  double cycles = 0;        ///< of the core: dependent multiplications
  double narrow_loads = 0;  ///< of 8 bytes
  double wide_loads = 0;    ///< of the widest register
  double narrow_stores = 0;
  double wide_stores = 0;
};

#ifdef __x86_64__

/// The least seconds of a call of `f`. Disturbances only add time.
template <typename F>
double least_seconds(std::int64_t calls, F f) {
  double least = 1e9;
  for (int round = 0; round < 15; ++round) least = std::min(least, seconds_for(calls, f) / static_cast<double>(calls));
  return least;
}

// Eight instructions, each in another cache line.
#define CW_EIGHT(instruction)                                                                                         \
  instruction(0) instruction(64) instruction(128) instruction(192) instruction(256) instruction(320) instruction(384) \
      instruction(448)
#define CW_LOAD_8(at) "mov " #at "(%0), %%rax\n\t"
#define CW_LOAD_16(at) "movups " #at "(%0), %%xmm0\n\t"
#define CW_LOAD_32(at) "vmovups " #at "(%0), %%ymm0\n\t"
#define CW_LOAD_64(at) "vmovups " #at "(%0), %%zmm0\n\t"
#define CW_STORE_8(at) "mov %%rax, " #at "(%0)\n\t"
#define CW_STORE_16(at) "movups %%xmm0, " #at "(%0)\n\t"
#define CW_STORE_32(at) "vmovups %%ymm0, " #at "(%0)\n\t"
#define CW_STORE_64(at) "vmovups %%zmm0, " #at "(%0)\n\t"
#define CW_KERNEL(name, instruction) \
  inline void name(std::byte* at) { asm volatile(CW_EIGHT(instruction) : : "r"(at) : "rax", "xmm0", "memory"); }
CW_KERNEL(load_8, CW_LOAD_8)
CW_KERNEL(load_16, CW_LOAD_16)
CW_KERNEL(load_32, CW_LOAD_32)
CW_KERNEL(load_64, CW_LOAD_64)
CW_KERNEL(store_8, CW_STORE_8)
CW_KERNEL(store_16, CW_STORE_16)
CW_KERNEL(store_32, CW_STORE_32)
CW_KERNEL(store_64, CW_STORE_64)

using Kernel = void (*)(std::byte*);

/// Instructions in a nanosecond.
inline double rate(Kernel eight, std::byte* at) {
  constexpr int times = 64;
  return 8 * times * 1e-9 / least_seconds(512, [&] {
           for (int i = 0; i < times; ++i) eight(at);
         });
}

/// Cycles in a nanosecond. A multiplication takes three, at AMD and at Intel. New processors do chains of additions
/// before they execute them.
inline double cycles() {
  constexpr int times = 1000;
  constexpr int latency = 3;
  return latency * times * 1e-9 / least_seconds(64, [] {
           for (int i = 0; i < times / 10; ++i)
             asm volatile(
                 "imul %%rax, %%rax\n\timul %%rax, %%rax\n\timul %%rax, %%rax\n\timul %%rax, %%rax\n\t"
                 "imul %%rax, %%rax\n\timul %%rax, %%rax\n\timul %%rax, %%rax\n\timul %%rax, %%rax\n\t"
                 "imul %%rax, %%rax\n\timul %%rax, %%rax"
                 :
                 :
                 : "rax", "cc");
         });
}

/// Seconds for `lines` lines, of which `eight` touches eight at a time.
inline double seconds_to_touch(std::int64_t lines, Kernel eight) {
  const std::int64_t touched = (lines + 7) / 8 * 8;
  Lines memory(touched * cache_line);
  std::byte* const first = memory.data();
  const std::int64_t calls = std::clamp<std::int64_t>(100000 / touched, 1, 1000);
  const double seconds = least_seconds(calls, [&] {
    for (std::int64_t at = 0; at < touched * cache_line; at += 8 * cache_line) eight(first + at);
  });
  return seconds * static_cast<double>(lines) / static_cast<double>(touched);
}

/// The bytes of the widest register of this processor: 16, 32 or 64.
inline std::int64_t widest_register() {
  return __builtin_cpu_supports("avx512f") ? 64 : __builtin_cpu_supports("avx2") ? 32 : 16;
}

inline Kernel widest_store() {
  return widest_register() == 64 ? store_64 : widest_register() == 32 ? store_32 : store_16;
}

inline Rates measured_rates() {
  Lines lines(4096);
  std::byte* const at = lines.data();
  const std::int64_t widest = widest_register();
  Rates rates;
  rates.cycles = cycles();
  rates.narrow_loads = rate(load_8, at);
  rates.narrow_stores = rate(store_8, at);
  rates.wide_loads = rate(widest == 64 ? load_64 : widest == 32 ? load_32 : load_16, at);
  rates.wide_stores = rate(widest_store(), at);
  return rates;
}

/// Seconds to touch adjacent cache lines again and again, each by a load of 8 bytes or by a store of the widest
/// register.
inline double seconds_to_load_lines(std::int64_t lines) { return seconds_to_touch(lines, load_8); }
inline double seconds_to_store_lines(std::int64_t lines) { return seconds_to_touch(lines, widest_store()); }

#else

[[noreturn]] inline void refuse() {
  base::fail(base::Status::unsupported, "bounds are known for x86-64 only: run this program on such a processor");
}

inline std::int64_t widest_register() { refuse(); }
inline Rates measured_rates() { refuse(); }
inline double seconds_to_load_lines(std::int64_t) { refuse(); }
inline double seconds_to_store_lines(std::int64_t) { refuse(); }

#endif

}  // namespace cartwright::bench
