// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "gpu/kernel_trial.hpp"

#include "base/trial.hpp"
#include "gpu/context.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace cartwright::gpu {

namespace {

/// Lets this thread ask for events although another thread may be capturing a stream: otherwise the driver refuses, and
/// the capture fails.
class Relaxed {
 public:
  Relaxed() { driver().cuThreadExchangeStreamCaptureMode(&mode_); }
  ~Relaxed() { driver().cuThreadExchangeStreamCaptureMode(&mode_); }
  Relaxed(const Relaxed&) = delete;

 private:
  int mode_ = 2;  ///< the other mode: the one before, while this lives
};

bool is_captured(device::Stream* stream) {
  int capturing = 0;
  return driver().cuStreamIsCapturing(stream, &capturing) != 0 || capturing != 0;
}

}  // namespace

KernelTrial::KernelTrial(std::optional<bool> known, std::int64_t turns, Report report)
    : turns_(turns), report_(std::move(report)) {
  if (!driver().measures()) known = false;
  if (known) finish(*known ? State::own : State::batch);
}

KernelTrial::~KernelTrial() {
  if (!decided()) finish(State::batch);
}

void KernelTrial::run(device::Stream* stream, std::int64_t turns, const std::function<void(Choice)>& launch) {
  if (!decided() && !is_captured(stream)) {
    const Relaxed relaxed;
    const std::lock_guard lock(mutex_);
    if (!decided() && called_ == calls_.size()) decide();
    if (!decided()) {
      if (!measures(turns)) return launch(Choice::batch);
      Timed& call = calls_[called_];
      const Choice kernel = called_++ % 2 == 0 ? Choice::own : Choice::batch;
      check(driver().cuEventRecord(call.start, stream), "cuEventRecord");
      launch(kernel);
      check(driver().cuEventRecord(call.end, stream), "cuEventRecord");
      return;
    }
  }
  launch(own_won() ? Choice::own : Choice::batch);
}

/// Whether the next call can be measured.
bool KernelTrial::measures(std::int64_t turns) {
  if (called_ == calls_.size() || turns != turns_) return false;
  Timed& call = calls_[called_];
  return (call.start != nullptr || driver().cuEventCreate(&call.start, 0) == 0) &&
         (call.end != nullptr || driver().cuEventCreate(&call.end, 0) == 0);
}

/// Compares the shortest times of both, if all calls have ended: disturbances only add time.
void KernelTrial::decide() {
  if (driver().cuEventQuery(calls_.back().end) != 0) return;
  std::array<float, 2> least{std::numeric_limits<float>::max(), std::numeric_limits<float>::max()};
  for (std::size_t i = 2; i < calls_.size(); ++i) {
    float milliseconds = 0;
    if (driver().cuEventElapsedTime(&milliseconds, calls_[i].start, calls_[i].end) != 0) return;
    least[i % 2] = std::min(least[i % 2], milliseconds);
  }
  const bool own = base::clearly_faster(least[0], least[1]);
  finish(own ? State::own : State::batch);
  report_(own, least[1] > 0 ? static_cast<double>(least[0] / least[1]) : 1);
}

void KernelTrial::finish(State state) {
  state_ = state;
  for (Timed& call : calls_)
    for (device::Event** event : {&call.start, &call.end})
      if (*event != nullptr) driver().cuEventDestroy_v2(std::exchange(*event, nullptr));
}

}  // namespace cartwright::gpu
