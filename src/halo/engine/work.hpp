// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "halo/engine/gpu_pass.hpp"
#include "halo/engine/pass.hpp"

#include <memory>

namespace cartwright::halo::engine {

/// A pass, and the GPU that does it for fields in its memory.
struct Work {
  std::unique_ptr<Pass> pass;
  std::unique_ptr<GpuPass> gpu;  ///< null for fields in memory of the host

  /// Whether one launch fills all ghost points.
  bool fills_at_once() const { return gpu && pass->fills(); }
  /// Whether a GPU packs the stream for a peer in segments, in the background.
  bool is_staged(std::size_t peer) const { return gpu && gpu->is_staged(peer); }
  /// Packs up to byte `last` of the stream for a peer, after a call up to byte `first`.
  void pack(std::size_t peer, std::byte* stream, std::int64_t first, std::int64_t last) const {
    if (gpu)
      gpu->finish_packing(peer, last);
    else
      pass->pack(peer, stream, first, last);
  }
  /// Takes what a peer has for this process; with `side`, only what belongs there.
  void take(std::uint64_t exchange, std::size_t peer, const std::byte* stream, const Side* side) const {
    if (gpu)
      gpu->take(exchange, peer, side);
    else
      pass->take(peer, stream, side);
  }
  /// What this process has for itself. A GPU has copied it when it packed.
  void take_own() const {
    if (!gpu)
      pass->take_own();
    else if (!pass->fills())
      gpu->combine_own();
  }
};

}  // namespace cartwright::halo::engine
