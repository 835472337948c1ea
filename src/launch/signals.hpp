// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <csignal>
#include <optional>

namespace cartwright::launch {

/// Blocks SIGCHLD and the signals that others send to end a program, during its lifetime: they are waited for one by
/// one. Signals that are ignored stay ignored.
class AwaitedSignals {
 public:
  AwaitedSignals();
  ~AwaitedSignals();
  AwaitedSignals(const AwaitedSignals&) = delete;
  AwaitedSignals& operator=(const AwaitedSignals&) = delete;

  /// The next signal; none if none comes within the limit.
  std::optional<siginfo_t> next(std::optional<std::chrono::milliseconds> limit = {}) const;

 private:
  sigset_t set_;
  sigset_t before_;
};

}  // namespace cartwright::launch
