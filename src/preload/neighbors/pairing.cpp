// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/neighbors/pairing.hpp"

#include "mpi/base/own_comm.hpp"
#include "mpi/base/real.hpp"

#include <array>
#include <map>
#include <mutex>
#include <tuple>

namespace cartwright::preload {

namespace {

constexpr int edges = 4;
using Blocks4 = std::array<int, edges>;

/// A communicator in which this process is its own neighbor four times.
MPI_Comm make_alone(int topology) {
  MPI_Comm made = MPI_COMM_NULL;
  const Blocks4 self{};
  const std::array<int, 2> ones = {1, 1};
  const int degree = edges;
  const mpi::RealFunctions& real = mpi::real();
  if (topology == MPI_CART) real.Cart_create(mpi::own_comm(), 2, ones.data(), ones.data(), 0, &made);
  if (topology == MPI_GRAPH) real.Graph_create(mpi::own_comm(), 1, &degree, self.data(), 0, &made);
  if (topology == MPI_DIST_GRAPH)
    real.Dist_graph_create_adjacent(mpi::own_comm(), edges, self.data(), MPI_UNWEIGHTED, edges, self.data(),
                                    MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &made);
  return made;
}

/// The index of the sent block for each received one.
Blocks4 exchange_alone(MPI_Comm comm, NeighborForm form, CallKind kind) {
  const mpi::RealFunctions& real = mpi::real();
  const Blocks4 in = {0, 1, 2, 3};
  Blocks4 out = {-1, -1, -1, -1};
  const Blocks4 ones = {1, 1, 1, 1};
  std::array<MPI_Aint, edges> bytes{};
  std::array<MPI_Datatype, edges> types{};
  for (int i = 0; i < edges; ++i) {
    bytes[i] = static_cast<MPI_Aint>(i * sizeof(int));
    types[i] = MPI_INT;
  }
  const auto call = [&](auto now, auto later, auto persistent, auto... arguments) {
    MPI_Request request = MPI_REQUEST_NULL;
    if (kind == CallKind::blocking) now(arguments..., comm);
    if (kind == CallKind::nonblocking) later(arguments..., comm, &request);
    if constexpr (mpi::in_header<decltype(persistent)>)
      if (kind == CallKind::persistent && persistent != nullptr &&
          persistent(arguments..., comm, MPI_INFO_NULL, &request) == MPI_SUCCESS)
        real.Start(&request);
    if (request != MPI_REQUEST_NULL) real.Wait(&request, MPI_STATUS_IGNORE);
    if (request != MPI_REQUEST_NULL) real.Request_free(&request);
  };
  if (form == NeighborForm::alltoall)
    call(real.Neighbor_alltoall, real.Ineighbor_alltoall, CW_REAL_4(Neighbor_alltoall_init), in.data(), 1, MPI_INT,
         out.data(), 1, MPI_INT);
  else if (form == NeighborForm::alltoallv)
    call(real.Neighbor_alltoallv, real.Ineighbor_alltoallv, CW_REAL_4(Neighbor_alltoallv_init), in.data(), ones.data(),
         in.data(), MPI_INT, out.data(), ones.data(), in.data(), MPI_INT);
  else
    call(real.Neighbor_alltoallw, real.Ineighbor_alltoallw, CW_REAL_4(Neighbor_alltoallw_init), in.data(), ones.data(),
         bytes.data(), types.data(), out.data(), ones.data(), bytes.data(), types.data());
  return out;
}

Pairing learn(int topology, NeighborForm form, CallKind kind) {
  MPI_Comm comm = make_alone(topology);
  if (comm == MPI_COMM_NULL) return Pairing::other;
  const Blocks4 from = exchange_alone(comm, form, kind);
  PMPI_Comm_free(&comm);
  if (from == Blocks4{0, 1, 2, 3}) return Pairing::in_order;
  if (from == Blocks4{3, 2, 1, 0}) return Pairing::reversed;
  return from == Blocks4{1, 0, 3, 2} && topology == MPI_CART ? Pairing::opposite : Pairing::other;
}

}  // namespace

Pairing pairing_of(int topology, NeighborForm form, CallKind kind) {
  // All blocks to a neighbor are equal, or it has one.
  if (form == NeighborForm::gather || topology == MPI_UNDEFINED) return Pairing::in_order;
  static std::mutex mutex;
  static auto& known = *new std::map<std::tuple<int, NeighborForm, CallKind>, Pairing>;
  const std::lock_guard lock(mutex);
  const auto [found, added] = known.try_emplace({topology, form, kind}, Pairing::other);
  if (added) found->second = learn(topology, form, kind);
  return found->second;
}

bool reports_truncation() {
#ifdef OPEN_MPI
  return true;  // and would leave messages behind if it were asked
#else
  static const bool reports = [] {
    MPI_Comm comm = make_alone(MPI_CART);
    if (comm == MPI_COMM_NULL) return true;
    const std::array<int, 2 * edges> in{};
    Blocks4 out{};
    const int error = mpi::real().Neighbor_alltoall(in.data(), 2, MPI_INT, out.data(), 1, MPI_INT, comm);
    PMPI_Comm_free(&comm);
    return error != MPI_SUCCESS;
  }();
  return reports;
#endif
}

}  // namespace cartwright::preload
