// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/exchange/exchange.hpp"
#include "fft/exchange/requests.hpp"

#include <utility>

namespace cartwright::fft::exchange {

/// An exchange that one nonblocking collective carries out, between the array and a buffer of this process.
class OneRequestExchange : public Exchange {
 public:
  std::byte* array() override { return array_memory(); }
  void open() override {}
  const std::byte* current() const override { return array_memory(); }
  void end() override { finish(); }  // a process without tiles has read none, and so has not waited

 protected:
  explicit OneRequestExchange(ExchangeParts parts) : parts_(std::move(parts)) {}

  std::byte* array_memory() const { return parts_.workspace.mine(parts_.array_part); }
  std::byte* buffer() const { return parts_.workspace.mine(parts_.first_buffer_part); }

  /// Calls begin(MPI_Request*), which returns the error of an MPI function.
  template <typename Begin>
  void exchange(Begin begin) {
    const Phase phase(parts_.times, &Times::wait);
    mpi::succeed(begin(requests_.add()));
  }
  /// Waits for the collective, if it is still under way.
  void finish() {
    if (requests_.empty()) return;
    const Phase phase(parts_.times, &Times::wait);
    requests_.wait(parts_.workspace.waits());
  }

  ExchangeParts parts_;

 private:
  Requests requests_;
};

}  // namespace cartwright::fft::exchange
