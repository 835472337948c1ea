// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/collectives/comm_nodes.hpp"

#include "base/buffer.hpp"
#include "mpi/base/comm.hpp"
#include "mpi/base/real.hpp"
#include "preload/base/world.hpp"
#include "preload/node/measured_links.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>

namespace cartwright::preload {

namespace {

std::atomic<bool> keeps = false;

/// The bytes that this process shares for collectives, of all communicators.
std::atomic<std::int64_t> shared_now = 0;
constexpr std::int64_t most_shared = std::int64_t{32} << 20;
constexpr std::int64_t shared_each = 2 * NodeGroup::capacity;

/// MPI_COMM_NULL if MPI fails. Attributes and their callbacks stay with
/// `comm`: they belong to the program.
MPI_Comm split(MPI_Comm comm, int color, int key) {
  MPI_Comm made = MPI_COMM_NULL;
  if (mpi::real().Comm_split(comm, color, key, &made) != MPI_SUCCESS) return MPI_COMM_NULL;
  if (made != MPI_COMM_NULL) PMPI_Comm_set_errhandler(made, MPI_ERRORS_RETURN);
  return made;
}
void free(MPI_Comm comm) {
  if (comm != MPI_COMM_NULL && !keeps) PMPI_Comm_free(&comm);
}

/// The usual ones if nobody measured them.
const traffic::NodeLinks& links() {
  return measured_links().costs.latency > 0 ? measured_links() : traffic::usual_links;
}

/// The places of blocks in memory, and how these travel in a message: one after the other, each behind its length if
/// they have `lengths`.
struct Places {
  std::byte* data;
  std::int64_t bytes;
  std::int64_t* lengths;

