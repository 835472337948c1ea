// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "pack/buffers.hpp"

#include "base/error.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cinttypes>
#include <cstdio>

namespace cartwright::bench {

namespace {

constexpr std::int64_t page = 4096;
/// The offset of the packed side in its page. The data has another offset: some processors compare only the low bits of
/// addresses to see whether a load depends on a store, and are slow if these are equal.
constexpr std::int64_t skew = 1088;

}  // namespace

Buffers::Buffers(std::int64_t data_bytes, std::int64_t packed_bytes)
    : descriptor_(memfd_create("pack", 0)), packed_at_((data_bytes + page - 1) / page * page + skew) {
  size_ = packed_at_ + packed_bytes;
  if (descriptor_ < 0 || ftruncate(descriptor_, size_) != 0)
    base::fail(base::Status::io, "cannot get {} bytes of shared memory", size_);
  map();
  std::snprintf(text_, sizeof text_, "%d:%" PRId64 ":%" PRId64, descriptor_, size_, packed_at_);
}

Buffers::Buffers(const char* text) {
  if (std::sscanf(text, "%d:%" SCNd64 ":%" SCNd64, &descriptor_, &size_, &packed_at_) != 3)
    base::fail(base::Status::parse, "'{}' does not describe buffers", text);
  map();
}

void Buffers::map() {
  void* memory = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_, 0);
  if (memory == MAP_FAILED) base::fail(base::Status::io, "cannot map {} bytes of shared memory", size_);
  memory_ = static_cast<std::byte*>(memory);
}

void Buffers::clear() { fallocate(descriptor_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, size_); }

Buffers::~Buffers() {
  munmap(memory_, size_);
  close(descriptor_);
}

}  // namespace cartwright::bench
