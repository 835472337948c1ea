// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fuzz.hpp"

#include "base/text.hpp"
#include "grid/dims.hpp"
#include "grid/parse.hpp"

/// "2400 0x48 1,0": a number of processes, dims, periods.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return cartwright::fuzz(data, size, [](std::string_view text) {
    using namespace cartwright;
    const auto parts = base::split(text, ' ');
    if (parts.size() != 3) return;
    const std::int64_t nprocs = base::parse_int(parts[0], "processes");
    const grid::Coords dims = grid::dims_create(nprocs, grid::parse_dims(parts[1]));
    require(grid::Grid(dims, grid::parse_periods(parts[2], dims.size())).size() == nprocs);
  });
}
