// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "transport/region.hpp"

#include "base/file_limit.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <limits>
#include <utility>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif
#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25
#endif

namespace cartwright::transport {

namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t huge_page = std::size_t{2} << 20;

/// Maps to a multiple of the huge page size if the region is as large as a huge page, so it can use one.
std::byte* map(int file, std::size_t bytes) {
  const std::size_t spare = bytes >= huge_page ? huge_page : 0;
  void* reserved = mmap(nullptr, bytes + spare, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reserved == MAP_FAILED) return nullptr;
  std::byte* first = static_cast<std::byte*>(reserved);
  const std::size_t before =
      spare == 0 ? 0 : (huge_page - reinterpret_cast<std::uintptr_t>(first) % huge_page) % huge_page;
  const std::size_t pages = (bytes + page - 1) / page * page;
  std::byte* data = first + before;
  void* mapped = mmap(data, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0);
  if (mapped == MAP_FAILED) {
    munmap(first, bytes + spare);
    return nullptr;
  }
  if (before > 0) munmap(first, before);
  if (before < spare) munmap(data + pages, bytes + spare - before - pages);
  return data;
}

/// The bytes of this machine. Taking more, page by page, would first use up all of them.
std::uint64_t all_memory() {
  struct sysinfo info{};
  return sysinfo(&info) == 0 ? (std::uint64_t{info.totalram} + info.totalswap) * info.mem_unit
                             : std::numeric_limits<std::uint64_t>::max();
}

}  // namespace

std::optional<Region> Region::create(std::size_t bytes) {
  if (base::largest_file() < bytes) return std::nullopt;
  const int file = memfd_create("cartwright", MFD_CLOEXEC);
  if (file < 0) return std::nullopt;
  std::byte* mapped = ftruncate(file, static_cast<off_t>(bytes)) == 0 ? map(file, bytes) : nullptr;
  if (mapped != nullptr) return Region(mapped, bytes, file);
  close(file);
  return std::nullopt;
}

std::optional<Region> Region::open(int pid, int file, std::size_t bytes) {
  const int opened = ::open(fmt::format("/proc/{}/fd/{}", pid, file).c_str(), O_RDWR | O_CLOEXEC);
  if (opened < 0) return std::nullopt;
  // On another host the name may belong to any file. Touching a mapping past the end of a file would kill the process.
  struct stat found{};
  const bool fits = fstat(opened, &found) == 0 && S_ISREG(found.st_mode) && found.st_nlink == 0 &&
                    found.st_size == static_cast<off_t>(bytes);
  std::byte* mapped = fits ? map(opened, bytes) : nullptr;
  close(opened);
  if (mapped == nullptr) return std::nullopt;
  return Region(mapped, bytes, -1);
}

Region::Region(Region&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(other.size_), file_(std::exchange(other.file_, -1)) {}

Region::~Region() {
  hide();
  if (data_ != nullptr) munmap(data_, size_);
}

void Region::hide() {
  if (file_ >= 0) close(file_);
  file_ = -1;
}

bool Region::populate(std::size_t first, std::size_t last) const {
  if (all_memory() < last - first) return false;
  return madvise(data_ + first, last - first, MADV_POPULATE_WRITE) == 0 || errno == EINVAL;
}

void Region::collapse() const {
  if (all_memory() < size_) return;
  // Linux makes no huge page where no page exists yet.
  for (std::size_t at = 0; at + huge_page <= size_; at += huge_page)
    if (!populate(at, at + page)) return;
  madvise(data_, size_, MADV_COLLAPSE);
}

}  // namespace cartwright::transport
