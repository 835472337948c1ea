// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/requests.hpp"

#include <memory>
#include <vector>

namespace cartwright::preload {

/// How an operation ended, as the user is to see it.
struct Outcome {
  MPI_Status status;
  int error;
};

/// A request with something pending.
struct Tracked {
  std::unique_ptr<Pending> pending;
  bool persistent = false;
  bool active = true;                             ///< started, and not yet known to be done
  std::unique_ptr<const Outcome> seen = nullptr;  ///< of one that is done, of which MPI_Request_get_status told
};

/// What is pending with some requests, while MPI is asked whether they are done. It is not in the table meanwhile: as
/// soon as MPI has ended a request, another thread may get its handle for a new one.
class Watch {
 public:
  Watch(int count, MPI_Request requests[]);
  /// What is not done stays pending.
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  bool any() const { return any_; }
  /// The i-th request is done: does what is pending. Returns the error that the user is to get.
  int done(int i, MPI_Status& status, int error);
  /// The same, when the request stays as it is and will be asked about again.
  int seen(int i, MPI_Status& status, int error);

 private:
  const MPI_Request* requests_;
  std::vector<std::unique_ptr<Tracked>> tracked_;
  bool any_ = false;
};

}  // namespace cartwright::preload
