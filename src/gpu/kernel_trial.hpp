// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "device/driver.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>

namespace cartwright::gpu {

/// Times a kernel that was made for one layout against the generic one of batches, in alternating launches on the
/// stream of the caller, and keeps the faster. Thread safe.
class KernelTrial {
 public:
  enum class Choice : std::uint8_t { batch, own };

  using Report = std::function<void(bool own, double ratio)>;

  /// `known`: whether the program's own kernel won before. Otherwise it is measured, in calls with this number of
  /// turns, and `report` gets the result.
  KernelTrial(std::optional<bool> known, std::int64_t turns, Report report);
  ~KernelTrial();
  KernelTrial(const KernelTrial&) = delete;
  KernelTrial& operator=(const KernelTrial&) = delete;

  /// Launches one of both. Until there is a result, that of batches also serves streams that are captured.
  void run(device::Stream* stream, std::int64_t turns, const std::function<void(Choice)>& launch);

  bool decided() const { return state_ != State::open; }
  bool own_won() const { return state_ == State::own; }

 private:
  enum class State : std::uint8_t { open, batch, own };
  /// The first round warms up.
  static constexpr std::size_t rounds = 6;
  struct Timed {
    device::Event* start = nullptr;
    device::Event* end = nullptr;
  };

  bool measures(std::int64_t turns);
  void decide();
  void finish(State state);

  const std::int64_t turns_;
  const Report report_;
  std::atomic<State> state_ = State::open;
  std::mutex mutex_;
  std::array<Timed, 2 * rounds> calls_;  ///< own, batch, own, ...
  std::size_t called_ = 0;
};

}  // namespace cartwright::gpu
