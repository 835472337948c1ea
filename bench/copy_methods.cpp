// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// Compares the ways to copy adjacent bytes [Schneider2013, figure 3]: the string move, loads and stores of 8 to 64
// bytes, aligned or not, and stores that bypass the caches. `copy_methods [--quick]` prints GB/s.
#include "lib/program.hpp"
#include "pack/measure.hpp"
#include "report/table.hpp"

#include <cstring>
#include <memory>

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace cartwright::bench {

namespace {

using Copy = void (*)(std::byte* to, const std::byte* from, std::int64_t bytes);

struct Method {
  std::string name;
  Copy copy;
  bool needs_aligned = false;  ///< `to` is at a multiple of 64
};

void by_memcpy(std::byte* to, const std::byte* from, std::int64_t bytes) {
  std::memcpy(to, from, static_cast<std::size_t>(bytes));
}

#ifdef __x86_64__
void by_string(std::byte* to, const std::byte* from, std::int64_t bytes) {
  asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
}

// In assembly, because compilers turn copies into calls of memcpy. `bytes` is a multiple of 64.
#define CW_COPY(name, load, store, register, width, fence)                          \
  void name(std::byte* to, const std::byte* from, std::int64_t bytes) {             \
    for (std::int64_t done = 0; done < bytes; done += 64) {                         \
      for (std::int64_t at = done; at < done + 64; at += (width))                   \
        asm volatile(load " (%0), %%" register "\n\t" store " %%" register ", (%1)" \
                     :                                                              \
                     : "r"(from + at), "r"(to + at)                                 \
                     : register, "memory");                                         \
    }                                                                               \
    if (fence) asm volatile("sfence" : : : "memory");                               \
  }
// clang-format off
CW_COPY(by_8,        "mov",       "mov",       "rax",  8,  false)
CW_COPY(by_16,       "movups",    "movups",    "xmm0", 16, false)
CW_COPY(by_16_past,  "movups",    "movntps",   "xmm0", 16, true)
CW_COPY(by_32,       "vmovups",   "vmovups",   "ymm0", 32, false)
CW_COPY(by_32_past,  "vmovups",   "vmovntps",  "ymm0", 32, true)
CW_COPY(by_64,       "vmovups",   "vmovups",   "zmm0", 64, false)
CW_COPY(by_64_past,  "vmovups",   "vmovntps",  "zmm0", 64, true)
// clang-format on
#undef CW_COPY
#endif

std::vector<Method> methods() {
  std::vector<Method> all = {{"memcpy", by_memcpy}};
#ifdef __x86_64__
  all.insert(all.end(), {{"rep movsb", by_string}, {"8 B", by_8}, {"16 B", by_16}});
  if (__builtin_cpu_supports("avx2")) all.push_back({"32 B", by_32});
  if (__builtin_cpu_supports("avx512f")) all.push_back({"64 B", by_64});
  all.push_back({"16 B past caches", by_16_past, true});
  if (__builtin_cpu_supports("avx2")) all.push_back({"32 B past caches", by_32_past, true});
  if (__builtin_cpu_supports("avx512f")) all.push_back({"64 B past caches", by_64_past, true});
#endif
  return all;
}

constexpr std::int64_t largest = std::int64_t{64} << 20;

std::string size_text(std::int64_t bytes) {
  if (bytes < 1024) return fmt::format("{} B", bytes);
  return bytes < 1 << 20 ? fmt::format("{} KiB", bytes >> 10) : fmt::format("{} MiB", bytes >> 20);
}

/// One table: rows are sizes, columns are methods. Copies begin `offset` bytes after a cache line on both sides.
void print_table(Lines& from, Lines& to, std::size_t offset, bool quick) {
  std::vector<report::Table::Column> columns = {{"bytes"}};
  std::vector<Method> chosen;
  for (const Method& method : methods())
    if (offset == 0 || !method.needs_aligned) chosen.push_back(method);
  for (const Method& method : chosen) columns.push_back({method.name});
  report::Table table(columns);
  for (std::int64_t bytes = 64; bytes <= largest; bytes *= 4) {
    std::vector<Run> runs;
    for (const Method& method : chosen)
      runs.push_back([&, copy = method.copy](std::int64_t calls) {
        return seconds_for(calls, [&] { copy(to.data() + offset, from.data() + offset, bytes); });
      });
    const Effort effort = quick ? Effort{5, 2e-5} : Effort{31, 1e-4};
    std::vector<std::string> cells = {size_text(bytes)};
    for (std::vector<double>& rounds : measure(runs, effort))
      cells.push_back(fmt::format("{:.1f}", 1e-9 * static_cast<double>(bytes) / median(std::move(rounds))));
    table.add_row(std::move(cells));
  }
  fmt::print("\nBoth sides begin {} a cache line: GB/s\n{}",
             offset == 0 ? std::string("at") : fmt::format("{} bytes after the start of", offset), table.text({}));
}

void run_copies(int argc, char** argv) {
  const bool quick = quick_asked(argc, argv);
  Lines from(largest + cache_line), to(largest + cache_line);  // a copy may begin at any of the first bytes
  fmt::print("{}\n", machine_line());
  for (const std::size_t offset : {0, 4}) print_table(from, to, offset, quick);
}

}  // namespace

}  // namespace cartwright::bench

int main(int argc, char** argv) {
  return cartwright::bench::plain_main("copy_methods", argc, argv, cartwright::bench::run_copies);
}
