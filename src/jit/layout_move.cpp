// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "jit/layout_move.hpp"

#include <algorithm>
#include <array>
#include <list>

namespace cartwright::jit {

namespace {

/// Bytes of the buffer: it stays in the first-level cache of any processor, together with the data that fills it.
constexpr std::int64_t buffer_bytes = 16 * 1024;

}  // namespace

LayoutMove::LayoutMove(Packer& from, std::int64_t from_count, Packer& to, std::int64_t to_count)
    : from_(from.shared_from_this()),
      to_(to.shared_from_this()),
      from_count_(from_count),
      to_count_(to_count),
      bytes_(std::min(from_count * from.layout().size, to_count * to.layout().size)) {
  if (from.contiguous() || to.contiguous() || from_count * from.layout().size != to_count * to.layout().size) return;
  if (auto program = between(from.layout(), from_count, to.layout(), to_count)) {
    fits_ = true;
    kernel_.set([&] { return std::move(*program); });
  }
}

void LayoutMove::run(std::byte* to, const std::byte* from) {
  if (bytes_ <= 0) return;
  if (from_->contiguous()) return to_->unpack_range(to, from + from_->layout().origin, 0, bytes_);
  if (to_->contiguous()) return from_->pack_range(to + to_->layout().origin, from, 0, bytes_);
  if (fits_) {
    if (kernel_.worth_generating(bytes_)) kernel_.generate();
    return kernel_.run(to + to_->layout().origin, from + from_->layout().origin, 1);
  }
  alignas(64) std::array<std::byte, buffer_bytes> buffer;
  for (std::int64_t first = 0; first < bytes_; first += buffer_bytes) {
    const std::int64_t last = std::min(bytes_, first + buffer_bytes);
    from_->pack_range(buffer.data(), from, first, last);
    to_->unpack_range(to, buffer.data(), first, last);
  }
}

void move(Packer& from, const std::byte* from_base, std::int64_t from_count, Packer& to, std::byte* to_base,
          std::int64_t to_count) {
  // The moves that a thread used last: an exchange repeats the same few.
  constexpr std::size_t remembered = 32;
  thread_local std::list<LayoutMove> recent;
  const auto found =
      std::ranges::find_if(recent, [&](const LayoutMove& one) { return one.is(from, from_count, to, to_count); });
  if (found != recent.end()) {
    recent.splice(recent.begin(), recent, found);
  } else {
    if (recent.size() == remembered) recent.pop_back();
    recent.emplace_front(from, from_count, to, to_count);
  }
  recent.front().run(to_base, from_base);
}

}  // namespace cartwright::jit
