// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "datatype/type.hpp"
#include "jit/packer.hpp"

#include <string>
#include <vector>

namespace cartwright::cli {

/// How fast one way to pack is here.
struct Timing {
  std::string way;  ///< "interpreter", "precompiled", "generated", "memcpy"
  double pack = 0;  ///< GB/s of packed data
  double unpack = 0;
};

/// Packs and unpacks `count` elements in turn in every way there is, so that all meet the same noise; medians of many
/// rounds. memcpy is what the same bytes take when they are contiguous. Throws Error where there is nothing to pack or
/// too much.
std::vector<Timing> time_datatype(const datatype::Type& type, std::int64_t count, const jit::Hints& hints);

}  // namespace cartwright::cli