  std::int64_t longest_message(std::int64_t first, std::int64_t end) const {
    return (end - first) * (bytes + (lengths == nullptr ? 0 : static_cast<std::int64_t>(sizeof *lengths)));
  }
  std::byte* pack(std::int64_t first, std::int64_t end, std::byte* out) const {
    if (lengths == nullptr) return std::copy_n(data + first * bytes, (end - first) * bytes, out);
    for (std::int64_t block = first; block < end; ++block) {
      std::memcpy(out, &lengths[block], sizeof *lengths);
      out = std::copy_n(data + block * bytes, lengths[block], out + sizeof *lengths);
    }
    return out;
  }
  const std::byte* unpack(std::int64_t first, std::int64_t end, const std::byte* in) const {
    if (lengths == nullptr) std::copy_n(in, (end - first) * bytes, data + first * bytes);
    if (lengths == nullptr) return in + (end - first) * bytes;
    for (std::int64_t block = first; block < end; ++block) {
      std::memcpy(&lengths[block], in, sizeof *lengths);
      std::copy_n(in + sizeof *lengths, lengths[block], data + block * bytes);
      in += static_cast<std::int64_t>(sizeof *lengths) + lengths[block];
    }
    return in;
  }
};

/// The rounds in which leaders gather.
std::vector<traffic::GatherRound> rounds_of(const CommNodes& nodes) {
  const traffic::MessageCosts& costs = links().costs;
  const mpi::Location& location = world()->location;
  std::vector<traffic::NodeRing> rings;
  for (const CommNodes::Ring& ring : nodes.rings) {
    const machine::LinkSpeed* const measured = location.speeds.between(location.levels[ring.level]);
    rings.push_back({ring.nodes, measured != nullptr && measured->latency > 0 ? measured->latency : costs.latency});
  }
  return traffic::gather_rounds(rings, costs.overhead);
}

}  // namespace

int wait(std::vector<MPI_Request>& requests) {
  return mpi::real().Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
}

CommNodes::CommNodes(MPI_Comm comm, const std::vector<int>& nodes, std::span<const std::vector<int>> above)
    : GroupNodes(nodes, above), rank(mpi::rank_in(comm)) {}

NodeComm::NodeComm(const CommNodes& of, NodeGroup made, MPI_Comm copy, MPI_Comm of_number)
    : nodes(of), group(std::move(made)), all(copy), across(of_number), relaying(of, links()), rounds_(rounds_of(of)) {
  if (of.fewest == of.most && !of.alone())
    most_relayed_ = traffic::most_relayed(of.count(), of.most, NodeGroup::capacity, links());
}

std::unique_ptr<NodeComm> NodeComm::make(MPI_Comm comm, const CommNodes& nodes) {
  // MPIs have few communicators to give, and a program may need them.
  if (!mpi::everywhere(shared_now.fetch_add(shared_each) + shared_each <= most_shared, comm)) {
    shared_now -= shared_each;
    return nullptr;
  }
  const MPI_Comm all = split(comm, 0, nodes.rank);
  const MPI_Comm here = split(comm, nodes.node(), nodes.rank);
  const bool leads = !nodes.alone() && nodes.number() < nodes.fewest;
  const MPI_Comm across =
      nodes.alone() ? MPI_COMM_NULL : split(comm, leads ? nodes.number() : MPI_UNDEFINED, nodes.node());
  const bool made = all != MPI_COMM_NULL && here != MPI_COMM_NULL && (!leads || across != MPI_COMM_NULL);
  mpi::SharedMemory memory;
  if (mpi::everywhere(made, comm)) memory = mpi::share(here, NodeGroup::take_memory());
  const bool works = mpi::everywhere(static_cast<bool>(memory), comm);
  free(here);
  if (works)
    return std::unique_ptr<NodeComm>(
        new NodeComm(nodes, NodeGroup(std::move(memory), nodes.number(), nodes.alone()), all, across));
  shared_now -= shared_each;
  free(all);
  free(across);
  return nullptr;
}

NodeComm::~NodeComm() {
  free(all);
  free(across);
  shared_now -= shared_each;
}

int NodeComm::gather(std::byte* data, std::span<const std::int64_t> starts) const {
  constexpr int tag = 1;
  const std::int64_t me = nodes.node();
  std::vector<MPI_Request> requests;
  int error = MPI_SUCCESS;
  const auto note = [&](int one) { error = std::max(error, one); };
  for (const traffic::GatherRound& round : rounds_) {
    requests.clear();
    const auto& [held, end, ring] = round;
    for (std::int64_t away = held; away < end; away += held) {
      const auto bytes = static_cast<int>(starts[std::min(away + held, ring)] - starts[away]);
      note(mpi::real().Irecv(data + starts[away], bytes, MPI_BYTE, static_cast<int>(round.before(me, away)), tag,
                             across, &requests.emplace_back(MPI_REQUEST_NULL)));
    }
    for (std::int64_t away = held; away < end; away += held) {
      const auto bytes = static_cast<int>(starts[std::min(held, ring - away)]);
      note(mpi::real().Isend(data, bytes, MPI_BYTE, static_cast<int>(round.after(me, away)), tag, across,
                             &requests.emplace_back(MPI_REQUEST_NULL)));
    }
    note(wait(requests));
  }
  return error;
}

int NodeComm::gather(std::byte* data, std::int64_t bytes) const {
  std::vector<std::int64_t> starts(nodes.count() + 1);
  for (std::size_t node = 0; node < starts.size(); ++node) starts[node] = static_cast<std::int64_t>(node) * bytes;
  return gather(data, starts);
}

int NodeComm::relay(std::byte* data, std::int64_t bytes, std::int64_t* lengths) const {
  constexpr int tag = 2;
  const std::int64_t count = nodes.count(), me = nodes.node();
  const Places places{data, bytes, lengths};
  const base::Buffer leaving(places.longest_message(0, count)), arriving(places.longest_message(0, count));
  std::vector<MPI_Request> requests;
  int error = MPI_SUCCESS;
  const auto note = [&](int one) { error = std::max(error, one); };
  for (const traffic::GatherRound& round : rounds_) {
    requests.clear();
    std::byte* out = leaving.data();
    std::byte* in = arriving.data();
    for (std::int64_t away = round.held; away < round.end; away += round.held) {
      std::byte* const begin = out;
      std::int64_t longest = 0;
      for_each_relayed(count, round, away, [&](std::int64_t first, std::int64_t end) {
        out = places.pack(first, end, out);
        longest += places.longest_message(first, end);
      });
      note(mpi::real().Irecv(in, static_cast<int>(longest), MPI_BYTE, static_cast<int>(round.before(me, away)), tag,
                             across, &requests.emplace_back(MPI_REQUEST_NULL)));
      note(mpi::real().Isend(begin, static_cast<int>(out - begin), MPI_BYTE, static_cast<int>(round.after(me, away)),
                             tag, across, &requests.emplace_back(MPI_REQUEST_NULL)));
      in += longest;
    }
    note(wait(requests));
    if (error != MPI_SUCCESS) return error;
    in = arriving.data();
    for (std::int64_t away = round.held; away < round.end; away += round.held) {
      const std::byte* from = in;
      for_each_relayed(count, round, away, [&](std::int64_t first, std::int64_t end) {
        from = places.unpack(first, end, from);
        in += places.longest_message(first, end);
      });
    }
  }
  return error;
}

std::int64_t NodeComm::relayed_messages() const {
  std::int64_t messages = 0;
  for (const traffic::GatherRound& round : rounds_) messages += round.partners();
  return messages;
}

void keep_node_comms() { keeps = true; }

}  // namespace cartwright::preload
