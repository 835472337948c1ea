// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "transport/waiting.hpp"

#include <linux/futex.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <chrono>
#include <climits>
#include <ctime>

namespace cartwright::transport {

namespace {

constexpr timespec millisecond = {.tv_sec = 0, .tv_nsec = 1'000'000};
constexpr timespec tenth = {.tv_sec = 0, .tv_nsec = 100'000};

/// The half of a word that changes: a futex has 32 bits.
std::uint32_t* low_half(std::atomic<std::uint64_t>& word) {
  return reinterpret_cast<std::uint32_t*>(&word) + (std::endian::native == std::endian::little ? 0 : 1);
}

}  // namespace

void yield() { sched_yield(); }
void nap() { nanosleep(&tenth, nullptr); }

void sleep_while(std::atomic<std::uint64_t>& word, std::uint64_t value) {
  syscall(SYS_futex, low_half(word), FUTEX_WAIT, static_cast<std::uint32_t>(value), &millisecond, nullptr, 0);
}
void wake_all(std::atomic<std::uint64_t>& word) {
  syscall(SYS_futex, low_half(word), FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

bool has_ended(int pid) {
#if defined(SYS_pidfd_open)
  const int process = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
  if (process < 0) return errno == ESRCH;
  pollfd end{process, POLLIN, 0};
  const bool ended = poll(&end, 1, 0) > 0;
  close(process);
  return ended;
#else
  return kill(pid, 0) != 0 && errno == ESRCH;
#endif
}

double max_seconds(double option) {
  constexpr double if_not_given = 600;
  if (option == 0) return if_not_given;
  return option > 0 ? option : 0;
}

double Backoff::now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace cartwright::transport
