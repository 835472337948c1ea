// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace cartwright::gpu {

/// A thread for work that the program does not wait for. It starts with the first work, takes no signals, and ends with
/// the process or when this library is unloaded, after the work that it has begun.
class WorkerThread {
 public:
  static WorkerThread& get();

  /// Exceptions of the work are dropped.
  void add(std::function<void()> work);
  /// Waits until all work is done.
  void wait();

  WorkerThread(const WorkerThread&) = delete;
  WorkerThread& operator=(const WorkerThread&) = delete;

 private:
  WorkerThread() = default;
  ~WorkerThread();
  void start();
  void run();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> work_;
  bool busy_ = false;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace cartwright::gpu
