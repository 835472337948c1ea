// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

namespace cartwright::preload {

/// A request of MPI that is complete when Cartwright says so: this process waits for a message from itself.
class CompletionRequest {
 public:
  /// Makes the request. Returns MPI's error.
  int make(MPI_Request* request) noexcept;
  /// Makes a persistent request. Call reset() at each start of it.
  int make_persistent(MPI_Request* request) noexcept;
  void reset() { complete_ = false; }
  void complete() noexcept;
  bool is_complete() const { return complete_; }

  /// The status that MPI gives for a collective.
  static void clear(MPI_Status& status) noexcept;

 private:
  int tag_ = 0;
  bool complete_ = false;
};

}  // namespace cartwright::preload
