// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "halo/by_message.hpp"
#include "mpi/base/node.hpp"
#include "mpi/base/shared_memory.hpp"
#include "transport/epoch_flags.hpp"
#include "transport/joining.hpp"

#include <mpi.h>

#include <memory>
#include <optional>
#include <vector>

namespace cartwright::halo {

/// The messages between nodes that carry the streams of several processes, for one pattern. Other patterns only tell
/// the node which exchange they are in.
///
/// A message has an owner on each of the two nodes: its sender and its receiver. All processes of the node pack into
/// the buffer of the sender, which waits for them, and read from the buffer of the receiver. Each message has its
/// flags. The sender publishes an exchange when its buffer is free again, and processes consume it when they have
/// packed. The receiver publishes one when the message is there, and processes consume it when they have read. There
/// are two buffers, for alternating exchanges.
class Joined final : public Medium {
 public:
  /// A stream from or to a neighbor on another node, as a pattern makes them.
  struct Neighbor {
    int rank = 0;
    std::int64_t bytes_out = 0, bytes_in = 0;
  };
  /// Collective. Null on all processes if nothing is joined, or if a process has no memory to share. `pass` is the hash
  /// of the pattern.
  static std::unique_ptr<Joined> make(MPI_Comm comm, const mpi::Node& node, const mpi::MessageUnit& unit,
                                      const std::vector<Neighbor>& neighbors, std::int64_t longest, std::uint64_t pass);
  ~Joined() override;

  bool sends_to(std::size_t neighbor) const { return out_[neighbor].message != none; }
  bool gets_from(std::size_t neighbor) const { return in_[neighbor].message != none; }

  /// Where the stream for a neighbor is packed. Call packed() after each.
  std::byte* data_out(std::size_t neighbor) const { return data(out_[neighbor]); }
  /// Sends what all have packed.
  void packed(std::size_t neighbor);
  /// Whether the stream of a neighbor is here; `header` is that of its message. Call taken() when it was read.
  bool arrived(std::size_t neighbor) const;
  /// Sleeps until it arrives, for a millisecond at most. Only if no message of this process is under way.
  void sleep_arrived(std::size_t neighbor) const { flags(messages_[in_[neighbor].message]).sleep_published(turn_ - 1); }
  const Header& header_in(std::size_t neighbor) const;
  std::byte* data_in(std::size_t neighbor) const { return data(in_[neighbor]); }
  void taken(std::size_t neighbor);

  /// Tells the others of the node which exchange of which pattern this process is in, and receives.
  bool start(const Header& now) override;
  void count(const Header& now, MPI_Comm comm) const override;
  bool poll() override;
  void forward() override;
  bool under_way() const override { return requests_.under_way(); }
  bool relays() const override { return under_way(); }
  bool waits() const override;
  void sleep() const override;
  std::optional<base::Error> obstacle() const override;
  const char* awaited() const override { return "messages of its node"; }

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
  /// Where its flags and buffers lie behind `end` in the memory of its owner, which is moved on.
  static void place(Message& message, std::int64_t& end, std::size_t users);
  Joined() = default;
  void add(const transport::JoinedMessage& joined, const mpi::Node& node, int rank,
           const std::vector<Neighbor>& neighbors);
  void make_requests(MPI_Comm comm, const mpi::MessageUnit& unit);
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
  std::uint64_t pass_ = 0;  ///< of the joined pattern
  std::uint64_t turn_ = 0;  ///< counts exchanges
  Header header_;
};

/// Through joined messages, where a direction is joined; otherwise by message.
std::unique_ptr<Way> by_joined(Joined& joined, const MessageSetup& setup, const engine::Work& work, std::size_t peer);

}  // namespace cartwright::halo
