// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace cartwright::preload {

/// Whether an address may be in the memory of a GPU (CUDA, HIP, Level Zero), which the CPU must not touch: such data is
/// left to the MPI. As long as no driver is in the process, an address that was asked for before costs a few nanoseconds
/// and a new one some 70; otherwise the driver is asked. Thread safe.
bool on_device(const void* address) noexcept;

}  // namespace cartwright::preload
