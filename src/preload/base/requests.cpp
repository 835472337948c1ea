// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/base/requests.hpp"

#include "mpi/base/real.hpp"
#include "preload/base/crowd.hpp"
#include "preload/base/watch.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace cartwright::preload {

std::atomic<std::int64_t> pending_requests = 0;

namespace {

/// Pending work by request, in parts that threads lock one at a time.
class Table {
 public:
  void put(MPI_Request request, std::unique_ptr<Tracked> tracked) {
    Part& part = part_of(request);
    const std::lock_guard lock(part.mutex);
    part.tracked.insert_or_assign(request, std::move(tracked));
  }
  std::unique_ptr<Tracked> take(MPI_Request request) {
    Part& part = part_of(request);
    const std::lock_guard lock(part.mutex);
    auto found = part.tracked.extract(request);
    return found ? std::move(found.mapped()) : nullptr;
  }

 private:
  struct alignas(64) Part {
    std::mutex mutex;
    std::unordered_map<MPI_Request, std::unique_ptr<Tracked>> tracked;
  };
  Part& part_of(MPI_Request request) {
    const std::size_t hash = std::hash<MPI_Request>{}(request);  // an address, or a small number
    return parts_[(hash ^ (hash >> 6) ^ (hash >> 12)) % parts_.size()];
  }
  std::array<Part, 16> parts_;
};

/// Requests that were freed before their operation was complete: their buffers are needed until then.
struct Orphans {
  std::mutex mutex;
  std::atomic<bool> any = false;
  std::vector<std::pair<MPI_Request, std::unique_ptr<Tracked>>> requests;
};

// Never destroyed: threads may still communicate while a program ends.
Table& table() {
  static Table& made = *new Table;
  return made;
}

Orphans& orphans() {
  static Orphans& made = *new Orphans;
  return made;
}

void track(MPI_Request request, std::unique_ptr<Pending> pending, bool persistent) {
  pending_requests.fetch_add(1, std::memory_order_relaxed);
  table().put(request, std::make_unique<Tracked>(Tracked{std::move(pending), persistent, !persistent}));
}

void forget(std::unique_ptr<Tracked> tracked) {
  if (tracked) pending_requests.fetch_sub(1, std::memory_order_relaxed);
}

/// Whether the operation of an orphan is complete. If it is, also does its pending work.
bool finished(MPI_Request& request, std::unique_ptr<Tracked>& tracked) {
  int done = 0;
  MPI_Status status{};
  if (mpi::real().Request_get_status(request, &done, &status) != MPI_SUCCESS || !done) return false;
  tracked->pending->complete(status, MPI_SUCCESS);
  mpi::real().Request_free(&request);
  forget(std::move(tracked));
  return true;
}

void finish_orphans() {
  Orphans& left = orphans();
  if (!left.any.load(std::memory_order_relaxed)) return;
  const std::lock_guard lock(left.mutex);
  std::erase_if(left.requests, [](auto& orphan) { return finished(orphan.first, orphan.second); });
  left.any = !left.requests.empty();
}

}  // namespace

void on_completion(MPI_Request request, std::unique_ptr<Pending> pending) {
  // Operations that are complete at once may share one handle, so it cannot be a key.
  int done = 0;
  MPI_Status status{};
  mpi::real().Request_get_status(request, &done, &status);
  if (done)
    pending->complete(status, MPI_SUCCESS);
  else
    track(request, std::move(pending), false);
}

void on_receipt(MPI_Request request, std::unique_ptr<Pending> pending) { track(request, std::move(pending), false); }

void on_every_completion(MPI_Request request, std::unique_ptr<Pending> pending) {
  track(request, std::move(pending), true);
}

