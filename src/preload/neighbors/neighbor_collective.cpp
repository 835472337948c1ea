// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/neighbors/neighbor_collective.hpp"

#include "device/memory.hpp"
#include "mpi/base/real.hpp"
#include "preload/base/comm_life.hpp"
#include "preload/base/completion_request.hpp"
#include "preload/base/interpose.hpp"
#include "preload/packing/collective.hpp"
#include "preload/traffic/recorder.hpp"

#include <exception>
#include <optional>

namespace cartwright::preload {

using RestBlocks = TypedBlocks<MPI_Count, MPI_Aint>;
using RestBuffer = CollectiveBuffer<RestBlocks>;

/// The blocks that MPI carries, as arguments of MPI_Neighbor_alltoallw. Those of the node are empty.
struct Rest {
  std::vector<MPI_Count> counts;
  std::vector<MPI_Aint> displacements;
  std::vector<MPI_Datatype> types;
  bool valid = true;

  Rest(const std::vector<Neighborhood::Edge>& edges, const BlockOf& block) {
    for (std::size_t i = 0; i < edges.size(); ++i) {
      Block one{nullptr, 0, MPI_BYTE};
      if (edges[i].peer == Neighborhood::by_mpi) one = block(i);
      if (one.count < 0 || one.type == MPI_DATATYPE_NULL) valid = false;
      counts.push_back(one.count);
      displacements.push_back(reinterpret_cast<MPI_Aint>(one.buffer));
      types.push_back(one.type);
    }
    // An array of no elements needs an address, too.
    counts.push_back(0);
    displacements.push_back(0);
    types.push_back(MPI_BYTE);
  }
  /// Packed, if that is faster.
  RestBuffer side(Role role, CallKind kind, MPI_Comm comm) const {
    const RestBlocks blocks(MPI_BOTTOM, counts.data(), displacements.data(), types.data());
    const bool sends = role == Role::send;
    return {role, sends ? kind : received_as(kind), blocks, comm, sends ? destinations : sources};
  }
};

namespace {

/// MPI's own collective for the rest. It takes large counts if there are any: with counts of type int, MPICH 4.0 is
/// wrong if a process has more sources than destinations, or fewer.
class RestCall {
 public:
  RestCall(RestBuffer from, std::size_t destinations, RestBuffer to, std::size_t sources)
      : from_(std::move(from)), to_(std::move(to)) {
    from_.pack();
    const auto with_end = [](const MPI_Count counts[], std::size_t n) {
      std::vector<int> ints(counts, counts + n);
      ints.push_back(0);  // an array of no elements needs an address, too
      return ints;
    };
    counts_ = with_end(from_.given().counts, destinations);
    received_counts_ = with_end(to_.given().counts, sources);
  }
  int blocking(MPI_Comm comm) const {
    return call(CW_REAL_4(Neighbor_alltoallw_c), mpi::real().Neighbor_alltoallw, comm);
  }
  int nonblocking(MPI_Comm comm, MPI_Request* request) const {
    return call(CW_REAL_4(Ineighbor_alltoallw_c), mpi::real().Ineighbor_alltoallw, comm, request);
  }
  int persistent(MPI_Comm comm, MPI_Request* request) const {
    return call(CW_REAL_4(Neighbor_alltoallw_init_c), CW_REAL_4(Neighbor_alltoallw_init), comm, MPI_INFO_NULL, request);
  }
  /// Before each start of a persistent one.
  void pack_again() { from_.pack_again(); }

  /// Unpacks what was received. Returns the error of the call.
  int deliver(int error) { return to_.deliver(error); }

 private:
  template <typename Large, typename Function, typename... Others>
  int call(Large large, Function function, Others... others) const {
    const RestBlocks from = from_.given();
    const RestBlocks to = to_.given();
    if constexpr (mpi::in_header<Large>)
      if (large != nullptr)
        return large(from.buffer, from.counts, from.displacements, from.types, to.buffer, to.counts, to.displacements,
                     to.types, others...);
    if constexpr (mpi::in_header<Function>)
      return function(from.buffer, counts_.data(), from.displacements, from.types, to.buffer, received_counts_.data(),
                      to.displacements, to.types, others...);
    return MPI_ERR_UNSUPPORTED_OPERATION;
  }

