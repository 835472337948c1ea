// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// Writes random programs as code for AArch64, with arguments and the result of the reference, for run.c:
// `aarch64_generate FILE`.
#include "cases.h"
#include "jit/backend.hpp"
#include "random_program.hpp"

#include <sys/mman.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <new>

// All memory of this program is at addresses that run.c can map as well, because the code contains addresses of lists.
void* operator new(std::size_t bytes) {
  static char* const begin = [] {
    void* const wanted = reinterpret_cast<void*>(LISTS_BEGIN);
    void* const mapped = mmap(wanted, LISTS_BYTES, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (mapped != wanted) std::abort();
    return static_cast<char*>(mapped);
  }();
  static std::atomic<std::size_t> used = 0;
  const std::size_t at = used.fetch_add((bytes + 15) / 16 * 16);
  if (at + bytes > LISTS_BYTES) std::abort();
  return begin + at;
}
void operator delete(void*) noexcept {}
void operator delete(void*, std::size_t) noexcept {}

namespace cartwright::jit {
namespace {

void write(std::FILE* file, const void* data, std::int64_t bytes) {
  static constexpr char padding[8] = {};
  std::fwrite(data, 1, static_cast<std::size_t>(bytes), file);
  std::fwrite(padding, 1, static_cast<std::size_t>(-bytes & 7), file);
}

void find_lists(const Copy& copy, std::vector<test_list>& lists) {
  if (copy.kind == Copy::Kind::list)
    lists.push_back({reinterpret_cast<std::uintptr_t>(copy.node->offsets.data()),
                     copy.count * (copy.node->offsets.narrow() ? 4 : 8)});
  for (const Copy::Part& part : copy.parts) find_lists(part.body, lists);
}

bool write_case(std::FILE* file, const Backend& backend, std::uint64_t seed) {
  const Drawn drawn = RandomPrograms(seed).draw();
  std::vector<std::byte> code;
  if (!backend.emit(drawn.program, backend.default_tuning(), code)) return false;
  const Spans spans = drawn.spans();
  std::vector<test_list> lists;
  find_lists(drawn.program.body, lists);

  std::vector<unsigned char> from(static_cast<std::size_t>(spans.from.size()));
  std::vector<unsigned char> to(static_cast<std::size_t>(spans.to.size()));
  fill(from.data(), spans.from.size(), seed);
  fill(to.data(), spans.to.size(), ~seed);
  run_reference(drawn.program, reinterpret_cast<std::byte*>(to.data()) - spans.to.lowest,
                reinterpret_cast<const std::byte*>(from.data()) - spans.from.lowest, drawn.n, drawn.table());

  const std::int64_t entry = drawn.program.table == Program::Table::narrow ? 4 : 8;
  const test_case head{seed,
                       drawn.n,
                       static_cast<std::int64_t>(code.size()),
                       drawn.table() == nullptr ? 0 : drawn.n * entry,
                       static_cast<std::int64_t>(lists.size()),
                       spans.from.lowest,
                       spans.from.size(),
                       spans.to.lowest,
                       spans.to.size()};
  write(file, &head, sizeof head);
  for (const test_list& list : lists) {
    write(file, &list, sizeof list);
    write(file, reinterpret_cast<const void*>(list.address), list.bytes);
  }
  write(file, drawn.table(), head.table_bytes);
  write(file, code.data(), head.code_bytes);
  write(file, to.data(), head.to_bytes);
  return true;
}

int generate(const char* path) {
  constexpr int programs = 600;
  std::FILE* const file = std::fopen(path, "wb");
  if (file == nullptr) return 1;
  for (const Backend* backend : backends()) {
    if (backend->name() != std::string("aarch64")) continue;
    int written = 0;
    for (std::uint64_t seed = 0; seed < programs; ++seed) written += write_case(file, *backend, seed) ? 1 : 0;
    std::printf("%d of %d programs are compiled\n", written, programs);
    return std::fclose(file) == 0 && written > programs / 2 ? 0 : 1;
  }
  std::fprintf(stderr, "no backend for AArch64\n");
  return 1;
}

}  // namespace
}  // namespace cartwright::jit

int main(int argc, char** argv) { return argc == 2 ? cartwright::jit::generate(argv[1]) : 2; }
