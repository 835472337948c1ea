// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/packing/plain_packing.hpp"

#include "mpi/base/own_comm.hpp"

#include <algorithm>
#include <limits>

namespace cartwright::preload {

namespace {

constexpr MPI_Count int_max = std::numeric_limits<int>::max();

/// Any address but null. The datatype is shifted back by the same amount.
constexpr MPI_Aint instead_of_bottom = 4096;

/// `type`, moved down by `instead_of_bottom` bytes, with the same extent. MPI_DATATYPE_NULL on failure.
MPI_Datatype moved_down(MPI_Datatype type) {
  const int one = 1;
  const MPI_Aint back = -instead_of_bottom;
  MPI_Aint lb = 0;
  MPI_Aint extent = 0;
  MPI_Datatype moved = MPI_DATATYPE_NULL;
  MPI_Datatype made = MPI_DATATYPE_NULL;
  PMPI_Type_get_extent(type, &lb, &extent);
  if (PMPI_Type_create_hindexed(1, &one, &back, type, &moved) != MPI_SUCCESS) return MPI_DATATYPE_NULL;
  const OwnType temporary(moved);
  if (PMPI_Type_create_resized(moved, lb - instead_of_bottom, extent, &made) != MPI_SUCCESS) return MPI_DATATYPE_NULL;
  if (mpi::real().Type_commit(&made) == MPI_SUCCESS) return made;
  mpi::real().Type_free(&made);
  return MPI_DATATYPE_NULL;
}

}  // namespace

PlainPacking::PlainPacking(const void* buffer, MPI_Count count, MPI_Datatype type) noexcept
    : buffer_(static_cast<std::byte*>(const_cast<void*>(buffer))), count_(count), type_(type) {
  if (buffer != MPI_BOTTOM) return;
  moved_ = OwnType(moved_down(type));
  if (moved_.get() == MPI_DATATYPE_NULL) return;
  buffer_ = reinterpret_cast<std::byte*>(instead_of_bottom);
  type_ = moved_.get();
}

template <typename Function>
bool PlainPacking::each_part(MPI_Count bytes, Function function) const noexcept {
  if (mpi::own_comm() == MPI_COMM_NULL || count_ <= 0) return false;
  if (count_ <= int_max && bytes <= int_max)
    return function(buffer_, static_cast<int>(count_), 0, static_cast<int>(bytes)) == MPI_SUCCESS;
  const MPI_Count size = bytes / count_;
  if (size > int_max) return false;
  MPI_Aint lb = 0;
  MPI_Aint extent = 0;
  PMPI_Type_get_extent(type_, &lb, &extent);
  const MPI_Count at_once = std::min(int_max, int_max / std::max<MPI_Count>(size, 1));
  for (MPI_Count done = 0; done < count_; done += at_once) {
    const auto part = static_cast<int>(std::min(at_once, count_ - done));
    if (function(buffer_ + done * extent, part, done * size, static_cast<int>(part * size)) != MPI_SUCCESS)
      return false;
  }
  return true;
}

bool PlainPacking::pack(std::byte* packed, MPI_Count bytes) const noexcept {
  return each_part(bytes, [&](std::byte* buffer, int count, MPI_Count offset, int size) {
    int position = 0;
    return mpi::real().Pack(buffer, count, type_, packed + offset, size, &position, mpi::own_comm());
  });
}

bool PlainPacking::unpack(const std::byte* packed, MPI_Count bytes) const noexcept {
  return each_part(bytes, [&](std::byte* buffer, int count, MPI_Count offset, int size) {
    int position = 0;
    return mpi::real().Unpack(packed + offset, size, &position, buffer, count, type_, mpi::own_comm());
  });
}

}  // namespace cartwright::preload
