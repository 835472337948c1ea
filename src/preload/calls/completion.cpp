// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/base/crowd.hpp"
#include "preload/base/interpose.hpp"
#include "preload/base/watch.hpp"
#include "preload/traffic/traffic.hpp"

#include <vector>

using namespace cartwright;
using namespace cartwright::preload;

// The calls that complete requests. Before they return, the work that is pending with the completed requests is done.
// While nothing is pending, they only call MPI.

namespace {

int class_of(int error) {
  int error_class = MPI_ERR_UNKNOWN;
  PMPI_Error_class(error, &error_class);
  return error_class;
}

/// The statuses of a call, even if the user ignores them.
class Statuses {
 public:
  Statuses(int count, MPI_Status users[]) : own_(users == MPI_STATUSES_IGNORE && count > 0 ? count : 0) {
    all_ = own_.empty() ? users : own_.data();
  }
  MPI_Status* get() { return all_; }
  MPI_Status& operator[](int i) { return all_[i]; }

 private:
  std::vector<MPI_Status> own_;
  MPI_Status* all_;
};

/// Does the pending work of `count` completed operations; index(k) is the position of the k-th in the array of
/// requests. Returns the error of the call.
template <typename Index>
int finish(Watch& watch, int count, Statuses& statuses, int error, Index&& index) {
  if (error != MPI_SUCCESS && class_of(error) != MPI_ERR_IN_STATUS) return error;
  const bool each = error != MPI_SUCCESS;  // has its own error in its status
  for (int k = 0; k < count; ++k) {
    const int had = each ? statuses[k].MPI_ERROR : MPI_SUCCESS;
    if (had == MPI_ERR_PENDING) continue;
    const int has = watch.done(index(k), statuses[k], had);
    if (has == had) continue;
    if (error == MPI_SUCCESS)
      for (int other = 0; other < count; ++other) statuses[other].MPI_ERROR = MPI_SUCCESS;
    statuses[k].MPI_ERROR = has;
    error = MPI_ERR_IN_STATUS;
  }
  return error;
}

}  // namespace

CW_MPI(Wait)(MPI_Request* request, MPI_Status* status) {
  if (!any_pending()) return mpi::real().Wait(request, status);
  Watch watch(1, request);
  if (!watch.any()) return mpi::real().Wait(request, status);
  watch.wait_until_ready();
  Statuses own(1, status);
  const int error = mpi::real().Wait(request, own.get());
  return watch.done(0, own[0], error);
}

CW_MPI(Test)(MPI_Request* request, int* flag, MPI_Status* status) {
  if (!any_pending()) return mpi::real().Test(request, flag, status);
  Watch watch(1, request);
  if (!watch.any()) return mpi::real().Test(request, flag, status);
  watch.ready();
  Statuses own(1, status);
  const int error = mpi::real().Test(request, flag, own.get());
  // A receive that failed is complete, too.
  return error != MPI_SUCCESS || *flag ? watch.done(0, own[0], error) : error;
}

CW_MPI(Request_get_status)(MPI_Request request, int* flag, MPI_Status* status) {
  if (!any_pending()) return mpi::real().Request_get_status(request, flag, status);
  Watch watch(1, &request);
  if (!watch.any()) return mpi::real().Request_get_status(request, flag, status);
  watch.ready();
  Statuses own(1, status);
  const int error = mpi::real().Request_get_status(request, flag, own.get());
  if (error == MPI_SUCCESS && *flag) watch.seen(0, own[0], error);
  return error;
}

CW_MPI(Waitall)(int count, MPI_Request requests[], MPI_Status statuses[]) {
  if (!any_pending()) return mpi::real().Waitall(count, requests, statuses);
  Watch watch(count, requests);
  if (!watch.any()) return mpi::real().Waitall(count, requests, statuses);
  watch.wait_until_ready();
  Statuses own(count, statuses);
  const int error = mpi::real().Waitall(count, requests, own.get());
  return finish(watch, count, own, error, [](int k) { return k; });
}

