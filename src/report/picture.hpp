// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/placement.hpp"

#include <array>

namespace cartwright::report {

/// A colour in sRGB.
struct Color {
  std::uint8_t red, green, blue;
};

/// "#77aadd"
std::string hex(Color color);

/// Pictures in files show no more cells than this.
inline constexpr std::int64_t most_cells_of_a_picture = 1'000'000;

/// Fills for labelled areas: the light scheme of Paul Tol (Colour Schemes, SRON/EPS/TN/09-002), made to
/// stay apart for people who see colours differently and to be legible under black text.
inline constexpr std::array<Color, 8> palette = {{{0x77, 0xaa, 0xdd},
                                                  {0xee, 0x88, 0x66},
                                                  {0xee, 0xdd, 0x88},
                                                  {0xff, 0xaa, 0xbb},
                                                  {0x44, 0xbb, 0x99},
                                                  {0xbb, 0xcc, 0x33},
                                                  {0x99, 0xdd, 0xff},
                                                  {0xaa, 0xaa, 0x00}}};

/// A grid as flat pictures: one of rows x columns per slice, the last two dimensions down and across,
/// slices in row-major order of the dimensions before them.
struct Slices {
  std::int64_t count = 1;
  std::int64_t rows = 1;
  std::int64_t columns = 1;
};
Slices slices_of(const grid::Grid& grid);

/// "[3,*,*]": which cells slice i shows; empty when there is but one.
std::string slice_title(const grid::Grid& grid, std::int64_t slice);

/// For every node an index below `colors` that none of the nodes beside it has, diagonals included, as
/// far as colors last: greedy, the least used one first.
std::vector<std::size_t> color_nodes(const grid::Grid& grid, const std::vector<std::int64_t>& nodes, std::int64_t node_count,
                                     std::size_t colors);

}  // namespace cartwright::report
