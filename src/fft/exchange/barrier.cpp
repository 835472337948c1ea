// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/exchange/barrier.hpp"

namespace cartwright::fft::exchange {

void Barrier::arrive() {
  round_ = arrivals().complete().get();
  generation_ = workspace_.generation();
  pending_ = true;
  arrivals().arrive(members_, round_ + 1);
}

void Barrier::wait() {
  if (!pending_) return;
  pending_ = false;
  if (generation_ != workspace_.generation()) return;
  transport::Counter& complete = arrivals().complete();
  // While it waits for long, it also looks for messages, and thus lets MPI make progress.
  workspace_.waits().until([&] { return complete.get() != round_; }, [&] { complete.sleep(round_); });
}

}  // namespace cartwright::fft::exchange
