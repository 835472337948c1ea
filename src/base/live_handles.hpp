// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/error.hpp"

#include <mutex>
#include <set>

namespace cartwright::boundary {

/// The handles of one type that exist. One that was freed, or never was a handle, is recognized. Thread safe.
template <typename Handle>
class LiveHandles {
 public:
  static LiveHandles& all() {
    static LiveHandles handles;
    return handles;
  }
  void add(const Handle* handle) {
    const std::lock_guard lock(mutex_);
    handles_.insert(handle);
  }
  void remove(const Handle* handle) {
    const std::lock_guard lock(mutex_);
    handles_.erase(handle);
  }
  bool has(const Handle* handle) {
    const std::lock_guard lock(mutex_);
    return handles_.contains(handle);
  }
  /// Throws Error unless the handle exists. `name` is that of the argument.
  template <typename Argument>
  Argument& alive(Argument* handle, const char* name) {
    if (handle == nullptr) base::fail(base::Status::invalid_argument, "{} is NULL", name);
    if (!has(handle))
      base::fail(base::Status::invalid_argument, "invalid plan {}: never created, or already freed",
                 static_cast<const void*>(handle));
    return *handle;
  }

 private:
  std::mutex mutex_;
  std::set<const Handle*> handles_;
};

}  // namespace cartwright::boundary
