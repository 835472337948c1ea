// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/engine/board.hpp"

#include <linux/futex.h>
#include <poll.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <chrono>
#include <climits>
#include <ctime>

namespace cartwright::halo::engine {

namespace {

constexpr timespec millisecond = {.tv_sec = 0, .tv_nsec = 1'000'000};

/// The half of a count that changes: a futex has 32 bits.
std::uint32_t* low_half(std::atomic<std::uint64_t>& count) {
  return reinterpret_cast<std::uint32_t*>(&count) + (std::endian::native == std::endian::little ? 0 : 1);
}

}  // namespace

void Board::set(Word& word, std::uint64_t exchange) {
  word.count.store(exchange, std::memory_order_seq_cst);
  if (word.sleepers.load(std::memory_order_seq_cst) > 0)
    syscall(SYS_futex, low_half(word.count), FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

void Board::sleep(Word& word, std::uint64_t seen) {
  word.sleepers.fetch_add(1, std::memory_order_seq_cst);
  if (word.count.load(std::memory_order_seq_cst) == seen)
    syscall(SYS_futex, low_half(word.count), FUTEX_WAIT, static_cast<std::uint32_t>(seen), &millisecond, nullptr, 0);
  word.sleepers.fetch_sub(1, std::memory_order_relaxed);
}

void Board::post(std::uint64_t exchange, std::uint64_t pass) {
  head().passes[exchange % 2].store(pass, std::memory_order_relaxed);
  set(head(), exchange);
}

void Board::take(std::size_t reader, std::uint64_t exchange) { set(word(reader), exchange); }

void Board::close() { head().closed.store(true, std::memory_order_release); }

void Patience::relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

void Patience::yield() { sched_yield(); }

double Patience::now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void nap() {
  constexpr timespec time = {.tv_sec = 0, .tv_nsec = 100'000};
  nanosleep(&time, nullptr);
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

}  // namespace cartwright::halo::engine
