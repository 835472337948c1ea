// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "gpu/layout.hpp"

#include <cstdint>

namespace cartwright::gpu {

/// Packs or unpacks as LayoutKernels, also if the elements or the packed data are in memory of the host that is not
/// pinned, and the other side is in memory of a GPU. Then the data goes through pinned memory or copies of the driver,
/// and the call waits until it has moved. While the stream is captured, such memory is refused. `packer` has the layout
/// of `kernels`.
void pack_any(jit::Packer& packer, LayoutKernels& kernels, const std::byte* base, std::int64_t count, std::byte* packed,
              device::Stream* stream);
void unpack_any(jit::Packer& packer, LayoutKernels& kernels, const std::byte* packed, std::int64_t count,
                std::byte* base, device::Stream* stream);

}  // namespace cartwright::gpu