  RestBuffer from_;
  RestBuffer to_;
  std::vector<int> counts_;
  std::vector<int> received_counts_;
};

}  // namespace

/// A collective whose arguments are good.
struct Prepared {
  std::shared_ptr<const Neighborhood> neighborhood;
  NodeExchange exchange;
  std::optional<Rest> sent;  ///< none if all processes are on this node, or blocks are joined
  std::optional<Rest> received;
};

namespace {

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

std::unique_ptr<Prepared> prepare(std::shared_ptr<const Neighborhood> neighborhood, NeighborForm form, CallKind kind,
                                  const NeighborBlocks& blocks, const JoinPlan* plan = nullptr) try {
  if (!neighborhood) return nullptr;
  const Pairing pairing = pairing_of(neighborhood->topology, form, kind);
  const Pairing by = pairing_of(neighborhood->topology, NeighborForm::alltoallw, kind);
  if (pairing == Pairing::other || by == Pairing::other) return nullptr;
  auto made = std::make_unique<Prepared>(
      Prepared{neighborhood, NodeExchange(neighborhood, pairing, blocks.sent, blocks.received, plan), {}, {}});
  if (!made->exchange.valid()) return nullptr;
  if (neighborhood->alone || plan != nullptr) return made;
  made->sent.emplace(neighborhood->destinations, blocks.sent);
  made->received.emplace(neighborhood->sources, reordered(*neighborhood, pairing, by, blocks.received));
  return made->sent->valid && made->received->valid ? std::move(made) : nullptr;
} catch (const std::exception&) {
  return nullptr;
}

/// A collective with a request that it completes itself: the part on the node, and MPI's request for the rest.
class GatedCall : public Pending {
 public:
  GatedCall(std::unique_ptr<Prepared> prepared, MPI_Comm comm)
      : prepared_(std::move(prepared)), comm_(comm), comm_life_(life_of(comm)) {}

  bool ready() override {
    if (request_.is_complete()) return true;
    if (rest_runs_) {
      int done = 0;
      error_ = mpi::real().Test(&rest_, &done, MPI_STATUS_IGNORE);
      rest_runs_ = error_ == MPI_SUCCESS && !done;
      if (!rest_runs_) error_ = rest_call_->deliver(error_);
    }
    if (!exchange().advance() || rest_runs_) return false;
    request_.complete();
    return true;
  }

  int complete(MPI_Status& status, int error) override {
    CompletionRequest::clear(status);
    if (error == MPI_SUCCESS) error = error_;
    if (error != MPI_SUCCESS) return error;
    return comm_life_.expired() ? exchange().error() : raised(comm_, exchange().error());
  }

 protected:
  NodeExchange& exchange() { return prepared_->exchange; }
  const Neighborhood& neighborhood() const { return *prepared_->neighborhood; }
  /// MPI's call for the rest, if there is one, with these sides.
  void call_for_rest(RestBuffer from, RestBuffer to) {
    rest_call_.emplace(std::move(from), neighborhood().destinations.size(), std::move(to),
                       neighborhood().sources.size());
  }

  std::unique_ptr<Prepared> prepared_;
  MPI_Comm comm_;
  std::weak_ptr<const bool> comm_life_;
  std::optional<RestCall> rest_call_;
  MPI_Request rest_ = MPI_REQUEST_NULL;
  bool rest_runs_ = false;
  int error_ = MPI_SUCCESS;
  CompletionRequest request_;
};

/// A nonblocking collective.
class NonblockingCall : public GatedCall {
 public:
  using GatedCall::GatedCall;

  int begin(MPI_Request* request) {
    if (prepared_->sent) {
      call_for_rest(prepared_->sent->side(Role::send, CallKind::nonblocking, comm_),
                    prepared_->received->side(Role::receive, CallKind::nonblocking, comm_));
      const int error = rest_call_->nonblocking(comm_, &rest_);
      if (error != MPI_SUCCESS) return error;
      rest_runs_ = true;
    }
    exchange().outlive_types(CallKind::nonblocking);
    exchange().start(neighborhood().channel, neighborhood().rounds++);
    return request_.make(request);
  }
};

/// A persistent collective.
class PersistentCall : public GatedCall {
 public:
  using GatedCall::GatedCall;
  ~PersistentCall() override {
    if (rest_ != MPI_REQUEST_NULL) mpi::real().Request_free(&rest_);
  }
  PersistentCall(const PersistentCall&) = delete;
  PersistentCall& operator=(const PersistentCall&) = delete;

