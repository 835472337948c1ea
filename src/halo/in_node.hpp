// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "halo/engine/work.hpp"
#include "halo/way.hpp"
#include "transport/epoch_flags.hpp"
#include "transport/tagged_region.hpp"

#include <memory>
#include <optional>

namespace cartwright::halo {

/// The memory of a peer that shares its own with this process.
struct NodeLink {
  std::shared_ptr<transport::TaggedRegion> memory;
  std::optional<transport::EpochFlags> flags;
  std::size_t reader = 0;                  ///< the number of this process among its readers
  std::size_t peer_reader = 0;             ///< the number of the peer among those of this process
  std::byte* out[2] = {nullptr, nullptr};  ///< streams for the peer, for even and for odd exchanges
  std::byte* in[2] = {nullptr, nullptr};   ///< its streams for this process
  int pid = 0;
};

/// The flags of this process.
class NodeFlags final : public Medium {
 public:
  explicit NodeFlags(std::byte* memory) : flags(memory) {}
  void publish(const Header& now) override { flags.publish(now.exchange, now.pass); }

  transport::EpochFlags flags;
};

/// Through shared memory: the peer reads fields in place, and a stream that their owner has packed. Epoch flags say
/// when. All that is given outlives the way.
std::unique_ptr<Way> in_node(const NodeLink& link, const NodeFlags& flags, const engine::Work& work, std::size_t peer);

}  // namespace cartwright::halo
