// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "gpu/transfer.hpp"

#include "device/memory.hpp"
#include "gpu/pools.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace cartwright::gpu {

namespace {

using device::MemoryKind;

/// Whether kernels should work on packed data where it is.
bool reached_well(const std::byte* packed, std::int64_t bytes) {
  const MemoryKind kind = device::kind_of(packed);
  return kind == MemoryKind::device || kind == MemoryKind::managed ||
         (kind == MemoryKind::pinned && bytes <= max_over_the_bus);
}

/// How the parts of a buffer go.
enum class Path : std::uint8_t {
  kernels,  ///< kernels reach the packed data
  copies,   ///< the driver copies all parts
  staged,   ///< kernels and copies, segment by segment
};

Path path_of(jit::Direction direction, std::span<const Part> parts, const std::byte* packed, std::int64_t bytes) {
  if (reached_well(packed, bytes)) return Path::kernels;
  const auto copied = [&](const Part& part) { return part.layout->copies(direction, part.count); };
  return std::ranges::all_of(parts, copied) ? Path::copies : Path::staged;
}

/// Packs all parts by way of the GPU, or unpacks them. False if nothing was done.
bool stage_and_wait(jit::Direction direction, std::span<const Part> parts, std::byte* packed, std::int64_t bytes,
                    device::Stream* stream) {
  const auto staging = Staging::of(direction, parts, std::min(bytes, segment_bytes), stream);
  if (!staging) return false;
  for (std::int64_t first = 0; first < bytes; first += segment_bytes)
    staging->start(first, std::min(bytes, first + segment_bytes), packed + first);
  staging->wait_for_all();
  return true;
}

/// Packs all parts, or unpacks them.
bool move_and_wait(jit::Direction direction, std::span<const Part> parts, std::byte* packed, std::int64_t bytes) {
  device::Context* const context = context_of_all(parts);
  if (context == nullptr) return false;
  const Path path = path_of(direction, parts, packed, bytes);
  if (path == Path::staged) return stage_and_wait(direction, parts, packed, bytes, default_stream);
  const Current current(context);
  const bool packs = direction == jit::Direction::pack;
  std::vector<jit::BatchJob> jobs;
  for (const Part& part : parts) {
    std::byte* const stream = packed + part.offset;
    const std::byte* const from = packs ? part.base : stream;
    std::byte* const to = packs ? stream : part.base;
    if (path == Path::copies)
      packs ? part.layout->pack(from, part.count, to, default_stream)
            : part.layout->unpack(from, part.count, to, default_stream);
    else if (!part.layout->append(direction, from, part.count, to, default_stream, jobs))
      return false;
  }
  run_jobs(current, jobs, default_stream);
  wait(default_stream);
  return true;
}

}  // namespace

void pack_and_wait(LayoutKernels& layout, const std::byte* base, std::int64_t count, std::byte* packed,
                   device::Stream* stream) {
  const std::int64_t bytes = count * layout.size();
  if (bytes == 0) return;
  const Current context = Current::of_memory(layout.first_byte(base));
  if (layout.copies(jit::Direction::pack, count) || reached_well(packed, bytes)) {
    layout.pack(base, count, packed, stream);
    return wait(stream);
  }
  const Part part{&layout, const_cast<std::byte*>(base), count, 0};  // it is only read
  if (stage_and_wait(jit::Direction::pack, {&part, 1}, packed, bytes, stream)) return;
  const base::Buffer on_gpu(static_cast<std::size_t>(bytes), device_pool(context));
  layout.pack(base, count, on_gpu.data(), stream);
  start_copy(packed, on_gpu.data(), bytes, stream);
  wait(stream);
}

namespace {

void unpack_whole(const Current& context, LayoutKernels& layout, const std::byte* packed, std::int64_t count,
                  std::byte* base, device::Stream* stream) {
  const std::int64_t bytes = count * layout.size();
  if (layout.copies(jit::Direction::unpack, count) || reached_well(packed, bytes)) {
    layout.unpack(packed, count, base, stream);
    return wait(stream);
  }
  const Part part{&layout, base, count, 0};
  if (stage_and_wait(jit::Direction::unpack, {&part, 1}, const_cast<std::byte*>(packed), bytes, stream)) return;
  const base::Buffer on_gpu(static_cast<std::size_t>(bytes), device_pool(context));
  start_copy(on_gpu.data(), packed, bytes, stream);
  layout.unpack(on_gpu.data(), count, base, stream);
  wait(stream);
}

}  // namespace

void unpack_and_wait(LayoutKernels& layout, const std::byte* packed, std::int64_t bytes, std::byte* base,
                     device::Stream* stream) {
  if (bytes == 0) return;
  const Current context = Current::of_memory(layout.first_byte(base));
  const std::int64_t whole = bytes / layout.size();
  const std::int64_t rest = bytes - whole * layout.size();
  if (whole > 0) unpack_whole(context, layout, packed, whole, base, stream);
  if (rest == 0) return;
  // The last element keeps its other bytes.
  std::byte* const last = base + whole * layout.layout().extent;
  const base::Buffer element(static_cast<std::size_t>(layout.size()), device_pool(context));
  layout.pack(last, 1, element.data(), stream);
  start_copy(element.data(), packed + whole * layout.size(), rest, stream);
  layout.unpack(element.data(), 1, last, stream);
  wait(stream);
}

bool pack_and_wait(std::span<const Part> parts, std::byte* packed, std::int64_t bytes) {
  return move_and_wait(jit::Direction::pack, parts, packed, bytes);
}

bool unpack_and_wait(std::span<const Part> parts, const std::byte* packed, std::int64_t bytes) {
  return move_and_wait(jit::Direction::unpack, parts, const_cast<std::byte*>(packed), bytes);  // it is only read
}

void copy_and_wait(std::byte* to, const std::byte* from, std::int64_t bytes) {
  if (bytes == 0) return;
  const Current context = Current::of_memory(device::kind_of(to) == MemoryKind::device ? to : from);
  start_copy(to, from, bytes, default_stream);
  wait(default_stream);
}

}  // namespace cartwright::gpu
