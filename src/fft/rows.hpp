// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

namespace cartwright::fft {

/// An array beside a transpose, seen as rows: one row for each column of the tiles, in their order. The axis that the
/// transpose gathers is the innermost, so a row holds all of it. Lengths and strides are those of the other axes,
/// outermost first; strides in bytes.
struct Rows {
  std::vector<std::int64_t> lengths;
  std::vector<std::int64_t> strides;

  /// The offset of the row that belongs to column `column`.
  std::int64_t offset(std::int64_t column) const {
    std::int64_t offset = 0;
    for (std::size_t i = lengths.size(); i-- > 0;) {
      offset += column % lengths[i] * strides[i];
      column /= lengths[i];
    }
    return offset;
  }
};

}  // namespace cartwright::fft
