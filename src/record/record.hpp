// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// What a program sent, as its processes recorded it (docs/record.md). All ranks are ranks in MPI_COMM_WORLD.

namespace cartwright::record {

/// How bytes went from one process to another.
enum class Way : std::uint8_t {
  messages,   ///< point to point
  neighbors,  ///< neighborhood collectives
  one_sided,  ///< put, get, accumulate
  /// Gather, scatter, and all-to-alls with different counts: the bytes that one process has for another. An MPI may
  /// send them by other processes.
  pairwise,
  collectives,  ///< inside of all these collectives and all others, as the MPI sent them (RankRecord::counted)
  by_tables,    ///< inside of collectives whose algorithm the MPI's tables say (Collective::by_tables)
};
inline constexpr std::array<std::string_view, 6> way_names = {"messages", "neighbors",      "one-sided",
                                                              "pairwise", "in-collectives", "by-tables"};

/// Whether a kind of collective is a way: its bytes are then in the flows as well.
bool is_way(std::string_view kind);

/// The messages from one process to another. Of a get, `from` is the process whose memory is read.
struct Flow {
  std::int64_t from = 0;
  std::int64_t to = 0;
  Way way = Way::messages;
  std::int64_t messages = 0;
  std::int64_t bytes = 0;
  friend bool operator==(const Flow&, const Flow&) = default;
};

/// The ranks first, first + stride, ...
struct RankRun {
  std::int64_t first = 0;
  std::int64_t stride = 1;
  std::int64_t count = 1;
  friend bool operator==(const RankRun&, const RankRun&) = default;
};

/// The members of communicators, in the order of their ranks there. All communicators with these members are one group.
struct Group {
  std::uint64_t id = 0;  ///< a hash of the members
  std::vector<RankRun> members;
  friend bool operator==(const Group&, const Group&) = default;
};

/// A kind of collective on a group, with one root. The names are those of MPI's functions: "allreduce".
struct Collective {
  std::uint64_t group = 0;
  std::string kind;
  std::int64_t root = -1;  ///< its rank in the group, or -1
  std::int64_t calls = 0;
  std::int64_t bytes = 0;  ///< of this process in all calls: docs/record.md says which, for each kind
  bool by_tables = false;  ///< the messages are in the flows, by the algorithm that the MPI's tables say
  friend bool operator==(const Collective&, const Collective&) = default;
};

/// A datatype that was sent or received.
struct UsedType {
  std::string type;        ///< in the notation of `cartwright datatype show`
  std::int64_t items = 0;  ///< the sum of the counts
  std::int64_t uses = 0;
  friend bool operator==(const UsedType&, const UsedType&) = default;
};

/// How often a function of MPI was called, with how many bytes.
struct CallCount {
  std::string call;
  std::int64_t calls = 0;
  std::int64_t bytes = 0;
  friend bool operator==(const CallCount&, const CallCount&) = default;
};

/// The recording is divided into windows of equal length, which show whether the traffic changes.
struct Window {
  std::int64_t bytes = 0;
  double same = 1;  ///< the part of the bytes that went to the same processes in the window before, from 0 to 1
  friend bool operator==(const Window&, const Window&) = default;
};

/// The part of a record that one process writes.
struct RankRecord {
  std::int64_t rank = 0;
  std::string host;
  double seconds = 0;         ///< the length of the recording
  bool finished = true;       ///< false if the process was still running when this was written
  bool counted = false;       ///< the messages inside of collectives were counted
  bool by_nodes = false;      ///< their algorithms may depend on the nodes of the processes
  double window_seconds = 0;  ///< the length of one window
  std::vector<Window> windows;
  std::vector<Flow> flows;    ///< ascending by way, then by rank of the other process
  std::vector<Group> groups;  ///< those of which this process is the first member
  std::vector<Collective> collectives;
  std::vector<CallCount> calls;
  std::vector<UsedType> types;
  friend bool operator==(const RankRecord&, const RankRecord&) = default;
};

/// The first part of a record.
struct Header {
  std::int64_t ranks = 0;
  std::string program;    ///< the path of the program of rank 0
  std::string arguments;  ///< a hash of its arguments
  std::string mpi;        ///< the MPI library with its version
  std::string started;    ///< in UTC, as in ISO 8601
  std::string calibrated =
      {};  ///< when `cartwright calibrate collectives` checked this MPI there: "2026-11-26", or empty
  friend bool operator==(const Header&, const Header&) = default;
};

struct Record {
  Header header;
  std::vector<RankRecord> ranks;  ///< ascending; some are missing if processes were killed
};

/// Ranks as runs, as few as a greedy search finds.
std::vector<RankRun> runs_of(const std::vector<std::int64_t>& ranks);
std::vector<std::int64_t> ranks_of(const std::vector<RankRun>& runs);
std::int64_t count_of(const std::vector<RankRun>& runs);

/// A hash of the members, never 0.
std::uint64_t group_id(const std::vector<RankRun>& members);

}  // namespace cartwright::record
