// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "jit/copy.hpp"

#include <algorithm>

namespace cartwright::jit {

namespace {

/// A pair of displacements or strides, with that of the data on the side of the data.
struct Sides {
  std::int64_t from;
  std::int64_t to;
};

Sides sides(Direction direction, std::int64_t data, std::int64_t packed) {
  return direction == Direction::pack ? Sides{data, packed} : Sides{packed, data};
}

Copy copy_of(const Node& node, Direction direction) {
  Copy copy;
  copy.bytes = node.size;
  switch (node.kind) {
    case Node::Kind::block: break;
    case Node::Kind::loop: {
      const Sides stride = sides(direction, node.stride, node.bodies[0]->size);
      copy.kind = Copy::Kind::loop;
      copy.count = node.count;
      copy.from_stride = stride.from;
      copy.to_stride = stride.to;
      copy.parts.push_back({0, 0, copy_of(*node.bodies[0], direction)});
      break;
    }
    case Node::Kind::list:
      copy.kind = Copy::Kind::list;
      copy.count = static_cast<std::int64_t>(node.offsets.size());
      copy.node = &node;
      copy.parts.push_back({0, 0, copy_of(*node.bodies[0], direction)});
      break;
    case Node::Kind::ragged:
      copy.kind = Copy::Kind::ragged;
      copy.count = static_cast<std::int64_t>(node.offsets.size());
      copy.node = &node;
      break;
    case Node::Kind::sequence:
      copy.kind = Copy::Kind::sequence;
      for (std::size_t i = 0; i < node.bodies.size(); ++i) {
        const Sides at = sides(direction, node.offsets[i], node.starts[i]);
        copy.parts.push_back({at.from, at.to, copy_of(*node.bodies[i], direction)});
      }
      break;
  }
  return copy;
}

/// One dimension of a nest of loops; the innermost counts bytes.
struct StridedDim {
  std::int64_t count;
  std::int64_t stride;
};

/// The dimensions of a layout, the innermost first; none if it contains a list or a sequence.
std::vector<StridedDim> dims_of(const Layout& layout) {
  std::vector<StridedDim> dims;
  const Node* node = layout.root.get();
  for (; node->kind == Node::Kind::loop; node = node->bodies[0].get()) dims.push_back({node->count, node->stride});
  if (node->kind != Node::Kind::block) return {};
  dims.push_back({node->size, 1});
  std::ranges::reverse(dims);
  return dims;
}

}  // namespace

Program repeat(NodePtr body, std::int64_t stride, Direction direction) {
  Program program;
  const Sides strides = sides(direction, stride, body->size);
  program.direction = direction;
  program.body = copy_of(*body, direction);
  program.from_stride = strides.from;
  program.to_stride = strides.to;
  program.keep = std::move(body);
  return program;
}

Program over_list(const NodePtr& list, Direction direction) {
  Program program;
  const Node& body = *list->bodies[0];
  const Sides strides = sides(direction, 0, body.size);
  program.direction = direction;
  program.body = copy_of(body, direction);
  program.from_stride = strides.from;
  program.to_stride = strides.to;
  program.table = list->offsets.narrow() ? Program::Table::narrow : Program::Table::wide;
  program.keep = list;
  return program;
}

std::optional<Program> between(const Layout& from, std::int64_t from_count, const Layout& to, std::int64_t to_count) {
  const Layout all_from = repeated(from, from_count);
  const Layout all_to = repeated(to, to_count);
  std::vector<StridedDim> from_dims = dims_of(all_from);
  std::vector<StridedDim> to_dims = dims_of(all_to);
  if (from_dims.empty() || to_dims.empty() || all_from.size != all_to.size || all_from.size == 0) return std::nullopt;

  // Both nests of loops count the same stream of bytes. Their loops are split until they are the same.
  Copy copy;
  copy.bytes = 1;
  auto a = from_dims.begin();
  auto b = to_dims.begin();
  while (a != from_dims.end() && b != to_dims.end()) {
    const std::int64_t n = std::min(a->count, b->count);
    if (a->count % n != 0 || b->count % n != 0) return std::nullopt;
    if (a->stride == 1 && b->stride == 1 && copy.kind == Copy::Kind::block && copy.bytes == 1) {
      copy.bytes = n;
    } else if (n > 1) {
      Copy loop;
      loop.kind = Copy::Kind::loop;
      loop.bytes = n * copy.bytes;
      loop.count = n;
      loop.from_stride = a->stride;
      loop.to_stride = b->stride;
      loop.parts.push_back({0, 0, std::move(copy)});
      copy = std::move(loop);
    }
    for (auto* dim : {&a, &b}) {
      (*dim)->stride *= n;
      (*dim)->count /= n;
      if ((*dim)->count == 1) ++*dim;
    }
  }
  Program program;
  program.direction = Direction::between;
  program.body = std::move(copy);
  return program;
}

}  // namespace cartwright::jit
