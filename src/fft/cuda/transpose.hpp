// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/split.hpp"
#include "fft/cuda/messages.hpp"
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
};

/// Copies on a GPU that run in one launch, for the addresses of the last few calls.
class Moves {
 public:
  /// Between a block of the array on either side and a message: programs for addresses 0, with displacements.
  struct Move {
    jit::BatchProgram program;
    std::int64_t from = 0, to = 0;  ///< displacements
  };
  void add(const jit::Program& program, std::int64_t from, std::int64_t to);
  void run(const std::byte* from, std::byte* to, const Workspace& workspace);

 private:
  struct Known {
    const std::byte* from = nullptr;
    std::byte* to = nullptr;
    std::vector<jit::BatchJob> jobs;    ///< few: they are arguments of a launch
    std::unique_ptr<gpu::Batch> batch;  ///< many: they are uploaded once
  };
  std::vector<Move> moves_;
  std::vector<Known> known_;  ///< the last used first
};

/// A transpose of a whole array in memory of a GPU: packed by one launch, sent, and unpacked by one launch. Forward gathers
/// an axis, backward undoes that. One process moves all by one launch, without messages.
class Transpose {
 public:
  /// `comm` has the members in the order of their ranks in `shape`. References outlive this.
  Transpose(const TransposeShape& shape, MPI_Comm comm, bool aware, Workspace& workspace);

  std::int64_t array_bytes() const;    ///< of the larger of both arrays, or of the messages
  std::int64_t message_bytes() const;  ///< of all messages of one direction
  bool alone() const { return shape_.members == 1; }

  /// Starts packing `from` into `send`. Not alone.
  void pack(bool forward, const std::byte* from, std::byte* send);
  /// Exchanges messages, by way of `receive`, and starts unpacking into `to`, which may be `send`. Not alone.
  void exchange(bool forward, const std::byte* send, std::byte* receive, std::byte* to, Failure& failure);
  /// Starts moving one array into the other. Alone.
  void move(bool forward, const std::byte* from, std::byte* to);

 private:
  /// Both directions of the copies of one side.
  struct Side {
    Moves pack, unpack;
    MessageOffsets messages;
  };

  TransposeShape shape_;
  Workspace& workspace_;
  Side before_, after_;  ///< the messages that leave the array before the transpose, and those that fill that after it
  std::optional<Messages> messages_;
};

}  // namespace cartwright::fft::cuda
