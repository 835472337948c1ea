// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/traffic.hpp"

#include "mpi/real.hpp"
#include "mpi/report.hpp"
#include "preload/comm_attribute.hpp"
#include "preload/neighbors.hpp"
#include "preload/world.hpp"

#include <array>
#include <atomic>
#include <memory>

namespace cartwright::mpi {

namespace {

enum Counter { messages, messages_between_nodes, bytes, bytes_between_nodes, counters };
std::array<std::atomic<std::int64_t>, counters> sent;

bool counting() { return world() != nullptr && !world()->settings.report.empty(); }

/// What is remembered with a communicator, as an MPI attribute that dies with it.
struct Destinations {
  std::vector<int> nodes;      ///< of every rank that can be sent to
  std::vector<int> neighbors;  ///< ranks, in the order of the neighbourhood collectives
};

const Destinations& destinations_of(MPI_Comm comm) {
  return kept_with<Destinations>(comm, [comm] {
    return std::make_unique<Destinations>(Destinations{nodes_of(comm, *world()), neighbors_of(comm).destinations});
  });
}

std::optional<Message> message(const Destinations& destinations, int dest, std::int64_t bytes_sent) {
  // The rank is checked here, for MPI has not yet seen the call.
  if (dest < 0 || static_cast<std::size_t>(dest) >= destinations.nodes.size()) return std::nullopt;
  return Message{destinations.nodes[static_cast<std::size_t>(dest)], bytes_sent};
}

}  // namespace

std::int64_t bytes_of(std::int64_t count, MPI_Datatype type) {
  MPI_Count size = 0;
  if (type != MPI_DATATYPE_NULL) PMPI_Type_size_x(type, &size);
  return count * static_cast<std::int64_t>(size);
}

void count_message(const Message& message) {
  static const int my_node = [] {
    int rank = 0;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return world()->nodes.of_rank[static_cast<std::size_t>(rank)];
  }();
  const auto add = [](Counter counter, std::int64_t n) { sent[counter].fetch_add(n, std::memory_order_relaxed); };
  add(messages, 1);
  add(bytes, message.bytes);
  if (message.node == my_node) return;
  add(messages_between_nodes, 1);
  add(bytes_between_nodes, message.bytes);
}

std::optional<Message> message_to(MPI_Comm comm, int dest, std::int64_t count, MPI_Datatype type) try {
  if (!counting() || comm == MPI_COMM_NULL || dest < 0) return std::nullopt;
  return message(destinations_of(comm), dest, bytes_of(count, type));
} catch (const std::exception& error) {
  say_once(error.what());
  return std::nullopt;
}

void count_neighbors(MPI_Comm comm, const NeighborBytes& bytes_to) try {
  if (!counting() || comm == MPI_COMM_NULL) return;
  const Destinations& destinations = destinations_of(comm);
  for (std::size_t i = 0; i < destinations.neighbors.size(); ++i)
    if (const auto counted = message(destinations, destinations.neighbors[i], bytes_to(static_cast<int>(i))))
      count_message(*counted);
} catch (const std::exception& error) {
  say_once(error.what());
}

void report_all_traffic() {
  if (!counting()) return;
  std::array<std::int64_t, counters> mine;
  for (std::size_t i = 0; i < mine.size(); ++i) mine[i] = sent[i].load();
  const Nodes& nodes = world()->nodes;
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::vector<std::int64_t> all(rank == 0 ? nodes.of_rank.size() * mine.size() : 0);
  real().Gather(mine.data(), counters, MPI_INT64_T, all.data(), counters, MPI_INT64_T, 0, MPI_COMM_WORLD);
  if (rank != 0) return;

  const std::vector<std::int64_t> zeros(static_cast<std::size_t>(nodes.count), 0);
  TrafficReport report{world()->pretended, static_cast<int>(nodes.of_rank.size()), 0, 0, zeros, zeros};
  for (std::size_t process = 0; process < nodes.of_rank.size(); ++process) {
    const std::int64_t* its = &all[process * mine.size()];
    const auto node = static_cast<std::size_t>(nodes.of_rank[process]);
    report.messages += its[messages];
    report.messages_between_nodes += its[messages_between_nodes];
    report.bytes_of_node[node] += its[bytes];
    report.bytes_of_node_to_other_nodes[node] += its[bytes_between_nodes];
  }
  report_traffic(report, world()->settings);
}

}  // namespace cartwright::mpi
