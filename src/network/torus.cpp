// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// A torus of any number of dimensions. Switches are numbered row-major, last dimension fastest, as the processes of a
// grid are.
//
// Paths::single goes dimension by dimension, the last one first, the shorter way round. If both ways are equally long,
// it goes up, except from d / 2 to 0, where it goes down. SimGrid's torus takes the same routes if it gets the dims
// from last to first, so its link counters can be compared with ours.
#include "network/torus.hpp"
#include "base/checked.hpp"
#include "base/error.hpp"
#include "network/networks_p.hpp"

#include <fmt/ranges.h>

#include <algorithm>

namespace cartwright::network {

namespace {

constexpr std::size_t max_dims = 16;

/// The way ahead in one dimension. Shortest paths visit the coordinates at distance 0, 1, 2, ... one way round, or
/// 0, +1, -1, +2, -2, ... if both ways are equally long.
struct Way {
  std::int64_t size = 1;    ///< of the dimension
  std::int64_t stride = 1;  ///< difference of switch numbers per step
  std::int64_t from = 0;
  std::int64_t to = 0;

  std::int64_t up() const { return (to - from + size) % size; }
  std::int64_t down() const { return (from - to + size) % size; }
  std::int64_t steps() const { return std::min(up(), down()); }
  bool both() const { return up() == down() && up() > 0; }

  std::int64_t count() const { return both() ? size : steps() + 1; }
  std::int64_t distance(std::int64_t index) const { return both() ? (index + 1) / 2 : index; }
  bool upwards(std::int64_t index) const { return both() ? index % 2 == 1 : up() < down(); }
  std::int64_t coordinate(std::int64_t index) const {
    return (from + (upwards(index) ? distance(index) : size - distance(index))) % size;
  }
  std::int64_t next(std::int64_t index) const { return both() ? std::min(index + 2, size - 1) : index + 1; }
};

class Torus : public Network {
 public:
  Torus(std::vector<std::int64_t> dims, std::int64_t nodes, Wiring wiring)
      : Network("torus", std::move(wiring)), dims_(std::move(dims)), nodes_(nodes) {}

  void route(Node from, Node to, Paths paths, Route& out) const override {
    const std::int64_t source = from.number() / nodes_;
    const std::int64_t target = to.number() / nodes_;
    if (source == target) return;
    if (paths == Paths::single)
      in_order(source, target, out);
    else
      by_all_paths(source, target, out);
  }

  std::vector<std::int64_t> dims_of_nodes() const { return nodes_ == 1 ? dims_ : std::vector<std::int64_t>(); }

 private:
  std::vector<Way> ways(std::int64_t source, std::int64_t target) const {
    std::vector<Way> ways(dims_.size());
    std::int64_t stride = 1;
    for (std::size_t i = dims_.size(); i-- > 0; stride *= dims_[i])
      ways[i] = {dims_[i], stride, source / stride % dims_[i], target / stride % dims_[i]};
    return ways;
  }

  // Links are numbered in the order of make_torus.
  LinkId link(std::int64_t at, std::size_t dim, bool up) const {
    return LinkId((at * static_cast<std::int64_t>(dims_.size()) + static_cast<std::int64_t>(dim)) * 2 + (up ? 0 : 1));
  }

  void in_order(std::int64_t source, std::int64_t target, Route& out) const {
    const std::vector<Way> all = ways(source, target);
    std::int64_t here = source;
    for (std::size_t i = all.size(); i-- > 0;) {
      const Way& way = all[i];
      const bool up = way.both() ? way.to != 0 || way.from != way.size / 2 : way.up() < way.down();
      for (std::int64_t at = way.from; at != way.to;) {
        out.push_back({link(here, i, up), 1});
        const std::int64_t next = (at + (up ? 1 : way.size - 1)) % way.size;
        here += (next - at) * way.stride;
        at = next;
      }
    }
  }

