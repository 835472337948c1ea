// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <memory>

namespace cartwright::preload {

/// What is to be done when the operation of a request is done: to unpack what came, to give a buffer back.
class Pending {
 public:
  virtual ~Pending() = default;
  /// Called when the operation is done, with its status, which may be changed, and the error of it. Returns the error
  /// that the caller of MPI_Wait gets in its place.
  virtual int complete(MPI_Status& status, int error) = 0;
  /// Before each start of a persistent request.
  virtual void start() {}
};

/// Has `pending` completed when the user learns, by any call, that the request is done, and then destroyed; at once
/// when the request is done already. The request must be new: nobody else has seen it. Thread safe, like all that
/// follows.
void on_completion(MPI_Request request, std::unique_ptr<Pending> pending);

/// The same for a receive, whose status may be changed: never at once, for the status is wanted later.
void on_receipt(MPI_Request request, std::unique_ptr<Pending> pending);

/// The same for a persistent request: `pending` is started and completed with it, and destroyed when it is freed.
void on_every_completion(MPI_Request request, std::unique_ptr<Pending> pending);

/// Before a request is started.
void start_pending(MPI_Request request);

/// In place of MPI_Request_free: what is pending goes with the request, or once its operation is done.
int free_request(MPI_Request* request);

/// Before MPI_Finalize.
void finish_requests();

/// How many requests have something pending: while this is 0, nobody need look.
extern std::atomic<std::int64_t> pending_requests;
inline bool any_pending() { return pending_requests.load(std::memory_order_relaxed) != 0; }

}  // namespace cartwright::preload
