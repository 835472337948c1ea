// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "traffic/traffic.hpp"

#include "base/checked.hpp"

#include <algorithm>
#include <cmath>

namespace cartwright::traffic {

namespace {

void check_bytes(double bytes) {
  if (!(bytes >= 0) || !std::isfinite(bytes))
    base::fail(base::Status::invalid_argument, "a message of {} bytes: the size must be finite, and 0 or more", bytes);
}

class StencilTraffic : public Traffic {
 public:
  StencilTraffic(grid::Grid grid, grid::Stencil stencil) : grid_(std::move(grid)), stencil_(std::move(stencil)) {
    if (stencil_.ndims() != grid_.ndims())
      base::fail(base::Status::invalid_argument, "a stencil of {} dimensions on a grid of {}", stencil_.ndims(),
                 grid_.ndims());
  }
  std::int64_t ranks() const override { return grid_.size(); }
  void sends(Rank rank, std::vector<Send>& out) const override {
    const grid::Coords coords = grid_.coords(grid::Cell(rank.number()));
    for (const grid::Offset& offset : stencil_.offsets())
      if (const grid::Cell to = grid_.neighbor(coords, offset.delta); to != grid::no_cell)
        out.push_back({Rank(to.number()), offset.weight});
  }

 private:
  grid::Grid grid_;
  grid::Stencil stencil_;
};

class TeamTraffic : public Traffic {
 public:
  TeamTraffic(std::int64_t ranks, std::vector<Team> teams) : ranks_(ranks), teams_(std::move(teams)) {}
  std::int64_t ranks() const override { return ranks_; }
  void sends(Rank, std::vector<Send>&) const override {}
  const std::vector<Team>& teams() const override { return teams_; }

 private:
  std::int64_t ranks_;
  std::vector<Team> teams_;
};

class MulticastTraffic : public Traffic {
 public:
  MulticastTraffic(std::int64_t ranks, std::int64_t targets, std::int64_t stride, double bytes)
      : ranks_(ranks), targets_(targets), stride_((stride % ranks + ranks) % ranks), bytes_(bytes) {}
  std::int64_t ranks() const override { return ranks_; }
  void sends(Rank rank, std::vector<Send>& out) const override {
    for (std::int64_t i = 0, to = rank.number(); i < targets_; ++i) {
      to += stride_;
      if (to >= ranks_) to -= ranks_;
      out.push_back({Rank(to), bytes_});
    }
  }

 private:
  std::int64_t ranks_, targets_, stride_;
  double bytes_;
};

class MessageTraffic : public Traffic {
 public:
  MessageTraffic(std::int64_t ranks, std::vector<Message> messages) : starts_(static_cast<std::size_t>(ranks) + 1, 0) {
    std::sort(messages.begin(), messages.end(),
              [](const Message& a, const Message& b) { return std::pair(a.from, a.to) < std::pair(b.from, b.to); });
    Rank last(-1);
    for (const Message& message : messages) {
      if (message.from == last && sends_.back().to == message.to) {
        sends_.back().bytes += message.bytes;
      } else {
        sends_.push_back({message.to, message.bytes});
        ++starts_[message.from.index() + 1];
      }
      last = message.from;
    }
    for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  }
  std::int64_t ranks() const override { return static_cast<std::int64_t>(starts_.size()) - 1; }
  void sends(Rank rank, std::vector<Send>& out) const override {
    const auto first = sends_.begin();
    out.insert(out.end(), first + starts_[rank.index()], first + starts_[rank.index() + 1]);
  }

 private:
  std::vector<std::ptrdiff_t> starts_;
  std::vector<Send> sends_;
};

/// Adds a team for every line of the grid along a dimension.
void add_lines(const grid::Grid& grid, std::size_t dimension, double bytes, std::vector<Team>& teams) {
  if (dimension >= grid.ndims())
    base::fail(base::Status::invalid_argument, "there is no dimension {} in a grid of {} dimensions", dimension,
               grid.ndims());
  base::checked_int(grid.size(), "the number of ranks");
  const std::int64_t length = grid.dim(dimension);
  const std::int64_t stride = grid.stride(dimension);
  for (std::int64_t first = 0; first < grid.size(); ++first) {
    if (first / stride % length != 0) continue;
    Team& team = teams.emplace_back(Team{{}, bytes});
    for (std::int64_t i = 0; i < length; ++i) team.ranks.push_back(Rank(first + i * stride));
  }
}

}  // namespace

const std::vector<Team>& Traffic::teams() const {
  static const std::vector<Team> none;
  return none;
}

std::unique_ptr<Traffic> stencil_traffic(grid::Grid grid, grid::Stencil stencil) {
  return std::make_unique<StencilTraffic>(std::move(grid), std::move(stencil));
}

std::unique_ptr<Traffic> alltoall_traffic(const grid::Grid& grid, const std::vector<std::size_t>& dimensions,
                                          double bytes) {
  check_bytes(bytes);
  std::vector<Team> teams;
  for (const std::size_t dimension : dimensions) add_lines(grid, dimension, bytes, teams);
  return std::make_unique<TeamTraffic>(grid.size(), std::move(teams));
}

std::unique_ptr<Traffic> transpose_traffic(const grid::Grid& grid, double bytes) {
  check_bytes(bytes);
  std::vector<Team> teams;
  for (std::size_t dimension = 0; dimension < grid.ndims(); ++dimension)
    add_lines(grid, dimension, bytes / static_cast<double>(grid.dim(dimension)), teams);
  return std::make_unique<TeamTraffic>(grid.size(), std::move(teams));
}

std::unique_ptr<Traffic> multicast_traffic(std::int64_t ranks, std::int64_t targets, std::int64_t stride,
                                           double bytes) {
  check_bytes(bytes);
  if (ranks < 1) base::fail(base::Status::invalid_argument, "{} ranks: there must be at least 1", ranks);
  if (targets < 0 || targets >= ranks)
    base::fail(base::Status::invalid_argument, "a multicast to {} targets among {} ranks: use 0 to {}", targets, ranks,
               ranks - 1);
  return std::make_unique<MulticastTraffic>(ranks, targets, stride, bytes);
}

std::unique_ptr<Traffic> message_traffic(std::int64_t ranks, std::vector<Message> messages) {
  if (ranks < 1) base::fail(base::Status::invalid_argument, "{} ranks: there must be at least 1", ranks);
  for (const Message& message : messages) {
    check_bytes(message.bytes);
    for (const Rank rank : {message.from, message.to})
      if (rank.number() < 0 || rank.number() >= ranks)
        base::fail(base::Status::invalid_argument,
                   "a message names rank {}, but there are {}: they are numbered from 0", rank.number(), ranks);
  }
  return std::make_unique<MessageTraffic>(ranks, std::move(messages));
}

}  // namespace cartwright::traffic
