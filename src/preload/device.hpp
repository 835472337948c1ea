// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace cartwright::preload {

/// Whether an address may be in GPU memory (CUDA, HIP, Level Zero), which the CPU must not touch: such data is left to
/// MPI. While no driver is loaded, a known address costs a few nanoseconds and a new one about 70; otherwise the driver
/// is asked. Thread safe.
bool on_device(const void* address) noexcept;

}  // namespace cartwright::preload
