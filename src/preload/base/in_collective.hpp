// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/on_this_thread.hpp"

namespace cartwright::preload {

/// While one lives, this thread is inside of a blocking collective.
using InCollective = base::OnThisThread<struct BlockingCollective>;

}  // namespace cartwright::preload
