// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "halo/engine/combine.hpp"
#include "halo/engine/field.hpp"
#include "jit/layout_move.hpp"

#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace cartwright::halo::engine {

/// The fields of one process.
struct Fields {
  std::vector<Field> fields;
  std::vector<std::byte*> bases;  ///< addresses of their first own points, in the memory of this process
  std::vector<bool> shared;       ///< whether other processes of the node can read it
  bool on_gpu = false;            ///< in memory of a GPU: then GpuPass does the work of a Pass
};

/// A process that holds ghost points of this one, or whose ghost points this one holds.
struct Peer {
  int rank = -1;
  Fields theirs;
  std::vector<Side> sides;        ///< of this process, with ghost points that the peer owns; in lexicographic order
  std::vector<Side> their_sides;  ///< of the peer, with ghost points that this process owns; in lexicographic order
  bool shares = false;            ///< they read each other's flags and buffers
};

/// The bytes in which all ghost points at some sides of a process travel between nodes.
std::int64_t wire_bytes(const Fields& holder, const std::vector<Side>& sides);
/// The most bytes that a pattern sends to a peer, or gets from it: its ghost points here, or those of this process
/// there.
std::int64_t max_bytes(const Fields& mine, const Peer& peer);

/// What one call exchanges.
struct Pattern {
  enum class Direction : std::uint8_t {
    fill,    ///< own points to the ghost points of neighbors
    gather,  ///< ghost points to their owners, where they are combined
  };
  Direction direction = Direction::fill;
  Combination combination = Combination::sum;
  std::vector<bool> fields;  ///< which take part
  std::int64_t most = 0;     ///< no halo is taken to be wider than this
  friend bool operator<(const Pattern& a, const Pattern& b) {
    return std::tie(a.direction, a.combination, a.fields, a.most) <
           std::tie(b.direction, b.combination, b.fields, b.most);
  }
  std::uint64_t hash() const;
};

/// Kernels that several steps use, by their layouts. They live as long as the plan.
class Moves {
 public:
  jit::Packer& packer(const datatype::Layout& layout);
  jit::LayoutMove& between(jit::Packer& from, jit::Packer& to);

 private:
  std::map<const jit::Packer*, std::shared_ptr<jit::Packer>> packers_;
  std::map<std::pair<const jit::Packer*, const jit::Packer*>, std::unique_ptr<jit::LayoutMove>> moves_;
};

/// One pattern, as work that is ready to run: for each peer, what goes into the stream of bytes for it, and what is
/// done with what it has for this process. Both processes make the same streams from what they know of each other's
/// fields. Neither the peers nor the moves may change while it exists.
class Pass {
 public:
  /// A box that lies in runs of at least `shortest_read` bytes is read in place where the reader can reach it, and goes
  /// through the stream otherwise.
  Pass(const Pattern& pattern, const Fields& mine, const std::vector<ValueType>& types, const std::vector<Peer>& peers,
       const std::optional<Peer>& self, std::int64_t shortest_read, Moves& moves);

  bool fills() const { return pattern_.direction == Pattern::Direction::fill; }
  /// The bytes of the stream for a peer, and of the one from it.
  std::int64_t bytes_out(std::size_t peer) const { return work_[peer].bytes_out; }
  std::int64_t bytes_in(std::size_t peer) const { return work_[peer].bytes_in; }
  /// Whether the peer reads fields of this process, and whether this process reads or gets anything from the peer.
  bool is_read_by(std::size_t peer) const { return work_[peer].read_boxes > 0; }
  bool sends_to(std::size_t peer) const { return work_[peer].bytes_out > 0 || is_read_by(peer); }
  bool gets_from(std::size_t peer) const { return !work_[peer].in.empty(); }

  /// Puts own data into the stream for a peer.
  void pack(std::size_t peer, std::byte* stream) const;
  /// The same up to byte `last` of the stream, after a call up to byte `first`.
  void pack(std::size_t peer, std::byte* stream, std::int64_t first, std::int64_t last) const;
  /// Writes the own points in the stream for a peer in the node anew, with the same values, by way of a buffer.
  void rewrite(std::size_t peer, std::byte* buffer) const;
  /// Takes what a peer has for this process; with `side`, only what belongs there.
  void take(std::size_t peer, const std::byte* stream, const Side* side = nullptr) const;
  /// What this process has for itself: it is its own neighbor along periodic axes.
  void take_own(const Side* side = nullptr) const;

  /// For reports: bytes and numbers of boxes that are read in place, and that go through streams.
  struct Totals {
    std::int64_t read_bytes = 0, read_boxes = 0, stream_bytes = 0, stream_boxes = 0;
  };
  Totals totals(std::size_t peer) const;

 private:
  friend class GpuPass;

  /// One box of one field. On the host exactly one of packer, move and combine is set. On a GPU packer or move is, and
  /// says where values lie that are combined.
  struct Step {
    Side side;  ///< of the process that holds the ghost points
    std::int64_t bytes = 0;
    std::byte* own = nullptr;
    const std::byte* other = nullptr;  ///< in memory of the peer; null: in the stream, at `offset`
    std::int64_t offset = 0;
    jit::Packer* packer = nullptr;
    jit::LayoutMove* move = nullptr;
    std::optional<Combine> combine;
    bool narrow = false;  ///< floats in the stream for doubles here
  };
  struct Work {
    std::vector<Step> out, in;
    std::int64_t bytes_out = 0, bytes_in = 0;
    std::int64_t read_bytes = 0, read_boxes = 0;  ///< of this process, which the peer reads in place
  };
  struct Ends;
  struct Shape;
  void add_pieces(const Ends& ends, bool incoming, Work& work, Moves& moves) const;
  void pack_narrow(const Step& step, std::byte* to) const;
  void run(const Step& step, const std::byte* stream) const;

  Pattern pattern_;
  std::int64_t shortest_read_;
  std::vector<Work> work_;
  Work own_;
  mutable std::vector<double> wide_;  ///< for narrow boxes
};

}  // namespace cartwright::halo::engine
