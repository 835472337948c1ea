// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "datatype/nodes_p.hpp"

#include "base/checked.hpp"

#include <algorithm>
#include <map>

namespace cartwright::datatype {

namespace {

NodeAt node_of(const Type& type);

std::int64_t unit_of(const Type& type) {
  return type.kind == Type::Kind::indexed || type.kind == Type::Kind::indexed_block ? type.children[0]->extent() : 1;
}

/// Displacements in bytes. Most often the unit is one byte, and nothing needs to be computed.
Integers in_bytes(const Integers& displacements, std::int64_t unit) {
  if (unit == 1) return displacements;
  return displacements.visit([unit]<typename Int>(const std::vector<Int>& values) -> Integers {
    const auto [least, most] = std::ranges::minmax(values);
    const std::int64_t reach = std::max(std::abs(least * unit), std::abs(most * unit));
    const auto scaled = [&]<typename Out>(std::vector<Out> bytes) {
      for (std::size_t i = 0; i < values.size(); ++i) bytes[i] = static_cast<Out>(values[i] * unit);
      return Integers(std::move(bytes));
    };
    if (reach <= std::numeric_limits<std::int32_t>::max()) return scaled(std::vector<std::int32_t>(values.size()));
    return scaled(std::vector<std::int64_t>(values.size()));
  });
}

NodeAt uniform_blocks(const Type& type) {
  const Type& child = *type.children[0];
  const NodeAt block = repeat(type.blocklength, child.extent(), node_of(child));
  if (block.empty() || type.displacements.empty()) return {make_block(0)};
  return list_of(in_bytes(type.displacements, unit_of(type)), block);
}

/// Groups of unequal blocklengths of a dense child: one block for each.
NodeAt dense_groups(const Type& type, const NodeAt& one) {
  const std::int64_t bytes = one.node->size;
  NodeAt blocks = blocks_of(in_bytes(type.displacements, unit_of(type)), in_bytes(type.blocklengths, bytes));
  blocks.at += one.at;
  return blocks;
}

/// Groups of unequal blocklengths of any other child: one body for each.
NodeAt groups_of_bodies(const Type& type, const NodeAt& one) {
  std::map<std::int64_t, NodeAt> bodies;
  std::vector<NodeAt> parts;
  for (std::size_t i = 0; i < type.displacements.size(); ++i) {
    const std::int64_t n = type.blocklengths[i];
    auto [found, fresh] = bodies.try_emplace(n);
    if (fresh) found->second = repeat(n, type.children[0]->extent(), one);
    parts.push_back({found->second.node, type.displacements[i] * unit_of(type) + found->second.at});
  }
  return sequence_of(std::move(parts));
}

/// The type without its empty groups, built in `copy` if there are any.
const Type& without_empty(const Type& type, Type& copy) {
  const auto n = static_cast<std::int64_t>(type.blocklengths.size());
  std::int64_t empty = 0;
  type.blocklengths.visit([&](const auto& lengths) { empty = std::ranges::count(lengths, 0); });
  if (empty == 0) return type;
  std::vector<std::int64_t> lengths;
  std::vector<std::int64_t> displacements;
  for (std::int64_t i = 0; i < n; ++i) {
    if (type.blocklengths[i] == 0) continue;
    lengths.push_back(type.blocklengths[i]);
    displacements.push_back(type.displacements[i]);
  }
  copy.kind = type.kind;
  copy.children = type.children;
  copy.blocklengths = Integers::fitted(std::move(lengths));
  copy.displacements = Integers::fitted(std::move(displacements));
  return copy;
}

NodeAt groups(const Type& given) {
  Type copy;
  const Type& type = without_empty(given, copy);
  const Type& child = *type.children[0];
  const NodeAt one = node_of(child);
  if (type.blocklengths.empty() || one.empty()) return {make_block(0)};
  const std::int64_t first = type.blocklengths[0];
  const bool alike = type.blocklengths.visit(
      [&](const auto& lengths) { return std::ranges::all_of(lengths, [&](auto length) { return length == first; }); });
  if (alike) return list_of(in_bytes(type.displacements, unit_of(type)), repeat(first, child.extent(), one));
  const bool dense = one.node->kind == Node::Kind::block && one.node->size == child.extent();
  return dense ? dense_groups(type, one) : groups_of_bodies(type, one);
}

NodeAt structure_parts(const Type& type) {
  std::vector<NodeAt> parts;
  for (std::size_t i = 0; i < type.children.size(); ++i) {
    const Type& child = *type.children[i];
    NodeAt part = repeat(type.blocklengths[i], child.extent(), node_of(child));
    part.at += type.displacements[i];
    parts.push_back(std::move(part));
  }
  return sequence_of(std::move(parts));
}

NodeAt node_of(const Type& type) {
  if (type.size == 0) return {make_block(0)};
  const auto child = [&]() -> const Type& { return *type.children[0]; };
  switch (type.kind) {
    case Type::Kind::basic: return {make_block(type.size)};
    case Type::Kind::resized: return node_of(child());
    case Type::Kind::contiguous: return repeat(type.count, child().extent(), node_of(child()));
    case Type::Kind::vector:
      return repeat(type.count, type.stride * child().extent(),
                    repeat(type.blocklength, child().extent(), node_of(child())));
    case Type::Kind::hvector:
      return repeat(type.count, type.stride, repeat(type.blocklength, child().extent(), node_of(child())));
    case Type::Kind::indexed_block:
    case Type::Kind::hindexed_block: return uniform_blocks(type);
    case Type::Kind::indexed:
    case Type::Kind::hindexed: return groups(type);
    case Type::Kind::structure: return structure_parts(type);
  }
  return {make_block(0)};
}

Layout layout_of(const NodeAt& root, std::int64_t extent) {
  Layout layout;
  layout.root = root.node;
  layout.origin = root.empty() ? 0 : root.at;
  layout.extent = extent;
  layout.size = root.node->size;
  layout.true_lb = layout.origin + root.node->lowest;
  layout.true_ub = layout.origin + root.node->highest;
  layout.hash = (root.node->hash ^ (static_cast<std::uint64_t>(layout.origin) * 0xff51afd7ed558ccdU)) +
                static_cast<std::uint64_t>(extent) * 0xc4ceb9fe1a85ec53U;
  return layout;
}

}  // namespace

NodeAt repeat(std::int64_t count, std::int64_t stride, const NodeAt& body) {
  if (count == 0 || body.empty()) return {make_block(0)};
  if (count == 1) return body;
  const Node& node = *body.node;
  if (node.kind == Node::Kind::block && node.size == stride) return {make_block(count * stride), body.at};
  if (node.kind == Node::Kind::loop && node.count * node.stride == stride)
    return {make_loop(count * node.count, node.stride, node.bodies[0]), body.at};
  return {make_loop(count, stride, body.node), body.at};
}

NodeAt sequence_of(std::vector<NodeAt> given) {
  // Removes empty parts, dissolves inner sequences, and joins blocks that touch.
  std::vector<NodeAt> parts;
  const auto append = [&](const NodeAt& part) {
    if (part.empty()) return;
    NodeAt* last = parts.empty() ? nullptr : &parts.back();
    if (last && last->node->kind == Node::Kind::block && part.node->kind == Node::Kind::block &&
        last->at + last->node->size == part.at)
      last->node = make_block(last->node->size + part.node->size);
    else
      parts.push_back(part);
  };
  for (const NodeAt& part : given) {
    const Node& node = *part.node;
    if (node.kind == Node::Kind::sequence)
      for (std::size_t i = 0; i < node.bodies.size(); ++i) append({node.bodies[i], part.at + node.offsets[i]});
    else if (node.kind == Node::Kind::ragged)
      for (std::size_t i = 0; i < node.offsets.size(); ++i)
        append({make_block(node.lengths[i]), part.at + node.offsets[i]});
    else
      append(part);
  }
  if (parts.empty()) return {make_block(0)};
  if (parts.size() == 1) return parts[0];

  std::vector<std::int64_t> offsets;
  for (const NodeAt& part : parts) offsets.push_back(part.at);
  if (std::ranges::all_of(parts, [&](const NodeAt& part) { return *part.node == *parts[0].node; }))
    return list_of(Integers::fitted(std::move(offsets)), {parts[0].node});
  if (std::ranges::all_of(parts, [](const NodeAt& part) { return part.node->kind == Node::Kind::block; })) {
    std::vector<std::int64_t> lengths;
    for (const NodeAt& part : parts) lengths.push_back(part.node->size);
    return blocks_of(Integers::fitted(std::move(offsets)), Integers::fitted(std::move(lengths)));
  }
  const std::int64_t at = offsets[0];
  std::vector<NodePtr> bodies;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    offsets[i] -= at;
    bodies.push_back(parts[i].node);
  }
  return {make_sequence(std::move(offsets), std::move(bodies)), at};
}

Layout normalize(const Type& type) { return layout_of(node_of(type), type.extent()); }

Layout repeated(const Layout& layout, std::int64_t count) {
  if (count < 0) base::fail(base::Status::invalid_argument, "count {} is negative: it must be 0 or more", count);
  base::checked_mul(count, layout.size, "bytes of a datatype");
  const std::int64_t extent = base::checked_mul(count, layout.extent, "extent of a datatype");
  return layout_of(repeat(count, layout.extent, {layout.root, layout.origin}), extent);
}

}  // namespace cartwright::datatype
