// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/error.hpp"

#include <mutex>
#include <set>

namespace cartwright::boundary {

/// The handles of one type that exist. One that was freed, or never was a handle, is recognized. Thread safe. Never
/// destroyed: static objects of the program may free handles when it ends.
template <typename Handle>
class LiveHandles {
 public:
  static LiveHandles& all() {
    static auto& handles = *new LiveHandles;
    return handles;
  }
  void add(const Handle* handle) {
    const std::lock_guard lock(mutex_);
    handles_.insert(handle);
  }
  /// Whether it existed.
  bool remove(const Handle* handle) {
    const std::lock_guard lock(mutex_);
    return handles_.erase(handle) > 0;
  }
  /// Throws Error unless the handle exists. `name` is that of the argument.
  template <typename Argument>
  Argument& alive(Argument* handle, const char* name) {
    if (handle == nullptr) base::fail(base::Status::invalid_argument, "{} is NULL", name);
    if (!has(handle))
      base::fail(base::Status::invalid_argument, "invalid {} {}: never created, or already freed", name,
                 static_cast<const void*>(handle));
    return *handle;
  }

 private:
  bool has(const Handle* handle) {
    const std::lock_guard lock(mutex_);
    return handles_.contains(handle);
  }

  std::mutex mutex_;
  std::set<const Handle*> handles_;
};

}  // namespace cartwright::boundary
