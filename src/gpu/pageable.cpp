// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "gpu/pageable.hpp"

#include "base/error.hpp"
#include "device/memory.hpp"
#include "gpu/pools.hpp"
#include "gpu/transfer.hpp"

#include <algorithm>
#include <array>
#include <memory>

namespace cartwright::gpu {

namespace {

using device::MemoryKind;
using jit::Direction;

/// The side in memory of the host that is not pinned.
enum class Pageable : std::uint8_t { none, elements, packed };

/// None also where LayoutKernels refuse the memory.
Pageable pageable(const LayoutKernels& kernels, const std::byte* base, const std::byte* packed,
                  device::Stream* stream) {
  const void* const first = kernels.first_byte(base);
  const std::array kinds{device::kind_of(first), device::kind_of(packed)};
  const auto on_gpu = [](MemoryKind kind) { return kind == MemoryKind::device || kind == MemoryKind::managed; };
  const bool elements = kinds[0] == MemoryKind::host && on_gpu(kinds[1]);
  const bool other = on_gpu(kinds[0]) && kinds[1] == MemoryKind::host;
  if ((!elements && !other) || !driver().stages()) return Pageable::none;
  int capturing = 0;
  check(driver().cuStreamIsCapturing(stream, &capturing), "cuStreamIsCapturing");
  if (capturing != 0)
    base::fail(
        base::Status::invalid_argument,
        "{} {} is host memory that is not pinned, which no graph can capture: allocate it with cuMemHostAlloc or "
        "register it with cuMemHostRegister",
        elements ? "base" : "packed", elements ? first : packed);
  return elements ? Pageable::elements : Pageable::packed;
}

/// The packed data of elements of the host, in segments of pinned memory that are copied to a GPU or from there. While
/// one is copied, the CPU works on the next.
class Segments {
 public:
  /// `direction` is that of the elements. They may be used when what was started on the stream is done.
  Segments(Direction direction, std::byte* on_gpu, std::int64_t bytes, device::Stream* stream)
      : bytes_(bytes), current_(stream) {
    static const auto byte = jit::Packer::of(datatype::normalize(*datatype::basic("char", 1, 1)), {.expected_uses = 1});
    const Part block{&LayoutKernels::of(*byte), on_gpu, bytes, 0};
    const auto size = static_cast<std::size_t>(std::min(bytes, segment_bytes));
    for (base::Buffer& buffer : buffers_) buffer = base::Buffer(size, pinned_pool(current_));
    staging_ =
        Staging::of(direction == Direction::pack ? Direction::unpack : Direction::pack, {&block, 1}, size, stream);
    if (!staging_) base::fail(base::Status::unsupported, "{} has no context of CUDA", static_cast<void*>(on_gpu));
    wait(stream);
  }

  std::int64_t count() const { return (bytes_ + segment_bytes - 1) / segment_bytes; }
  std::int64_t first(std::int64_t i) const { return i * segment_bytes; }
  std::int64_t last(std::int64_t i) const { return std::min(bytes_, first(i) + segment_bytes); }
  std::byte* data(std::int64_t i) const { return buffers_[static_cast<std::size_t>(i % Staging::depth)].data(); }
  void start(std::int64_t i) const { staging_->start(first(i), last(i), data(i)); }
  Staging& staging() const { return *staging_; }

 private:
  std::int64_t bytes_;
  Current current_;
  std::array<base::Buffer, Staging::depth> buffers_;
  std::unique_ptr<Staging> staging_;
};

}  // namespace

void pack_any(jit::Packer& packer, LayoutKernels& kernels, const std::byte* base, std::int64_t count, std::byte* packed,
              device::Stream* stream) {
  const Pageable side = pageable(kernels, base, packed, stream);
  if (side == Pageable::none || kernels.copies(Direction::pack, count)) {
    kernels.pack(base, count, packed, stream);
    if (side != Pageable::none) wait(stream);
    return;
  }
  if (side == Pageable::packed) return pack_and_wait(kernels, base, count, packed, stream);
  const Segments segments(Direction::pack, packed, count * kernels.size(), stream);
  for (std::int64_t i = 0; i < segments.count(); ++i) {
    if (i >= Staging::depth) segments.staging().wait_for_one();
    packer.pack_range(segments.data(i), base, segments.first(i), segments.last(i));
    segments.start(i);
  }
  segments.staging().wait_for_all();
}

void unpack_any(jit::Packer& packer, LayoutKernels& kernels, const std::byte* packed, std::int64_t count,
                std::byte* base, device::Stream* stream) {
  const Pageable side = pageable(kernels, base, packed, stream);
  const std::int64_t bytes = count * kernels.size();
  if (side == Pageable::none || kernels.copies(Direction::unpack, count)) {
    kernels.unpack(packed, count, base, stream);
    if (side != Pageable::none) wait(stream);
    return;
  }
  if (side == Pageable::packed) return unpack_and_wait(kernels, packed, bytes, base, stream);
  const Segments segments(Direction::unpack, const_cast<std::byte*>(packed), bytes, stream);  // it is only read
  for (std::int64_t i = 0; i < std::min(segments.count(), Staging::depth); ++i) segments.start(i);
  for (std::int64_t i = 0; i < segments.count(); ++i) {
    segments.staging().wait_for_one();
    packer.unpack_range(base, segments.data(i), segments.first(i), segments.last(i));
    if (i + Staging::depth < segments.count()) segments.start(i + Staging::depth);
  }
}

}  // namespace cartwright::gpu
