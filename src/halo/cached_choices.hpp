// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <cstdint>
#include <optional>
#include <string>

namespace cartwright::halo {

/// What is measured for a plan.
struct Choices {
  std::int64_t shortest_read = 0;
  std::int64_t longest_joined = 0;
  std::int64_t piece = 0;
  bool by_axes = false;
};

/// Choices that were measured before for plans that are equal to this one on all processes, in a file of this kind of
/// processor. Process 0 reads and writes it. Errors with the file cost time and nothing else.
class CachedChoices {
 public:
  /// Collective. `plan` is a hash of the plan on this process. `folder` has the file; "" for none.
  CachedChoices(MPI_Comm comm, std::uint64_t plan, std::string folder);
  /// Collective.
  std::optional<Choices> read() const;
  void write(const Choices& choices) const;

 private:
  MPI_Comm comm_;
  std::string folder_;
  std::string key_;
};

}  // namespace cartwright::halo
