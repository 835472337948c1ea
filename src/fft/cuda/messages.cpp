// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/cuda/messages.hpp"

#include "mpi/base/comm.hpp"
#include "mpi/base/real.hpp"
#include "mpi/base/succeed.hpp"
#include "transport/waiting.hpp"

namespace cartwright::fft::cuda {

namespace {

constexpr int tag = 1;

}  // namespace

Messages::Messages(MPI_Comm comm, bool aware, const Slots& slots, Workspace& workspace, mpi::TimedWait& waits)
    : comm_(comm), aware_(aware), slots_(slots), workspace_(workspace), waits_(waits) {}

void Messages::start(bool forward, const std::vector<bool>& far, std::byte* data, std::byte* spare, Failure& failure) {
  const std::vector<std::size_t> order = receivers(forward, far);
  std::byte* const out = aware_ ? spare : workspace_.sent();
  failure.attempt([&] {
    if (aware_) {
      copy_out(far, data, out);
      workspace_.wait();
      return;
    }
    // A message leaves when it has been copied, while the next one is copied. The first mark is for earlier work of the
    // stream, which may still read what was received before.
    workspace_.mark(0);
    for (std::size_t i = 0; i < order.size(); ++i) {
      const std::int64_t at = slots_.offset(order[i]);
      workspace_.copy(out + at, data + at, slots_.sent(forward, order[i]) * mpi::MessageUnit::bytes);
      workspace_.mark(i + 1);
    }
    workspace_.wait_for_mark(0);
  });
  receive(forward, far, aware_ ? data : workspace_.received());
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (!aware_) failure.attempt([&] { workspace_.wait_for_mark(i + 1); });
    const std::size_t member = order[i];
    mpi::succeed(mpi::real().Isend(out + slots_.offset(member), slots_.sent(forward, member), unit_.type(),
                                   static_cast<int>(member), tag, comm_, &requests_.emplace_back(MPI_REQUEST_NULL)));
  }
}

std::vector<std::size_t> Messages::receivers(bool forward, const std::vector<bool>& far) const {
  const int rank = mpi::rank_in(comm_);
  std::vector<std::size_t> order;
  // Each begins with the next member: otherwise all would send to the first one at once.
  for (std::size_t i = 1; i < far.size(); ++i) {
    const std::size_t member = (static_cast<std::size_t>(rank) + i) % far.size();
    if (far[member] && slots_.sent(forward, member) > 0) order.push_back(member);
  }
  return order;
}

void Messages::receive(bool forward, const std::vector<bool>& far, std::byte* to) {
  requests_.clear();
  senders_.clear();
  for (std::size_t member = 0; member < far.size(); ++member) {
    const int units = slots_.received(forward, member);
    if (!far[member] || units == 0) continue;
    mpi::succeed(mpi::real().Irecv(to + slots_.offset(member), units, unit_.type(), static_cast<int>(member), tag,
                                   comm_, &requests_.emplace_back(MPI_REQUEST_NULL)));
    senders_.push_back(member);
  }
}

void Messages::finish(bool forward, std::byte* data, Failure& failure) {
  for (std::size_t done = 0; !aware_ && done < senders_.size(); ++done) {
    int which = MPI_UNDEFINED;
    MPI_Status status;
    const auto arrived = [&] {
      int found = 0;
      mpi::succeed(mpi::real().Testany(static_cast<int>(senders_.size()), requests_.data(), &which, &found, &status));
      return found != 0;
    };
    waits_.until(arrived, transport::yield);
    const std::size_t member = senders_[static_cast<std::size_t>(which)];
    failure.attempt([&] {
      workspace_.copy(data + slots_.offset(member), workspace_.received() + slots_.offset(member),
                      slots_.received(forward, member) * mpi::MessageUnit::bytes);
    });
  }
  statuses_.resize(requests_.size());
  waits_.until_complete(requests_, statuses_.data());
}

/// Copies adjacent slots at once.
void Messages::copy_out(const std::vector<bool>& far, const std::byte* data, std::byte* to) const {
  std::size_t first = 0;
  while (first < far.size()) {
    std::size_t last = first;
    while (last < far.size() && far[last]) ++last;
    const std::int64_t at = first < far.size() ? slots_.offset(first) : 0;
    if (last > first && slots_.end(last - 1) > at) workspace_.copy(to + at, data + at, slots_.end(last - 1) - at);
    first = last + 1;
  }
}

}  // namespace cartwright::fft::cuda
