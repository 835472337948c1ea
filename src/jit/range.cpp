// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "jit/range.hpp"

#include "jit/kernels.hpp"
#include "jit/packer.hpp"

#include <algorithm>
#include <cstring>

namespace cartwright::jit {

namespace {

/// The part that contains byte `at` of the packed stream: the last that starts at or before it.
std::int64_t part_at(const datatype::Integers& starts, std::int64_t at) {
  return starts.visit([at](const auto& values) {
    return static_cast<std::int64_t>(std::ranges::upper_bound(values, at, {}, [](auto v) { return std::int64_t{v}; }) -
                                     values.begin()) -
           1;
  });
}

}  // namespace

Ranges::~Ranges() = default;

Packer& Ranges::iterations_of(const Node& loop) {
  const std::lock_guard lock(mutex_);
  auto& packer = iterations_[&loop];
  if (!packer) {
    Layout iteration;
    iteration.root = loop.bodies[0];
    iteration.extent = loop.stride;
    iteration.size = loop.bodies[0]->size;
    iteration.true_lb = loop.bodies[0]->lowest;
    iteration.true_ub = loop.bodies[0]->highest;
    iteration.hash = loop.bodies[0]->hash + static_cast<std::uint64_t>(loop.stride) * 0xc4ceb9fe1a85ec53U;
    packer = Packer::of(iteration);
  }
  return *packer;
}

const Program& Ranges::entries_of(const Node& list, Direction direction) {
  const std::lock_guard lock(mutex_);
  auto& programs = entries_[&list];
  if (!programs) {
    const NodePtr borrowed(root_, &list);
    programs = std::make_unique<Program[]>(2);
    programs[0] = over_list(borrowed, Direction::pack);
    programs[1] = over_list(borrowed, Direction::unpack);
    programs[0].keep = programs[1].keep = nullptr;  // root_ keeps them alive; a reference to itself would be a cycle
  }
  return programs[direction == Direction::pack ? 0 : 1];
}

void Ranges::walk(Direction direction, const Node& node, std::byte* data, std::byte* packed, std::int64_t first,
                  std::int64_t last) {
  if (first >= last) return;
  switch (node.kind) {
    case Node::Kind::block:
      if (direction == Direction::pack)
        std::memcpy(packed, data + first, last - first);
      else
        std::memcpy(data + first, packed, last - first);
      return;
    case Node::Kind::loop:
      if (direction == Direction::pack)
        iterations_of(node).pack_range(packed, data, first, last);
      else
        iterations_of(node).unpack_range(data, packed, first, last);
      return;
    case Node::Kind::list: return walk_list(direction, node, data, packed, first, last);
    case Node::Kind::ragged: return walk_ragged(direction, node, data, packed, first, last);
    case Node::Kind::sequence:
      for (std::int64_t i = part_at(node.starts, first), at = first; at < last; ++i) {
        const std::int64_t start = node.starts[i];
        const std::int64_t end = std::min(last, node.starts[i + 1]);
        walk(direction, *node.bodies[i], data + node.offsets[i], packed + (at - first), at - start, end - start);
        at = end;
      }
      return;
  }
}

void Ranges::walk_ragged(Direction direction, const Node& node, std::byte* data, std::byte* packed, std::int64_t first,
                         std::int64_t last) {
  const std::int64_t group = part_at(node.starts, first);
  std::int64_t block = group * static_cast<std::int64_t>(Node::blocks_per_start);
  std::int64_t start = node.starts[group];
  for (std::int64_t at = first; at < last; ++block) {
    const std::int64_t end = start + node.lengths[block];
    if (end > at) {
      const std::size_t bytes = std::min(end, last) - at;
      std::byte* from = data + node.offsets[block] + (at - start);
      std::byte* dense = packed + (at - first);
      direction == Direction::pack ? std::memcpy(dense, from, bytes) : std::memcpy(from, dense, bytes);
      at += static_cast<std::int64_t>(bytes);
    }
    start = end;
  }
}

void Ranges::walk_list(Direction direction, const Node& node, std::byte* data, std::byte* packed, std::int64_t first,
                       std::int64_t last) {
  const Node& body = *node.bodies[0];
  for (std::int64_t at = first; at < last;) {
    const std::int64_t entry = at / body.size;
    const std::int64_t begin = at % body.size;
    const std::int64_t whole = begin == 0 ? (last - at) / body.size : 0;
    if (whole > 0) {
      const auto width = static_cast<std::int64_t>(node.offsets.narrow() ? sizeof(std::int32_t) : sizeof(std::int64_t));
      const void* table = static_cast<const std::byte*>(node.offsets.data()) + entry * width;
      std::byte* dense = packed + (at - first);
      const bool packs = direction == Direction::pack;
      run_precompiled(entries_of(node, direction), packs ? dense : data, packs ? data : dense, whole, table);
      at += whole * body.size;
    } else {
      const std::int64_t end = std::min(body.size, last - entry * body.size);
      walk(direction, body, data + node.offsets[entry], packed + (at - first), begin, end);
      at = entry * body.size + end;
    }
  }
}

}  // namespace cartwright::jit
