// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "jit/kernel.hpp"
#include "jit/packer.hpp"

#include <algorithm>
#include <array>
#include <list>

namespace cartwright::jit {

namespace {

/// Bytes of the buffer: it stays in the first-level cache of any processor, together with the data that fills it.
constexpr std::int64_t buffer_bytes = 16 * 1024;

struct Fused {
  std::shared_ptr<Packer> from;
  std::shared_ptr<Packer> to;
  std::int64_t from_count;
  std::int64_t to_count;
  bool fits = false;
  Kernel kernel;
};

/// The fused kernels that a thread used last: an exchange uses the same few repeatedly.
Fused& fused(Packer& from, std::int64_t from_count, Packer& to, std::int64_t to_count) {
  constexpr std::size_t remembered = 32;
  thread_local std::list<Fused> recent;
  for (auto one = recent.begin(); one != recent.end(); ++one)
    if (one->from.get() == &from && one->to.get() == &to && one->from_count == from_count &&
        one->to_count == to_count) {
      recent.splice(recent.begin(), recent, one);
      return recent.front();
    }
  if (recent.size() == remembered) recent.pop_back();
  Fused& made = recent.emplace_front();
  made.from = from.shared_from_this();
  made.to = to.shared_from_this();
  made.from_count = from_count;
  made.to_count = to_count;
  if (auto program = between(from.layout(), from_count, to.layout(), to_count)) {
    made.fits = true;
    made.kernel.set([&] { return std::move(*program); });
  }
  return made;
}

}  // namespace

void move(Packer& from, const std::byte* from_base, std::int64_t from_count, Packer& to, std::byte* to_base,
          std::int64_t to_count) {
  const std::int64_t bytes = std::min(from_count * from.layout().size, to_count * to.layout().size);
  if (bytes <= 0) return;
  if (from.contiguous()) return to.unpack_range(to_base, from_base + from.layout().origin, 0, bytes);
  if (to.contiguous()) return from.pack_range(to_base + to.layout().origin, from_base, 0, bytes);
  if (from_count * from.layout().size == to_count * to.layout().size) {
    Fused& both = fused(from, from_count, to, to_count);
    if (both.fits) {
      if (both.kernel.worth_generating(bytes)) both.kernel.generate();
      return both.kernel.run(to_base + to.layout().origin, from_base + from.layout().origin, 1);
    }
  }
  alignas(64) std::array<std::byte, buffer_bytes> buffer;
  for (std::int64_t first = 0; first < bytes; first += buffer_bytes) {
    const std::int64_t last = std::min(bytes, first + buffer_bytes);
    from.pack_range(buffer.data(), from_base, first, last);
    to.unpack_range(to_base, buffer.data(), first, last);
  }
}

}  // namespace cartwright::jit
