// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "transport/stream.hpp"

#include <sched.h>
#include <signal.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace cartwright::transport {

namespace {

void pause_processor() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

/// Waits as long as the processor of the other is likely to be at work, then lets others run: it may need this one.
class Patience {
 public:
  explicit Patience(int pid) : pid_(pid) {}

  /// False when the process waited for is gone.
  bool wait() {
    if (++turns_ % spins != 0) {
      pause_processor();
      return true;
    }
    sched_yield();
    return turns_ % (spins * yields) != 0 || kill(pid_, 0) == 0 || errno != ESRCH;
  }

 private:
  static constexpr std::uint64_t spins = 64;
  static constexpr std::uint64_t yields = 4096;
  int pid_;
  std::uint64_t turns_ = 0;
};

void unpack(jit::Packer* packer, std::byte* base, std::int64_t count, const std::byte* packed, std::int64_t first,
            std::int64_t last) {
  if (packer == nullptr)
    std::memcpy(base + first, packed + first, static_cast<std::size_t>(last - first));
  else if (first == 0 && last == count * packer->layout().size)
    packer->unpack(base, packed, count);
  else
    packer->unpack_range(base, packed + first, first, last);
}

}  // namespace

void fill(const Arena& arena, std::uint32_t slot, jit::Packer& packer, const std::byte* base, std::int64_t count,
          std::int64_t segment) {
  std::atomic<std::uint64_t>& ready = arena.slots()[slot].ready;
  std::byte* packed = arena.data(slot);
  const std::int64_t bytes = count * packer.layout().size;
  if (bytes <= segment) {
    packer.pack(packed, base, count);
    ready.store(static_cast<std::uint64_t>(bytes), std::memory_order_release);
    return;
  }
  for (std::int64_t first = 0; first < bytes; first += segment) {
    const std::int64_t last = std::min(first + segment, bytes);
    packer.pack_range(packed + first, base, first, last);
    ready.store(static_cast<std::uint64_t>(last), std::memory_order_release);
  }
}

bool drain(const Arena& arena, std::uint32_t index, jit::Packer* packer, std::byte* base, std::int64_t count) {
  Slot& slot = arena.slots()[index];
  const std::byte* packed = arena.data(index);
  const auto sent = static_cast<std::int64_t>(slot.envelope.bytes);
  const std::int64_t wanted = std::min(sent, packer == nullptr ? count : count * packer->layout().size);
  Patience patience(arena.pid());
  for (std::int64_t done = 0; done < sent;) {
    const auto ready = static_cast<std::int64_t>(slot.ready.load(std::memory_order_acquire));
    if (ready == done) {
      if (!patience.wait()) return false;
      continue;
    }
    if (done < wanted) unpack(packer, base, count, packed, done, std::min(ready, wanted));
    done = ready;
  }
  slot.state.store(Slot::taken, std::memory_order_release);
  return true;
}

}  // namespace cartwright::transport
