// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/plan.hpp"

#include "halo/dimension_ordered.hpp"
#include "mpi/base/collectively.hpp"

#include <algorithm>
#include <utility>

namespace cartwright::halo {

using base::Status;
using engine::Pattern;
using engine::Side;

namespace {

/// MPI counts units in 31 bits.
constexpr std::int64_t max_of_message = std::int64_t{64} << 30;

/// The lines of memory that a GPU reads at once: shorter runs are packed by their owner.
constexpr std::int64_t sector = 32;

}  // namespace

Plan::Plan(MPI_Comm comm, PlanRequest request) : exchange_(facts_) {
  facts_.request = std::move(request);
  mpi::collectively(comm, [&] { facts_.connections = find_connections(comm, facts_.request); });
  choices_.shortest_read = facts_.connections.gpu ? sector : facts_.request.shortest_read;
  PMPI_Comm_dup(comm, &facts_.comm);
  try {
    // Errors come back to the caller, whatever the communicator does with its own.
    PMPI_Comm_set_errhandler(facts_.comm, MPI_ERRORS_RETURN);
    facts_.node.emplace(facts_.comm, facts_.request.pretended);
    connect(facts_.comm, *facts_.node, facts_.request, facts_.connections);
    facts_.agreed = agree(facts_);
    if (facts_.agreed.messages) make_buffers(facts_.comm, facts_.agreed.apart, facts_.connections);
    make_choices();
    facts_.node.reset();
  } catch (...) {
    facts_.node.reset();
    joined_.reset();
    by_axes_.reset();
    prepared_.clear();
    PMPI_Comm_free(&facts_.comm);
    throw;
  }
}

Plan::~Plan() {
  if (facts_.connections.flags) facts_.connections.flags->flags.close();
  int finalized = 0;
  PMPI_Finalized(&finalized);
  prepared_.clear();
  joined_.reset();
  // After a failure, a message may still be on its way. It must never match a receive of another communicator, so this
  // one is not given up: MPICH would use its number again.
  const bool clean = !failed_ && !open();
  if (finalized == 0 && clean) PMPI_Comm_free(&facts_.comm);
}

void Plan::make_choices() {
  const PlanRequest& request = facts_.request;
  join(request.longest_joined ? *request.longest_joined : estimated_join(facts_));
  cut(request.piece != 0 ? request.piece : facts_.agreed.piece);
  if (facts_.agreed.any_gpu) mpi::collectively(facts_.comm, [&] { prepared(whole()); });
  if ((request.by_axes ? *request.by_axes : estimated_by_axes(facts_)) && may_go_by_axes(facts_)) go_by_axes(true);
  if (request.measure) measure();
}

void Plan::measure() {
  const CachedChoices kept(facts_.comm, hash(facts_), facts_.request.kept_folder);
  if (const std::optional<Choices> choices = kept.read()) {
    measured_before_ = true;
    choices_.shortest_read = choices->shortest_read;
    join(choices->longest_joined);
    cut(choices->piece);
    return go_by_axes(choices->by_axes && may_go_by_axes(facts_));
  }
  measured_ = halo::measure(*this, facts_);
  if (!choices_.by_axes) by_axes_.reset();
  record_thresholds(facts_, choices_, measured_);
  if (!measured_.empty()) kept.write(choices_);
}

void Plan::choose(Measured::Of of, std::int64_t limit) {
  switch (of) {
    case Measured::Of::read:
      choices_.shortest_read = limit;
      prepared_.clear();
      break;
    case Measured::Of::joined: join(limit); break;
    case Measured::Of::piece: cut(limit); break;
    case Measured::Of::by_axes: choices_.by_axes = limit != 0; break;
  }
}

void Plan::go_by_axes(bool by_axes) {
  choices_.by_axes = by_axes;
  if (!by_axes) return by_axes_.reset();
  PlanRequest request = facts_.request;
  request.piece = choices_.piece;
  // Values are never rounded in a node.
  for (engine::Field& field : request.fields) field.narrow = field.narrow && !facts_.agreed.sharing;
  by_axes_ = std::make_unique<DimensionOrdered>(facts_.comm, request);
}

void Plan::join(std::int64_t longest) {
  prepared_.clear();
  joined_.reset();
  choices_.longest_joined = longest;
  if (longest == 0 || !may_join(facts_)) return;
  std::vector<Joined::Neighbor> neighbors;
  for (const engine::Peer& peer : facts_.connections.peers) {
    Joined::Neighbor& neighbor = neighbors.emplace_back(peer.rank);
    if (peer.shares) continue;
    neighbor.bytes_out = wire_bytes(peer.theirs, peer.their_sides);
    neighbor.bytes_in = wire_bytes(facts_.connections.mine, peer.sides);
  }
  joined_ = Joined::make(facts_.comm, *facts_.node, unit_, neighbors, longest, whole().hash());
}

void Plan::cut(std::int64_t piece) {
  prepared_.clear();
  choices_.piece = piece == unlimited ? max_of_message : std::min(mpi::MessageUnit::padded(piece), max_of_message);
}

engine::Pass Plan::pass(std::int64_t shortest_read) {
  return engine::Pass(whole(), facts_.connections.mine, facts_.request.types, facts_.connections.peers, std::nullopt,
                      shortest_read, moves_);
}

Pattern Plan::whole(Pattern::Direction direction) const {
  return {direction, engine::Combination::sum, std::vector<bool>(facts_.connections.mine.fields.size(), true),
          widest()};
}

Prepared& Plan::prepared(const Pattern& pattern) {
  const auto [found, is_new] = prepared_.try_emplace(pattern);
  if (!is_new) return found->second;
  try {
    prepare(pattern, found->second);
  } catch (...) {
    prepared_.erase(found);
    throw;
  }
  return found->second;
}

void Plan::prepare(const Pattern& pattern, Prepared& made) {
  const Connections& to = facts_.connections;
  made.hash = pattern.hash();
  made.work.pass = std::make_unique<engine::Pass>(pattern, to.mine, facts_.request.types, to.peers, to.self,
                                                  choices_.shortest_read, moves_);
  const bool joined = joined_ && made.hash == whole().hash();
  engine::GpuPass::Streams streams;
  for (std::size_t i = 0; i < to.peers.size(); ++i) {
    const Way& way = *made.ways.emplace_back(make_way(i, made, joined));
    made.order.push_back(i);
    made.read_in_place = made.read_in_place || made.work.pass->is_read_by(i);
    for (const std::size_t parity : {0U, 1U}) streams[parity].push_back(way.streams(parity));
  }
  std::ranges::stable_sort(made.order, {}, [&](std::size_t i) { return made.ways[i]->turn(); });
  made.media.push_back(&made.requests);
  if (joined_) made.media.push_back(joined_.get());
  if (to.flags) made.media.push_back(&*facts_.connections.flags);
  if (to.gpu)
    made.work.gpu =
        std::make_unique<engine::GpuPass>(*made.work.pass, std::move(streams), to.gpu->context, to.gpu->stream);
}

std::unique_ptr<Way> Plan::make_way(std::size_t peer, Prepared& made, bool joined) {
  Connections& to = facts_.connections;
  if (to.peers[peer].shares) return in_node(to.links[peer], *to.flags, made.work, peer);
  const MessageSetup setup{made.requests,  facts_.comm,        unit_, to.peers[peer].rank, *to.buffers[peer],
                           choices_.piece, facts_.agreed.apart};
  return joined ? by_joined(*joined_, setup, made.work, peer) : by_message(setup, made.work, peer);
}

void Plan::check_usable() const {
  if (failed_)
    base::fail(Status::invalid_argument,
               "an exchange of this plan has failed before: free the plan, and make a new one");
  const auto& arrays = facts_.connections.arrays;
  for (std::size_t i = 0; i < arrays.size(); ++i)
    if (arrays[i] && arrays[i]->freed)
      base::fail(Status::invalid_argument, "field {}: its array was freed: free plans before their arrays", i);
}

bool Plan::open() const { return !failed_ && (exchange_.open() || (by_axes_ && by_axes_->open())); }

bool Plan::goes_by_axes(const Pattern& pattern) const {
  return choices_.by_axes && by_axes_ && pattern.hash() == whole().hash();
}

template <typename Step>
auto Plan::run(Step step) try {
  return step();
} catch (...) {
  failed_ = true;
  throw;
}

void Plan::start(const Pattern& pattern) {
  check_usable();
  if (goes_by_axes(pattern)) return run([&] { by_axes_->start(); });
  Prepared& ready = prepared(pattern);
  run([&] { exchange_.start(ready); });
}

bool Plan::test() {
  return run([&] { return exchange_.open() ? exchange_.test() : by_axes_->test(); });
}

void Plan::finish_side(const Side& side) {
  run([&] { exchange_.open() ? exchange_.finish_side(side) : by_axes_->finish_side(side); });
}

void Plan::finish() {
  run([&] { exchange_.open() ? exchange_.finish() : by_axes_->finish(); });
}

}  // namespace cartwright::halo
