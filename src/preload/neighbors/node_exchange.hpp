// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/buffer.hpp"
#include "preload/base/requests.hpp"
#include "preload/neighbors/joined_exchange.hpp"
#include "preload/neighbors/neighborhood.hpp"
#include "preload/neighbors/node_channel.hpp"
#include "preload/packing/block_of.hpp"
#include "preload/packing/block_view.hpp"
#include "transport/ring_buffer.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace cartwright::preload {

/// The part of a neighborhood collective that stays on the node. The sender of a block packs it into shared memory when
/// the exchange starts, and depends on nobody. MPI carries the largest blocks, and those in memory of a GPU, from the
/// user's memory: the sender announces them, and the receiver then receives. With a plan, the blocks for other nodes
/// are joined, and the exchange is the whole collective.
class NodeExchange {
 public:
  NodeExchange(std::shared_ptr<const Neighborhood> neighborhood, Pairing pairing, const BlockOf& sent,
               const BlockOf& received, const JoinPlan* plan = nullptr);

  /// False if MPI refuses an argument.
  bool valid() const { return valid_; }

  void start(std::uint64_t channel, std::uint64_t round) noexcept;
  /// Takes what has come. Returns whether all has. Does not wait.
  bool advance() noexcept;
  /// Waits for all.
  void finish() noexcept;
  /// The class of the first error.
  int error() const { return error_; }

  /// The user may free the types before an exchange ends, or before it starts again.
  void outlive_types(CallKind kind) noexcept;

 private:
  struct End {
    const Neighborhood::Edge* edge;
    std::uint64_t number;
    BlockView view;
    int node = own;  ///< the other node of a block that is joined
    bool done = false;
  };
  static constexpr int own = -1;
  bool add(std::vector<End>& ends, const Neighborhood::Edge& edge, std::uint64_t number, int node, const Block& block,
           TypeInfo& facts);
  void start_send(const End& end);
  bool move_to_self(const End& from);
  Taken take(const End& end, ReadyToSend& rts);
  /// Sends or receives a block by MPI, with Isend or Irecv, or their forms for large counts.
  template <typename Function, typename Large>
  void start_message(const End& end, int tag, Function function, Large large_function);
  /// The same with packed data.
  template <typename Function>
  void start_packed(std::byte* packed, std::int64_t bytes, const End& end, int tag, Function function);
  void send_announced(const End& end, int tag);
  void receive_announced(const End& end, const ReadyToSend& rts);
  bool messages_done();
  /// advance(), without progress of MPI.
  bool step() noexcept;
  void fail(int error);

  std::shared_ptr<const Neighborhood> neighborhood_;
  const JoinPlan* plan_;
  std::optional<JoinedExchange> joined_;
  std::vector<End> sends_;
  std::vector<End> receives_;
  std::vector<MPI_Request> messages_;
  /// A message that is unpacked when it has come.
  struct Packed {
    std::size_t message;
    const End* end;
    base::Buffer data;
  };
  std::vector<Packed> packed_;
  std::vector<base::Buffer> sent_;  ///< packed data of messages
  transport::MessageId label_;
  bool valid_ = true;
  int error_ = MPI_SUCCESS;
  unsigned turns_ = 0;
};

}  // namespace cartwright::preload
