// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/buffer.hpp"
#include "gpu/kernel.hpp"
#include "halo/engine/pass.hpp"
#include "halo/engine/staged.hpp"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace cartwright::halo::engine {

/// A pass of fields in memory of a GPU: one launch packs all boxes of all peers, and one launch takes what they have
/// sent. Long streams in pinned memory go in segments in place of that. All calls wait for the GPU unless they say
/// otherwise. They throw Error if the driver refuses.
class GpuPass {
 public:
  /// The streams of a peer, where kernels reach them; null if there is none.
  struct Stream {
    std::byte* out = nullptr;
    std::byte* in = nullptr;
    bool pinned = false;  ///< in memory of the host, and the same for even and odd exchanges
  };
  /// For even and for odd exchanges, by peer.
  using Streams = std::array<std::vector<Stream>, 2>;

  /// The pass outlives it. The fields are in memory of the context, and the stream belongs to it.
  GpuPass(const Pass& pass, Streams streams, device::Context* context, device::Stream* stream);

  /// Packs for all peers whose streams are not staged, and starts to pack for the others. To fill, copies what this
  /// process has for itself as well.
  void pack(std::uint64_t exchange);
  /// Whether the stream for a peer is staged. Then `last` bytes of it are packed after finish_packing() for this peer,
  /// which is called for these peers in ascending order.
  bool is_staged(std::size_t peer) const { return staged_.has(peer); }
  void finish_packing(std::size_t peer, std::int64_t last) { staged_.finish(peer, last); }
  /// Fills all ghost points from all peers.
  void fill(std::uint64_t exchange);
  /// Takes what one peer has; with `side`, only what belongs there.
  void take(std::uint64_t exchange, std::size_t peer, const Side* side);
  /// Combines what this process has for itself.
  void combine_own();

 private:
  using Jobs = std::vector<jit::BatchJob>;
  /// A part of the work that comes in: everything, a peer, or a side of a peer.
  using Part = std::pair<std::optional<std::size_t>, std::optional<Side>>;

  /// What takes a part: one launch, and the segments of long streams.
  struct Taking {
    std::unique_ptr<gpu::Batch> batch;
    Staged staged;
  };

  void append_out(std::size_t peer, std::byte* stream, Jobs& jobs) const;
  void stage_out(std::size_t peer, std::byte* stream);
  void append_in(const std::vector<Pass::Step>& steps, const std::byte* stream, const Side* side, Jobs& jobs) const;
  void stage_in(std::size_t peer, std::byte* stream, const Side* side, Staged& staged) const;
  void append_part(const Part& part, const std::vector<Stream>& streams, Jobs& jobs, Staged& staged) const;
  Taking& taking(std::uint64_t exchange, const Part& part);
  void run(Taking& taking) const;
  void combine(const Pass::Step& step, const std::byte* stream) const;

  const Pass& pass_;
  Streams streams_;
  device::Context* context_;
  device::Stream* stream_;
  bool alternates_;  ///< even and odd exchanges differ
  std::array<std::unique_ptr<gpu::Batch>, 2> packing_;
  Staged staged_;  ///< what is packed
  std::array<std::map<Part, std::unique_ptr<Taking>>, 2> taking_;
};

}  // namespace cartwright::halo::engine
