// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/packing/piece.hpp"
#include "transport/letterbox.hpp"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace cartwright::preload {

/// Letters between the processes of a node. A sender never waits: where there is no room in shared memory, the letter
/// is a message of MPI on a communicator of its own, which any receiver finds. So are letters to other nodes. All
/// functions are thread safe.

/// Collective over MPI_COMM_WORLD, in MPI_Init, after start_same_node.
void start_post();
/// Whether there is one. The same on all processes: there is none if some processes of a node cannot share memory.
bool has_post();
/// In MPI_Finalize. Waits until the letters that are messages have been received.
void stop_post();

/// Sends a piece to a process of this node. False if MPI could not pack it.
bool post(int peer, const transport::Label& label, const Piece& piece);
/// The same with bytes.
bool post(int peer, const transport::Label& label, std::span<const std::byte> bytes);

/// A message on post_comm() that carries the data of a letter.
struct Announced {
  int tag = 0;
  std::int64_t bytes = 0;
};
/// An announcement of so many bytes. Send them as a message with its tag.
Announced new_announcement(std::int64_t bytes);
/// Sends a letter without its data.
void announce(int peer, const transport::Label& label, const Announced& announced);

enum class Taken { not_yet, whole, truncated, failed, announced };
/// Takes a letter from a process of this node, if it has come, and unpacks it. `announced` receives what
/// is announced instead.
Taken take_letter(int peer, const transport::Label& label, const Piece& piece, Announced& announced);

/// The same for a letter of any length, as bytes. None if it has not come.
std::optional<std::vector<std::byte>> take_bytes(int peer, const transport::Label& label);
/// Unpacks the data of a letter that was taken before, with its slot.
Taken unpack_letter(std::span<const std::byte> data, std::uint32_t slot, const Piece& piece, Announced& announced);

/// A letter to a process of another node.
class FarLetter {
 public:
  explicit FarLetter(const transport::Label& label);
  /// Waits until it is sent.
  ~FarLetter();
  FarLetter(const FarLetter&) = delete;

  void append(std::span<const std::byte> bytes) { message_.insert(message_.end(), bytes.begin(), bytes.end()); }
  std::size_t bytes() const { return message_.size(); }
  /// Sends it to a rank of MPI_COMM_WORLD, and tells whether it is the last of several. False if MPI did not.
  bool send(int rank, bool last);
  /// Whether it is sent. Call it until it is.
  bool sent();

 private:
  std::vector<std::byte> message_;
  MPI_Request request_ = MPI_REQUEST_NULL;
};
/// What has come in a letter from another node.
struct Far {
  std::vector<std::byte> data;
  bool last = true;  ///< of several letters
};
/// Takes a letter from another node. None if it has not come.
std::optional<Far> take_far(const transport::Label& label);

/// Lets MPI work, and looks for letters that are messages.
void progress_post();

/// The communicator of the post.
MPI_Comm post_comm();

}  // namespace cartwright::preload
