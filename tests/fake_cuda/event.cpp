// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// Events: marks in the order of a stream, for which other streams wait, and whose times are compared.
#include "driver.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>

using namespace fake_cuda;

namespace {

class Event {
 public:
  explicit Event(bool has_times) : has_times_(has_times) {}

  void record(Stream& stream) {
    std::uint64_t number = 0;
    {
      const std::lock_guard lock(mutex_);
      number = ++recorded_;
    }
    stream.enqueue([this, number] { reach(number); });
  }
  void let_wait(Stream& stream) {
    const std::uint64_t number = recorded();
    stream.enqueue([this, number] { wait_for(number); });
  }
  void wait() { wait_for(recorded()); }
  bool done() {
    const std::lock_guard lock(mutex_);
    return reached_ >= recorded_;
  }
  bool has_times() const { return has_times_; }
  std::chrono::steady_clock::time_point time() {
    const std::lock_guard lock(mutex_);
    return time_;
  }

 private:
  std::uint64_t recorded() {
    const std::lock_guard lock(mutex_);
    return recorded_;
  }
  void reach(std::uint64_t number) {
    {
      const std::lock_guard lock(mutex_);
      reached_ = number;
      time_ = std::chrono::steady_clock::now();
    }
    changed_.notify_all();
  }
  void wait_for(std::uint64_t number) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return reached_ >= number; });
  }

  const bool has_times_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t recorded_ = 0;
  std::uint64_t reached_ = 0;
  std::chrono::steady_clock::time_point time_;
};

}  // namespace

FAKE_CUDA cuEventCreate(Event** event, unsigned flags) {
  if (current_context() == nullptr) return invalid_context;
  if (any_capturing()) return capture_unsupported;
  constexpr unsigned without_times = 2;
  *event = new Event((flags & without_times) == 0);
  return success;
}
FAKE_CUDA cuEventDestroy_v2(Event* event) {
  event->wait();
  delete event;
  return success;
}
FAKE_CUDA cuEventRecord(Event* event, StreamHandle* stream) {
  if (current_context() == nullptr) return invalid_context;
  if (stream_of(stream).capturing()) return capture_unsupported;
  event->record(stream_of(stream));
  return success;
}
FAKE_CUDA cuStreamWaitEvent(StreamHandle* stream, Event* event, unsigned) {
  if (current_context() == nullptr) return invalid_context;
  if (stream_of(stream).capturing()) return capture_unsupported;
  event->let_wait(stream_of(stream));
  return success;
}
/// As the real driver, it ends captures that this thread respects.
FAKE_CUDA cuEventQuery(Event* event) {
  if (any_capturing()) {
    spoil_captures();
    return capture_unsupported;
  }
  return event->done() ? result_of_device() : not_ready;
}
FAKE_CUDA cuEventSynchronize(Event* event) {
  event->wait();
  return result_of_device();
}
FAKE_CUDA cuEventElapsedTime(float* milliseconds, Event* start, Event* end) {
  if (!start->has_times() || !end->has_times()) return invalid_value;
  if (!start->done() || !end->done()) return not_ready;
  *milliseconds = std::chrono::duration<float, std::milli>(end->time() - start->time()).count();
  return success;
}
