// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/error.hpp"
#include "halo/engine/gpu_pass.hpp"
#include "mpi/base/message_unit.hpp"

#include <mpi.h>

#include <cstdint>
#include <optional>

namespace cartwright::halo {

/// Which exchange of which pattern data belongs to: also the first bytes of a message.
struct alignas(mpi::MessageUnit::bytes) Header {
  std::uint64_t exchange = 0;  ///< counted from 1
  std::uint64_t pass = 0;      ///< hash of the pattern
  std::int64_t bytes = 0;      ///< of the data in a message
};

/// The streams to and from a peer.
using Streams = engine::GpuPass::Stream;

/// How the data of one pattern goes to one peer and comes from it. `now` is the open exchange. The verbs stand in the
/// order in which an Exchange calls them. Those that wait for nothing do nothing unless a way says otherwise.
class Way {
 public:
  virtual ~Way() = default;

  /// Prepares to receive. Whether something will arrive.
  virtual bool receive() = 0;
  /// Whether the peer has read all that lay in shared memory for it in an exchange.
  virtual bool has_read(std::uint64_t /*exchange*/) const { return true; }
  /// Sleeps until it has, for a millisecond at most.
  virtual void sleep_read(std::uint64_t /*exchange*/) const {}
  /// Packs the stream for the peer, and sends it. The peer has read the last but one.
  virtual void send(const Header& now) = 0;
  /// Counts what send() has sent to the peer, which has this rank.
  virtual void count(MPI_Comm comm, int rank) const = 0;
  /// Whether all is sent, as of the last poll.
  virtual bool sent() const { return true; }
  /// Whether the stream of the peer is here, as of the last poll. Throws Error if it is that of another exchange.
  virtual bool arrived(const Header& now) const = 0;
  /// Whether it arrives only if this process polls. If not, it may sleep().
  virtual bool polls() const = 0;
  /// Sleeps until it arrives, for a millisecond at most.
  virtual void sleep(const Header& /*now*/) const {}
  virtual Streams streams(std::uint64_t exchange) const = 0;
  /// The stream of the peer was read, and so were its fields.
  virtual void taken(const Header& /*now*/) {}

  /// For long waits: why the peer will not take part in an exchange, if there is a reason.
  virtual std::optional<base::Error> obstacle(std::uint64_t /*exchange*/) const { return std::nullopt; }
  /// The ways of a pattern send in this order.
  enum class Turn : std::uint8_t {
    joined,   ///< others of the node wait for it
    message,  ///< it takes a while
    node,
  };
  virtual Turn turn() const = 0;
  /// In explanations: how the data goes to the peer.
  virtual const char* name() const = 0;
};

/// What several ways share. All calls are for all of them.
class Medium {
 public:
  virtual ~Medium() = default;

  /// Begins an exchange. False if another process still uses a buffer: call it again.
  virtual bool start(const Header& /*now*/) { return true; }
  /// All ways have packed.
  virtual void publish(const Header& /*now*/) {}
  /// Counts what travels beside the data of the ways.
  virtual void count(const Header& /*now*/, MPI_Comm /*comm*/) const {}
  /// Lets MPI make progress. Whether a message was sent or received.
  virtual bool poll() { return false; }
  /// Sends what others have packed, without a look at the network.
  virtual void forward() {}
  /// Whether messages of this process are under way: call poll().
  virtual bool under_way() const { return false; }
  /// Whether others of the node wait for these messages.
  virtual bool relays() const { return false; }
  /// Whether others of the node must pack before this process can send.
  virtual bool waits() const { return false; }
  /// Sleeps until one has packed, for a millisecond at most.
  virtual void sleep() const {}

  /// For long waits: why the exchange cannot end, if there is a reason.
  virtual std::optional<base::Error> obstacle() const { return std::nullopt; }
  /// For messages about timeouts: for what all ways wait. Null: each waits for its peer.
  virtual const char* awaited() const { return nullptr; }
};

}  // namespace cartwright::halo
