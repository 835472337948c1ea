// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/split.hpp"
#include "fft/cuda/messages.hpp"
#include "fft/cuda/neighbors.hpp"
#include "gpu/kernel.hpp"
#include "jit/batch.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace cartwright::fft::cuda {

/// The arrays of a transpose, in plain numbers. `members` processes share a dense array
/// [outer][gained][middle][lost][inner], of which each holds a block along `gained`. Afterwards they share
/// [outer][middle][lost][inner][gained], of which each holds a block along `lost`.
struct TransposeShape {
  std::int64_t outer = 1, gained = 1, middle = 1, lost = 1, inner = 1;
  std::int64_t element = 16;  ///< bytes
  std::int64_t members = 1;
  std::int64_t rank = 0;

  base::Split gained_split() const { return {gained, members}; }
  base::Split lost_split() const { return {lost, members}; }
  /// Bytes of the arrays of this member.
  std::int64_t before_bytes() const;
  std::int64_t after_bytes() const;
  std::int64_t message_bytes(std::int64_t from, std::int64_t to) const;
  /// The slots of a member in its work array, those of members below `before`.
  Slots slots(std::int64_t of, std::int64_t before) const;
};

/// Copies on a GPU that run in one launch, for the addresses of the last few calls.
class Moves {
 public:
  /// From a displacement of the source to the beginning of a target, or from the beginning of the source to a
  /// displacement of the target.
  struct Move {
    jit::BatchProgram program;  ///< for addresses 0
    std::int64_t from = 0, to = 0;
    std::size_t target = 0;
  };
  void add(const jit::Program& program, std::int64_t from, std::int64_t to, std::size_t target = 0);
  void run(const std::byte* from, const std::vector<std::byte*>& targets, const Workspace& workspace);

 private:
  struct Known {
    const std::byte* from = nullptr;
    std::vector<std::byte*> targets;
    std::vector<jit::BatchJob> jobs;    ///< few: they are arguments of a launch
    std::unique_ptr<gpu::Batch> batch;  ///< many: they are uploaded once
  };
  std::vector<Move> moves_;
  std::vector<Known> known_;  ///< the last used first
};

/// The pairs of this process and others between which a transpose moves data, and those among them that share memory.
struct Pairs {
  std::int64_t all = 0, shared = 0;
};

/// A transpose of a whole array in memory of a GPU. One launch packs it for all members: straight into the work arrays
/// of those that share memory with this process, and into the own one for messages to the others. Another launch
/// unpacks what has arrived. Forward gathers an axis, backward undoes that. One process moves all by one launch.
class Transpose {
 public:
  /// `comm` has the members in the order of their ranks in `shape`, and `ranks` has their ranks in the communicator of
  /// the neighbors. References outlive this. Local.
  Transpose(const TransposeShape& shape, MPI_Comm comm, std::vector<int> ranks, bool aware, Neighbors& neighbors);

  std::int64_t array_bytes() const;   ///< of the larger of both arrays, or of the messages
  std::int64_t pinned_bytes() const;  ///< for messages through the host: 0 if there are none
  bool alone() const { return shape_.members == 1; }
  Pairs pairs() const;

  /// Waits for others, packs `from`, which is a work array, waits for the data of the others, and starts to unpack it
  /// into `to`, which may be `from`. Not alone.
  void run(bool forward, std::byte* from, std::byte* to, Failure& failure);
  /// Starts moving one array into the other. Alone.
  void move(bool forward, const std::byte* from, std::byte* to);

 private:
  enum class Route : std::uint8_t { none, own, near, far };
  Route route(std::size_t member) const;
  bool sends(bool forward, std::size_t member) const { return slots_.sent(forward, member) > 0; }

  /// Both directions of the copies of one side.
  struct Copies {
    Moves pack, unpack;
  };

  TransposeShape shape_;
  std::vector<int> ranks_;
  bool aware_;
  Neighbors& neighbors_;
  Workspace& workspace_;
  Copies before_, after_;            ///< the array before the transpose, and that after it
  Slots slots_;                      ///< in the array of this process
  std::vector<std::int64_t> there_;  ///< the slot of this process in the array of each member on this node
  std::optional<Messages> messages_;
};

}  // namespace cartwright::fft::cuda
