// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "datatype/type.hpp"
#include "jit/packer.hpp"

#include <string>
#include <vector>

namespace cartwright::cli {

/// The measured speed of one way to pack.
struct PackTiming {
  std::string way;  ///< "interpreter", "precompiled", "generated", "memcpy"
  double pack = 0;  ///< GB/s of packed data
  double unpack = 0;
};

/// Packs and unpacks `count` elements in every available way, interleaved, as noise then affects all of them alike.
/// Returns medians over many rounds. The entry "memcpy" copies the same bytes between contiguous buffers. Throws Error
/// if the datatype is empty or too large.
std::vector<PackTiming> time_datatype(const datatype::Type& type, std::int64_t count, const jit::Hints& hints);

}  // namespace cartwright::cli
