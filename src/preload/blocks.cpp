// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/blocks.hpp"

#include "device/memory.hpp"
#include "preload/plain_packing.hpp"
#include "preload/traffic.hpp"

#include <algorithm>

namespace cartwright::preload {

namespace {

/// Larger collectives are left to MPI, which need not hold all the data twice.
constexpr std::int64_t largest_collective = std::int64_t{64} << 20;

/// The gain of packing all blocks if they are all like `block`.
float gain(const Elements& block, Role role, std::int64_t all_bytes) {
  const std::size_t size_class = mpi::Experience::size_class(block.bytes());
  const mpi::Experience& experience = *block.compiled->experience;
  const mpi::Timing& unpacking = experience.unpack[size_class];
  const mpi::Timing& timing = role == Role::send || unpacking.mpi == 0 ? experience.pack[size_class] : unpacking;
  const float each = timing.mpi - timing.own - timing.copy;
  return each * static_cast<float>(all_bytes) / static_cast<float>(block.bytes());
}

/// Whether elements begin in memory of a GPU.
bool are_on_device(const Elements& elements) {
  MPI_Count true_lb = 0;
  MPI_Count true_extent = 0;
  PMPI_Type_get_true_extent_x(elements.type, &true_lb, &true_extent);
  return device::on_device(reinterpret_cast<const void*>(reinterpret_cast<std::intptr_t>(elements.buffer) + true_lb));
}

}  // namespace

void Blocks::add(const void* buffer, MPI_Count count, MPI_Datatype type, std::int64_t offset) {
  Elements elements = elements_at(buffer, count, type);
  const std::int64_t bytes = elements.compiled ? elements.bytes() : bytes_of(count, type);
  if (bytes == 0) return;
  (elements.compiled ? compiled_bytes_ : other_bytes_) += bytes;
  if (!elements.compiled && !on_device_) on_device_ = are_on_device(elements);
  end_ = std::max(end_, offset + bytes);
  blocks_.push_back({std::move(elements), bytes, offset});
}

/// The largest block decides for all, because they are mostly alike. Blocks that MPI can send without packing must not
/// be larger in total than those that gain.
bool Blocks::worth_packing() {
  if (on_device_ || compiled_bytes_ == 0 || other_bytes_ > compiled_bytes_ || end_ > largest_collective) return false;
  // A type may be freed before a non-blocking collective ends; its compiled form stays.
  if (use_ == Use::persistent && !all_compiled()) return false;
  const Block* largest = nullptr;
  for (const Block& block : blocks_) {
    if (!block.elements.compiled) continue;
    if (role_ == Role::send && !block.elements.compiled->divisible) return false;
    if (largest == nullptr || block.bytes > largest->bytes) largest = &block;
  }
  const Way way = role_ == Role::send ? way_to_pack(largest->elements, use_) : way_to_unpack(largest->elements, use_);
  if (way == Way::measured) measured_ = largest;
  if (way != Way::compiled || datatypes() == mpi::Datatypes::always) return way != Way::mpi;
  return gain(largest->elements, role_, compiled_bytes_) > least_gain_;
}

void Blocks::pack() {
  if (!worth_packing()) return;
  Buffer packed(end_);
  if (role_ == Role::send) {
    for (const Block& block : blocks_) {
      const Elements& elements = block.elements;
      std::byte* const to = packed.data() + block.offset;
      if (&block == measured_) learn_to_pack(elements, to);
      if (elements.compiled)
        preload::pack(elements, to, Use::message);
      else if (!PlainPacking(elements.buffer, elements.count, elements.type).pack(to, block.bytes))
        return;  // MPI then sends the user's data
    }
  }
  packed_ = std::move(packed);
}

int Blocks::deliver(int error) noexcept {
  if (role_ == Role::send || !packed() || error != MPI_SUCCESS) return error;
  for (const Block& block : blocks_) {
    const Elements& elements = block.elements;
    const std::byte* const from = packed_.data() + block.offset;
    if (&block == measured_) learn_to_unpack(elements, from);
    if (elements.compiled)
      unpack(elements, from, block.bytes, Use::message);
    else if (!PlainPacking(elements.buffer, elements.count, elements.type).unpack(from, block.bytes))
      error = MPI_ERR_INTERN;
  }
  return error;
}

}  // namespace cartwright::preload
