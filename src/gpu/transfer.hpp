// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "gpu/staging.hpp"

#include <span>

namespace cartwright::gpu {

// Elements in memory of a GPU, and packed data in any memory: that of a GPU, or the host's. All calls begin after what
// the program started on a stream of the elements' context, and wait until the data has moved. They throw Error if the
// driver does not allow it.

/// The default stream of the current context.
constexpr device::Stream* default_stream = nullptr;

void pack_and_wait(LayoutKernels& layout, const std::byte* base, std::int64_t count, std::byte* packed,
                   device::Stream* stream = default_stream);

/// Unpacks the first `bytes` bytes of a packed stream, which may end inside an element.
void unpack_and_wait(LayoutKernels& layout, const std::byte* packed, std::int64_t bytes, std::byte* base,
                     device::Stream* stream = default_stream);

/// Packs or unpacks all parts of a buffer of `bytes` bytes, on the default stream: as many parts in a launch as its
/// parameters hold, and copies segment by segment if there are any. The bytes between the parts of a packed buffer get
/// any values. False if nothing was done: parts in different contexts, or one with too many loops, take a call for
/// each.
bool pack_and_wait(std::span<const Part> parts, std::byte* packed, std::int64_t bytes);
bool unpack_and_wait(std::span<const Part> parts, const std::byte* packed, std::int64_t bytes);

/// Copies bytes. At least one of both addresses is memory of a GPU.
void copy_and_wait(std::byte* to, const std::byte* from, std::int64_t bytes);

}  // namespace cartwright::gpu
