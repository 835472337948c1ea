// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/random.hpp"
#include "device/driver.hpp"

#include <array>
#include <atomic>
#include <cstdint>

namespace cartwright::device {

enum class MemoryKind : std::uint8_t {
  host,     ///< unknown to any driver of a GPU
  pinned,   ///< of the host; the GPU can read it, too
  device,   ///< of a GPU: the CPU must not touch it. All memory that HIP or Level Zero knows counts as such
  managed,  ///< moves between both when it is touched
};

/// The kind of the memory at an address. While no driver is loaded, an address that was asked for before costs a few
/// nanoseconds and a new one about 70; otherwise the driver is asked once. Thread safe.
MemoryKind kind_of(const void* address) noexcept;

/// Whether an address is in memory that the CPU must not touch, or should not move: such data is left to MPI.
inline bool on_device(const void* address) noexcept {
  const MemoryKind kind = kind_of(address);
  return kind == MemoryKind::device || kind == MemoryKind::managed;
}

/// Those that were found. Set once, to drivers that are never unloaded.
struct Drivers;
extern constinit std::atomic<const Drivers*> drivers;

/// Whether a driver of a GPU is known to be loaded. Costs a load; kind_of() looks for one.
inline bool driver_known() noexcept { return drivers.load(std::memory_order_acquire) != nullptr; }

/// The last addresses that somebody asked for while there was no driver.
extern constinit std::array<std::atomic<const void*>, 64> asked;
inline std::atomic<const void*>& asked_at(const void* address) noexcept {
  return asked[reinterpret_cast<std::uintptr_t>(address) * base::golden_ratio >> 58];
}

/// Whether no driver of a GPU is loaded, so that all memory is of the host. Looks for one as kind_of() does.
bool still_no_driver(const void* address) noexcept;
inline bool no_driver(const void* address) noexcept {
  return !driver_known() && (asked_at(address).load(std::memory_order_relaxed) == address || still_no_driver(address));
}

/// The context of memory of a GPU that CUDA allocated, or null: for other memory, and if the driver does not say.
Context* context_of(const Driver& driver, const void* address) noexcept;

/// The address by which kernels of the current context reach memory at `address`; 0 if they cannot.
Address kernel_address(const Driver& driver, const void* address) noexcept;

}  // namespace cartwright::device
