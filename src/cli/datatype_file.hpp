// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "datatype/type.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace cartwright::cli {

/// A datatype of a file, and how it was used.
struct FoundType {
  std::string notation;
  datatype::TypePtr type;
  std::int64_t uses = 0;   ///< messages of a record, or lines of a list
  std::int64_t items = 0;  ///< the elements of all uses
  std::int64_t bytes = 0;  ///< packed, of all uses

  /// The mean number of elements of a use, at least 1.
  std::int64_t elements() const;
};

/// The distinct datatypes of a record of `cartwright record`, or of a list with one datatype per line; those with the
/// most bytes first. Throws Error.
std::vector<FoundType> types_of_file(const std::string& path);

}  // namespace cartwright::cli
