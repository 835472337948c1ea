// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string>

namespace fake_cuda {

namespace {

std::size_t in_pages(std::size_t bytes) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return (bytes + page - 1) / page * page;
}

bool readable() {
  const char* const set = std::getenv("FAKE_CUDA_MEMORY");
  return set != nullptr && std::strcmp(set, "readable") == 0;
}

std::byte* map(std::size_t bytes, int protection, int file) {
  void* const mapped = mmap(nullptr, bytes, protection, MAP_SHARED, file, 0);
  return mapped == MAP_FAILED ? nullptr : static_cast<std::byte*>(mapped);
}

/// Device memory is seen at one address, and kernels reach it at another.
std::byte* map_seen(std::size_t bytes, int file) {
  return map(bytes, readable() ? PROT_READ | PROT_WRITE : PROT_NONE, file);
}

void unmap(const Range& range) {
  munmap(range.reached, in_pages(range.bytes));
  if (range.kind == Kind::device) munmap(reinterpret_cast<void*>(range.begin), in_pages(range.bytes));
  if (range.file >= 0) close(range.file);
}

}  // namespace

Address Memory::allocate(Kind kind, std::size_t bytes) {
  const std::size_t mapped_bytes = in_pages(bytes);
  const int file = memfd_create("fake_cuda", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, static_cast<off_t>(mapped_bytes)) != 0) return 0;
  Range range{kind, 0, bytes, map(mapped_bytes, PROT_READ | PROT_WRITE, file), false};
  std::byte* const seen = kind == Kind::device ? map_seen(mapped_bytes, file) : range.reached;
  if (kind == Kind::device)
    range.file = file;
  else
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
  if (found == ranges_.end() || found->second.mapped > 0) return false;
  const Range range = found->second;
  ranges_.erase(found);
  if (!range.registered) unmap(range);
  return true;
}

std::optional<Handle> Memory::share(Address begin) const {
  const std::lock_guard lock(mutex_);
  const auto found = ranges_.find(begin);
  if (found == ranges_.end() || found->second.file < 0 || found->second.mapped > 0) return std::nullopt;
  return Handle{getpid(), found->second.file, static_cast<std::int64_t>(found->second.bytes),
                static_cast<std::int64_t>(begin)};
}

Address Memory::map_shared(const Handle& handle) {
  if (handle.pid == getpid()) return 0;  // as the real driver
  const std::lock_guard lock(mutex_);
  Address& known = shared_[{handle.pid, handle.begin}];
  if (known != 0) {
    ++ranges_.at(known).mapped;
    return known;
  }
  const std::string path = "/proc/" + std::to_string(handle.pid) + "/fd/" + std::to_string(handle.file);
  const int file = open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0) return 0;
  const auto bytes = static_cast<std::size_t>(handle.bytes);
  Range range{Kind::device, 0, bytes, map(in_pages(bytes), PROT_READ | PROT_WRITE, file), false, file, 1};
  std::byte* const seen = map_seen(in_pages(bytes), file);
  if (range.reached == nullptr || seen == nullptr) return 0;
  range.begin = known = reinterpret_cast<Address>(seen);
  ranges_[known] = range;
  ++maps_;
  return known;
}

bool Memory::unmap_shared(Address begin) {
  const std::lock_guard lock(mutex_);
  const auto found = ranges_.find(begin);
  if (found == ranges_.end() || found->second.mapped == 0) return false;
  if (--found->second.mapped > 0) return true;
  std::erase_if(shared_, [&](const auto& one) { return one.second == begin; });
  unmap(found->second);
  ranges_.erase(found);
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
