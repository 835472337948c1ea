// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cstdint>

namespace cartwright::transport {

// Waiting for another process of this node, which will change a word in shared memory.

/// Spins for a moment, and leaves the resources of the core to its other thread.
inline void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

/// Lets other processes run on this core.
void yield();

/// Sleeps for a tenth of a millisecond.
void nap();

/// Sleeps while the word has this value, for a millisecond at most.
void sleep_while(std::atomic<std::uint64_t>& word, std::uint64_t value);

/// Wakes all processes that sleep until the word changes.
void wake_all(std::atomic<std::uint64_t>& word);

/// Whether a process of this host has ended, or is a zombie. If the system gives no answer, it is assumed to run.
bool has_ended(int pid);

/// The seconds that an option of users, "0 means 600, and a negative number means no limit", lets a process wait; 0 for
/// no limit.
double max_seconds(double option);

/// Processes that wait for each other, and the cores on which they may run.
struct Crowd {
  int processes = 1;
  int cores = 1;

  bool oversubscribed() const { return processes > cores; }
  /// How many processes take turns on a core, 1 at least.
  double turns() const { return oversubscribed() ? static_cast<double>(processes) / cores : 1; }
  /// How often a process spins before it lets others run: for about a millisecond if each has a core, and otherwise for
  /// a moment, because the other process may need this core.
  int spins() const { return oversubscribed() ? 20 : 40'000; }
};

/// The steps of a wait: first the process spins, because the other one is likely to be working, then it lets others
/// run, because they may need this core, then it sleeps. Make one for each wait.
class Backoff {
 public:
  /// It yields so often, and sleeps for so many seconds; 0: no limit.
  explicit Backoff(const Crowd& crowd, int yields = 0, double seconds = 0)
      : spins_(crowd.spins()), yields_(yields), seconds_(seconds) {}

  /// Waits for a moment. `sleep` is called when it is time to sleep, for at most about a millisecond.
  template <typename Sleep>
  void wait(Sleep sleep) {
    ++rounds_;
    if (rounds_ <= spins_) return relax();
    if (rounds_ <= spins_ + yields_) return yield();
    if (sleeps() == 1) begin_ = now();
    sleep();
  }
  /// How often it has slept.
  std::int64_t sleeps() const { return rounds_ - spins_ - yields_; }
  /// Seconds since it first slept.
  double waited() const { return now() - begin_; }
  /// Sleeping, so that it is time to look whether the other process is still there.
  bool long_wait() const { return sleeps() > 1; }
  bool exhausted() const { return long_wait() && seconds_ > 0 && waited() > seconds_; }

  /// Seconds of a clock that never goes back.
  static double now();

 private:
  int spins_, yields_;
  double seconds_;
  std::int64_t rounds_ = 0;
  double begin_ = 0;
};

}  // namespace cartwright::transport
