// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fuzz.hpp"

#include "report/read_mapping.hpp"

/// Mappings of 12 processes on nodes of unequal sizes, in every form that `cartwright evaluate` takes.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace cartwright;
  static const Problem problem(Grid({4, 3}), Stencil::nearest_neighbor(2), Machine::nodes(Sizes({5, 4, 3})));
  return fuzz(data, size, [](std::string_view text) {
    require(static_cast<std::int64_t>(slots_of(read_mapping(text, problem)).size()) == problem.size());
  });
}
