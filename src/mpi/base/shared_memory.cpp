// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/base/shared_memory.hpp"

#include "mpi/base/comm.hpp"

#include <utility>

namespace cartwright::mpi {

SharedMemory share(MPI_Comm node, std::shared_ptr<transport::TaggedRegion> own) {
  const int me = rank_in(node);
  const transport::SharedPlace mine = own ? own->place() : transport::SharedPlace{};
  std::vector<transport::SharedPlace> places(size_of(node));
  const bool told =
      real().Allgather(&mine, sizeof mine, MPI_BYTE, places.data(), sizeof mine, MPI_BYTE, node) == MPI_SUCCESS;
  SharedMemory memory;
  bool works = told && own;
  for (int process = 0; works && process < std::ssize(places); ++process) {
    memory.of.push_back(process == me ? own : transport::TaggedRegion::open(places[process]));
    works = memory.of.back() != nullptr;
  }
  works = everywhere(works, node);
  if (own) own->region.hide();
  return works ? memory : SharedMemory{};
}

}  // namespace cartwright::mpi
