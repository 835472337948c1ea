// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fuzz.hpp"

#include "report/read_mapping.hpp"

/// Mappings of 12 processes on nodes of unequal sizes, in every format of `cartwright evaluate`.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace cartwright;
  static const mapping::Problem problem(grid::Grid({4, 3}), grid::Stencil::nearest_neighbor(2),
                                        machine::Machine::nodes(machine::Sizes({5, 4, 3})));
  return fuzz(data, size, [](std::string_view text) {
    require(static_cast<std::int64_t>(mapping::slots_of(report::read_mapping(text, problem)).size()) == problem.size());
  });
}
