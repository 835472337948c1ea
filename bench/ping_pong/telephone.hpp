// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>
#include <semaphore.h>

#include <array>
#include <string>

namespace cartwright::bench {

/// Process 0 tells process 1 what to do. A process that waits sleeps, which no MPI does. Collective over both.
class Telephone {
 public:
  explicit Telephone(int rank);
  ~Telephone();
  Telephone(const Telephone&) = delete;
  Telephone& operator=(const Telephone&) = delete;

  void call(const std::string& line);
  void wait_done();
  void hang_up();

  /// False when the other hung up.
  bool wait(std::string& line);
  void done();

 private:
  struct Shared {
    sem_t called, done;
    std::array<char, 512> line;
  };
  Shared* shared_ = nullptr;
};

}  // namespace cartwright::bench
