// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/base/comm_attribute.hpp"

#include <memory>

namespace cartwright::preload {

/// Is kept with a communicator, and ends with it.
struct CommLife {
  std::shared_ptr<const bool> lives = std::make_shared<const bool>(true);
};

/// Expires when the communicator is freed. A persistent request may live longer.
inline std::weak_ptr<const bool> life_of(MPI_Comm comm) {
  return mpi::attached_to<CommLife>(comm, [] { return std::make_unique<CommLife>(); }).lives;
}

}  // namespace cartwright::preload
