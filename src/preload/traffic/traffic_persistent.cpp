// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/base/report.hpp"
#include "preload/base/comm_life.hpp"
#include "preload/traffic/traffic.hpp"

#include <mutex>
#include <unordered_map>

// What a persistent request sends at each start.

namespace cartwright::preload {

namespace {

using Count = std::function<void()>;

std::mutex persistent_mutex;
std::unordered_map<MPI_Request, std::shared_ptr<const Count>> persistent;  ///< a start copies no function

void remember(MPI_Request request, Count count) {
  const std::lock_guard lock(persistent_mutex);
  if (count)
    persistent[request] = std::make_shared<const Count>(std::move(count));
  else
    persistent.erase(request);  // of an earlier request with this handle
}

}  // namespace

void remember_persistent(MPI_Request request, MPI_Comm comm, int dest, std::int64_t count, MPI_Datatype type) {
  const std::optional<Message> message = message_to(comm, dest, count, type);
  remember(request, message ? Count([sent = *message] { count_message(sent); }) : Count());
}

void count_at_each_start(MPI_Request request, MPI_Comm comm, Count count) try {
  remember(request, [life = life_of(comm), counts = std::move(count)] {
    if (!life.expired()) counts();
  });
} catch (const std::exception& error) {
  mpi::warn_once(base::as_error(error).what());
}

void count_started(MPI_Request request) {
  std::shared_ptr<const Count> count;
  {
    const std::lock_guard lock(persistent_mutex);
    if (const auto found = persistent.find(request); found != persistent.end()) count = found->second;
  }
  if (count) (*count)();
}

void forget_persistent(MPI_Request request) {
  const std::lock_guard lock(persistent_mutex);
  persistent.erase(request);
}

}  // namespace cartwright::preload
