// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/placement.hpp"

#include <array>

namespace cartwright::report {

/// A color in sRGB.
struct Color {
  std::uint8_t red, green, blue;
};

/// "#77aadd"
std::string hex(Color color);

/// The largest number of cells of a picture in a file.
inline constexpr std::int64_t max_cells_of_a_picture = 1'000'000;

/// Fills for labeled areas: the light scheme of Paul Tol (technical note SRON/EPS/TN/09-002). People with any form of
/// color vision can distinguish them, and black text is legible on them.
inline constexpr std::array<Color, 8> palette = {{{0x77, 0xaa, 0xdd},
                                                  {0xee, 0x88, 0x66},
                                                  {0xee, 0xdd, 0x88},
                                                  {0xff, 0xaa, 0xbb},
                                                  {0x44, 0xbb, 0x99},
                                                  {0xbb, 0xcc, 0x33},
                                                  {0x99, 0xdd, 0xff},
                                                  {0xaa, 0xaa, 0x00}}};

/// A grid as flat slices of rows x columns: the last two dimensions run down and across; the slices are in row-major
/// order of the other dimensions.
struct Slices {
  std::int64_t count = 1;
  std::int64_t rows = 1;
  std::int64_t columns = 1;
};
Slices slices_of(const grid::Grid& grid);

/// The cells of a slice, such as "[3,*,*]"; empty if the grid has fewer than three dimensions.
std::string slice_title(const grid::Grid& grid, std::int64_t slice);

/// Assigns each node a color index below `colors`. If possible it differs from those of all adjacent nodes, including
/// diagonals. Greedy; less used colors come first.
std::vector<std::size_t> color_nodes(const grid::Grid& grid, const base::IndexVector<grid::Cell, std::int64_t>& nodes,
                                     std::int64_t node_count, std::size_t colors);

}  // namespace cartwright::report
