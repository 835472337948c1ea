// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/pages.hpp"

#include "base/error.hpp"

#include <sys/mman.h>

#include <cstdlib>

namespace cartwright::base {

namespace {

constexpr std::size_t small_page = 4096;
constexpr std::size_t huge_page = std::size_t{2} << 20;

}  // namespace

void* allocate_pages(std::int64_t bytes) noexcept {
  const std::size_t wanted = bytes < 1 ? 1 : bytes;
  const std::size_t page = wanted >= huge_page ? huge_page : small_page;
  if (wanted > SIZE_MAX / 2) return nullptr;
  void* memory = std::aligned_alloc(page, (wanted + page - 1) / page * page);
  if (memory != nullptr && page == huge_page) madvise(memory, wanted, MADV_HUGEPAGE);
  return memory;
}

void free_pages(void* memory) noexcept { std::free(memory); }

Pages::Pages(std::int64_t bytes) : data_(static_cast<std::byte*>(allocate_pages(bytes))), size_(bytes) {
  if (data_ == nullptr) fail(Status::no_memory, "out of memory for a buffer of {} bytes: use more processes", bytes);
}

Pages::~Pages() { free_pages(data_); }

}  // namespace cartwright::base
