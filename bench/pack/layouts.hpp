// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "datatype/type.hpp"

#include <span>
#include <string>
#include <vector>

namespace cartwright::bench {

/// What is packed: one element of `type` that lies `at` bytes into a buffer. All that is measured is made from it:
/// Cartwright's kernel, C code, MPI's datatype.
struct Case {
  std::string name;         ///< unique: "NAS_LU_y 12"
  std::string application;  ///< "NAS LU"
  datatype::TypePtr type;
  std::int64_t at = 0;
  bool list = false;  ///< of indices that follow no rule

  std::int64_t bytes() const { return type->size; }
  /// From the start of the buffer to the last byte.
  std::int64_t reach() const { return at + type->true_ub; }
};

/// The patterns of DDTBench (Schneider, Gerstenberger, Hoefler, "Micro-applications for communication data access
/// patterns and MPI datatypes", EuroMPI 2012; [Schneider2013, 3.1]) with its parameters, the faces of 3-D arrays and a
/// few more, of sizes that stay in the second cache.
std::vector<Case> cached_cases();
/// The same patterns, so large that neither side stays in any cache.
std::vector<Case> large_cases();

/// Those in cache, and the larger ones of DDTBench: what is sent between processes.
std::vector<Case> message_cases();
/// Packed so quickly that only the call costs.
std::vector<Case> tiny_cases();

/// The one of this name, or the one whose name is the notation of its type (datatype/notation.hpp). Throws Error
/// for a name that is neither.
Case case_named(const std::string& name);

/// Those whose name contains any of `patterns`; all without patterns.
std::vector<Case> selected(std::vector<Case> cases, std::span<const std::string> patterns);

}  // namespace cartwright::bench
