// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/exchange/barrier.hpp"

namespace cartwright::fft::exchange {

void Barrier::arrive() {
  State& state = this->state();
  round_ = state.round.get();
  generation_ = workspace_.generation();
  pending_ = true;
  if (state.arrived.fetch_add(1, std::memory_order_acq_rel) + 1 < members_) return;
  state.arrived.store(0, std::memory_order_relaxed);
  state.round.set(round_ + 1);
}

void Barrier::wait() {
  if (!pending_) return;
  pending_ = false;
  if (generation_ != workspace_.generation()) return;
  State& state = this->state();
  // While it waits for long, it also looks for messages, and thus lets MPI make progress.
  workspace_.waits().until([&] { return state.round.get() != round_; }, [&] { state.round.sleep(round_); });
}

}  // namespace cartwright::fft::exchange
