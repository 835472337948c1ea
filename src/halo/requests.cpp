// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/requests.hpp"

#include "mpi/base/real.hpp"
#include "mpi/base/succeed.hpp"

namespace cartwright::halo {

using mpi::MessageUnit;
using mpi::real;
using mpi::succeed;

Requests::~Requests() {
  int finalized = 0;
  PMPI_Finalized(&finalized);
  if (finalized != 0) return;
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    // After a failure, a message may be on its way.
    if (states_[i].receives && states_[i].active) {
      mpi::real().Cancel(&requests_[i]);
      MPI_Status status;
      real().Wait(&requests_[i], &status);
    }
    if (requests_[i] != MPI_REQUEST_NULL) real().Request_free(&requests_[i]);
  }
}

std::size_t Requests::add(MPI_Request request, bool receives) {
  requests_.push_back(request);
  states_.push_back({receives, false});
  completed_.resize(requests_.size());
  statuses_.resize(requests_.size());
  return requests_.size() - 1;
}

std::size_t Requests::send(const void* from, int units, const MessageUnit& unit, int rank, int tag, MPI_Comm comm) {
  MPI_Request made = MPI_REQUEST_NULL;
  succeed(real().Send_init(from, units, unit.type(), rank, tag, comm, &made));
  return add(made, false);
}

std::size_t Requests::receive(void* to, int units, const MessageUnit& unit, int rank, int tag, MPI_Comm comm) {
  MPI_Request made = MPI_REQUEST_NULL;
  succeed(real().Recv_init(to, units, unit.type(), rank, tag, comm, &made));
  return add(made, true);
}

void Requests::start(std::size_t number) {
  succeed(real().Start(&requests_[number]));
  states_[number].active = true;
  ++active_;
}

bool Requests::poll() {
  if (active_ == 0) return false;
  int count = 0;
  const int error = real().Testsome(static_cast<int>(requests_.size()), requests_.data(), &count, completed_.data(),
                                    statuses_.data());
  if (error == MPI_ERR_IN_STATUS)
    for (int i = 0; i < count; ++i) succeed(statuses_[i].MPI_ERROR);
  succeed(error);
  if (count == MPI_UNDEFINED) count = 0;
  for (int i = 0; i < count; ++i) states_[completed_[i]].active = false;
  active_ -= static_cast<std::size_t>(count);
  return count > 0;
}

}  // namespace cartwright::halo
