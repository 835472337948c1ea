// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <random>
#include <thread>
#include <vector>

namespace fake_cuda {

using Task = std::function<void()>;

/// A queue of tasks and the thread that runs them, each after a random delay: a program that does not wait for a
/// result finds it missing. A blocking stream waits for the default stream, and the default stream for all blocking
/// ones.
class Stream {
 public:
  enum class Order : std::uint8_t { blocking, non_blocking, all };

  explicit Stream(Order order);
  ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  /// Appends a task, or records it while the stream captures.
  void enqueue(Task task);
  /// Waits until all tasks are done.
  void wait() { wait_for(enqueued()); }

  bool capturing() const { return captured_.has_value(); }
  void begin_capture();
  std::vector<Task> end_capture();

 private:
  std::uint64_t enqueued();
  void wait_for(std::uint64_t done);
  Task after_others(Task task);
  void run();

  const Order order_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task> tasks_;
  std::uint64_t enqueued_ = 0;
  std::uint64_t done_ = 0;
  bool ending_ = false;
  std::optional<std::vector<Task>> captured_;
  std::minstd_rand delays_;
  std::thread thread_;
};

Stream& default_stream();
/// Waits until all tasks of all streams are done, also of non-blocking ones.
void wait_for_all_streams();
/// Whether any stream captures, and this thread respects that: then calls that wait or allocate are refused.
bool any_capturing();
/// Makes all captures that are under way fail when they end.
void spoil_captures();
/// Whether captures were spoiled since the last one ended.
bool captures_spoiled();
/// Sets the mode of this thread, and returns the one before: 0 or 1 respect captures of other threads, 2 does not.
int exchange_capture_mode(int mode);

}  // namespace fake_cuda
