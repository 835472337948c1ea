// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "jit/dual_mapping.hpp"

#include "base/file_limit.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

namespace cartwright::jit {
namespace {

/// Since Linux 6.3. It requests the behavior of older kernels.
constexpr unsigned mfd_exec = 0x10;

std::string last_error() { return std::generic_category().message(errno); }

int anonymous_file(const char* /*directory*/) {
  const int file = memfd_create("cartwright", MFD_CLOEXEC | mfd_exec);
  return file < 0 && errno == EINVAL ? memfd_create("cartwright", MFD_CLOEXEC) : file;
}

int unlinked_file(const char* directory) {
  std::string path = fmt::format("{}/cartwright-XXXXXX", directory);
  const int file = mkostemp(path.data(), O_CLOEXEC);
  if (file >= 0) unlink(path.c_str());
  return file;
}

std::byte* map(int file, std::size_t bytes, int access) {
  void* const mapped = mmap(nullptr, bytes, access, MAP_SHARED, file, 0);
  return mapped == MAP_FAILED ? nullptr : static_cast<std::byte*>(mapped);
}

/// The call that failed, with the reason; "" if none failed.
std::string map_twice(int file, DualMapping& mapping) {
  if (ftruncate(file, static_cast<off_t>(mapping.bytes)) != 0) return "ftruncate: " + last_error();
  mapping.writable = map(file, mapping.bytes, PROT_READ | PROT_WRITE);
  if (mapping.writable == nullptr) return "mmap to write: " + last_error();
  mapping.executable = map(file, mapping.bytes, PROT_READ | PROT_EXEC);
  if (mapping.executable == nullptr) return "mmap to execute: " + last_error();
  return "";
}

}  // namespace

DualMapping DualMapping::make(std::size_t bytes, std::string& why_not) {
  if (base::largest_file() < bytes) {
    why_not = fmt::format("files are limited to {} bytes (ulimit -f)", base::largest_file());
    return {};
  }
  struct Way {
    const char* name;
    int (*open)(const char* directory);
    const char* directory;
  };
  static constexpr Way ways[] = {
      {"memfd_create", anonymous_file, ""},
      {"a file in /dev/shm", unlinked_file, "/dev/shm"},
      {"a file in /tmp", unlinked_file, "/tmp"},
  };
  std::string failures;
  for (const Way& way : ways) {
    DualMapping mapping;
    mapping.bytes = bytes;
    const int file = way.open(way.directory);
    std::string failure = file < 0 ? last_error() : map_twice(file, mapping);
    if (file >= 0) close(file);
    if (failure.empty()) return mapping;
    failures += fmt::format("{}{}: {}", failures.empty() ? "" : "; ", way.name, failure);
  }
  why_not = fmt::format("the system maps no executable memory ({})", failures);
  return {};
}

DualMapping::~DualMapping() {
  if (writable != nullptr) munmap(writable, bytes);
  if (executable != nullptr) munmap(executable, bytes);
}

}  // namespace cartwright::jit
