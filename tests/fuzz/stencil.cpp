// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fuzz.hpp"

#include "grid/parse.hpp"

/// The first byte is the number of dimensions, the rest the text.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::size_t ndims = data[0] % (cartwright::grid::max_dims + 1);
  return cartwright::fuzz(data + 1, size - 1, [&](std::string_view text) {
    using namespace cartwright;
    const grid::Stencil stencil = grid::parse_stencil_file(text, ndims);
    require(stencil.ndims() == ndims && stencil.size() > 0);
    const grid::Grid grid(grid::Coords(ndims, std::int64_t{2}));
    require(grid::total_weight(grid, stencil) >= 0);
  });
}
