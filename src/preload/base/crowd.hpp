// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "transport/waiting.hpp"

namespace cartwright::preload {

/// The processes of this node and their cores. Until start_same_node has counted them, each process has a core.
transport::Crowd crowd();
void set_crowd(const transport::Crowd& crowd);

}  // namespace cartwright::preload
