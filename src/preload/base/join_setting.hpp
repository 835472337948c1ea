// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace cartwright::preload {

/// When blocks of neighborhood collectives for other nodes are joined: never, where that was faster, or always.
enum class Join : std::uint8_t { off, measured, always };
/// CARTWRIGHT_JOIN in this process.
Join join_setting();
/// What all processes have set; off if they differ.
Join agreed_join();
void set_join(Join join);

}  // namespace cartwright::preload
