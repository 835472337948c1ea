// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/packing/block_view.hpp"

#include "base/buffer.hpp"
#include "base/random.hpp"
#include "device/memory.hpp"
#include "mpi/base/real.hpp"
#include "preload/base/crowd.hpp"
#include "preload/packing/gpu_data.hpp"
#include "preload/packing/plain_packing.hpp"
#include "preload/traffic/recorder.hpp"
#include "transport/stream.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <functional>

namespace cartwright::preload {

namespace {

/// Memory in the first page is a mistake of the program.
bool readable(const void* buffer, MPI_Count true_lb) {
  const auto first = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(buffer)) + true_lb;
  return first < 0 || first >= 4096;
}

/// What a thread knows of types that it has used.
struct Known {
  TypeInfo facts;
  std::uint64_t generation = 0;
};
Known& known_at(MPI_Datatype type) {
  constexpr int bits = 8;
  static constinit thread_local std::array<Known, 1 << bits> known{};
  return known[std::hash<MPI_Datatype>{}(type)*base::golden_ratio >> (64 - bits)];
}

}  // namespace

void TypeInfo::ask_mpi() {
  const std::optional<mpi::Extents> extents = mpi::extents_of(type);
  accepted = extents.has_value();
  if (!accepted) return;
  size = extents->size;
  extent = extents->extent;
  true_lb = extents->true_lb;
  const std::shared_ptr<const mpi::Datatype> derived = mpi::compiled(type);
  // A type that MPI does not take apart is not one block either.
  int integers = 0;
  int addresses = 0;
  int types = 0;
  int combiner = 0;
  if (!derived) PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
  predefined = !derived && combiner == MPI_COMBINER_NAMED;
  one_block = extents->true_extent == size && (predefined || (derived && derived->packer->contiguous()));
}

bool TypeInfo::plain_at(const void* buffer) const { return predefined && one_block && device::no_driver(buffer); }

void TypeInfo::learn(MPI_Datatype of) {
  if (of == type) return;
  const Known& known = known_at(of);
  if (known.facts.type == of && known.generation == mpi::datatype_generation()) {
    *this = known.facts;
    return;
  }
  type = of;
  ask_mpi();
  // A type that is not committed may be.
  if (const std::uint64_t generation = mpi::generation_of(type); generation != 0 && accepted)
    known_at(type) = {*this, generation};
}

BlockView::BlockView(const void* buffer, MPI_Count count, MPI_Datatype type, TypeInfo& facts) noexcept {
  // An empty block may have any address.
  if (count < 0 || type == MPI_DATATYPE_NULL || (buffer == MPI_IN_PLACE && count > 0)) return;
  try {
    facts.learn(type);
    if (!facts.accepted) return;
    elements_ = facts.plain_at(buffer) ? Elements{const_cast<void*>(buffer), count, type, nullptr}
                                       : compiled_elements(buffer, count, type);
    record_elements(elements_);
    if (facts.size * count > 0 && !readable(buffer, facts.true_lb)) return;
    bytes_ = facts.size * count;
    const bool dense = facts.one_block && (facts.extent == facts.size || count == 1);
    std::byte* const first = this->buffer() + facts.true_lb;
    on_device_ = !elements_.compiled && elements_.kernels == nullptr && bytes_ > 0 && device::on_device(first);
    if (!elements_.compiled && elements_.kernels == nullptr && dense && bytes_ > 0 && !on_device_) dense_ = first;
  } catch (const std::exception&) {
    bytes_ = -1;
  }
}

bool BlockView::pack(std::byte* to) const noexcept {
  if (bytes_ == 0) return true;
  if (dense_ != nullptr) {
    std::memcpy(to, dense_, bytes_);
    return true;
  }
  if (elements_.kernels != nullptr) return pack_on_gpu(elements_, to);
  if (!elements_.compiled) return PlainPacking(elements_.buffer, elements_.count, elements_.type).pack(to, bytes_);
  packer().pack(to, buffer(), elements_.count);
  count_use(elements_, jit::Direction::pack, bytes_);
  return true;
}

bool BlockView::pack_into(const transport::Arena& arena, std::uint32_t slot) const noexcept {
  if (elements_.compiled) {
    transport::fill(arena, slot, packer(), buffer(), elements_.count);
    count_use(elements_, jit::Direction::pack, bytes_);
    return true;
  }
  const bool packed = pack(arena.data(slot));
  // Ready in any case: the receiver would wait forever.
  arena.slots()[slot].ready.store(static_cast<std::uint64_t>(bytes_), std::memory_order_release);
  return packed;
}

bool BlockView::unpack(const std::byte* from, std::int64_t bytes) const noexcept {
  if (bytes == 0) return true;
  if (dense_ != nullptr) {
    std::memcpy(dense_, from, bytes);
    return true;
  }
  if (elements_.kernels != nullptr) return unpack_on_gpu(elements_, from, bytes);
  if (elements_.compiled) {
    const std::int64_t whole = bytes / elements_.compiled->size;
    const std::int64_t unpacked = whole * elements_.compiled->size;
    packer().unpack(buffer(), from, whole);
    if (unpacked < bytes) packer().unpack_range(buffer(), from + unpacked, unpacked, bytes);
    count_use(elements_, jit::Direction::unpack, bytes);
    return true;
  }
  const std::int64_t size = bytes_ / elements_.count;
  const std::int64_t whole = bytes / size;
  return whole == 0 || PlainPacking(elements_.buffer, whole, elements_.type).unpack(from, whole * size);
}

bool BlockView::move_to(const BlockView& other) const {
  const std::int64_t bytes = std::min(bytes_, other.bytes_);
  if (dense_ != nullptr) return other.unpack(dense_, bytes);
  if (other.dense_ != nullptr && bytes == bytes_) return pack(other.dense_);
  if (elements_.compiled && other.elements_.compiled) {
    count_use(elements_, jit::Direction::pack, bytes);
    count_use(other.elements_, jit::Direction::unpack, bytes);
    jit::move(packer(), buffer(), elements_.count, other.packer(), other.buffer(), other.elements_.count);
    return true;
  }
  const base::Buffer packed(static_cast<std::size_t>(bytes_));
  return pack(packed.data()) && other.unpack(packed.data(), bytes);
}

bool BlockView::unpack_from(const transport::Arena& arena, std::uint32_t slot) const {
  const auto sent = static_cast<std::int64_t>(arena.slots()[slot].envelope.bytes);
  if (elements_.compiled) {
    count_use(elements_, jit::Direction::unpack, std::min(sent, bytes_));
    return transport::drain(arena, slot, &packer(), buffer(), elements_.count, {}, crowd());
  }
  if (dense_ != nullptr || bytes_ == 0) return transport::drain(arena, slot, nullptr, dense_, bytes_, {}, crowd());
  const base::Buffer packed(bytes_);
  return transport::drain(arena, slot, nullptr, packed.data(), bytes_, {}, crowd()) &&
         unpack(packed.data(), std::min(sent, bytes_));
}

void BlockView::outlive_type(bool by_message) noexcept {
  if (bytes_ <= 0 || (!by_message && (elements_.compiled || elements_.kernels != nullptr || dense_ != nullptr))) return;
  MPI_Datatype copy = MPI_DATATYPE_NULL;
  mpi::real().Type_dup(elements_.type, &copy);
  own_type_ = OwnType(copy);
  elements_.type = copy;
}

}  // namespace cartwright::preload
