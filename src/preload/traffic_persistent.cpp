// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/traffic.hpp"

#include <mutex>
#include <unordered_map>

// The message that a persistent request sends at each start.

namespace cartwright::preload {

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
    persistent.erase(request);  // of an earlier request with this handle
}

void count_started(MPI_Request request) {
  const std::lock_guard lock(mutex);
  if (const auto found = persistent.find(request); found != persistent.end()) count_message(found->second);
}

void forget_persistent(MPI_Request request) {
  const std::lock_guard lock(mutex);
  persistent.erase(request);
}

}  // namespace cartwright::preload
