// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "gpu/worker_thread.hpp"

#include <csignal>
#include <exception>
#include <utility>

namespace cartwright::gpu {

WorkerThread& WorkerThread::get() {
  static WorkerThread one;
  return one;
}

void WorkerThread::start() {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    thread_ = std::thread([this] { run(); });
  } catch (...) {
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    throw;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void WorkerThread::add(std::function<void()> work) {
  const std::lock_guard lock(mutex_);
  if (ending_) return;
  if (!thread_.joinable()) start();
  work_.push_back(std::move(work));
  changed_.notify_all();
}

void WorkerThread::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return work_.empty() && !busy_; });
}

void WorkerThread::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return ending_ || !work_.empty(); });
    if (ending_) return;
    const std::function<void()> work = std::move(work_.front());
    work_.pop_front();
    busy_ = true;
    lock.unlock();
    try {
      work();
    } catch (const std::exception&) {
      // The program goes on without it.
    }
    lock.lock();
    busy_ = false;
    changed_.notify_all();
  }
}

WorkerThread::~WorkerThread() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

}  // namespace cartwright::gpu
