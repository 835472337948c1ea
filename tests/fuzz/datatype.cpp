// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fuzz.hpp"

#include "datatype/layout.hpp"
#include "datatype/notation.hpp"

using namespace cartwright;
using namespace cartwright::datatype;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz(data, size, [](std::string_view text) {
    const TypePtr type = parse_type(text);
    const std::string printed = notation(*type);
    require(notation(*parse_type(printed)) == printed);
    // The text gives the sizes, up to 2^63: the normal form must not grow with them.
    const Layout layout = normalize(*type);
    require(layout.size == type->size && layout.extent == type->extent());
    if (layout.size > 0) require(layout.true_lb == type->true_lb && layout.true_ub == type->true_ub);
    require(!describe(layout).empty());
  });
}
