// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/piece.hpp"
#include "transport/letterbox.hpp"

#include <mpi.h>

#include <optional>

namespace cartwright::preload {

/// Letters between the processes of a node. A sender never waits: where there is no room in shared memory, the letter
/// is a message of MPI on a communicator of its own, which any receiver finds. All functions are thread safe.

/// Collective over MPI_COMM_WORLD, in MPI_Init. False if MPI has no communicator for it.
bool start_post();
/// In MPI_Finalize. Waits until the letters that are messages have been received.
void stop_post();

/// Sends a piece to a process of this node. False if MPI could not pack it.
bool post(int peer, const transport::Label& label, const Piece& piece);

/// A message on post_comm() that carries the data of a letter.
struct Announced {
  int tag = 0;
  std::int64_t bytes = 0;
};
/// Sends a letter without its data of so many bytes. Send them as a message with the tag that this returns.
int announce(int peer, const transport::Label& label, std::int64_t bytes);

enum class Taken { not_yet, whole, truncated, failed, announced };
/// Takes a letter from a process of this node, if it has come, and unpacks it. `announced` receives what
/// is announced instead.
Taken take_letter(int peer, const transport::Label& label, const Piece& piece, Announced& announced);

/// Lets MPI work, and looks for letters that are messages.
void progress_post();

/// The communicator of the post.
MPI_Comm post_comm();

}  // namespace cartwright::preload
