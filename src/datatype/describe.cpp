// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "datatype/layout.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cartwright::datatype {

namespace {

/// Further parts of a sequence are only counted.
constexpr std::size_t shown_parts = 4;

std::string describe(const Node& node) {
  const auto range = [](const Integers& integers) {
    return integers.visit([](const auto& values) {
      const auto [least, most] = std::ranges::minmax(values);
      return std::pair<std::int64_t, std::int64_t>(least, most);
    });
  };
  switch (node.kind) {
    case Node::Kind::block: return fmt::format("{} B", node.size);
    case Node::Kind::loop: return fmt::format("{} x {} B [{}]", node.count, node.stride, describe(*node.bodies[0]));
    case Node::Kind::list: {
      const auto [least, most] = range(node.offsets);
      return fmt::format("list of {} from {} to {} B [{}]", node.offsets.size(), least, most,
                         describe(*node.bodies[0]));
    }
    case Node::Kind::ragged: {
      const auto [least, most] = range(node.offsets);
      const auto [shortest, longest] = range(node.lengths);
      return fmt::format("{} blocks of {} to {} B from {} to {} B", node.offsets.size(), shortest, longest, least,
                         most);
    }
    case Node::Kind::sequence: {
      std::string text;
      for (std::size_t i = 0; i < std::min(shown_parts, node.bodies.size()); ++i)
        text += fmt::format("{}{} at {}", i ? ", " : "", describe(*node.bodies[i]), node.offsets[i]);
      return node.bodies.size() <= shown_parts ? text : fmt::format("{}, ... ({} parts)", text, node.bodies.size());
    }
  }
  return "";
}

}  // namespace

std::string describe(const Layout& layout) { return describe(*layout.root); }

}  // namespace cartwright::datatype
