// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "datatype/layout.hpp"
#include "datatype/type.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace cartwright::cli {

/// One line of the tree of a datatype: a constructor or a basic type, and how deep it stands.
struct TreeLine {
  std::size_t depth;
  const datatype::Type* type;  ///< null for what is left out of long structures
  std::string text;
};

/// The tree from the root on, lists and structures cut where they are long.
std::vector<TreeLine> tree_of(const datatype::Type& type);

/// Where the bytes of `count` elements lie, as SVG [Schneider2013, figure 6]: memory in rows of cells, blocks in the colour
/// and with the number of their turn in the packed stream, the tree beside it. What is too large is cut, with a note.
std::string datatype_svg(const datatype::Type& type, const datatype::Layout& layout, std::int64_t count);

}  // namespace cartwright::cli
