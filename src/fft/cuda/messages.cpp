// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/cuda/messages.hpp"

#include "mpi/real.hpp"
#include "mpi/succeed.hpp"

namespace cartwright::fft::cuda {

namespace {

constexpr int tag = 1;

}  // namespace

Messages::Messages(MPI_Comm comm, int rank, bool aware, Workspace& workspace)
    : comm_(comm), me_(static_cast<std::size_t>(rank)), aware_(aware), workspace_(workspace) {}

void Messages::exchange(const MessageOffsets& out, const std::byte* from, const MessageOffsets& in, std::byte* to,
                        Failure& failure) {
  if (aware_)
    exchange_aware(out, from, in, to, failure);
  else
    exchange_staged(out, from, in, to, failure);
}

void Messages::exchange_aware(const MessageOffsets& out, const std::byte* from, const MessageOffsets& in, std::byte* to,
                              Failure& failure) {
  // The stream may still read `to`.
  failure.attempt([&] { gpu::wait(workspace_.stream()); });
  receive(in, to);
  send(out, from);
  failure.attempt([&] { keep(out, from, in, to); });
  wait_for_all();
}

void Messages::exchange_staged(const MessageOffsets& out, const std::byte* from, const MessageOffsets& in,
                               std::byte* to, Failure& failure) {
  failure.attempt([&] {
    // What this process keeps is left out.
    const std::int64_t kept = out.offset(me_);
    const std::int64_t rest = kept + out.bytes(me_);
    if (kept > 0) gpu::start_copy(workspace_.sent(), from, kept, workspace_.stream());
    if (out.bytes() > rest)
      gpu::start_copy(workspace_.sent() + rest, from + rest, out.bytes() - rest, workspace_.stream());
    gpu::wait(workspace_.stream());
  });
  receive(in, workspace_.received());
  send(out, workspace_.sent());
  failure.attempt([&] { keep(out, from, in, to); });
  for (std::size_t done = 0; done < senders_.size(); ++done) {
    int which = MPI_UNDEFINED;
    MPI_Status status;
    mpi::succeed(mpi::real().Waitany(static_cast<int>(senders_.size()), requests_.data(), &which, &status));
    const std::size_t member = senders_[static_cast<std::size_t>(which)];
    failure.attempt([&] {
      gpu::start_copy(to + in.offset(member), workspace_.received() + in.offset(member), in.bytes(member),
                      workspace_.stream());
    });
  }
  wait_for_all();
}

void Messages::keep(const MessageOffsets& out, const std::byte* from, const MessageOffsets& in, std::byte* to) const {
  if (in.bytes(me_) > 0)
    gpu::start_copy(to + in.offset(me_), from + out.offset(me_), in.bytes(me_), workspace_.stream());
}

void Messages::receive(const MessageOffsets& in, std::byte* to) {
  requests_.clear();
  senders_.clear();
  int members = 0;
  PMPI_Comm_size(comm_, &members);
  for (std::size_t member = 0; member < static_cast<std::size_t>(members); ++member) {
    if (member == me_ || in.units(member) == 0) continue;
    mpi::succeed(mpi::real().Irecv(to + in.offset(member), in.units(member), unit_.type(), static_cast<int>(member),
                                   tag, comm_, &requests_.emplace_back(MPI_REQUEST_NULL)));
    senders_.push_back(member);
  }
}

void Messages::send(const MessageOffsets& out, const std::byte* from) {
  int members = 0;
  PMPI_Comm_size(comm_, &members);
  // Each begins with the next member, so that not all send to the first one at once.
  for (int i = 1; i < members; ++i) {
    const std::size_t member = (me_ + static_cast<std::size_t>(i)) % static_cast<std::size_t>(members);
    if (out.units(member) == 0) continue;
    mpi::succeed(mpi::real().Isend(from + out.offset(member), out.units(member), unit_.type(), static_cast<int>(member),
                                   tag, comm_, &requests_.emplace_back(MPI_REQUEST_NULL)));
  }
}

void Messages::wait_for_all() {
  statuses_.resize(requests_.size());
  mpi::succeed(mpi::real().Waitall(static_cast<int>(requests_.size()), requests_.data(), statuses_.data()));
}

}  // namespace cartwright::fft::cuda
