// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "pack/rates.hpp"

#include "base/error.hpp"
#include "pack/clock.hpp"

#include <algorithm>
#include <memory>
#include <vector>

namespace cartwright::bench {

#ifdef __x86_64__

namespace {

constexpr std::int64_t line_bytes = 64;

/// The least seconds of a call of `f`. Disturbances only add time.
template <typename F>
double least_seconds(std::int64_t calls, F f) {
  double least = 1e9;
  for (int round = 0; round < 15; ++round) least = std::min(least, seconds_for(calls, f) / static_cast<double>(calls));
  return least;
}

/// `bytes` of memory from a cache line on, all touched.
class Lines {
 public:
  explicit Lines(std::int64_t bytes) : memory_(static_cast<std::size_t>(bytes + line_bytes), std::byte{1}) {}
  std::byte* data() {
    void* first = memory_.data();
    std::size_t room = memory_.size();
    return static_cast<std::byte*>(std::align(line_bytes, room - line_bytes, first, room));
  }

 private:
  std::vector<std::byte> memory_;
};

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
  void name(std::byte* at) { asm volatile(CW_EIGHT(instruction) : : "r"(at) : "rax", "xmm0", "memory"); }
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
double rate(Kernel eight, std::byte* at) {
  constexpr int times = 64;
  return 8 * times * 1e-9 / least_seconds(512, [&] {
           for (int i = 0; i < times; ++i) eight(at);
         });
}

/// Cycles in a nanosecond. A multiplication takes three, at AMD and at Intel. New processors do chains of additions
/// before they execute them.
double cycles() {
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
double seconds_to_touch(std::int64_t lines, Kernel eight) {
  const std::int64_t touched = (lines + 7) / 8 * 8;
  Lines memory(touched * line_bytes);
  std::byte* const first = memory.data();
  const std::int64_t calls = std::clamp<std::int64_t>(100000 / touched, 1, 1000);
  const double seconds = least_seconds(calls, [&] {
    for (std::int64_t at = 0; at < touched * line_bytes; at += 8 * line_bytes) eight(first + at);
  });
  return seconds * static_cast<double>(lines) / static_cast<double>(touched);
}

Kernel widest_store() { return widest_register() == 64 ? store_64 : widest_register() == 32 ? store_32 : store_16; }

}  // namespace

std::int64_t widest_register() {
  return __builtin_cpu_supports("avx512f") ? 64 : __builtin_cpu_supports("avx2") ? 32 : 16;
}

Rates measured_rates() {
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

double seconds_to_load_lines(std::int64_t lines) { return seconds_to_touch(lines, load_8); }
double seconds_to_store_lines(std::int64_t lines) { return seconds_to_touch(lines, widest_store()); }

#else

namespace {

[[noreturn]] void refuse() {
  base::fail(base::Status::unsupported, "bounds are known for x86-64 only: run this program on such a processor");
}

}  // namespace

std::int64_t widest_register() { refuse(); }
Rates measured_rates() { refuse(); }
double seconds_to_load_lines(std::int64_t) { refuse(); }
double seconds_to_store_lines(std::int64_t) { refuse(); }

#endif

}  // namespace cartwright::bench
