// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/cuda/workspace.hpp"

#include "base/error.hpp"

#include <algorithm>

namespace cartwright::fft::cuda {

namespace {

std::byte* allocate(std::int64_t bytes) {
  device::Address made = 0;
  gpu::check(gpu::driver().cuMemAlloc_v2(&made, static_cast<std::size_t>(bytes)), "cuMemAlloc");
  return reinterpret_cast<std::byte*>(made);
}

std::byte* allocate_pinned(std::int64_t bytes) {
  constexpr unsigned of_every_context = 1;
  void* made = nullptr;
  gpu::check(gpu::driver().cuMemHostAlloc(&made, static_cast<std::size_t>(bytes), of_every_context), "cuMemHostAlloc");
  return static_cast<std::byte*>(made);
}

void free(std::byte*& memory) {
  if (memory != nullptr) gpu::driver().cuMemFree_v2(reinterpret_cast<device::Address>(memory));
  memory = nullptr;
}

void free_pinned(std::byte*& memory) {
  if (memory != nullptr) gpu::driver().cuMemFreeHost(memory);
  memory = nullptr;
}

}  // namespace

Workspace::Workspace(device::Stream* stream) : stream_(stream) {
  const gpu::Current current(stream);
  context_ = current.context();
  context_id_ = current.id();
}

Workspace::~Workspace() { release(); }

void Workspace::release() noexcept try {
  const gpu::Current current(context_);
  if (current.id() != context_id_) return;
  gpu::driver().cuStreamSynchronize(stream_);
  for (std::byte*& memory : arrays_) free(memory);
  for (std::byte*& memory : pinned_) free_pinned(memory);
  free(area_);
  has_ = {};
} catch (const base::Error&) {
  // The context is gone, and the memory with it.
}

void Workspace::reserve(const WorkBytes& bytes) {
  const WorkBytes wanted{std::max(bytes.array, has_.array), std::max(bytes.area, has_.area),
                         std::max(bytes.pinned, has_.pinned)};
  if (wanted.array == has_.array && wanted.area == has_.area && wanted.pinned == has_.pinned) return;
  release();
  const gpu::Current current(context_);
  has_ = wanted;
  try {
    for (std::byte*& memory : arrays_) memory = wanted.array > 0 ? allocate(wanted.array) : nullptr;
    if (wanted.area > 0) area_ = allocate(wanted.area);
    for (std::byte*& memory : pinned_) memory = wanted.pinned > 0 ? allocate_pinned(wanted.pinned) : nullptr;
  } catch (...) {
    release();
    throw;
  }
}

}  // namespace cartwright::fft::cuda
