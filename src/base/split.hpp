// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

namespace cartwright::base {

/// `length` indices in `parts` adjacent blocks of nearly equal length, the longer ones first. Blocks may be empty.
struct Split {
  std::int64_t length = 0;
  std::int64_t parts = 1;
  std::int64_t first(std::int64_t part) const { return part * (length / parts) + std::min(part, length % parts); }
  std::int64_t count(std::int64_t part) const { return length / parts + (part < length % parts ? 1 : 0); }
  std::int64_t longest() const { return count(0); }
};

}  // namespace cartwright::base
