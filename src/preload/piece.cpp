// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/piece.hpp"

#include "mpi/real.hpp"
#include "preload/buffer.hpp"
#include "preload/device.hpp"
#include "preload/own_comm.hpp"
#include "preload/plain_packing.hpp"
#include "transport/stream.hpp"

#include <algorithm>
#include <cstring>

namespace cartwright::preload {

namespace {

/// Memory in the first page is a mistake of the program.
bool readable(const void* buffer, MPI_Count true_lb) {
  const auto first = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(buffer)) + true_lb;
  return first < 0 || first >= 4096;
}

/// Whether MPI refuses the type, which may be one that needs no commit.
bool mpi_refuses(MPI_Datatype type) {
  return mpi::real().Send(nullptr, 0, type, MPI_PROC_NULL, 0, own_comm()) != MPI_SUCCESS;
}

}  // namespace

Piece::Piece(const void* buffer, MPI_Count count, MPI_Datatype type) noexcept
    : elements_(count >= 0 && type != MPI_DATATYPE_NULL && buffer != MPI_IN_PLACE ? elements_at(buffer, count, type)
                                                                                  : Elements{}) {
  if (elements_.type == MPI_DATATYPE_NULL) return;
  if (elements_.compiled) {
    bytes_ = elements_.bytes();
    return;
  }
  MPI_Count size = 0;
  MPI_Count lb = 0;
  MPI_Count extent = 0;
  MPI_Count true_lb = 0;
  MPI_Count true_extent = 0;
  PMPI_Type_size_x(type, &size);
  PMPI_Type_get_extent_x(type, &lb, &extent);
  PMPI_Type_get_true_extent_x(type, &true_lb, &true_extent);
  if (size * count > 0 && !readable(buffer, true_lb)) return;
  const std::shared_ptr<const mpi::Datatype> derived = mpi::compiled(type);
  if (derived && !derived->committed && mpi_refuses(type)) return;
  bytes_ = size * count;
  const bool in_order = !derived || derived->packer->contiguous();
  const bool one_block = true_extent == size && (extent == size || count == 1);
  if (in_order && one_block && bytes_ > 0 && !on_device(buffer)) dense_ = this->buffer() + true_lb;
}

bool Piece::pack(std::byte* to) const noexcept {
  if (bytes_ == 0) return true;
  if (dense_ != nullptr) {
    std::memcpy(to, dense_, bytes_);
    return true;
  }
  if (!elements_.compiled) return PlainPacking(elements_.buffer, elements_.count, elements_.type).pack(to, bytes_);
  packer().pack(to, buffer(), elements_.count);
  count_use(elements_, jit::Direction::pack, bytes_);
  return true;
}

bool Piece::pack_into(const transport::Arena& arena, std::uint32_t slot) const noexcept {
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

bool Piece::unpack(const std::byte* from, std::int64_t bytes) const noexcept {
  if (bytes == 0) return true;
  if (dense_ != nullptr) {
    std::memcpy(dense_, from, bytes);
    return true;
  }
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

bool Piece::unpack_from(const transport::Arena& arena, std::uint32_t slot) const {
  const auto sent = static_cast<std::int64_t>(arena.slots()[slot].envelope.bytes);
  if (elements_.compiled) {
    count_use(elements_, jit::Direction::unpack, std::min(sent, bytes_));
    return transport::drain(arena, slot, &packer(), buffer(), elements_.count);
  }
  if (dense_ != nullptr || bytes_ == 0) return transport::drain(arena, slot, nullptr, dense_, bytes_);
  const Buffer packed(bytes_);
  return transport::drain(arena, slot, nullptr, packed.data(), bytes_) && unpack(packed.data(), std::min(sent, bytes_));
}

void Piece::outlive_type() noexcept {
  if (elements_.compiled || dense_ != nullptr || bytes_ <= 0) return;
  MPI_Datatype copy = MPI_DATATYPE_NULL;
  mpi::real().Type_dup(elements_.type, &copy);
  own_type_ = OwnType(copy);
  elements_.type = copy;
}

}  // namespace cartwright::preload
