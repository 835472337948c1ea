// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "datatype/layout.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace cartwright::transport {

/// A layout as integers, for another process of the node. Its nodes are in preorder; each has its kind, its numbers and
/// its children. None if it takes more than `most` integers.
std::optional<std::vector<std::int64_t>> write_layout(const datatype::Layout& layout, std::size_t most);

/// The layout that write_layout has written. Throws Error{parse} for any other input.
datatype::Layout read_layout(std::span<const std::int64_t> words);

}  // namespace cartwright::transport
