// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/choice/grid_cost.hpp"

#include "base/split.hpp"

#include <algorithm>
#include <cmath>

namespace cartwright::fft::choice {

namespace {

/// The share of one domain in the current line.
struct Share {
  double rows = 0;             ///< indices of the gathered axis that its members hold before
  double columns = 0;          ///< indices of the cut axis that its members hold after
  std::int64_t senders = 0;    ///< members that hold any rows
  std::int64_t receivers = 0;  ///< members that get any columns
  bool only_sends = false;     ///< whether one of the senders gets nothing
};

/// All domains of a level: their shares in the current line, and the bytes that have left each of them in all lines.
class Domains {
 public:
  explicit Domains(const RankDomains::Level& level)
      : level_(level), shares_(level.nodes.size()), out_(level.nodes.size(), 0) {}

  std::size_t of(std::int64_t rank) const { return level_.domain[rank]; }
  void add(std::int64_t rank, double rows, double columns) {
    Share& share = shares_[of(rank)];
    if (share.senders == 0 && share.receivers == 0 && (rows > 0 || columns > 0)) touched_.push_back(of(rank));
    share.rows += rows;
    share.columns += columns;
    share.senders += rows > 0;
    share.receivers += columns > 0;
    share.only_sends = share.only_sends || (rows > 0 && columns == 0);
  }
  const Share& share(std::size_t domain) const { return shares_[domain]; }
  const std::vector<std::size_t>& touched() const { return touched_; }
  /// Ends the current line. One row and one column of it have `bytes` bytes.
  void finish(double all_columns, double bytes) {
    for (const std::size_t domain : touched_) {
      out_[domain] += shares_[domain].rows * (all_columns - shares_[domain].columns) * bytes;
      shares_[domain] = {};
    }
    touched_.clear();
  }
  double max_out_per_node() const {
    double most = 0;
    for (std::size_t domain = 0; domain < out_.size(); ++domain)
      most = std::max(most, out_[domain] / level_.nodes[domain]);
    return most;
  }

 private:
  const RankDomains::Level& level_;
  std::vector<Share> shares_;
  std::vector<std::size_t> touched_;
  std::vector<double> out_;
};

/// Counts the messages of a line, before the line ends.
class Messages {
 public:
  explicit Messages(std::size_t nodes) : of_node_(nodes, 0), paired_(nodes, 0) {}

  void count(const Domains& nodes, TransposeLoad& load) {
    std::int64_t receivers = 0, receiving_nodes = 0;
    for (const std::size_t node : nodes.touched()) {
      receivers += nodes.share(node).receivers;
      receiving_nodes += nodes.share(node).receivers > 0;
    }
    for (const std::size_t node : nodes.touched()) {
      const Share& share = nodes.share(node);
      if (share.senders == 0) continue;
      const auto others = static_cast<double>(receivers - share.receivers);
      const auto pairs = static_cast<double>(receiving_nodes - (share.receivers > 0));
      of_node_[node] += static_cast<double>(share.senders) * others;
      paired_[node] += pairs;
      load.messages = std::max(load.messages, others);
      load.local_messages = std::max(load.local_messages, static_cast<double>(share.receivers - !share.only_sends));
      load.pairs = std::max(load.pairs, pairs);
      load.node_messages = std::max(load.node_messages, of_node_[node]);
      load.paired_messages = std::max(load.paired_messages, paired_[node]);
    }
  }

 private:
  std::vector<double> of_node_;
  std::vector<double> paired_;
};

/// The number of indices in each part of a split.
std::vector<double> counts(const base::Split& split) {
  std::vector<double> made;
  for (std::int64_t part = 0; part < split.parts; ++part) made.push_back(static_cast<double>(split.count(part)));
  return made;
}

/// Adds up the load of all lines along one grid dim.
class Counter {
 public:
  Counter(const GridArray& array, std::span<const std::int64_t> dims, const std::vector<std::int64_t>& rank_of_cell,
          const RankDomains& domains, std::size_t dim)
      : array_(array),
        dims_(dims),
        rank_of_cell_(rank_of_cell),
        dim_(dim),
        rows_(counts({array.n[dim], dims[dim]})),
        columns_(counts({array.n[dim + 1], dims[dim]})),
        node_level_(domains.node_level()),
        levels_(domains.levels().begin(), domains.levels().end()),
        messages_(domains.nodes().nodes.size()) {}

