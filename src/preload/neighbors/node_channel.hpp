// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/packing/block_view.hpp"
#include "transport/ring_buffer.hpp"

#include <mpi.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace cartwright::preload {

/// Packets between the processes of a node. A sender never waits: where there is no room in shared memory, the packet
/// is a message of MPI on a communicator of its own, which any receiver finds. So are packets to other nodes. All
/// functions are thread safe.

/// Collective over MPI_COMM_WORLD, in MPI_Init, after start_same_node.
void start_node_channel();
/// Whether there is one. The same on all processes: there is none if some processes of a node cannot share memory.
bool has_node_channel();
/// In MPI_Finalize. Waits until the packets that are messages have been received.
void stop_node_channel();

/// Sends a block to a process of this node. False if MPI could not pack it.
bool send_packet(int peer, const transport::MessageId& id, const BlockView& view);
/// The same with bytes.
bool send_packet(int peer, const transport::MessageId& id, std::span<const std::byte> bytes);

/// A message on node_channel_comm() that carries the data of a packet.
struct ReadyToSend {
  int tag = 0;
  std::int64_t bytes = 0;
};
/// Announces so many bytes: send them as a message with its tag.
ReadyToSend new_rts(std::int64_t bytes);
/// Sends a packet without its data.
void send_rts(int peer, const transport::MessageId& id, const ReadyToSend& rts);

enum class Taken { not_yet, whole, truncated, failed, rts };
/// Takes a packet from a process of this node, if it has come, and unpacks it. If its data comes as a message, `rts`
/// says which.
Taken take_packet(int peer, const transport::MessageId& id, const BlockView& view, ReadyToSend& rts);

/// The same for a packet of any length, as bytes. None if it has not come.
std::optional<std::vector<std::byte>> take_bytes(int peer, const transport::MessageId& id);
/// Unpacks the data of a packet that was taken before, with its slot.
Taken unpack_packet(std::span<const std::byte> data, std::uint32_t slot, const BlockView& view, ReadyToSend& rts);

/// A packet to a process of another node.
class RemotePacket {
 public:
  explicit RemotePacket(const transport::MessageId& id);
  /// Waits until it is sent.
  ~RemotePacket();
  RemotePacket(const RemotePacket&) = delete;

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
/// What has come in a packet from another node.
struct RemoteData {
  std::vector<std::byte> data;
  bool last = true;  ///< of several packets
};
/// Takes a packet from another node. None if it has not come.
std::optional<RemoteData> take_remote(const transport::MessageId& id);

/// Lets MPI work, and looks for packets that are messages.
void progress_node_channel();

/// Whether the program has windows, whose one-sided operations may need progress of a process that waits.
inline std::atomic<bool> has_windows{false};

/// The communicator of all these messages.
MPI_Comm node_channel_comm();

}  // namespace cartwright::preload
