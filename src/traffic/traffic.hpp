// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/rank.hpp"
#include "grid/grid.hpp"
#include "grid/stencil.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace cartwright::traffic {

using base::Rank;

/// A message: its destination and its size.
struct Send {
  Rank to;
  double bytes = 0;
};

/// An all-to-all: each of the ranks sends `bytes` to every other one.
struct Team {
  std::vector<Rank> ranks;
  double bytes = 0;
};

/// The communication of one iteration of a program: messages between ranks, and all-to-alls, which are never expanded
/// into messages.
class Traffic {
 public:
  virtual ~Traffic() = default;
  virtual std::int64_t ranks() const = 0;
  /// Appends the messages that a rank sends, without all-to-alls. A message to the rank itself is allowed and has no
  /// effect.
  virtual void sends(Rank rank, std::vector<Send>& out) const = 0;
  virtual const std::vector<Team>& teams() const;
};

/// Every process of a grid sends a message to the process at each offset; the weight is its size in bytes.
std::unique_ptr<Traffic> stencil_traffic(grid::Grid grid, grid::Stencil stencil);
/// The transposes of an FFT: an all-to-all of `bytes` per pair within every line of the grid along each of the given
/// dimensions. In a 2-d process grid, dimension 1 gives the rows, dimension 0 the columns.
std::unique_ptr<Traffic> alltoall_traffic(const grid::Grid& grid, const std::vector<std::size_t>& dimensions,
                                          double bytes);
/// The same along every dimension, for ranks that hold `bytes` each: along a dimension of n ranks, every pair exchanges
/// bytes / n.
std::unique_ptr<Traffic> transpose_traffic(const grid::Grid& grid, double bytes);
/// Rank r sends `bytes` to r + stride, r + 2 stride, ..., r + targets * stride, modulo the number of ranks.
std::unique_ptr<Traffic> multicast_traffic(std::int64_t ranks, std::int64_t targets, std::int64_t stride, double bytes);
/// A message between two ranks.
struct Message {
  Rank from, to;
  double bytes = 0;
};
/// A list of messages. Messages between the same ranks are added up. Throws Error: a rank out of range, bytes that are
/// negative or not finite.
std::unique_ptr<Traffic> message_traffic(std::int64_t ranks, std::vector<Message> messages);

}  // namespace cartwright::traffic
