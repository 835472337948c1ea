// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "launch/signals.hpp"

#include <ctime>

namespace cartwright::launch {

AwaitedSignals::AwaitedSignals() {
  std::signal(SIGCHLD, SIG_DFL);  // the parent may have ignored it, and then no child could be waited for
  sigemptyset(&set_);
  sigaddset(&set_, SIGCHLD);
  for (const int number :
       {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGIO, SIGPWR}) {
    struct sigaction now{};
    // A blocked signal would arrive although it is ignored.
    if (sigaction(number, nullptr, &now) == 0 && now.sa_handler != SIG_IGN) sigaddset(&set_, number);
  }
  sigprocmask(SIG_BLOCK, &set_, &before_);
}

AwaitedSignals::~AwaitedSignals() { sigprocmask(SIG_SETMASK, &before_, nullptr); }

std::optional<siginfo_t> AwaitedSignals::next(std::optional<std::chrono::milliseconds> limit) const {
  siginfo_t info{};
  int number = 0;
  if (limit) {
    const timespec time = {limit->count() / 1000, limit->count() % 1000 * 1'000'000};
    number = sigtimedwait(&set_, &info, &time);
  } else {
    number = sigwaitinfo(&set_, &info);
  }
  return number > 0 ? std::optional(info) : std::nullopt;
}

}  // namespace cartwright::launch
