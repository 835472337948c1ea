// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "datatype/type.hpp"

#include <span>
#include <string>
#include <vector>

namespace cartwright::bench {

/// The data to pack: one element of `type`, `at` bytes into a buffer. Cartwright's kernel, C code, and MPI's datatype
/// are made from it.
struct Case {
  std::string name;         ///< unique: "NAS_LU_y 12"
  std::string application;  ///< "NAS LU"
  datatype::TypePtr type;
  std::int64_t at = 0;
  bool list = false;  ///< whether it is a list of irregular indices

  std::int64_t bytes() const { return type->size; }
  /// From the start of the buffer to the last byte.
  std::int64_t reach() const { return at + type->true_ub; }
};

/// The patterns of DDTBench (Schneider, Gerstenberger, Hoefler, "Micro-applications for communication data access
/// patterns and MPI datatypes", EuroMPI 2012; [Schneider2013, 3.1]) with its parameters, the messages of
/// NAS BT and SP (van der Wijngaart and Wong, "NAS Parallel Benchmarks Version 2.4", NAS-02-007, 2002), the faces of
/// 3-D arrays and a few more, of sizes that stay in the second-level cache.
std::vector<Case> cached_cases();
/// The same patterns, so large that neither side stays in any cache.
std::vector<Case> large_cases();

/// A nested vector with small inner blocks, MILC's, with more and more elements [Schneider2013, figure 4].
std::vector<Case> nested_cases();
/// More and more blocks of one and of four doubles, at random places in random order [Schneider2013, figure 5].
std::vector<Case> random_cases();

/// The cached cases and the larger ones of DDTBench, to be sent between processes.
std::vector<Case> message_cases();
/// Cases that are packed so quickly that only the call takes time.
std::vector<Case> tiny_cases();

/// The case of this name. The name may also be the notation of a type (datatype/notation.hpp). Throws Error for other
/// names.
Case case_named(const std::string& name);

/// The cases whose names contain any of `patterns`, or all if there are no patterns.
std::vector<Case> selected(std::vector<Case> cases, std::span<const std::string> patterns);

}  // namespace cartwright::bench
