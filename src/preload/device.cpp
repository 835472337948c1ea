// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/device.hpp"

#include "base/random.hpp"

#include <dlfcn.h>
#include <link.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <initializer_list>

namespace cartwright::preload {

namespace {

/// A function of a library that is already loaded, or null.
template <typename F>
F* find(std::initializer_list<const char*> libraries, const char* name) {
  for (const char* library : libraries)
    if (void* loaded = dlopen(library, RTLD_LAZY | RTLD_NOLOAD)) return reinterpret_cast<F*>(dlsym(loaded, name));
  return nullptr;
}

/// cuPointerGetAttribute(result, attribute, address): CU_POINTER_ATTRIBUTE_MEMORY_TYPE is CU_MEMORYTYPE_HOST for pinned
/// memory of the host. An address that the driver does not know is an error.
using CudaQuery = int(void*, int, std::uintptr_t);
constexpr int cuda_memory_type = 2;
constexpr unsigned cuda_host = 1;

/// hipPointerGetAttribute(result, attribute, address) is similar, but its values changed with ROCm 6: only 0 always
/// means host memory.
using HipQuery = int(void*, int, void*);
constexpr int hip_memory_type = 2;

struct Drivers {
  CudaQuery* cuda = find<CudaQuery>({"libcuda.so.1"}, "cuPointerGetAttribute");
  HipQuery* hip = find<HipQuery>({"libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5", "libamdhip64.so"},
                                 "hipPointerGetAttribute");
  /// Level Zero answers only for memory of a known context.
  bool level_zero = find<void()>({"libze_loader.so.1"}, "zeInit") != nullptr;

  bool any() const { return cuda != nullptr || hip != nullptr || level_zero; }
};

/// Set once, to drivers that are never unloaded.
std::atomic<const Drivers*> drivers = nullptr;

/// The number of libraries ever loaded.
std::uint64_t libraries_loaded() {
  std::uint64_t loaded = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* result) {
        *static_cast<std::uint64_t*>(result) = info->dlpi_adds;
        return 1;
      },
      &loaded);
  return loaded;
}

const Drivers* look_for_drivers() {
  static std::atomic<std::uint64_t> looked_at = 0;
  const std::uint64_t now = libraries_loaded();
  if (looked_at.load(std::memory_order_acquire) == now) return nullptr;
  const Drivers found;
  if (!found.any()) {
    looked_at.store(now, std::memory_order_release);
    return nullptr;
  }
  const Drivers* none = nullptr;
  const auto* made = new Drivers(found);
  if (drivers.compare_exchange_strong(none, made)) return made;
  delete made;
  return none;
}

/// The last addresses that a thread asked for while there was no driver.
thread_local std::array<const void*, 64> asked;

const void*& asked_at(const void* address) {
  const auto hash = reinterpret_cast<std::uintptr_t>(address) * base::golden_ratio;
  return asked[hash >> 58];
}

/// Whether the CPU can read a byte. The system call fails without a signal.
bool readable(const void* address) {
  char byte = 0;
  const iovec here{&byte, 1};
  const iovec there{const_cast<void*>(address), 1};
  return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == 1;
}

bool ask(const Drivers& all, const void* address) {
  unsigned kind = 0;
  if (all.cuda != nullptr && all.cuda(&kind, cuda_memory_type, reinterpret_cast<std::uintptr_t>(address)) == 0 &&
      kind != cuda_host)
    return true;
  kind = 0;
  if (all.hip != nullptr && all.hip(&kind, hip_memory_type, const_cast<void*>(address)) == 0 && kind != 0) return true;
  return all.level_zero && !readable(address);
}

}  // namespace

bool on_device(const void* address) noexcept {
  const Drivers* known = drivers.load(std::memory_order_acquire);
  if (known == nullptr) {
    const void*& last = asked_at(address);
    if (last == address) return false;
    known = look_for_drivers();
    if (known == nullptr) {
      last = address;
      return false;
    }
  }
  return ask(*known, address);
}

}  // namespace cartwright::preload
