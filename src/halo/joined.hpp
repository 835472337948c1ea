// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/error.hpp"
#include "halo/messages.hpp"
#include "mpi/node.hpp"
#include "mpi/shared_memory.hpp"
#include "transport/epoch_flags.hpp"
#include "transport/joining.hpp"

#include <mpi.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cartwright::halo {

/// The messages between nodes that carry the streams of several processes, for one pattern.
///
/// A message has an owner on each of the two nodes: its sender and its receiver. All processes of the node pack into
/// the buffer of the sender, which waits for them, and read from the buffer of the receiver. Each message has its
/// flags. The sender publishes an exchange when its buffer is free again, and processes consume it when they have
/// packed. The receiver publishes one when the message is there, and processes consume it when they have read. There
/// are two buffers, for alternating exchanges.
class Joined {
 public:
  /// A stream from or to a neighbor on another node, as a pattern makes them.
  struct Neighbor {
    int rank = 0;
    std::int64_t bytes_out = 0, bytes_in = 0;
  };
  /// Collective. Null on all processes if nothing is joined, or if a process has no memory to share.
  static std::unique_ptr<Joined> make(MPI_Comm comm, const mpi::Node& node, const mpi::MessageUnit& unit,
                                      const std::vector<Neighbor>& neighbors, std::int64_t longest);
  ~Joined();

  bool sends_to(std::size_t neighbor) const { return out_[neighbor].message != none; }
  bool gets_from(std::size_t neighbor) const { return in_[neighbor].message != none; }

  /// Tells the others of the node which exchange of which pattern this process is in, joined or not.
  void tell(const Header& header) const;
  /// Begins an exchange, and receives. False if another process still uses a buffer: call it again.
  bool start(const Header& header);
  /// Where the stream for a neighbor is packed. Call packed() after each.
  std::byte* data_out(std::size_t neighbor) const { return data(out_[neighbor]); }
  void packed(std::size_t neighbor);
  /// Sends what all have packed.
  void send_packed();
  /// The same, and lets MPI make progress. Whether a message was sent or received.
  bool progress();
  /// Whether a message of this process waits until others of the node have packed, or is on its way: call progress().
  bool waiting() const;
  bool under_way() const { return !requests_.all_complete(); }
  /// Sleeps until another process has packed, for a millisecond at most.
  void sleep_packed() const;
  /// Whether the stream of a neighbor is here; `header` is that of its message. Call taken() when it was read.
  bool arrived(std::size_t neighbor) const;
  /// Sleeps until it arrives, for a millisecond at most. Only after finished().
  void sleep(std::size_t neighbor) const { flags(messages_[in_[neighbor].message]).sleep_published(turn_ - 1); }
  const Header& header_in(std::size_t neighbor) const;
  const std::byte* data_in(std::size_t neighbor) const { return data(in_[neighbor]); }
  void taken(std::size_t neighbor);
  /// Whether all messages that this process sends and receives are complete.
  bool finished() const { return !waiting() && !under_way(); }

  /// For long waits: why the exchange cannot end, because of some process of this node, if there is a reason.
  std::optional<base::Error> obstacle() const;
  /// The messages that this process sends, for reports.
  struct Sent {
    int to = 0;
    std::int64_t bytes = 0;
    std::size_t processes = 0;
    std::int64_t overhead = 0;  ///< what travels beside the streams: header and padding
  };
  std::vector<Sent> sent() const;

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  /// One message, as seen by a process of one of the two nodes.
  struct Message {
    bool outgoing = false;
    std::size_t owner = 0;  ///< in the node
    bool owned = false;     ///< by this process
    int partner = 0;
    std::int64_t bytes = 0;
    std::int64_t overhead = 0;                ///< what travels beside the streams
    std::int64_t flags = 0;                   ///< offsets in the memory of the owner
    std::int64_t buffers[2] = {0, 0};         ///< with header
    std::vector<std::size_t> users;           ///< processes of the node that pack or read it
    std::size_t mine = 0;                     ///< streams of this process
    std::size_t rest = 0;                     ///< of these, to be packed or read in this exchange
    std::size_t requests[2] = {0, 0};         ///< of the owner
    bool waiting = false, under_way = false;  ///< of the owner, in this exchange
  };
  struct Place {
    std::size_t message = none;
    std::int64_t offset = 0;
  };
  Joined() = default;
  transport::EpochFlags flags(const Message& message) const;
  Header& header(const Message& message) const;
  std::byte* data(const Place& place) const;
  bool all_used(const Message& message, std::uint64_t turn) const;

  std::vector<Message> messages_;
  std::vector<Place> out_, in_;  ///< per neighbor
  mpi::SharedMemory memory_;
  std::vector<int> ranks_;  ///< of the node
  Requests requests_;       ///< in that memory
  std::size_t me_ = 0;
  std::uint64_t turn_ = 0;  ///< counts exchanges
  Header header_;
};

}  // namespace cartwright::halo