  /// Of the shortest paths through a switch, the part (steps left along i) / (steps left) goes on along dimension i,
  /// half of it each way if both are equally long. So the parts follow from switch to switch, without counting paths.
  void by_all_paths(std::int64_t source, std::int64_t target, Route& out) const {
    const std::vector<Way> all = ways(source, target);
    std::size_t count = 1;
    std::int64_t steps = 0;
    for (const Way& way : all) {
      count *= static_cast<std::size_t>(way.count());
      steps += way.steps();
    }
    std::vector<double> parts(count, 0);  // by index, row-major: every step goes to a later index
    std::vector<std::int64_t> index(all.size(), 0);
    parts[0] = 1;
    for (std::size_t spot = 0; spot < count; ++spot) {
      std::int64_t here = source;
      std::int64_t left = steps;
      for (std::size_t i = 0; i < all.size(); ++i) {
        here += (all[i].coordinate(index[i]) - all[i].from) * all[i].stride;
        left -= all[i].distance(index[i]);
      }
      std::size_t stride = 1;
      for (std::size_t i = all.size(); i-- > 0; stride *= static_cast<std::size_t>(all[i].count())) {
        const Way& way = all[i];
        const std::int64_t ahead = way.steps() - way.distance(index[i]);
        if (ahead == 0) continue;
        const auto go = [&](bool up, std::int64_t next, double part) {
          out.push_back({link(here, i, up), part});
          parts[spot + stride * (next - index[i])] += part;
        };
        const double part = parts[spot] * static_cast<double>(ahead) / static_cast<double>(left);
        if (way.both() && index[i] == 0) {
          go(true, way.next(-1), part / 2);
          go(false, way.next(0), part / 2);
        } else {
          go(way.upwards(index[i]), way.next(index[i]), part);
        }
      }
      for (std::size_t i = all.size(); i-- > 0;) {
        if (++index[i] < all[i].count()) break;
        index[i] = 0;
      }
    }
  }

  std::vector<std::int64_t> dims_;
  std::int64_t nodes_;  ///< on each switch
};

}  // namespace

std::unique_ptr<Network> make_torus(Parameters& parameters) {
  // A dimension of size 1 has no links.
  std::vector<std::int64_t> dims = parameters.required_dims("dims");
  std::erase(dims, 1);
  if (dims.size() > max_dims)
    base::fail(base::Status::invalid_argument, "torus: {} dimensions are larger than 1, but at most {} are supported",
               dims.size(), max_dims);
  const std::int64_t nodes = parameters.count("nodes", 1);
  WiringParts parts;
  parts.classes = {{"torus", "between neighbors", parameters.number("bandwidth", 2e9)}};
  const double terminal_bandwidth = parameters.number("terminal-bandwidth", 2e9);
  if (nodes > 1) parts.terminal_bandwidth = terminal_bandwidth;
  parameters.done();
  std::int64_t switches = 1;
  for (const std::int64_t size : dims) switches = base::checked_mul(switches, size, "switches");
  check_network_size("torus", base::checked_mul(switches, nodes, "nodes"),
                     base::checked_mul(switches, 2 * static_cast<std::int64_t>(dims.size()), "links"));
  for (std::int64_t at = 0; at < switches; ++at) {
    std::vector<std::int64_t> coordinates(dims.size());
    std::int64_t stride = 1;
    for (std::size_t i = dims.size(); i-- > 0; stride *= dims[i]) coordinates[i] = at / stride % dims[i];
    stride = switches;
    for (std::size_t i = 0; i < dims.size(); ++i) {
      stride /= dims[i];
      const auto neighbor = [&](std::int64_t steps) {
        return Switch(at + ((coordinates[i] + steps) % dims[i] - coordinates[i]) * stride);
      };
      parts.links.push_back({Switch(at), neighbor(1), 0});
      parts.links.push_back({Switch(at), neighbor(dims[i] - 1), 0});
    }
    const std::string name = dims.empty() ? "t0" : fmt::format("t{}", fmt::join(coordinates, "-"));
    parts.switch_names.push_back(name);
    for (std::int64_t node = 0; node < nodes; ++node) {
      parts.node_names.push_back(nodes == 1 ? name : fmt::format("{}n{}", name, node));
      parts.switch_of_node.push_back(Switch(at));
    }
  }
  return std::make_unique<Torus>(std::move(dims), nodes, Wiring(std::move(parts)));
}

std::vector<std::int64_t> torus_dims(const Network& network) {
  const auto* const torus = dynamic_cast<const Torus*>(&network);
  return torus == nullptr ? std::vector<std::int64_t>() : torus->dims_of_nodes();
}

}  // namespace cartwright::network
