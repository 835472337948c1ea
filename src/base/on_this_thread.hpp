// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace cartwright::base {

/// Something is so on this thread while one of these lives. `What` is a type of its own for each meaning.
template <typename What>
class OnThisThread {
 public:
  OnThisThread() { ++alive; }
  ~OnThisThread() { --alive; }
  OnThisThread(const OnThisThread&) = delete;
  static bool any() { return alive > 0; }

 private:
  static inline thread_local int alive = 0;
};

}  // namespace cartwright::base
