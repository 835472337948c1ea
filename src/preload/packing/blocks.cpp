// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/packing/blocks.hpp"

#include "device/memory.hpp"
#include "preload/packing/gpu_data.hpp"
#include "preload/packing/plain_packing.hpp"
#include "preload/traffic/traffic.hpp"

#include <algorithm>
#include <exception>

namespace cartwright::preload {

namespace {

/// Larger collectives are left to MPI, which need not hold all the data twice.
constexpr std::int64_t largest_collective = std::int64_t{64} << 20;

/// The gain of packing all blocks if they are all like `block`.
float gain_of(const Elements& block, Role role, std::int64_t all_bytes) {
  const std::size_t size_class = mpi::PackStatistics::size_class(block.bytes());
  const mpi::PackStatistics& pack_statistics = *block.compiled->pack_statistics;
  const mpi::PackTiming& unpacking = pack_statistics.unpack[size_class];
  const mpi::PackTiming& timing =
      role == Role::send || unpacking.mpi == 0 ? pack_statistics.pack[size_class] : unpacking;
  const float each = timing.mpi - timing.own - timing.contiguous;
  return each * static_cast<float>(all_bytes) / static_cast<float>(block.bytes());
}

/// Whether elements begin in memory of a GPU.
bool are_on_device(const Elements& elements) {
  const MPI_Count true_lb = mpi::extents_of(elements.type).value_or(mpi::Extents{}).true_lb;
  return device::on_device(reinterpret_cast<const void*>(reinterpret_cast<std::intptr_t>(elements.buffer) + true_lb));
}

}  // namespace

void Blocks::add(const void* buffer, MPI_Count count, MPI_Datatype type, std::int64_t offset) {
  Elements elements = elements_at(buffer, count, type);
  const bool moved_here = elements.compiled || elements.kernels != nullptr;
  const std::int64_t bytes = moved_here ? elements.bytes() : bytes_of(count, type);
  if (bytes == 0) return;
  (moved_here ? compiled_bytes_ : other_bytes_) += bytes;
  if (!moved_here && !on_device_) on_device_ = are_on_device(elements);
  end_ = std::max(end_, offset + bytes);
  blocks_.push_back({std::move(elements), bytes, offset});
}

/// Blocks that MPI can send without packing must not be larger in total than those that gain.
bool Blocks::can_pack() const {
  if (compiled_bytes_ == 0 || other_bytes_ > compiled_bytes_ || end_ > largest_collective) return false;
  // A process that receives packed data may forward it from there, as in an allgather, to one that does not pack.
  return std::ranges::all_of(
      blocks_, [](const Block& block) { return !block.elements.compiled || block.elements.compiled->divisible; });
}

/// The largest block decides for all, because they are mostly alike.
const Blocks::Block& Blocks::largest() const {
  return *std::ranges::max_element(blocks_, {},
                                   [](const Block& block) { return block.elements.compiled ? block.bytes : 0; });
}

bool Blocks::worth_packing() {
  if (!can_pack()) return false;
  const Elements& block = largest().elements;
  const Path path = role_ == Role::send ? path_to_pack(block, kind_) : path_to_unpack(block, kind_);
  if (path == Path::measured) measured_ = &largest();
  return path == Path::packed && datatypes() != mpi::Datatypes::always ? gain() > 0 : path != Path::mpi;
}

float Blocks::gain() const {
  return compiled_bytes_ == 0 ? -least_gain_ : gain_of(largest().elements, role_, compiled_bytes_) - least_gain_;
}

/// Empty if the blocks are not worth packing, or if MPI gets them in memory of a GPU.
base::Buffer Blocks::buffer() {
  // A type may be freed before a non-blocking collective ends; its compiled form and its kernels stay.
  if (on_device_ || (kind_ == CallKind::persistent && !all_compiled())) return {};
  const Block* on_gpu = nullptr;
  bool all_on_gpu = true;
  for (const Block& block : blocks_) {
    const gpu::LayoutKernels* const kernels = block.elements.kernels;
    all_on_gpu = all_on_gpu && kernels != nullptr;
    if (kernels != nullptr && (on_gpu == nullptr || !kernels->contiguous())) on_gpu = &block;
  }
  if (on_gpu != nullptr) return buffer_for(on_gpu->elements, {.collective = true, .by_cpu = !all_on_gpu}, end_);
  return worth_packing() ? base::Buffer(end_) : base::Buffer();
}

/// False if MPI or the driver of a GPU refuses.
bool Blocks::pack(const Block& block, std::byte* to) noexcept {
  const Elements& elements = block.elements;
  if (&block == measured_) learn_to_pack(elements, to);
  if (elements.kernels != nullptr) return pack_on_gpu(elements, to);
  if (!elements.compiled) return PlainPacking(elements.buffer, elements.count, elements.type).pack(to, block.bytes);
  preload::pack(elements, to, kind_);
  return true;
}

bool Blocks::unpack(const Block& block, const std::byte* from) noexcept {
  const Elements& elements = block.elements;
  if (&block == measured_) learn_to_unpack(elements, from);
  if (elements.kernels != nullptr) return unpack_on_gpu(elements, from, block.bytes);
  if (!elements.compiled) return PlainPacking(elements.buffer, elements.count, elements.type).unpack(from, block.bytes);
  preload::unpack(elements, from, block.bytes, kind_);
  return true;
}

std::vector<gpu::Part> Blocks::parts_on_gpu() const noexcept try {
  std::vector<gpu::Part> parts;
  for (const Block& block : blocks_) {
    const Elements& elements = block.elements;
    if (elements.kernels == nullptr || block.bytes != elements.bytes()) return {};
    parts.push_back({elements.kernels, static_cast<std::byte*>(elements.buffer), elements.count, block.offset});
  }
  return parts;
} catch (const std::exception&) {
  return {};
}

void Blocks::reserve_anyway() {
  if (can_pack()) packed_ = base::Buffer(end_);
}

bool Blocks::pack() noexcept {
  if (!packed() || role_ == Role::receive) return true;
  if (const auto parts = parts_on_gpu(); !parts.empty() && pack_on_gpu(parts, packed_.data(), end_)) return true;
  return std::ranges::all_of(blocks_,
                             [this](const Block& block) { return pack(block, packed_.data() + block.offset); });
}

int Blocks::deliver(int error) noexcept {
  if (role_ == Role::send || !packed() || error != MPI_SUCCESS) return error;
  if (const auto parts = parts_on_gpu(); !parts.empty() && unpack_on_gpu(parts, packed_.data(), end_)) return error;
  for (const Block& block : blocks_)
    if (!unpack(block, packed_.data() + block.offset)) error = MPI_ERR_INTERN;
  return error;
}

}  // namespace cartwright::preload
