// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/base/requests.hpp"

#include <memory>
#include <vector>

namespace cartwright::preload {

/// The result of an operation, as the user receives it.
struct Outcome {
  MPI_Status status;
  int error;
};

/// A request with pending work.
struct Tracked {
  std::unique_ptr<Pending> pending;
  bool persistent = false;
  bool active = true;                             ///< started, and not yet known to be complete
  std::unique_ptr<const Outcome> seen = nullptr;  ///< the result, if MPI_Request_get_status already returned it
  MPI_Request users = MPI_REQUEST_NULL;           ///< the user's, while a stand-in is in its place
};

/// The pending work of some requests, while MPI is asked whether they are complete. Meanwhile it is not in the table:
/// as soon as MPI has completed a request, another thread may get its handle for a new one. And meanwhile the array of
/// requests holds their stand-ins.
class Watch {
 public:
  Watch(int count, MPI_Request requests[]);
  /// Requests that are not complete stay pending.
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  bool any() const { return any_; }
  /// Takes a step in all operations that Cartwright carries out. Returns whether MPI knows which are complete.
  bool ready();
  /// Waits until it does.
  void wait_until_ready();
  /// The i-th request is complete: does its pending work. Returns the error for the user.
  int done(int i, MPI_Status& status, int error);
  /// The same, but the request stays as it is and will be queried again.
  int seen(int i, MPI_Status& status, int error);

 private:
  MPI_Request* requests_;
  std::vector<std::unique_ptr<Tracked>> tracked_;
  bool any_ = false;
};

}  // namespace cartwright::preload
