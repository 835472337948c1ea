// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "device/memory.hpp"
#include "gpu/layout.hpp"
#include "mpi/base/settings.hpp"
#include "mpi/datatypes/datatypes.hpp"
#include "preload/packing/send_policy.hpp"
#include "preload/traffic/recorder.hpp"

#include <mpi.h>

#include <memory>

namespace cartwright::preload {

/// CARTWRIGHT_DATATYPE, read once. An invalid value is reported once and means off.
mpi::Datatypes datatypes();

/// Elements in memory: address, count and type. Cartwright can move them if one of the last two is set: the compiled
/// form of the type for data that the CPU can touch, or kernels for data of any type in memory of a GPU (gpu_data.hpp).
struct Elements {
  void* buffer = nullptr;
  MPI_Count count = 0;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  std::shared_ptr<const mpi::Datatype> compiled;
  gpu::LayoutKernels* kernels = nullptr;

  std::int64_t bytes() const { return count * (kernels == nullptr ? compiled->size : kernels->size()); }
};

/// Whether a message is left to MPI because of its size.
bool too_large(std::int64_t bytes) noexcept;

/// Whether elements of this type at this address are left to MPI, as are predefined and contiguous types: found in a
/// few nanoseconds. False where that takes longer, and where the record notes the type.
inline bool left_to_mpi(const void* buffer, MPI_Datatype type) noexcept {
  return mpi::has_no_compiled_form(type) && !recording() && device::no_driver(buffer);
}

/// Elements with the compiled form or the kernels set if Cartwright can pack them. They are not set where MPI must see
/// the arguments to raise its error, and the compiled form is not set for predefined and contiguous types. This
/// function and all that follow never throw.
Elements elements_at(const void* buffer, MPI_Count count, MPI_Datatype type) noexcept;

/// The same for one end of a message, which is quicker for short ones that MPI is known to move faster: their elements
/// are not looked up.
Elements elements_to_move(const void* buffer, MPI_Count count, MPI_Datatype type, jit::Direction direction,
                          CallKind kind) noexcept;

/// As elements_at for calls in which nobody may free the type: the compiled form is borrowed, which is quicker.
Elements borrowed_elements(const void* buffer, MPI_Count count, MPI_Datatype type) noexcept;

/// As elements_at, without a note for the record; record_elements makes it.
Elements compiled_elements(const void* buffer, MPI_Count count, MPI_Datatype type) noexcept;
void record_elements(const Elements& elements) noexcept;

/// Whether Cartwright is known to pack a message faster than MPI, or MPI's time is never measured because of its size.
bool worth_packing(const Elements& elements) noexcept;

/// The path of some elements: Path::mpi, packed or measured.
Path path_to_pack(const Elements& elements, CallKind kind) noexcept;
Path path_to_unpack(const Elements& elements, CallKind kind) noexcept;

/// Measures both, which write the same bytes to the same address. To unpack, all `bytes()` must be there.
void learn_to_pack(const Elements& elements, std::byte* packed) noexcept;
void learn_to_unpack(const Elements& elements, const std::byte* packed) noexcept;

/// Packs all elements, or unpacks the first `bytes` of the stream.
void pack(const Elements& elements, std::byte* packed, CallKind kind) noexcept;
void unpack(const Elements& elements, const std::byte* packed, std::int64_t bytes, CallKind kind) noexcept;

/// Counts, for the report, data that was moved by other means.
void count_use(const Elements& elements, jit::Direction direction, std::int64_t bytes) noexcept;

}  // namespace cartwright::preload
