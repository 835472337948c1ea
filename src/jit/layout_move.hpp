// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "jit/kernel.hpp"
#include "jit/packer.hpp"

#include <memory>

namespace cartwright::jit {

/// Moves the stream of `from_count` elements of one layout straight into `to_count` elements of another, up to the
/// length of the shorter stream. It uses one kernel if the loops of both fit together, otherwise a buffer that stays in
/// the first-level cache. Make it once for a move that is repeated. Thread safe, but it cannot be copied or moved.
class LayoutMove {
 public:
  LayoutMove(Packer& from, std::int64_t from_count, Packer& to, std::int64_t to_count);

  /// The two buffers do not overlap.
  void run(std::byte* to, const std::byte* from);

  Packer& from() const { return *from_; }
  Packer& to() const { return *to_; }
  bool is(const Packer& from, std::int64_t from_count, const Packer& to, std::int64_t to_count) const {
    return from_.get() == &from && to_.get() == &to && from_count_ == from_count && to_count_ == to_count;
  }

 private:
  const std::shared_ptr<Packer> from_;
  const std::shared_ptr<Packer> to_;
  const std::int64_t from_count_;
  const std::int64_t to_count_;
  const std::int64_t bytes_;
  bool fits_ = false;
  Kernel kernel_;
};

}  // namespace cartwright::jit