CW_MPI(Testall)(int count, MPI_Request requests[], int* flag, MPI_Status statuses[]) {
  if (!any_pending()) return mpi::real().Testall(count, requests, flag, statuses);
  Watch watch(count, requests);
  if (!watch.any()) return mpi::real().Testall(count, requests, flag, statuses);
  watch.ready();
  Statuses own(count, statuses);
  *flag = 0;
  const int error = mpi::real().Testall(count, requests, flag, own.get());
  if (error == MPI_SUCCESS && !*flag) return error;
  return finish(watch, count, own, error, [](int k) { return k; });
}

CW_MPI(Waitany)(int count, MPI_Request requests[], int* index, MPI_Status* status) {
  if (!any_pending()) return mpi::real().Waitany(count, requests, index, status);
  Watch watch(count, requests);
  if (!watch.any()) return mpi::real().Waitany(count, requests, index, status);
  Statuses own(1, status);
  *index = MPI_UNDEFINED;
  int error = MPI_SUCCESS;
  int found = 0;
  for (transport::Backoff backoff(crowd()); !found && error == MPI_SUCCESS && !watch.ready();) {
    error = mpi::real().Testany(count, requests, index, &found, own.get());
    if (!found) backoff.wait(transport::yield);
  }
  if (!found && error == MPI_SUCCESS) error = mpi::real().Waitany(count, requests, index, own.get());
  return *index == MPI_UNDEFINED ? error : watch.done(*index, own[0], error);
}

CW_MPI(Testany)(int count, MPI_Request requests[], int* index, int* flag, MPI_Status* status) {
  if (!any_pending()) return mpi::real().Testany(count, requests, index, flag, status);
  Watch watch(count, requests);
  if (!watch.any()) return mpi::real().Testany(count, requests, index, flag, status);
  Statuses own(1, status);
  watch.ready();
  *index = MPI_UNDEFINED;
  const int error = mpi::real().Testany(count, requests, index, flag, own.get());
  return *index == MPI_UNDEFINED ? error : watch.done(*index, own[0], error);
}

#define SOME(name, before)                                                                                 \
  CW_MPI(name)(int incount, MPI_Request requests[], int* outcount, int indices[], MPI_Status statuses[]) { \
    if (!any_pending()) return mpi::real().name(incount, requests, outcount, indices, statuses);           \
    Watch watch(incount, requests);                                                                        \
    if (!watch.any()) return mpi::real().name(incount, requests, outcount, indices, statuses);             \
    Statuses own(incount, statuses);                                                                       \
    *outcount = 0;                                                                                         \
    int error = MPI_SUCCESS;                                                                               \
    before;                                                                                                \
    if (*outcount == 0 && error == MPI_SUCCESS)                                                            \
      error = mpi::real().name(incount, requests, outcount, indices, own.get());                           \
    return finish(watch, *outcount, own, error, [=](int k) { return indices[k]; });                        \
  }
#define TEST_UNTIL_READY                                                                                 \
  for (transport::Backoff backoff(crowd()); *outcount == 0 && error == MPI_SUCCESS && !watch.ready();) { \
    error = mpi::real().Testsome(incount, requests, outcount, indices, own.get());                       \
    if (*outcount == 0) backoff.wait(transport::yield);                                                  \
  }
SOME(Waitsome, TEST_UNTIL_READY)
SOME(Testsome, watch.ready())

CW_MPI(Start)(MPI_Request* request) {
  count_started(*request);
  return any_pending() ? start_requests(1, request) : mpi::real().Start(request);
}

CW_MPI(Startall)(int count, MPI_Request requests[]) {
  for (int i = 0; i < count; ++i) count_started(requests[i]);
  return start_requests(count, requests);
}

CW_MPI(Cancel)(MPI_Request* request) {
  if (!any_pending()) return mpi::real().Cancel(request);
  const Watch watch(1, request);
  return mpi::real().Cancel(request);
}

CW_MPI(Request_free)(MPI_Request* request) {
  forget_persistent(*request);
  return free_request(request);
}
