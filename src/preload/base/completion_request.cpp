// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/base/completion_request.hpp"

#include "mpi/base/own_comm.hpp"
#include "mpi/base/real.hpp"

#include <atomic>

namespace cartwright::preload {

namespace {

// Every MPI has these tags. So many requests are never pending at once. Persistent ones have the upper half.
constexpr unsigned tags = 16384;

}  // namespace

int CompletionRequest::make(MPI_Request* request) noexcept {
  static std::atomic<unsigned> made = 0;
  tag_ = static_cast<int>(made++ % tags);
  return mpi::real().Irecv(nullptr, 0, MPI_BYTE, 0, tag_, mpi::own_comm(), request);
}

int CompletionRequest::make_persistent(MPI_Request* request) noexcept {
  static std::atomic<unsigned> made = 0;
  tag_ = static_cast<int>(tags + made++ % tags);
  return mpi::real().Recv_init(nullptr, 0, MPI_BYTE, 0, tag_, mpi::own_comm(), request);
}

void CompletionRequest::complete() noexcept {
  complete_ = true;
  mpi::real().Send(nullptr, 0, MPI_BYTE, 0, tag_, mpi::own_comm());
}

void CompletionRequest::clear(MPI_Status& status) noexcept {
  status.MPI_SOURCE = MPI_ANY_SOURCE;
  status.MPI_TAG = MPI_ANY_TAG;
  PMPI_Status_set_elements_x(&status, MPI_BYTE, 0);
}

}  // namespace cartwright::preload
