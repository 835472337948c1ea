// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "datatype/layout.hpp"
#include "datatype/type.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace cartwright::cli {

/// One line of the tree of a datatype: a constructor or a basic type, and its depth.
struct TreeLine {
  std::size_t depth;
  const datatype::Type* type;  ///< null on the line "..." that stands for omitted entries
  std::string text;
};

/// The tree of a datatype, root first. Long lists and structures are shortened.
std::vector<TreeLine> tree_of(const datatype::Type& type);

/// The layout of `count` elements as SVG, after [Schneider2013, figure 6]. Memory is drawn in rows of cells; each block
/// has the color and the number of its position in the packed stream; the tree is beside it. Large layouts are cut, and
/// a note says so.
std::string datatype_svg(const datatype::Type& type, const datatype::Layout& layout, std::int64_t count);

}  // namespace cartwright::cli
