// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/base/shared_memory.hpp"
#include "transport/arrivals.hpp"
#include "transport/group_nodes.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace cartwright::preload {

/// The processes of a communicator on one node, and buffers that they share: two for each process, used in turn. A
/// collective takes one *epoch* or several, which all of these processes go through:
///
///     std::byte* mine = group.next();  // the buffers of the new epoch may be written to, those of others as well
///     fill buffers;
///     group.arrive();                  // they are complete, as far as this process fills them
///     group.await(process);            // or await_all(): the same of others
///     read buffers;                    // until the next arrive()
///
/// Since a process arrives in an epoch only when it has read the buffers of the one before, they may be written to
/// again in the one after. In an epoch in which it reads and writes nothing, a process need not wait for the one before
/// (first_work), but it waits again before its next epoch.
class NodeGroup {
 public:
  static constexpr std::int64_t capacity = transport::GroupNodes::buffer;  ///< bytes of a buffer
  /// The memory that a process shares. Null if the system has none.
  static std::shared_ptr<transport::TaggedRegion> take_memory();

  /// `me` is the number of this process. `alone`: it waits for processes of this node only, which come soon.
  NodeGroup(mpi::SharedMemory memory, int me, bool alone) : memory_(std::move(memory)), me_(me), alone_(alone) {}

  int me() const { return me_; }
  int size() const { return static_cast<int>(memory_.of.size()); }

  std::byte* next();
  void arrive();
  /// An epoch in which only the first processes work, with the buffers of the one before: the others do not wait
  /// before it.
  template <typename Work>
  void first_work(int workers, Work work) {
    if (me_ >= workers) return pass();
    next();
    work();
    arrive();
  }
  void await(int process);
  void await_first(int processes) { processes == 1 ? await(0) : await_all(); }
  void await_all();

  /// The buffer of a process in this epoch, and in the one before.
  std::byte* buffer(int process) const { return buffer_in(epoch_, process); }
  std::byte* last_buffer(int process) const { return buffer_in(epoch_ - 1, process); }

 private:
  void pass();  ///< next() and arrive() without a wait

  /// Behind the tag in the memory of each process.
  struct State {
    alignas(128) transport::Counter ready;  ///< the epoch in which it has arrived
    // Only those of process 0 count. There are two, for even epochs and for odd ones, because a process can arrive in
    // an epoch while others have not arrived in the one before.
    alignas(128) std::array<transport::Arrivals, 2> all;
  };
  State& state(int process) const;
  std::byte* buffer_in(std::uint64_t epoch, int process) const;
  void await(transport::Counter& counter, std::uint64_t epoch);

  mpi::SharedMemory memory_;
  int me_;
  bool alone_;
  std::uint64_t epoch_ = 0;
  std::uint64_t complete_ = 0;  ///< the last epoch in which all are known to have arrived
};

}  // namespace cartwright::preload
