// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/base/agreed.hpp"

#include "mpi/base/real.hpp"

#include <array>

namespace cartwright::preload {

namespace {

Agreed the_settings;

}  // namespace

void agree_on(const Agreed& wanted) {
  const auto join = static_cast<std::int64_t>(wanted.join);
  const auto collectives = static_cast<std::int64_t>(wanted.collectives);
  std::array<std::int64_t, 9> least = {wanted.shared_bytes, -wanted.shared_bytes, join,        -join,
                                       wanted.part_bytes,   wanted.may_order,     collectives, -collectives,
                                       wanted.reassociates};
  if (mpi::real().Allreduce(MPI_IN_PLACE, least.data(), least.size(), MPI_INT64_T, MPI_MIN, MPI_COMM_WORLD) !=
      MPI_SUCCESS)
    return;
  const std::int64_t shared_bytes = least[0] == -least[1] ? least[0] : 0;
  the_settings = {.shared_bytes = shared_bytes,
                  .join = shared_bytes > 0 && least[2] == -least[3] ? wanted.join : When::off,
                  .collectives = shared_bytes > 0 && least[6] == -least[7] ? wanted.collectives : When::off,
                  .reassociates = least[8] == 1,
                  .part_bytes = least[4],
                  .may_order = least[5] == 1};
}

const Agreed& agreed() { return the_settings; }

}  // namespace cartwright::preload
