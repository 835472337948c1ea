// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <memory>

namespace cartwright::preload {

/// Work to do when the operation of a request is complete: unpack received data, release a buffer.
class Pending {
 public:
  virtual ~Pending() = default;
  /// Called when the operation is complete, with its status, which may be changed, and its error. Returns the error
  /// that the caller of MPI_Wait receives instead.
  virtual int complete(MPI_Status& status, int error) = 0;
  /// For an operation that Cartwright carries out: takes a step, and returns whether MPI knows, or will without delay,
  /// that the request is complete. Never waits.
  virtual bool ready() { return true; }
  /// Called before and after each start of a persistent request.
  virtual void start() {}
  virtual void started() {}
  /// The request of MPI that is started, completed and canceled instead of the user's, until the next start() or
  /// completion; MPI_REQUEST_NULL for the user's own.
  virtual MPI_Request stand_in() const { return MPI_REQUEST_NULL; }
  /// The caller frees the stand-in.
  virtual void disown_stand_in() {}
};

/// Completes and then destroys `pending` when the user learns from any call that the request is complete; immediately
/// if it already is. The request must be new, unknown to the user. Thread safe, like all functions below.
void on_completion(MPI_Request request, std::unique_ptr<Pending> pending);

/// The same for a receive, whose status may be changed: never immediately, because the status is needed later.
void on_receipt(MPI_Request request, std::unique_ptr<Pending> pending);

/// The same for a persistent request: `pending` is started and completed with it, and destroyed when it is freed.
void on_every_completion(MPI_Request request, std::unique_ptr<Pending> pending);

/// Replaces MPI_Startall.
int start_requests(int count, MPI_Request requests[]);

/// Replaces MPI_Request_free. The pending work is destroyed at once, or when the operation is complete.
int free_request(MPI_Request* request);

/// Call before MPI_Finalize.
void finish_requests();

/// The number of requests with pending work. While it is 0, no call looks further.
extern std::atomic<std::int64_t> pending_requests;
inline bool any_pending() { return pending_requests.load(std::memory_order_relaxed) != 0; }

}  // namespace cartwright::preload
