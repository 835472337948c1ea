// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/buffer.hpp"
#include "gpu/transfer.hpp"
#include "preload/packing/choice.hpp"

#include <cstdint>
#include <span>

namespace cartwright::preload {

// Data in memory of a GPU: packed by kernels, and given to MPI in memory of the GPU or in pinned memory of the host, as
// gpu_mode() says.

/// Whether elements begin in memory of a GPU. Their compiled form and kernels need not be set. Costs a few nanoseconds
/// while no driver is loaded.
bool is_on_gpu(const Elements& elements);

/// The kernels that move elements in memory of a GPU. Null if MPI gets them, whatever the call: in managed memory or
/// memory of HIP or Level Zero, with a datatype that MPI refuses or does not take apart, or if gpu_mode() is off.
gpu::LayoutKernels* kernels_for(const Elements& elements);

/// The call that gets data of a GPU.
struct GpuUse {
  bool collective = false;
  bool by_cpu = false;  ///< the CPU must be able to touch the data, or know where it begins
};

/// Whether MPI gets elements with kernels as the program has them, because it supports memory of GPUs and they are one
/// block.
bool go_as_they_are(const Elements& elements, GpuUse use);

/// Room for packed data of elements with kernels: in memory of their GPU, or pinned memory. Empty if MPI gets the
/// elements themselves. Throws Error if the driver has no memory left.
base::Buffer buffer_for(const Elements& elements, GpuUse use, std::int64_t bytes);

/// Packs all elements into any memory, or unpacks the first `bytes` of the stream, and waits. False if the driver
/// refuses. `path`: mpi or shared.
bool pack_on_gpu(const Elements& elements, std::byte* packed, Path path = Path::mpi) noexcept;
bool unpack_on_gpu(const Elements& elements, const std::byte* packed, std::int64_t bytes,
                   Path path = Path::mpi) noexcept;

/// The same for all parts of a buffer of `bytes` bytes, in a few launches. False if nothing was done.
bool pack_on_gpu(std::span<const gpu::Part> parts, std::byte* packed, std::int64_t bytes) noexcept;
bool unpack_on_gpu(std::span<const gpu::Part> parts, const std::byte* packed, std::int64_t bytes) noexcept;

/// Counts, for the report, data that went through the host in parts.
void count_parts_of_gpu(std::int64_t bytes) noexcept;

/// Statistics of data in memory of GPUs, for the report. Call once in MPI_Finalize.
void report_all_gpu_data();

}  // namespace cartwright::preload
