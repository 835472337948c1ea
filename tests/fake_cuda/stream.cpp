// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "stream.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <utility>

namespace fake_cuda {

namespace {

/// The streams of the program, with the lock that protects the list.
struct Streams {
  std::mutex mutex;
  std::vector<Stream*> streams;
};
Streams& all_streams() {
  static auto& all = *new Streams;
  return all;
}

std::atomic<int> captures = 0;
std::atomic<bool> spoiled = false;
thread_local int capture_mode = 0;

/// FAKE_CUDA_DELAY: the longest delay before a task, in microseconds. Another process may be far ahead then. It is read
/// when the library is loaded: a stream's thread must not read the environment while the program changes it.
const unsigned longest_delay = [] {
  const char* const set = std::getenv("FAKE_CUDA_DELAY");
  return set == nullptr ? 200 : std::max(1U, static_cast<unsigned>(std::strtoul(set, nullptr, 10)));
}();

}  // namespace

Stream& default_stream() {
  static auto& stream = *new Stream(Stream::Order::all);
  return stream;
}

void wait_for_all_streams() {
  default_stream().wait();
  const std::lock_guard lock(all_streams().mutex);
  for (Stream* stream : all_streams().streams) stream->wait();
}

bool any_capturing() { return captures > 0 && capture_mode != 2; }

void spoil_captures() { spoiled = true; }
bool captures_spoiled() { return spoiled.exchange(false); }

int exchange_capture_mode(int mode) { return std::exchange(capture_mode, mode); }

Stream::Stream(Order order)
    : order_(order),
      delays_(static_cast<unsigned>(order) + 7 + static_cast<unsigned>(getpid())),
      thread_([this] { run(); }) {
  if (order == Order::all) return;
  const std::lock_guard lock(all_streams().mutex);
  all_streams().streams.push_back(this);
}

Stream::~Stream() {
  wait();
  {
    const std::lock_guard lock(all_streams().mutex);
    std::erase(all_streams().streams, this);
  }
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Stream::enqueue(Task task) {
  if (captured_) {
    captured_->push_back(std::move(task));
    return;
  }
  task = after_others(std::move(task));
  {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
    ++enqueued_;
  }
  changed_.notify_all();
}

Task Stream::after_others(Task task) {
  std::vector<std::pair<Stream*, std::uint64_t>> others;
  if (order_ == Order::blocking) others.emplace_back(&default_stream(), default_stream().enqueued());
  if (order_ == Order::all) {
    const std::lock_guard lock(all_streams().mutex);
    for (Stream* stream : all_streams().streams)
      if (stream->order_ == Order::blocking) others.emplace_back(stream, stream->enqueued());
  }
  return [others = std::move(others), task = std::move(task)] {
    for (const auto& [stream, done] : others) stream->wait_for(done);
    task();
  };
}

std::vector<Task> Stream::end_capture() {
  std::vector<Task> tasks = std::move(*captured_);
  captured_.reset();
  --captures;
  return tasks;
}

void Stream::begin_capture() {
  captured_.emplace();
  ++captures;
}

std::uint64_t Stream::enqueued() {
  const std::lock_guard lock(mutex_);
  return enqueued_;
}

void Stream::wait_for(std::uint64_t done) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return done_ >= done; });
}

void Stream::run() {
  const unsigned longest = longest_delay;
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return ending_ || !tasks_.empty(); });
    if (tasks_.empty()) return;
    const Task task = std::move(tasks_.front());
    tasks_.pop_front();
    lock.unlock();
    if (delays_() % 4 == 0) std::this_thread::sleep_for(std::chrono::microseconds(delays_() % longest));
    task();
    lock.lock();
    ++done_;
    changed_.notify_all();
  }
}

}  // namespace fake_cuda
