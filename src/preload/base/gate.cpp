// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/base/gate.hpp"

#include "mpi/real.hpp"
#include "preload/base/own_comm.hpp"

#include <atomic>

namespace cartwright::preload {

namespace {

// Every MPI has these tags. So many gates are never closed at once. Persistent ones have the upper half.
constexpr unsigned tags = 16384;

}  // namespace

int Gate::make(MPI_Request* request) noexcept {
  static std::atomic<unsigned> made = 0;
  tag_ = static_cast<int>(made++ % tags);
  return mpi::real().Irecv(nullptr, 0, MPI_BYTE, 0, tag_, own_comm(), request);
}

int Gate::make_persistent(MPI_Request* request) noexcept {
  static std::atomic<unsigned> made = 0;
  tag_ = static_cast<int>(tags + made++ % tags);
  return mpi::real().Recv_init(nullptr, 0, MPI_BYTE, 0, tag_, own_comm(), request);
}

void Gate::open() noexcept {
  opened_ = true;
  mpi::real().Send(nullptr, 0, MPI_BYTE, 0, tag_, own_comm());
}

void Gate::clear(MPI_Status& status) noexcept {
  status.MPI_SOURCE = MPI_ANY_SOURCE;
  status.MPI_TAG = MPI_ANY_TAG;
  PMPI_Status_set_elements_x(&status, MPI_BYTE, 0);
}

}  // namespace cartwright::preload
