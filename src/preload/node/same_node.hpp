// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "jit/packer.hpp"
#include "transport/descriptor.hpp"

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <optional>

namespace cartwright::preload {

/// How two processes of one node exchange non-contiguous data without MPI touching the bytes. MPI does the matching:
/// instead of its data, a sender sends a descriptor of transport::descriptor_bytes bytes (MPI_BYTE), on the same
/// communicator, with the same tag and in the same mode. The receiver takes the data out of the sender's memory:
///
///     if (auto offered = offer(comm, dest, tag, bytes)) {
///       send offered->descriptor(), transport::descriptor_bytes of MPI_BYTE;  // if that fails: offered->withdraw()
///       offered->fill(packer, buffer, count);                                 // the receiver unpacks at the same time
///     } else {
///       // as between nodes
///     }
///
///     receive; its status says `size` bytes
///     if (is_descriptor(bytes, size)) {
///       const MPI_Count sent = described_bytes(bytes);  // larger than the buffer: the message is truncated
///       take(bytes, packer, buffer, count);             // always, also for a truncated message
///     }
///
/// Every receive that may match must look for a descriptor, also one with a contiguous type: a descriptor never has
/// more bytes than the message that it replaces. All functions below are thread safe and report no errors: without
/// start_same_node, or if memory is not shared, there are no offers.

/// The bytes that this process is to share by its settings; 0 for none. Local.
std::int64_t bytes_to_share();

/// Collective over MPI_COMM_WORLD, once, after MPI_Init and before any message of the program. If CARTWRIGHT=off,
/// CARTWRIGHT_DATATYPE=off or CARTWRIGHT_SHARED=off is set on any process, there are no offers on any process.
void start_same_node();
/// Call in MPI_Finalize. Local. Data stays until its receivers have taken it.
void stop_same_node();

/// Which messages take which way. Data of at least `least_bytes`, and of a descriptor, is offered. The receiver may
/// read data of up to `max_read_bytes` itself, where it can.
struct Limits {
  std::int64_t least_bytes = 0, max_read_bytes = 0;
};
void set_limits(const Limits& limits);
Limits limits();

/// set_limits for `cartwright measure`, which looks this function up. Whether this process shares memory with others.
extern "C" [[gnu::visibility("default")]] int cw_same_node_limits(std::int64_t least, std::int64_t max_read);

/// Data in this process's shared memory. A descriptor announces it.
class Offer {
 public:
  Offer(std::uint32_t slot, const transport::Descriptor& descriptor) : slot_(slot), descriptor_(descriptor) {}

  /// The bytes to send. They must stay until a nonblocking send of them is complete: copy the Offer, or the bytes.
  const transport::Descriptor& descriptor() const { return descriptor_; }

  /// Packs `count` elements at `buffer`, with as many bytes as were offered. Call it once, before or soon after the
  /// descriptor is sent, because the receiver waits for it. Local: returns when the data is packed, independent of the
  /// receiver.
  void fill(jit::Packer& packer, const void* buffer, MPI_Count count) const noexcept;

  /// The same in a blocking call in which this process receives nothing (MPI_Send, MPI_Ssend), after the descriptor is
  /// sent. If the receiver can read the data itself in a shared window, it is given a moment to do so. If it does,
  /// nothing is packed.
  void fill_or_let_read(jit::Packer& packer, const void* buffer, MPI_Count count) const noexcept;

  /// Frees the slot of a descriptor that was not and will not be sent, or of a canceled message.
  void withdraw() const noexcept;

 private:
  std::uint32_t slot_;
  transport::Descriptor descriptor_;
};

/// Reserves memory for a message of `bytes` packed bytes. Returns none if worth_offering() is false or if earlier
/// offers that were not yet received fill the memory: the message then goes another way. Local, well below a
/// microsecond.
std::optional<Offer> offer(MPI_Comm comm, int dest, int tag, MPI_Count bytes) noexcept;

/// The same for data that is packed in this process's GpuShare, from byte `at` on. It stays until the receiver has
/// taken it: `keep` is then destroyed.
std::optional<Offer> offer_on_gpu(MPI_Comm comm, int dest, int tag, MPI_Count bytes, std::int64_t at,
                                  std::shared_ptr<const void> keep) noexcept;

/// Whether offer() may succeed: the peer is another process of this node, it looks for descriptors and has never
/// probed, and the message is large enough.
bool worth_offering(MPI_Comm comm, int dest, MPI_Count bytes) noexcept;

/// Whether worth_offering() may ever become true. Local.
bool may_become_worth_offering(MPI_Comm comm, int dest, MPI_Count bytes) noexcept;

/// Call at every commit of a datatype with holes, and at every use of a non-contiguous one. Programs without such
/// datatypes pay nothing for the others: before its first one, a process does not look for descriptors in nonblocking
/// receives of contiguous data.
void start_looking() noexcept;
/// Whether a nonblocking receive must look for a descriptor when it completes. If one need not, this process will never
/// be offered anything, because that receive may still be active when another process makes an offer.
bool must_look() noexcept;

/// Whether a receive of up to `bytes` bytes from `source`, or MPI_ANY_SOURCE, may get a descriptor. Only then must it
/// look for one.
bool may_be_offered(MPI_Comm comm, int source, MPI_Count bytes) noexcept;

/// Whether `size` received bytes are a descriptor.
bool is_descriptor(const void* bytes, MPI_Count size) noexcept;
/// The bytes of the message that a descriptor replaces.
MPI_Count described_bytes(const void* descriptor) noexcept;
/// The process that sent a descriptor, and where the data begins in its GpuShare; none if the data is in its arena.
struct OnGpu {
  std::uint32_t process = 0;
  std::int64_t at = 0;
};
std::optional<OnGpu> described_on_gpu(const void* descriptor) noexcept;
/// Call when the data of such a descriptor has been read, or will not be.
void taken_from_gpu(const void* descriptor) noexcept;

/// Unpacks the message of any other descriptor into `count` elements at `buffer`, or into `count` bytes if `packer` is
/// null, but no more than fit. The descriptor may lie in the buffer and is invalid afterward. False if the sender died
/// before it had packed everything.
bool take(const void* descriptor, jit::Packer* packer, void* buffer, MPI_Count count) noexcept;

/// Stops all offers to this process. Call before every MPI_Probe, Iprobe, Mprobe and Improbe, which need the true
/// length of a message, and before a receive into memory that the CPU cannot read.
void decline_offers() noexcept;
/// Declines offers, and returns whether none is still on its way to this process: then no receive must look for one.
bool offers_ended() noexcept;
/// A probe of `comm` may have found a descriptor that was sent before the first probe. If so, sets the size in the
/// status to that of the message.
void correct_probed(MPI_Comm comm, MPI_Status* status) noexcept;

}  // namespace cartwright::preload
