// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/base/agreed.hpp"
#include "preload/base/interpose.hpp"
#include "preload/base/way_trial.hpp"
#include "preload/collectives/comm_nodes.hpp"
#include "preload/collectives/estimate.hpp"
#include "preload/neighbors/node_channel.hpp"

#include <mpi.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>

namespace cartwright::preload {

/// Counts, for the report, blocks to other nodes that this process sent, and the messages.
void count_exchange(Collective called, std::int64_t blocks, std::int64_t messages);

/// The arguments of a collective that decide on its way, which addresses and lists do not.
struct CallKey {
  std::int64_t count = 0, other_count = 0;
  MPI_Datatype type{}, other_type{};
  MPI_Op op{};
  std::int64_t place = 0;  ///< bits: whether this process is the root, and which data are in place
  /// In line, because it is part of every call.
  [[gnu::always_inline]] bool operator==(const CallKey& other) const {
    return count == other.count && other_count == other.other_count && type == other.type &&
           other_type == other.other_type && op == other.op && place == other.place;
  }
};

/// Chooses, for the blocking collectives of a communicator, between the MPI and the memory of nodes: by trials for each
/// function and each range of sizes; before the first one, by an estimate if the machine was measured. All processes
/// call the same functions in the same sequence, so they agree. Where they do not know the sizes of others, they tell
/// each other now and then which range it is. Not thread safe, as collectives of one communicator are not.
class CollectiveWays {
 public:
  explicit CollectiveWays(const CommNodes& nodes) : nodes_(nodes) {}

  int rank() const { return nodes_.rank; }

  /// Carries out a collective: by the MPI, by_mpi(), or by make(), an operation as those of whole_node.hpp. Both return
  /// an error.
  ///     bytes: the same on all processes; 0 if they do not know the sizes of others; negative: left to the MPI
  template <typename Make, typename ByMpi>
  int run(MPI_Comm comm, Collective called, std::int64_t bytes, Make make, ByMpi by_mpi) {
    if (bytes < 0) return by_mpi();
    look_at_sizes(comm, called, make);
    WayTrial& trial = trial_of(called, bytes);
    const bool tried = tries(trial);
    if (!tried && !by_node(trial)) {
      const int error = left(by_mpi(), trial, make);
      count(called, false);
      return error;
    }
    const auto now = [tried] {
      return tried ? std::chrono::steady_clock::now() : std::chrono::steady_clock::time_point{};
    };
    auto begin = now();
    auto operation = make();
    if (operation.bytes(nodes_) < 0) return by_mpi();
    NodeComm* const node = by_node(trial) ? node_comm(comm) : nullptr;
    if (node == nullptr) begin = now();  // the MPI needs none of this
    const int error = node != nullptr ? raised(comm, carry_out(operation, *node)) : by_mpi();
    const std::chrono::nanoseconds time = now() - begin;
    count(called, node != nullptr, time);
    if (trial.count(time.count()) && tried) decide(comm, called, trial);
    return error;
  }

  /// Programs repeat their calls: the trial of one that note() has seen, if the next such one is left to the MPI and no
  /// trial needs it; otherwise null. It takes part by left(), with the error of the MPI.
  [[gnu::always_inline]] WayTrial* usual(Collective called, const CallKey& key) {
    const Seen& seen = seen_at(called, key);
    return seen.trial != nullptr && seen.key == key && seen.trial->usual() ? seen.trial : nullptr;
  }
  template <typename Make>
  int left(int error, WayTrial& trial, Make make) {
    // Where the MPI refuses an argument, this process takes part in no collective.
    if (error != MPI_SUCCESS && make().bytes(nodes_) < 0) return error;
    trial.count(0);
    return error;
  }
  /// `bytes` are those of run(); negative: such calls are always left to the MPI. The types must be predefined, because
  /// others may be freed.
  void note(Collective called, const CallKey& key, std::int64_t bytes);

 private:
  struct Seen {
    CallKey key;
    WayTrial* trial = nullptr;
  };
  static constexpr std::size_t seen_each = 4;
  Seen& seen_at(Collective called, const CallKey& key) {
    return seen_[static_cast<std::size_t>(called)][static_cast<std::size_t>(key.count ^ key.place) % seen_each];
  }
  /// Before a collective with different sizes, if a look is due.
  template <typename Make>
  void look_at_sizes(MPI_Comm comm, Collective called, Make make) {
    if constexpr (requires { make().mean_bytes(); }) {
      if (!sizes_differ(called) || !trial_of(called, 0).looks()) return;
      auto operation = make();
      agree_on_range(comm, called, operation.bytes(nodes_) < 0 ? 0 : operation.mean_bytes());
    }
  }
  void agree_on_range(MPI_Comm comm, Collective called, std::int64_t bytes);
  WayTrial& trial_of(Collective called, std::int64_t bytes);
  /// Whether the next collective belongs to a trial.
  static bool tries(const WayTrial& trial);
  /// Whether it goes by shared memory.
  bool by_node(const WayTrial& trial) const;
  /// Collective at the first use. Null if there is no memory.
  NodeComm* node_comm(MPI_Comm comm);
  template <typename Operation>
  static int carry_out(Operation& operation, NodeComm& node) noexcept try {
    const int error = operation.run(node);
    if (has_windows.load(std::memory_order_relaxed)) progress_windows();
    return error;
  } catch (const std::exception&) {
    return MPI_ERR_NO_MEM;
  }
  /// What others did to the windows of this process before a collective, it sees after it, as where the MPI's messages
  /// came behind theirs.
  static void progress_windows();
  void decide(MPI_Comm comm, Collective called, WayTrial& trial);
  static void count(Collective called, bool by_node, std::chrono::nanoseconds tried = {});

  static constexpr std::size_t ranges = 34;            ///< of sizes: range_of()
  std::array<std::size_t, collective_count> range_{};  ///< of those whose sizes differ
  CommNodes nodes_;
  std::array<std::array<std::unique_ptr<WayTrial>, ranges>, collective_count> trials_;
  std::array<std::array<Seen, seen_each>, collective_count> seen_;
  WayTrial never_{std::numeric_limits<int>::max()};  ///< of calls that are always left to the MPI
  std::unique_ptr<NodeComm> made_;
  bool fails_ = false;
};

/// Counts the communicators that were freed: after that, another may have the same handle.
inline constinit std::atomic<std::uint64_t> freed_comms = 0;

/// What collectives_of() found last.
struct LastWays {
  MPI_Comm comm{};
  std::uint64_t freed = 0;
  CollectiveWays* ways = nullptr;
};
extern constinit thread_local LastWays last_ways;

/// Those of the communicator of the last call; null for another one.
inline CollectiveWays* ways_at_hand(MPI_Comm comm) {
  const LastWays& last = last_ways;
  return last.comm == comm && last.freed == freed_comms.load(std::memory_order_relaxed) ? last.ways : nullptr;
}

/// Those of a communicator. Null on all of its processes if the MPI carries out its collectives. Local and thread safe.
CollectiveWays* collectives_of(MPI_Comm comm);

/// CARTWRIGHT_COLLECTIVES in this process; off in a program that is recorded.
When collectives_setting();

/// Collective over MPI_COMM_WORLD, in MPI_Finalize.
void report_all_collectives();

}  // namespace cartwright::preload
