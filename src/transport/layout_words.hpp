// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "datatype/layout.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace cartwright::transport {

/// A layout as integers, for another process of the node: its nodes in preorder, each its kind, its numbers, its
/// bodies. None when it takes more than `most`.
std::optional<std::vector<std::int64_t>> write_layout(const datatype::Layout& layout, std::size_t most);

/// An equal layout. Throws Error{parse} for what write_layout does not write.
datatype::Layout read_layout(std::span<const std::int64_t> words);

}  // namespace cartwright::transport