  TransposeLoad run() {
    std::size_t stride = 1;
    for (std::size_t i = dim_ + 1; i < dims_.size(); ++i) stride *= dims_[i];
    for (std::size_t block = 0; block < rank_of_cell_.size(); block += stride * rows_.size())
      for (std::size_t first = block; first < block + stride; ++first) line(first, stride);
    for (std::size_t l = 0; l < levels_.size(); ++l) {
      double& sum = l < node_level_ ? load_.outer_out : l == node_level_ ? load_.node_out : load_.inner_out;
      sum += levels_[l].max_out_per_node();
    }
    return load_;
  }

 private:
  /// Bytes of one row and one column of the line through this cell. They follow from the other axes.
  double bytes_of(std::int64_t cell) const {
    auto bytes = static_cast<double>(array_.element_bytes);
    for (std::size_t i = dims_.size(); i-- > 0; cell /= dims_[i])
      if (i != dim_)
        bytes *= static_cast<double>(base::Split{array_.n[i < dim_ ? i : i + 1], dims_[i]}.count(cell % dims_[i]));
    for (std::size_t axis = dims_.size() + 1; axis < array_.n.size(); ++axis)
      bytes *= static_cast<double>(array_.n[axis]);
    return bytes;
  }

  void line(std::size_t first, std::size_t stride) {
    const double bytes = bytes_of(static_cast<std::int64_t>(first));
    if (bytes == 0) return;
    const auto all_rows = static_cast<double>(array_.n[dim_]), all_columns = static_cast<double>(array_.n[dim_ + 1]);
    load_.bytes = std::max({load_.bytes, bytes * rows_.front() * all_columns, bytes * all_rows * columns_.front()});
    for (Domains& domains : levels_)
      for (std::size_t i = 0; i < rows_.size(); ++i)
        domains.add(rank_of_cell_[first + i * stride], rows_[i], columns_[i]);
    const Domains& nodes = levels_[node_level_];
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const Share& share = nodes.share(nodes.of(rank_of_cell_[first + i * stride]));
      load_.remote = std::max(load_.remote, bytes * rows_[i] * (all_columns - share.columns));
    }
    messages_.count(nodes, load_);
    for (Domains& domains : levels_) domains.finish(all_columns, bytes);
  }

  const GridArray& array_;
  std::span<const std::int64_t> dims_;
  const std::vector<std::int64_t>& rank_of_cell_;
  std::size_t dim_;
  std::vector<double> rows_, columns_;  ///< of the members of a line, before and after
  std::size_t node_level_;
  std::vector<Domains> levels_;
  Messages messages_;
  TransposeLoad load_;
};

}  // namespace

std::vector<TransposeLoad> grid_loads(const GridArray& array, std::span<const std::int64_t> dims,
                                      std::span<const std::int64_t> cells, const RankDomains& domains) {
  std::vector<std::int64_t> rank_of_cell(cells.size());
  for (std::size_t rank = 0; rank < cells.size(); ++rank) rank_of_cell[cells[rank]] = static_cast<std::int64_t>(rank);
  std::vector<TransposeLoad> loads;
  for (std::size_t dim = 0; dim < dims.size(); ++dim)
    loads.push_back(Counter(array, dims, rank_of_cell, domains, dim).run());
  return loads;
}

double transposes_seconds(const CostModel& model, std::span<const TransposeLoad> loads) {
  double seconds = 0;
  for (const TransposeLoad& load : loads) seconds += quickest(model, load).seconds;
  return seconds;
}

double transforms_seconds(const CostModel& model, const GridArray& array, std::span<const std::int64_t> dims) {
  const std::size_t k = dims.size();
  double operations = 0;
  // Before the first transpose, stage k, axes k, ... are whole; the transpose of grid dim i makes axis i whole.
  for (std::size_t stage = k + 1; stage-- > 0;) {
    double elements = 1;
    for (std::size_t axis = 0; axis < array.n.size(); ++axis) {
      const bool cut = axis < stage || (axis > stage && axis <= k);
      const std::size_t dim = axis < stage ? axis : axis - 1;
      elements *= static_cast<double>(cut ? base::Split{array.n[axis], dims[dim]}.longest() : array.n[axis]);
    }
    for (std::size_t axis = stage; axis < (stage == k ? array.n.size() : stage + 1); ++axis)
      operations += 5 * elements * std::log2(static_cast<double>(array.n[axis]));
  }
  return operations / model.transform;
}

std::int64_t processes_without_data(const GridArray& array, std::span<const std::int64_t> dims) {
  std::int64_t all = 1, busy = 1;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    all *= dims[i];
    busy *= std::min({dims[i], array.n[i], array.n[i + 1]});
  }
  return all - busy;
}

}  // namespace cartwright::fft::choice
