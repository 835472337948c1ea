// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace cartwright::mpi {

/// While one lives, the messages of this thread inside of the MPI are not counted as those of the program's
/// collectives: Cartwright itself sends them, or they are counted elsewhere.
class Uncounted {
 public:
  Uncounted() { ++alive; }
  ~Uncounted() { --alive; }
  Uncounted(const Uncounted&) = delete;
  static bool any() { return alive > 0; }

 private:
  static inline thread_local int alive = 0;
};

}  // namespace cartwright::mpi
