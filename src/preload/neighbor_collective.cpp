// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/neighbor_collective.hpp"

#include "mpi/real.hpp"
#include "preload/collective.hpp"
#include "preload/gate.hpp"

#include <exception>
#include <limits>
#include <optional>

namespace cartwright::preload {

namespace {

/// The blocks that MPI carries, as arguments of MPI_Neighbor_alltoallw. Those of the node are empty.
struct Rest {
  std::vector<int> counts;
  std::vector<MPI_Aint> displacements;
  std::vector<MPI_Datatype> types;
  bool valid = true;

  Rest(const std::vector<Neighborhood::Edge>& edges, const BlockOf& block) {
    for (std::size_t i = 0; i < edges.size(); ++i) {
      Block one{nullptr, 0, MPI_BYTE};
      if (edges[i].peer == Neighborhood::by_mpi) one = block(i);
      if (one.count < 0 || one.count > std::numeric_limits<int>::max() || one.type == MPI_DATATYPE_NULL) valid = false;
      counts.push_back(static_cast<int>(one.count));
      displacements.push_back(reinterpret_cast<MPI_Aint>(one.buffer));
      types.push_back(one.type);
    }
    // An array of no elements needs an address, too.
    counts.push_back(0);
    displacements.push_back(0);
    types.push_back(MPI_BYTE);
  }
  /// Packed, if that is faster.
  TypedSide<MPI_Aint> side(Role role, Use use, MPI_Comm comm) const {
    return {role,
            use,
            MPI_BOTTOM,
            counts.data(),
            displacements.data(),
            types.data(),
            comm,
            role == Role::send ? destinations : sources};
  }
};

/// MPI's own collective for the rest. With counts of type int, MPICH 4.0 is wrong if a process has more sources than
/// destinations, or fewer.
class RestCall {
 public:
  RestCall(const TypedSide<MPI_Aint>& from, std::size_t destinations, const TypedSide<MPI_Aint>& to,
           std::size_t sources)
      : from_(from),
        to_(to),
        counts_(from.counts(), from.counts() + destinations),
        received_counts_(to.counts(), to.counts() + sources) {
    counts_.push_back(0);
    received_counts_.push_back(0);
  }
  int blocking(MPI_Comm comm) const {
    const mpi::RealFunctions& real = mpi::real();
#if MPI_VERSION >= 4
    if (real.Neighbor_alltoallw_c != nullptr)
      return real.Neighbor_alltoallw_c(from_.buffer(), counts_.data(), from_.displacements(), from_.types(),
                                       to_.buffer(), received_counts_.data(), to_.displacements(), to_.types(), comm);
#endif
    return real.Neighbor_alltoallw(from_.buffer(), from_.counts(), from_.displacements(), from_.types(), to_.buffer(),
                                   to_.counts(), to_.displacements(), to_.types(), comm);
  }
  int nonblocking(MPI_Comm comm, MPI_Request* request) const {
    const mpi::RealFunctions& real = mpi::real();
#if MPI_VERSION >= 4
    if (real.Ineighbor_alltoallw_c != nullptr)
      return real.Ineighbor_alltoallw_c(from_.buffer(), counts_.data(), from_.displacements(), from_.types(),
                                        to_.buffer(), received_counts_.data(), to_.displacements(), to_.types(), comm,
                                        request);
#endif
    return real.Ineighbor_alltoallw(from_.buffer(), from_.counts(), from_.displacements(), from_.types(), to_.buffer(),
                                    to_.counts(), to_.displacements(), to_.types(), comm, request);
  }

