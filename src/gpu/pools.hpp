// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/buffer.hpp"
#include "gpu/context.hpp"

namespace cartwright::gpu {

/// Memory of the GPU of a context, and pinned memory of the host that all its kernels reach. A piece of up to 1 GiB
/// stays in its pool: to allocate one takes longer than to copy it. Pools are never destroyed.
base::Pool& device_pool(const Current& context);
base::Pool& pinned_pool(const Current& context);

}  // namespace cartwright::gpu
