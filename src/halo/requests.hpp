// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "halo/way.hpp"
#include "mpi/base/message_unit.hpp"

#include <mpi.h>

#include <cstddef>
#include <vector>

namespace cartwright::halo {

/// Persistent requests that MPI looks at together: one poll of the network serves all of them. With more processes than
/// cores an MPI may give up its core in each poll that finds nothing, so a poll for each request would take long.
class Requests final : public Medium {
 public:
  Requests() = default;
  ~Requests() override;
  Requests(const Requests&) = delete;

  /// Makes a request, and returns its number. Counts are in units; the buffer outlives the request.
  std::size_t send(const void* from, int units, const mpi::MessageUnit& unit, int rank, int tag, MPI_Comm comm);
  std::size_t receive(void* to, int units, const mpi::MessageUnit& unit, int rank, int tag, MPI_Comm comm);

  void start(std::size_t number);
  /// Lets MPI make progress, and learns which requests are complete. Whether there are new ones.
  bool poll() override;
  /// Whether the last start of a request was complete in the last poll.
  bool complete(std::size_t number) const { return !states_[number].active; }
  bool under_way() const override { return active_ > 0; }

 private:
  struct State {
    bool receives = false;
    bool active = false;
  };
  std::size_t add(MPI_Request request, bool receives);

  std::vector<MPI_Request> requests_;
  std::vector<State> states_;
  std::size_t active_ = 0;
  std::vector<int> completed_;
  std::vector<MPI_Status> statuses_;
};

}  // namespace cartwright::halo
