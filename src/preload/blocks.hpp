// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/buffer.hpp"
#include "preload/choice.hpp"

#include <vector>

namespace cartwright::preload {

enum class Role { send, receive };

/// The blocks of one buffer of a collective, each for or from another process, and the packed data that may replace
/// them.
class Blocks {
 public:
  Blocks(Role role, Use use) : role_(role), use_(use) {}

  /// Adds a block. Its packed data begins `offset` bytes after the start of the packed buffer.
  void add(const void* buffer, MPI_Count count, MPI_Datatype type, std::int64_t offset);
  /// Whether Cartwright can pack all of them.
  bool all_compiled() const { return other_bytes_ == 0; }

  /// Packs the data to send, or makes room for the data to receive, if that is faster. Otherwise does nothing.
  void pack();
  bool packed() const { return packed_.data() != nullptr; }
  std::byte* data() const { return packed_.data(); }

  /// Unpacks the received data, unless the collective failed. Returns its error.
  int deliver(int error) noexcept;

 private:
  struct Block {
    Elements elements;
    std::int64_t bytes;
    std::int64_t offset;
  };

  bool worth_packing();

  Role role_;
  Use use_;
  std::vector<Block> blocks_;
  std::int64_t compiled_bytes_ = 0;
  std::int64_t other_bytes_ = 0;
  std::int64_t end_ = 0;
  bool on_device_ = false;           ///< MPI gets the user's data if any of it is in memory of a GPU
  const Block* measured_ = nullptr;  ///< the block to measure
  Buffer packed_;
};

}  // namespace cartwright::preload
