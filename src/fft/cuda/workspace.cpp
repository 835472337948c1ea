// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/cuda/workspace.hpp"

#include "base/error.hpp"

#include <span>

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

/// Replaces memory of `has` bytes unless that is enough.
void renew(std::span<std::byte*> all, std::int64_t wanted, std::int64_t& has, std::byte* (*allocate)(std::int64_t),
           void (*free)(std::byte*&)) {
  if (wanted <= has) return;
  has = 0;
  for (std::byte*& memory : all) free(memory);
  for (std::byte*& memory : all) memory = allocate(wanted);
  has = wanted;
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
  for (std::byte*& memory : area_) free(memory);
  for (std::byte*& memory : pinned_) free_pinned(memory);
  for (device::Event* mark : marks_) gpu::driver().cuEventDestroy_v2(mark);
  marks_.clear();
} catch (const base::Error&) {
  // The context is gone, and the memory with it.
}

void Workspace::mark(std::size_t i) {
  constexpr unsigned without_times = 2;
  const gpu::Current current(context_);
  while (marks_.size() <= i) {
    device::Event* made = nullptr;
    gpu::check(gpu::driver().cuEventCreate(&made, without_times), "cuEventCreate");
    marks_.push_back(made);
  }
  gpu::check(gpu::driver().cuEventRecord(marks_[i], stream_), "cuEventRecord");
}

void Workspace::wait_for_mark(std::size_t i) const {
  gpu::check(gpu::driver().cuEventSynchronize(marks_[i]), "cuEventSynchronize");
}

// The default stream is that of the context that is current.
void Workspace::wait() const {
  const gpu::Current current(context_);
  gpu::wait(stream_);
}

void Workspace::copy(std::byte* to, const std::byte* from, std::int64_t bytes) const {
  const gpu::Current current(context_);
  gpu::start_copy(to, from, bytes, stream_);
}

void Workspace::reserve(const WorkBytes& bytes) {
  const gpu::Current current(context_);
  gpu::wait(stream_);
  renew(arrays_, bytes.array, has_.array, allocate, free);
  renew(area_, bytes.area, has_.area, allocate, free);
  renew(pinned_, bytes.pinned, has_.pinned, allocate_pinned, free_pinned);
}

}  // namespace cartwright::fft::cuda
