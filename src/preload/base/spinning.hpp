// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace cartwright::preload {

/// Whether this node has more processes than cores: one that waits must let others run, and be woken. False until
/// start_same_node has counted them.
bool crowded();
void set_crowded(bool crowded);

constexpr unsigned crowded_spins = 16;

/// Waits for a moment in the turn-th turn of a loop: first it spins, then it lets other processes run.
void wait_a_moment(unsigned turn) noexcept;

}  // namespace cartwright::preload
