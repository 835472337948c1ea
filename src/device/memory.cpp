// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "device/memory.hpp"

#include <dlfcn.h>
#include <sys/uio.h>
#include <unistd.h>

#include <initializer_list>

namespace cartwright::device {

namespace {

/// A function of a library that is already loaded, or null.
template <typename F>
F* find(std::initializer_list<const char*> libraries, const char* name) {
  for (const char* library : libraries)
    if (void* loaded = dlopen(library, RTLD_LAZY | RTLD_NOLOAD)) return reinterpret_cast<F*>(dlsym(loaded, name));
  return nullptr;
}

/// hipPointerGetAttribute(result, attribute, address): the values of its memory types changed with ROCm 6, but 0 always
/// means host memory.
using HipQuery = int(void*, int, void*);
constexpr int hip_memory_type = 2;

}  // namespace

struct Drivers {
  const Driver* cuda = loaded_driver();
  HipQuery* hip = find<HipQuery>({"libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5", "libamdhip64.so"},
                                 "hipPointerGetAttribute");
  /// Level Zero answers only for memory of a known context.
  bool level_zero = find<void()>({"libze_loader.so.1"}, "zeInit") != nullptr;

  bool any() const { return cuda != nullptr || hip != nullptr || level_zero; }
};
constinit std::atomic<const Drivers*> drivers = nullptr;
constinit std::array<std::atomic<const void*>, 64> asked{};

namespace {

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

/// Whether the CPU can read a byte. The system call fails without a signal.
bool readable(const void* address) {
  char byte = 0;
  const iovec here{&byte, 1};
  const iovec there{const_cast<void*>(address), 1};
  return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == 1;
}

/// The attributes of pointers, by the numbers of the driver's interface.
constexpr int context_attribute = 1;
constexpr int memory_type = 2;
constexpr int device_pointer = 3;
constexpr int is_managed = 8;
constexpr int device_ordinal = 9;

MemoryKind ask_cuda(const Driver& driver, const void* address) {
  // For an address that the driver does not know it succeeds, and the values stay 0.
  constexpr std::array attributes{memory_type, is_managed};
  constexpr unsigned host_memory = 1;
  constexpr Result not_initialized = 3;
  unsigned type = 0;
  std::uint64_t managed = 0;  // the driver writes 1 or 4 bytes
  std::array<void*, 2> values{&type, &managed};
  const Result result = driver.cuPointerGetAttributes(attributes.size(), attributes.data(), values.data(),
                                                      reinterpret_cast<Address>(address));
  if (result == not_initialized) return MemoryKind::host;
  if (result != 0) return readable(address) ? MemoryKind::host : MemoryKind::device;
  if (type == 0) return MemoryKind::host;
  if (managed != 0) return MemoryKind::managed;
  return type == host_memory ? MemoryKind::pinned : MemoryKind::device;
}

MemoryKind ask(const Drivers& all, const void* address) {
  if (all.cuda != nullptr && all.cuda->cuPointerGetAttributes != nullptr)
    if (const MemoryKind kind = ask_cuda(*all.cuda, address); kind != MemoryKind::host) return kind;
  unsigned hip_kind = 0;
  if (all.hip != nullptr && all.hip(&hip_kind, hip_memory_type, const_cast<void*>(address)) == 0 && hip_kind != 0)
    return MemoryKind::device;
  return all.level_zero && !readable(address) ? MemoryKind::device : MemoryKind::host;
}

}  // namespace

bool still_no_driver(const void* address) noexcept { return kind_of(address) == MemoryKind::host && !driver_known(); }

Context* context_of(const Driver& driver, const void* address) noexcept {
  constexpr std::array attributes{memory_type, context_attribute, device_ordinal};
  constexpr unsigned device_memory = 2;
  unsigned type = 0;
  Context* context = nullptr;
  int ordinal = -1;
  std::array<void*, 3> values{&type, static_cast<void*>(&context), &ordinal};
  if (driver.cuPointerGetAttributes(attributes.size(), attributes.data(), values.data(),
                                    reinterpret_cast<Address>(address)) != 0 ||
      type != device_memory)
    return nullptr;
  // Memory of a pool has no context: the program's runtime then has the first one of its GPU.
  if (context != nullptr || ordinal < 0 || driver.cuDevicePrimaryCtxRetain(&context, ordinal) != 0) return context;
  driver.cuDevicePrimaryCtxRelease_v2(ordinal);
  return context;
}

Address kernel_address(const Driver& driver, const void* address) noexcept {
  Address reached = 0;
  void* value = &reached;
  return driver.cuPointerGetAttributes(1, &device_pointer, &value, reinterpret_cast<Address>(address)) == 0 ? reached
                                                                                                            : 0;
}

MemoryKind kind_of(const void* address) noexcept {
  const Drivers* known = drivers.load(std::memory_order_acquire);
  if (known == nullptr) {
    std::atomic<const void*>& last = asked_at(address);
    if (last.load(std::memory_order_relaxed) == address) return MemoryKind::host;
    known = look_for_drivers();
    if (known == nullptr) {
      last.store(address, std::memory_order_relaxed);
      return MemoryKind::host;
    }
  }
  return ask(*known, address);
}

}  // namespace cartwright::device