  int make(MPI_Request* request) {
    if (prepared_->sent) {
      call_for_rest(prepared_->sent->side(Role::send, CallKind::persistent, comm_),
                    prepared_->received->side(Role::receive, CallKind::persistent, comm_));
      const int error = rest_call_->persistent(comm_, &rest_);
      if (error != MPI_SUCCESS) return error;
    }
    // Processes may start several in different orders, so the rounds of each have numbers of their own.
    constexpr int bits_of_starts = 40;
    round_ = ++neighborhood().persistent << bits_of_starts;
    exchange().outlive_types(CallKind::persistent);
    return request_.make_persistent(request);
  }

  void start() override { request_.reset(); }
  void started() override {
    if (rest_call_) rest_call_->pack_again();
    error_ = rest_ != MPI_REQUEST_NULL ? mpi::real().Start(&rest_) : MPI_SUCCESS;
    rest_runs_ = rest_ != MPI_REQUEST_NULL && error_ == MPI_SUCCESS;
    exchange().start(neighborhood().channel, round_++);
  }

 private:
  std::uint64_t round_ = 0;
};

}  // namespace

NeighborCall::NeighborCall(MPI_Comm comm, NeighborForm form, const NeighborBlocks& blocks)
    : comm_(comm), form_(form), blocks_(blocks), neighborhood_(neighborhood_of(comm)) {
  if (!neighborhood_) return;
  const bool even = neighborhood_->sources.size() == neighborhood_->destinations.size();
  const NeighborWays::Next next = neighborhood_->ways->next(comm, form, neighborhood_->alone, even);
  if (next.timed) begin_ = std::chrono::steady_clock::now();
  if (!next.by_mpi) prepared_ = prepare(neighborhood_, form, CallKind::blocking, blocks, next.plan);
  if (next.by_mpi || prepared_) next_ = next;
}

NeighborCall::~NeighborCall() = default;

bool NeighborCall::plain() const { return next_ && next_->by_mpi && !recording() && !device::driver_known(); }

int NeighborCall::run() {
  NodeExchange& exchange = prepared_->exchange;
  exchange.start(neighborhood_->channel, neighborhood_->rounds++);
  if (prepared_->sent) {
    RestCall call(prepared_->sent->side(Role::send, CallKind::blocking, comm_), neighborhood_->destinations.size(),
                  prepared_->received->side(Role::receive, CallKind::blocking, comm_), neighborhood_->sources.size());
    if (const int error = call.deliver(call.blocking(comm_)); error != MPI_SUCCESS) return error;
  }
  exchange.finish();
  return raised(comm_, exchange.error());
}

int NeighborCall::count(int error) {
  if (!next_) return error;
  // Where MPI refused an argument, this process took part in no collective. Other errors do not keep it from that.
  if (next_->by_mpi && error != MPI_SUCCESS && !prepare(neighborhood_, form_, CallKind::blocking, blocks_))
    return error;
  const auto now = next_->timed ? std::chrono::steady_clock::now() : begin_;
  neighborhood_->ways->count(comm_, form_, neighborhood_->alone, *next_, now - begin_);
  return error;
}

bool begin_with_neighbors(MPI_Comm comm, NeighborForm form, const NeighborBlocks& blocks, MPI_Request* request,
                          int& error) {
  std::unique_ptr<Prepared> prepared = prepare(neighborhood_of(comm), form, CallKind::nonblocking, blocks);
  if (!prepared) return false;
  auto begun = std::make_unique<NonblockingCall>(std::move(prepared), comm);
  error = begun->begin(request);
  if (error == MPI_SUCCESS) on_receipt(*request, std::move(begun));
  return true;
}

namespace {

bool make_persistent(std::shared_ptr<const Neighborhood> neighborhood, MPI_Comm comm, NeighborForm form,
                     const NeighborBlocks& blocks, MPI_Request* request, int& error) {
  std::unique_ptr<Prepared> prepared = prepare(std::move(neighborhood), form, CallKind::persistent, blocks);
  if (!prepared) return false;
  auto repeated = std::make_unique<PersistentCall>(std::move(prepared), comm);
  error = repeated->make(request);
  if (error == MPI_SUCCESS) on_every_completion(*request, std::move(repeated));
  return true;
}

}  // namespace

bool make_with_neighbors(MPI_Comm comm, NeighborForm form, const NeighborBlocks& blocks, MPI_Request* request,
                         int& error) {
  return make_persistent(neighborhood_of(comm), comm, form, blocks, request, error);
}

bool make_with_all(MPI_Comm comm, NeighborForm form, const NeighborBlocks& blocks, MPI_Request* request, int& error) {
  return make_persistent(whole_node_of(comm), comm, form, blocks, request, error);
}

}  // namespace cartwright::preload
