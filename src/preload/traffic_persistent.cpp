// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/interpose.hpp"
#include "preload/traffic.hpp"

#include <mutex>
#include <unordered_map>

// What a persistent request sends each time it is started.

namespace cartwright::mpi {

namespace {

std::mutex mutex;
std::unordered_map<MPI_Request, Message> persistent;

}  // namespace

void remember_persistent(MPI_Request request, MPI_Comm comm, int dest, std::int64_t count, MPI_Datatype type) {
  const std::optional<Message> message = message_to(comm, dest, count, type);
  const std::lock_guard lock(mutex);
  if (message)
    persistent[request] = *message;
  else
    persistent.erase(request);  // of a request that had this handle before
}

void count_started(MPI_Request request) {
  const std::lock_guard lock(mutex);
  if (const auto found = persistent.find(request); found != persistent.end()) count_message(found->second);
}

void forget_persistent(MPI_Request request) {
  const std::lock_guard lock(mutex);
  persistent.erase(request);
}

}  // namespace cartwright::mpi

using namespace cartwright::mpi;

#define SEND_INIT(name)                                                                            \
  CW_MPI(name)(const void* buffer, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, \
               MPI_Request* request) {                                                             \
    const int error = real().name(buffer, count, type, dest, tag, comm, request);                  \
    if (error == MPI_SUCCESS) remember_persistent(*request, comm, dest, count, type);              \
    return error;                                                                                  \
  }
SEND_INIT(Send_init)
SEND_INIT(Bsend_init)
SEND_INIT(Ssend_init)
SEND_INIT(Rsend_init)

CW_MPI(Start)(MPI_Request* request) {
  count_started(*request);
  return real().Start(request);
}

CW_MPI(Startall)(int count, MPI_Request requests[]) {
  for (int i = 0; i < count; ++i) count_started(requests[i]);
  return real().Startall(count, requests);
}

CW_MPI(Request_free)(MPI_Request* request) {
  forget_persistent(*request);
  return real().Request_free(request);
}
