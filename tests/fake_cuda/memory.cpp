// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

namespace fake_cuda {

namespace {

std::size_t in_pages(std::size_t bytes) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return (bytes + page - 1) / page * page;
}

std::byte* map(std::size_t bytes, int protection, int file) {
  void* const mapped = mmap(nullptr, bytes, protection, MAP_SHARED, file, 0);
  return mapped == MAP_FAILED ? nullptr : static_cast<std::byte*>(mapped);
}

}  // namespace

Address Memory::allocate(Kind kind, std::size_t bytes) {
  const std::size_t mapped_bytes = in_pages(bytes);
  const int file = memfd_create("fake_cuda", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, static_cast<off_t>(mapped_bytes)) != 0) return 0;
  Range range{kind, 0, bytes, map(mapped_bytes, PROT_READ | PROT_WRITE, file), false};
  std::byte* const seen = kind == Kind::device ? map(mapped_bytes, PROT_NONE, file) : range.reached;
  close(file);
  if (range.reached == nullptr || seen == nullptr) return 0;
  std::memset(range.reached, 0xa5, bytes);
  range.begin = reinterpret_cast<Address>(seen);
  const std::lock_guard lock(mutex_);
  ranges_[range.begin] = range;
  return range.begin;
}

bool Memory::register_host(Address begin, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  return ranges_.emplace(begin, Range{Kind::pinned, begin, bytes, reinterpret_cast<std::byte*>(begin), true}).second;
}

bool Memory::release(Address begin) {
  const std::lock_guard lock(mutex_);
  const auto found = ranges_.find(begin);
  if (found == ranges_.end()) return false;
  const Range range = found->second;
  ranges_.erase(found);
  if (range.registered) return true;
  munmap(range.reached, in_pages(range.bytes));
  if (range.kind == Kind::device) munmap(reinterpret_cast<void*>(range.begin), in_pages(range.bytes));
  return true;
}

std::optional<Range> Memory::find(Address address) const {
  const std::lock_guard lock(mutex_);
  auto found = ranges_.upper_bound(address);
  if (found == ranges_.begin()) return std::nullopt;
  const Range& range = (--found)->second;
  if (address - range.begin >= range.bytes) return std::nullopt;
  return range;
}

Memory& memory() {
  static auto& all = *new Memory;
  return all;
}

std::byte* reach(Address address, std::size_t bytes, bool any_host) {
  const std::optional<Range> range = memory().find(address);
  if (!range) return any_host ? reinterpret_cast<std::byte*>(address) : nullptr;
  const std::size_t offset = address - range->begin;
  return bytes <= range->bytes - offset ? range->reached + offset : nullptr;
}

}  // namespace fake_cuda
