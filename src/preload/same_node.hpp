// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "jit/packer.hpp"
#include "transport/descriptor.hpp"

#include <mpi.h>

#include <cstdint>
#include <optional>

namespace cartwright::preload {

/// How two processes of one node exchange non-contiguous data without MPI touching the bytes. MPI matches: in place of
/// its data a sender sends a descriptor of transport::descriptor_bytes bytes (MPI_BYTE), on the same communicator, with
/// the same tag and in the same mode. Whoever receives it takes the data out of the sender's memory:
///
///     if (auto offered = offer(comm, dest, tag, bytes)) {
///       send offered->descriptor(), transport::descriptor_bytes of MPI_BYTE;    // or offered->withdraw() if that
///       fails offered->fill(packer, buffer, count);                                   // receiver unpacks at the same
///       time
///     } else {
///       // as between nodes
///     }
///
///     receive; its status says `size` bytes
///     if (is_descriptor(bytes, size)) {
///       const MPI_Count sent = described_bytes(bytes);                          // more than the room there is:
///       truncated take(bytes, packer, buffer, count);                                     // always, also when
///       truncated
///     }
///
/// Every receive that may match must look, also one of a contiguous type: a descriptor is never more bytes than the
/// message that it stands for. What follows may be called from several threads, and never fails loudly: without
/// start_same_node, or where memory is not shared, there are no offers.

/// Collective over MPI_COMM_WORLD, once, after MPI_Init and before any message of the program. With CARTWRIGHT=off,
/// CARTWRIGHT_DATATYPE=off or CARTWRIGHT_SHARED=off on any process there are no offers on all.
void start_same_node();
/// At MPI_Finalize. Local. Data that others have not taken yet stays until they have.
void stop_same_node();

/// Data in this process's shared memory, to be announced by its descriptor.
class Offer {
 public:
  Offer(std::uint32_t slot, const transport::Descriptor& descriptor) : slot_(slot), descriptor_(descriptor) {}

  /// The bytes to be sent. They must stay until a nonblocking send of them is complete: copy the Offer, or them.
  const transport::Descriptor& descriptor() const { return descriptor_; }

  /// Packs `count` elements at `buffer`, of as many bytes as were offered. Call it once, soon after the descriptor was
  /// sent or before: who receives it waits here. Local: returns when the data is packed, whatever the receiver does.
  void fill(jit::Packer& packer, const void* buffer, MPI_Count count) const noexcept;

  /// The same, in a call that blocks and in which this process has nothing to receive (MPI_Send, MPI_Ssend), after the
  /// descriptor was sent. Where the receiver can read the data itself, in a shared window, it is given a moment to do
  /// so: then nothing is packed.
  void hand_over(jit::Packer& packer, const void* buffer, MPI_Count count) const noexcept;

  /// The descriptor was not sent and will not be, or the message was cancelled: its room is free again.
  void withdraw() const noexcept;

 private:
  std::uint32_t slot_;
  transport::Descriptor descriptor_;
};

/// Room for a message of `bytes` packed bytes. None, and then the message goes another way, to processes of other nodes
/// or of no known node, to this process itself, to one that has ever probed, for few bytes (worth_offering), and when
/// nobody has fetched what was offered before so that no room is left. Local, well below a microsecond.
std::optional<Offer> offer(MPI_Comm comm, int dest, int tag, MPI_Count bytes) noexcept;

/// Whether offer() may say yes: the peer is on this node and the message is large enough.
bool worth_offering(MPI_Comm comm, int dest, MPI_Count bytes) noexcept;

/// At every commit of a datatype that is not contiguous. Programs without such datatypes pay nothing for those that
/// have them: before its first one a process does not look at what it receives into adjacent bytes by nonblocking
/// calls.
void start_looking() noexcept;
/// Whether a nonblocking receive that may be offered something is to be looked at when it is complete. One that is not
/// makes sure that this process will never be offered anything, for it may still be under way when others begin to.
bool must_look() noexcept;

/// Whether a receive from `source`, or MPI_ANY_SOURCE, into room for `bytes` may get a descriptor: only then need it be
/// looked at when it is complete.
bool may_be_offered(MPI_Comm comm, int source, MPI_Count bytes) noexcept;

/// Whether `size` received bytes are a descriptor.
bool is_descriptor(const void* bytes, MPI_Count size) noexcept;
/// Of a descriptor: the bytes of the message that it stands for.
MPI_Count described_bytes(const void* descriptor) noexcept;
/// Unpacks the message that a descriptor stands for into `count` elements at `buffer`, or into `count` bytes when
/// `packer` is null; no more than fits. The descriptor is used up; it may lie in the buffer itself. False when the
/// sender died before it had packed everything.
bool take(const void* descriptor, jit::Packer* packer, void* buffer, MPI_Count count) noexcept;

/// From now on nobody offers this process anything: it asks how long messages are (to be called before every MPI_Probe,
/// Iprobe, Mprobe, Improbe), or receives where the CPU cannot look.
void decline_offers() noexcept;
/// Declines, and says whether no offer to this process is under way either: then no receive need look for one.
bool offers_ended() noexcept;
/// What a probe of `comm` found may be a descriptor that was sent before the first probe: then the size in the status
/// becomes that of the message.
void correct_probed(MPI_Comm comm, MPI_Status* status) noexcept;

}  // namespace cartwright::preload