int start_requests(int count, MPI_Request requests[]) {
  if (!any_pending() || count <= 0 || requests == nullptr) return mpi::real().Startall(count, requests);
  std::vector<MPI_Request> to_start(requests, requests + count);
  std::vector<std::unique_ptr<Tracked>> all(count);
  for (int i = 0; i < count; ++i) {
    all[i] = requests[i] == MPI_REQUEST_NULL ? nullptr : table().take(requests[i]);
    if (!all[i]) continue;
    all[i]->pending->start();
    all[i]->active = true;
    all[i]->seen = nullptr;
    if (const MPI_Request other = all[i]->pending->stand_in(); other != MPI_REQUEST_NULL) to_start[i] = other;
  }
  const int error = count == 1 ? mpi::real().Start(to_start.data()) : mpi::real().Startall(count, to_start.data());
  for (int i = 0; i < count; ++i) {
    if (!all[i]) continue;
    all[i]->pending->started();
    table().put(requests[i], std::move(all[i]));
  }
  return error;
}

int free_request(MPI_Request* request) {
  std::unique_ptr<Tracked> tracked =
      any_pending() && request != nullptr && *request != MPI_REQUEST_NULL ? table().take(*request) : nullptr;
  if (!tracked || !tracked->active) {
    forget(std::move(tracked));
    return mpi::real().Request_free(request);
  }
  MPI_Request active = tracked->pending->stand_in();
  if (active == MPI_REQUEST_NULL) {
    active = std::exchange(*request, MPI_REQUEST_NULL);
  } else {
    tracked->pending->disown_stand_in();
    mpi::real().Request_free(request);
  }
  Orphans& left = orphans();
  {
    const std::lock_guard lock(left.mutex);
    left.requests.emplace_back(active, std::move(tracked));
    left.any = true;
  }
  finish_orphans();
  return MPI_SUCCESS;
}

void finish_requests() {
  finish_orphans();
  // MPI completes the rest. Buffers that it still reads stay until the process ends.
  Orphans& left = orphans();
  const std::lock_guard lock(left.mutex);
  for (auto& [request, tracked] : left.requests) {
    mpi::real().Request_free(&request);
    static_cast<void>(tracked.release());
  }
  left.requests.clear();
}

Watch::Watch(int count, MPI_Request requests[]) : requests_(requests) {
  finish_orphans();
  if (count <= 0 || requests == nullptr) return;
  tracked_.resize(count);
  for (int i = 0; i < count; ++i) {
    if (requests[i] == MPI_REQUEST_NULL) continue;
    std::unique_ptr<Tracked>& tracked = tracked_[i];
    tracked = table().take(requests[i]);
    if (!tracked) continue;
    any_ = true;
    const MPI_Request other = tracked->active ? tracked->pending->stand_in() : MPI_REQUEST_NULL;
    if (other != MPI_REQUEST_NULL) tracked->users = std::exchange(requests[i], other);
  }
}

Watch::~Watch() {
  for (std::size_t i = 0; i < tracked_.size(); ++i) {
    if (!tracked_[i]) continue;
    const MPI_Request users = std::exchange(tracked_[i]->users, MPI_REQUEST_NULL);
    if (users != MPI_REQUEST_NULL) requests_[i] = users;
    if (requests_[i] == MPI_REQUEST_NULL)
      forget(std::move(tracked_[i]));
    else
      table().put(requests_[i], std::move(tracked_[i]));
  }
}

bool Watch::ready() {
  bool all = true;
  for (const std::unique_ptr<Tracked>& tracked : tracked_)
    if (tracked && tracked->active && !tracked->pending->ready()) all = false;
  return all;
}

void Watch::wait_until_ready() {
  for (transport::Backoff backoff(crowd()); !ready();) backoff.wait(transport::yield);
}

int Watch::done(int i, MPI_Status& status, int error) {
  std::unique_ptr<Tracked>& tracked = tracked_[i];
  if (!tracked) return error;
  error = seen(i, status, error);
  tracked->seen = nullptr;
  if (!tracked->persistent) forget(std::move(tracked));
  return error;
}

int Watch::seen(int i, MPI_Status& status, int error) {
  const std::unique_ptr<Tracked>& tracked = tracked_[i];
  if (!tracked) return error;
  if (tracked->active) {
    error = tracked->pending->complete(status, error);
    tracked->active = false;
    tracked->seen = std::make_unique<const Outcome>(Outcome{status, error});
  } else if (tracked->seen) {
    status = tracked->seen->status;
    error = tracked->seen->error;
  }
  return error;
}

}  // namespace cartwright::preload
