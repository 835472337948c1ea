// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/packing/send_policy.hpp"

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace cartwright::preload {

/// Large messages of derived datatypes between processes that share no memory, sent in parts [Schneider2013, 2.4]: one
/// part is packed while another travels, and the receiver unpacks each part when it has come. Both sides use a few
/// buffers of constant size. docs/mpi-messages.md says which messages are sent so, and why only these.

/// The bytes of a part by the settings of this process; 0 for none. Local.
std::int64_t wanted_part();

/// Collective over MPI_COMM_WORLD, once, after start_same_node and before any message of the program.
/// CARTWRIGHT_SEGMENT has the size of a part in KiB, or `off`.
void start_segments() noexcept;
/// Call in MPI_Finalize. Collective.
void stop_segments() noexcept;

/// Whether messages of this program may be sent in parts: the same on all processes.
extern bool segments_started;

/// The function of standard mode where messages may be sent in parts, else that of the mode of the program: a receiver
/// in parts posts no receive for ready mode.
template <typename Function>
Function* for_parts(Function* standard, Function* given) {
  return segments_started ? standard : given;
}

/// For a blocking send. Sends in parts if the receiver waits for that, sets `error`, and returns Path::parts. Otherwise
/// MPI is to send it: Path::mpi or synchronous. Calls `meanwhile`, if it is given, again and again while it waits.
Path send_in_parts(const void* buffer, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, int& error,
                   const std::function<void()>& meanwhile = {}) noexcept;

/// Call before any other send: parts must not overtake this message.
void note_usual_send(MPI_Comm comm, int dest, int tag) noexcept;
/// Call before a nonblocking or persistent receive: it may match a later message, and does not look for parts.
void note_nonblocking_receive(MPI_Comm comm, int tag) noexcept;

/// A message that a blocking call waits for. It comes in parts, or to MPI: then it is still to be received.
class Arrival {
 public:
  /// Tells the sender that it may send in parts. Null if this message cannot come so.
  static std::unique_ptr<Arrival> announce(void* buffer, MPI_Count count, MPI_Datatype type, int source, int tag,
                                           MPI_Comm comm) noexcept;
  virtual ~Arrival() = default;

  /// Does what is possible without waiting. Returns the path of the message, parts or mpi, once it is known.
  virtual std::optional<Path> advance() noexcept = 0;
  /// The sender must not begin to send parts.
  virtual void withdraw() noexcept = 0;
  /// Receives the parts. Sets `status` and returns the error of the call.
  virtual int receive(MPI_Status* status) noexcept = 0;
};

/// For a blocking receive: waits until its message has come, in parts or to MPI. In parts, it is unpacked, `error` and
/// `status` are set, and this returns true. Otherwise nothing was received.
bool receive_in_parts(void* buffer, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                      MPI_Status* status, int& error) noexcept;

}  // namespace cartwright::preload
