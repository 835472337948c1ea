// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/collectives/persistent_on_node.hpp"

#include "base/trial.hpp"
#include "mpi/base/comm.hpp"
#include "mpi/base/comm_attribute.hpp"
#include "mpi/base/real.hpp"
#include "preload/base/agreed.hpp"
#include "preload/base/crowd.hpp"
#include "preload/packing/block_view.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace cartwright::preload {

#if MPI_VERSION >= 4

namespace {

/// Blocks of bytes, one after the other.
struct TrialBlocks {
  std::vector<int> counts, places;
  std::vector<std::byte> data;

  /// None if MPI refuses a block, or all together are too long for a trial.
  static std::optional<TrialBlocks> as_long_as(const BlockOf& blocks, std::size_t count) {
    constexpr std::int64_t longest = std::int64_t{16} << 20;
    TrialBlocks made;
    TypeInfo facts;
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Block block = blocks(i);
      const BlockView view(block.buffer, block.count, block.type, facts);
      if (!view.valid() || view.bytes() > longest - sum) return std::nullopt;
      made.counts.push_back(static_cast<int>(view.bytes()));
      made.places.push_back(static_cast<int>(sum));
      sum += view.bytes();
    }
    made.data.resize(static_cast<std::size_t>(std::max<std::int64_t>(1, sum)));
    return made;
  }
  BlockOf blocks() {
    return [this](std::size_t i) { return Block{data.data() + places[i], counts[i], MPI_BYTE}; };
  }
};

int make_by_mpi(MPI_Comm comm, Collective called, TrialBlocks& out, TrialBlocks& in, MPI_Request* request) {
  const mpi::RealFunctions& real = mpi::real();
  void *const from = out.data.data(), *const to = in.data.data();
  using enum Collective;
  if (called == alltoall)
    return real.Alltoall_init(from, out.counts[0], MPI_BYTE, to, in.counts[0], MPI_BYTE, comm, MPI_INFO_NULL, request);
  if (called == allgather)
    return real.Allgather_init(from, out.counts[0], MPI_BYTE, to, in.counts[0], MPI_BYTE, comm, MPI_INFO_NULL, request);
  if (called == allgatherv)
    return real.Allgatherv_init(from, out.counts[0], MPI_BYTE, to, in.counts.data(), in.places.data(), MPI_BYTE, comm,
                                MPI_INFO_NULL, request);
  return real.Alltoallv_init(from, out.counts.data(), out.places.data(), MPI_BYTE, to, in.counts.data(),
                             in.places.data(), MPI_BYTE, comm, MPI_INFO_NULL, request);
}

/// The time of a batch, but for its first quarter, which finds in the caches what the other way left there.
std::int64_t time_of(MPI_Request& request) {
  constexpr int batch = 8;
  std::chrono::steady_clock::time_point begin;
  for (int i = 0; i < batch; ++i) {
    if (i == batch / 4) begin = std::chrono::steady_clock::now();
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  return (std::chrono::steady_clock::now() - begin).count();
}

/// Whether persistent collectives of these sizes are faster by shared memory than by the MPI. Collective.
bool try_both(MPI_Comm comm, Collective called, NeighborForm form, TrialBlocks& out, TrialBlocks& in) {
  std::array<MPI_Request, 2> requests = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  int error = make_by_mpi(comm, called, out, in, &requests[0]);
  if (error == MPI_SUCCESS) {
    const NeighborBlocks blocks{out.blocks(), in.blocks()};
    if (!make_with_all(comm, form, blocks, &requests[1], error)) error = MPI_ERR_INTERN;
  }
  std::array<std::int64_t, 3> sums{0, 0, error == MPI_SUCCESS ? 0 : 1};
  mpi::real().Allreduce(MPI_IN_PLACE, &sums[2], 1, MPI_INT64_T, MPI_SUM, comm);
  if (sums[2] == 0) {
    constexpr int rounds = 4;
    std::array<std::array<std::int64_t, rounds>, 2> times;
    for (int round = 0; round < rounds; ++round)
      for (const int way : {round % 2, 1 - round % 2}) times[way][round] = time_of(requests[way]);
    for (const int way : {0, 1}) {
      std::ranges::sort(times[way]);
      sums[way] = std::reduce(times[way].begin(), times[way].end() - 1);  // something else disturbed the slowest
    }
    mpi::real().Allreduce(MPI_IN_PLACE, sums.data(), 2, MPI_INT64_T, MPI_SUM, comm);
  }
  for (MPI_Request& request : requests)
    if (request != MPI_REQUEST_NULL) MPI_Request_free(&request);
  return sums[2] == 0 && base::clearly_faster(static_cast<double>(sums[1]), static_cast<double>(sums[0]));
}

/// The results of trials, by function and range of sizes. Kept with a communicator.
struct Tried {
  mutable std::map<std::pair<Collective, std::size_t>, bool> faster;
};

bool faster_on_node(MPI_Comm comm, Collective called, NeighborForm form, const NeighborBlocks& blocks, bool gathers) {
  const int size = mpi::size_of(comm);
  std::optional<TrialBlocks> out = TrialBlocks::as_long_as(blocks.sent, gathers ? 1 : size);
  std::optional<TrialBlocks> in = TrialBlocks::as_long_as(blocks.received, size);
  // Where processes share cores, a trial sees when they get them.
  const bool possible = out && in && !crowd().oversubscribed();
  // The longest mean of a process, and whether one cannot try.
  std::array<std::int64_t, 2> most = {possible ? std::ssize(in->data) / size : 0, possible ? 0 : 1};
  mpi::real().Allreduce(MPI_IN_PLACE, most.data(), 2, MPI_INT64_T, MPI_MAX, comm);
  if (most[1] != 0) return false;
  const std::size_t range = range_of(most[0]);
  std::map<std::pair<Collective, std::size_t>, bool>& known =
      mpi::attached_to<Tried>(comm, [] { return std::make_unique<Tried>(); }).faster;
  const auto [found, is_new] = known.try_emplace({called, range}, false);
  if (is_new) {
    if (gathers) out->counts.resize(size, out->counts[0]), out->places.resize(size, 0);
    found->second = try_both(comm, called, form, *out, *in);
  }
  return found->second;
}

}  // namespace

bool make_on_node(MPI_Comm comm, Collective called, bool gathers, const NeighborBlocks& blocks, MPI_Request* request,
                  int& error) {
  if (agreed().collectives == When::off || !whole_node_of(comm)) return false;
  const NeighborForm form = gathers ? NeighborForm::gather : NeighborForm::alltoallw;
  if (agreed().collectives == When::measured && !faster_on_node(comm, called, form, blocks, gathers)) return false;
  return make_with_all(comm, form, blocks, request, error);
}

#endif

}  // namespace cartwright::preload