 private:
  const TypedSide<MPI_Aint>& from_;
  const TypedSide<MPI_Aint>& to_;
  std::vector<MPI_Count> counts_;
  std::vector<MPI_Count> received_counts_;
};

/// A collective whose arguments are good.
struct Prepared {
  std::shared_ptr<const Neighborhood> neighborhood;
  NodeExchange exchange;
  std::optional<Rest> sent;  ///< none if all processes are on this node
  std::optional<Rest> received;
};

/// The blocks in the order in which MPI_Neighbor_alltoallw receives them, with its pairing `by`. They are given in the
/// order of another collective, with its own pairing.
BlockOf reordered(const Neighborhood& neighborhood, Pairing pairing, Pairing by, const BlockOf& received) {
  if (pairing == by) return received;
  return [&neighborhood, &received, pairing, by](std::size_t i) {
    const std::vector<Neighborhood::Edge>& sources = neighborhood.sources;
    for (std::size_t other = 0; other < sources.size() && sources[i].same > 1; ++other)
      if (sources[other].rank == sources[i].rank &&
          neighborhood.number_of_source(other, pairing) == neighborhood.number_of_source(i, by))
        return received(other);
    return received(i);
  };
}

std::unique_ptr<Prepared> prepare(MPI_Comm comm, NeighborForm form, bool blocking, const NeighborBlocks& blocks) try {
  std::shared_ptr<const Neighborhood> neighborhood = neighborhood_of(comm);
  if (!neighborhood) return nullptr;
  const Pairing pairing = pairing_of(neighborhood->topology, form, blocking);
  const Pairing by = pairing_of(neighborhood->topology, NeighborForm::alltoallw, blocking);
  if (pairing == Pairing::other || by == Pairing::other) return nullptr;
  auto made = std::make_unique<Prepared>(
      Prepared{neighborhood, NodeExchange(neighborhood, pairing, blocks.sent, blocks.received), {}, {}});
  if (!made->exchange.valid()) return nullptr;
  if (neighborhood->alone) return made;
  made->sent.emplace(neighborhood->destinations, blocks.sent);
  made->received.emplace(neighborhood->sources, reordered(*neighborhood, pairing, by, blocks.received));
  return made->sent->valid && made->received->valid ? std::move(made) : nullptr;
} catch (const std::exception&) {
  return nullptr;
}

int raised(MPI_Comm comm, int error) {
  if (error != MPI_SUCCESS) PMPI_Comm_call_errhandler(comm, error);
  return error;
}

/// A nonblocking collective. The user's request is that of a gate.
class Begun : public Pending {
 public:
  Begun(std::unique_ptr<Prepared> prepared, MPI_Comm comm) : prepared_(std::move(prepared)), comm_(comm) {
    if (!prepared_->sent) return;
    sent_.emplace(prepared_->sent->side(Role::send, Use::message, comm));
    received_.emplace(prepared_->received->side(Role::receive, NonBlocking::receive, comm));
  }

  int begin(MPI_Request* request) {
    if (sent_) {
      const int error = mpi::real().Ineighbor_alltoallw(sent_->buffer(), sent_->counts(), sent_->displacements(),
                                                        sent_->types(), received_->buffer(), received_->counts(),
                                                        received_->displacements(), received_->types(), comm_, &rest_);
      if (error != MPI_SUCCESS) return error;
    }
    prepared_->exchange.outlive_types();
    prepared_->exchange.start(prepared_->neighborhood->channel, prepared_->neighborhood->rounds++);
    return gate_.make(request);
  }

  bool ready() override {
    if (gate_.opened()) return true;
    if (rest_ != MPI_REQUEST_NULL) {
      int done = 0;
      error_ = mpi::real().Test(&rest_, &done, MPI_STATUS_IGNORE);
      if (done) error_ = received_->deliver(error_);
    }
    if (!prepared_->exchange.advance() || rest_ != MPI_REQUEST_NULL) return false;
    gate_.open();
    return true;
  }

  int complete(MPI_Status& status, int error) override {
    Gate::clear(status);
    if (error == MPI_SUCCESS) error = error_;
    return error == MPI_SUCCESS ? raised(comm_, prepared_->exchange.error()) : error;
  }

 private:
  std::unique_ptr<Prepared> prepared_;
  MPI_Comm comm_;
  std::optional<TypedSide<MPI_Aint>> sent_;
  std::optional<TypedSide<MPI_Aint>> received_;
  std::optional<RestCall> call_;
  MPI_Request rest_ = MPI_REQUEST_NULL;
  int error_ = MPI_SUCCESS;
  Gate gate_;
};

}  // namespace

bool exchange_with_neighbors(MPI_Comm comm, NeighborForm form, const NeighborBlocks& blocks, int& error) {
  const std::unique_ptr<Prepared> prepared = prepare(comm, form, true, blocks);
  if (!prepared) return false;
  NodeExchange& exchange = prepared->exchange;
  error = MPI_SUCCESS;
  exchange.start(prepared->neighborhood->channel, prepared->neighborhood->rounds++);
  if (prepared->sent) {
    const auto call = [&](TypedSide<MPI_Aint>& from, TypedSide<MPI_Aint>& to) {
      return RestCall(from, prepared->neighborhood->destinations.size(), to, prepared->neighborhood->sources.size())
          .blocking(comm);
    };
    error = preload::exchange(call, prepared->sent->side(Role::send, Use::message, comm),
                              prepared->received->side(Role::receive, Blocking::receive, comm));
    if (error != MPI_SUCCESS) return true;
  }
  exchange.finish();
  error = raised(comm, exchange.error());
  return true;
}

bool begin_with_neighbors(MPI_Comm comm, NeighborForm form, const NeighborBlocks& blocks, MPI_Request* request,
                          int& error) {
  std::unique_ptr<Prepared> prepared = prepare(comm, form, false, blocks);
  if (!prepared) return false;
  auto begun = std::make_unique<Begun>(std::move(prepared), comm);
  error = begun->begin(request);
  if (error == MPI_SUCCESS) on_receipt(*request, std::move(begun));
  return true;
}

}  // namespace cartwright::preload
