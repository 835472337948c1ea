// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/exchange/barrier.hpp"

#include "mpi/real.hpp"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>
#include <ctime>

namespace cartwright::fft::exchange {

namespace {

constexpr int spins = 2000;  // some tens of microseconds
constexpr timespec nap = {.tv_sec = 0, .tv_nsec = 1'000'000};

void sleep_while(std::atomic<std::uint32_t>& word, std::uint32_t value) {
  syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&word), FUTEX_WAIT, value, &nap, nullptr, 0);
}

void wake_all(std::atomic<std::uint32_t>& word) {
  syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&word), FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

/// Lets MPI make progress with its messages.
void progress(MPI_Comm comm) {
  int flag = 0;
  MPI_Status status;
  mpi::real().Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &flag, &status);
}

}  // namespace

void Barrier::arrive() {
  State& state = this->state();
  round_ = state.round.load(std::memory_order_relaxed);
  generation_ = workspace_.generation();
  pending_ = true;
  if (state.arrived.fetch_add(1, std::memory_order_acq_rel) + 1 < members_) return;
  state.arrived.store(0, std::memory_order_relaxed);
  state.round.store(round_ + 1, std::memory_order_release);
  wake_all(state.round);
}

void Barrier::wait() {
  if (!pending_) return;
  pending_ = false;
  if (generation_ != workspace_.generation()) return;
  State& state = this->state();
  for (int i = 0; i < spins; ++i) {
    if (state.round.load(std::memory_order_acquire) != round_) return;
    relax();
  }
  while (state.round.load(std::memory_order_acquire) == round_) {
    sleep_while(state.round, round_);
    progress(workspace_.node());
  }
}

}  // namespace cartwright::fft::exchange
