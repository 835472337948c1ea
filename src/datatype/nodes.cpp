// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "datatype/layout.hpp"

#include "base/hash.hpp"

#include <algorithm>
#include <cstring>

// Makes and compares nodes. lists.cpp and normalize.cpp bring them into normal form.

namespace cartwright::datatype {

namespace {

using base::mix;

/// Uses four lanes: a list of millions is then hashed as fast as it is read.
std::uint64_t hash_of(const Integers& integers) {
  return integers.visit([](const auto& values) {
    std::uint64_t lanes[4] = {1, 2, 3, 4};
    const std::size_t n = values.size();
    std::size_t i = 0;
    for (; i + 4 <= n; i += 4)
      for (std::size_t lane = 0; lane < 4; ++lane)
        lanes[lane] = (lanes[lane] ^ static_cast<std::uint64_t>(values[i + lane])) * base::golden_ratio;
    std::uint64_t hash = n;
    for (; i < n; ++i) hash = mix(hash, static_cast<std::uint64_t>(values[i]));
    for (const std::uint64_t lane : lanes) hash = mix(hash, lane ^ (lane >> 31));
    return hash;
  });
}

std::uint64_t hash_of(const Node& node) {
  std::uint64_t hash = mix(static_cast<std::uint64_t>(node.kind) + 1, static_cast<std::uint64_t>(node.size));
  hash = mix(mix(hash, static_cast<std::uint64_t>(node.count)), static_cast<std::uint64_t>(node.stride));
  hash = mix(mix(hash, hash_of(node.offsets)), hash_of(node.lengths));
  for (const NodePtr& body : node.bodies) hash = mix(hash, body->hash);
  return hash;
}

std::pair<std::int64_t, std::int64_t> minmax(const Integers& integers) {
  return integers.visit([](const auto& values) -> std::pair<std::int64_t, std::int64_t> {
    const auto [least, most] = std::ranges::minmax(values);
    return {least, most};
  });
}

NodePtr finish(Node node) {
  node.hash = hash_of(node);
  return std::make_shared<const Node>(std::move(node));
}

}  // namespace

bool operator==(const Node& a, const Node& b) {
  return &a == &b ||
         (a.hash == b.hash && a.kind == b.kind && a.size == b.size && a.count == b.count && a.stride == b.stride &&
          a.offsets == b.offsets && a.lengths == b.lengths &&
          std::ranges::equal(a.bodies, b.bodies, [](const NodePtr& x, const NodePtr& y) { return *x == *y; }));
}

NodePtr make_block(std::int64_t bytes) {
  Node node;
  node.size = node.highest = bytes;
  return finish(std::move(node));
}

NodePtr make_loop(std::int64_t count, std::int64_t stride, NodePtr body) {
  Node node;
  node.kind = Node::Kind::loop;
  node.size = count * body->size;
  node.lowest = body->lowest + std::min<std::int64_t>(0, (count - 1) * stride);
  node.highest = body->highest + std::max<std::int64_t>(0, (count - 1) * stride);
  node.count = count;
  node.stride = stride;
  node.bodies = {std::move(body)};
  return finish(std::move(node));
}

NodePtr make_list(Integers offsets, NodePtr body) {
  const auto [least, most] = minmax(offsets);
  Node node;
  node.kind = Node::Kind::list;
  node.size = static_cast<std::int64_t>(offsets.size()) * body->size;
  node.lowest = least + body->lowest;
  node.highest = most + body->highest;
  node.offsets = std::move(offsets);
  node.bodies = {std::move(body)};
  return finish(std::move(node));
}

NodePtr make_ragged(Integers offsets, Integers lengths) {
  Node node;
  node.kind = Node::Kind::ragged;
  std::vector<std::int64_t> starts;
  starts.reserve(offsets.size() / Node::blocks_per_start + 1);
  offsets.visit([&](const auto& at) {
    lengths.visit([&](const auto& bytes) {
      for (std::size_t i = 0; i < at.size(); ++i) {
        if (i % Node::blocks_per_start == 0) starts.push_back(node.size);
        node.size += bytes[i];
        node.lowest = std::min<std::int64_t>(node.lowest, at[i]);
        node.highest = std::max<std::int64_t>(node.highest, std::int64_t{at[i]} + bytes[i]);
      }
    });
  });
  node.offsets = std::move(offsets);
  node.lengths = std::move(lengths);
  node.starts = Integers::fitted(std::move(starts));
  return finish(std::move(node));
}

NodePtr make_sequence(std::vector<std::int64_t> offsets, std::vector<NodePtr> bodies) {
  Node node;
  node.kind = Node::Kind::sequence;
  node.lowest = std::numeric_limits<std::int64_t>::max();
  node.highest = std::numeric_limits<std::int64_t>::min();
  std::vector<std::int64_t> starts;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    starts.push_back(node.size);
    node.size += bodies[i]->size;
    node.lowest = std::min(node.lowest, offsets[i] + bodies[i]->lowest);
    node.highest = std::max(node.highest, offsets[i] + bodies[i]->highest);
  }
  starts.push_back(node.size);
  node.offsets = Integers::fitted(std::move(offsets));
  node.starts = Integers::fitted(std::move(starts));
  node.bodies = std::move(bodies);
  return finish(std::move(node));
}

}  // namespace cartwright::datatype
