// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "ping_pong/telephone.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <stdexcept>

namespace cartwright::bench {

Telephone::Telephone(int rank) {
  std::array<char, 64> name{};
  std::snprintf(name.data(), name.size(), "/cartwright-ping-pong-%d", static_cast<int>(getpid()));
  MPI_Bcast(name.data(), static_cast<int>(name.size()), MPI_CHAR, 0, MPI_COMM_WORLD);
  if (rank == 1) MPI_Barrier(MPI_COMM_WORLD);  // it is there now
  const int descriptor = shm_open(name.data(), rank == 0 ? O_CREAT | O_EXCL | O_RDWR : O_RDWR, 0600);
  if (descriptor < 0 || (rank == 0 && ftruncate(descriptor, sizeof(Shared)) != 0))
    throw std::runtime_error("no shared memory between two processes");
  void* memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (memory == MAP_FAILED) throw std::runtime_error("cannot map shared memory");
  close(descriptor);
  shared_ = static_cast<Shared*>(memory);
  if (rank == 0) {
    sem_init(&shared_->called, 1, 0);
    sem_init(&shared_->done, 1, 0);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) shm_unlink(name.data());
}

Telephone::~Telephone() { munmap(shared_, sizeof(Shared)); }

void Telephone::call(const std::string& line) {
  if (line.size() >= shared_->line.size()) throw std::length_error("a line too long: " + line);
  std::memcpy(shared_->line.data(), line.c_str(), line.size() + 1);
  sem_post(&shared_->called);
}

void Telephone::hang_up() { call(""); }

bool Telephone::wait(std::string& line) {
  while (sem_wait(&shared_->called) != 0) continue;  // interrupted by a signal
  line = shared_->line.data();
  return !line.empty();
}

void Telephone::done() { sem_post(&shared_->done); }

void Telephone::wait_done() {
  while (sem_wait(&shared_->done) != 0) continue;
}

}  // namespace cartwright::bench
