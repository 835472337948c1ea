// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/carts/reordered.hpp"

#include <atomic>

namespace cartwright::mpi {

namespace {
std::atomic<ReorderedListener> the_listener{nullptr};
}

void listen_to_reordered(ReorderedListener listener) { the_listener = listener; }

void notify_reordered(const Reordered& made) {
  if (ReorderedListener listener = the_listener.load()) listener(made);
}

}  // namespace cartwright::mpi
