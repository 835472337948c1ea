// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/traffic/recorder.hpp"

#include "base/hash.hpp"
#include "datatype/notation.hpp"
#include "mpi/base/comm.hpp"
#include "mpi/base/comm_attribute.hpp"
#include "mpi/base/program_world.hpp"
#include "mpi/base/report.hpp"
#include "mpi/datatypes/contents.hpp"
#include "mpi/datatypes/datatypes.hpp"
#include "preload/base/interpose.hpp"
#include "preload/base/world.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <mutex>
#include <tuple>
#include <unordered_map>

namespace cartwright::preload {

using record::Way;

namespace {

/// The messages from one process to another. One of the two is this process.
struct Row {
  record::Flow flow;
  std::int64_t in_window = 0;  ///< bytes
  std::int64_t in_window_before = 0;
};

struct Use {
  std::int64_t calls = 0;
  std::int64_t bytes = 0;
};

/// A communicator, or the group of a window, as far as the recorder needs it.
struct RecordedGroup {
  std::uint64_t id = 0;
  std::vector<record::RankRun> ranks;                              ///< in MPI_COMM_WORLD, -1 outside of it
  mutable std::unordered_map<std::uint64_t, RecordedPeer*> peers;  ///< under the mutex
};

struct TypeUse {
  std::int64_t items = 0;
  std::int64_t uses = 0;
};

}  // namespace

struct RecordedPeer {
  Row* row = nullptr;
  Use* use = nullptr;  ///< of the communicator
};

namespace {

/// What is recorded. It is not destroyed at exit(), because the thread that writes it may still run.
struct Recorded {
  std::mutex mutex;
  std::deque<Row> rows;
  std::unordered_map<std::uint64_t, Row*> row_of;
  std::map<std::tuple<std::uint64_t, std::string, int, bool>, Use> uses;  ///< by group, kind, root, by_tables
  std::map<std::uint64_t, std::vector<record::RankRun>> groups;           ///< of which this process is the first member
  std::deque<RecordedPeer> peers;
  std::unordered_map<std::string, TypeUse> types;
  std::vector<record::Window> windows;
  std::int64_t windows_merged = 1;   ///< windows of the clock that make one entry of `windows`
  std::int64_t windows_waiting = 0;  ///< of these, how many have passed since the last entry
};
Recorded& state() {
  static auto* const made = new Recorded;
  return *made;
}

int rank_in_world() {
  static const int rank = mpi::rank_in(mpi::program_world());
  return rank;
}

/// The ranks of a group in MPI_COMM_WORLD as runs. Frees the group.
std::vector<record::RankRun> runs_in_world(MPI_Group group) {
  MPI_Group world = MPI_GROUP_NULL;
  int size = 0;
  PMPI_Comm_group(mpi::program_world(), &world);
  PMPI_Group_size(group, &size);
  std::vector<int> ranks(static_cast<std::size_t>(size));
  std::vector<int> translated(ranks.size());
  for (int i = 0; i < size; ++i) ranks[i] = i;
  PMPI_Group_translate_ranks(group, size, ranks.data(), world, translated.data());
  PMPI_Group_free(&world);
  PMPI_Group_free(&group);
  std::vector<std::int64_t> all(translated.begin(), translated.end());
  std::ranges::replace(all, std::int64_t{MPI_UNDEFINED}, std::int64_t{-1});
  return record::runs_of(all);
}

/// The rank in MPI_COMM_WORLD of member `i`, or -1.
std::int64_t member(const std::vector<record::RankRun>& runs, std::int64_t i) {
  for (const record::RankRun& run : runs) {
    if (i < run.count) return run.first + i * run.stride;
    i -= run.count;
  }
  return -1;
}

std::unique_ptr<RecordedGroup> describe(MPI_Group group, bool remote) {
  auto made = std::make_unique<RecordedGroup>();
  made->ranks = runs_in_world(group);
  if (remote) return made;
  made->id = record::group_id(made->ranks);
  // A record has no ranks outside of MPI_COMM_WORLD. Such a group stays unknown in it.
  const bool outside = std::ranges::any_of(made->ranks, [](const record::RankRun& run) {
    return std::min(run.first, run.first + (run.count - 1) * run.stride) < 0;
  });
  if (!outside && member(made->ranks, 0) == rank_in_world()) {
    const std::lock_guard lock(state().mutex);
    state().groups.try_emplace(made->id, made->ranks);
  }
  return made;
}

const RecordedGroup& group_of(MPI_Comm comm) {
  return mpi::attached_to<RecordedGroup>(comm, [comm] {
    const bool inter = is_intercommunicator(comm);
    MPI_Group group = MPI_GROUP_NULL;
    inter ? PMPI_Comm_remote_group(comm, &group) : PMPI_Comm_group(comm, &group);
    return describe(group, inter);
  });
}

/// The group of this process in an intercommunicator.
struct OwnGroup {
  std::unique_ptr<RecordedGroup> group;
};

const RecordedGroup& own_group_of(MPI_Comm comm) {
  if (!is_intercommunicator(comm)) return group_of(comm);
  return *mpi::attached_to<OwnGroup>(comm, [comm] {
            MPI_Group group = MPI_GROUP_NULL;
            PMPI_Comm_group(comm, &group);
            return std::make_unique<OwnGroup>(describe(group, false));
          }).group;
}

Row* row(std::int64_t from, std::int64_t to, Way way) {
  const std::int64_t other = from == rank_in_world() ? to : from;
  const std::uint64_t key = static_cast<std::uint64_t>(other) << 4 | static_cast<std::uint64_t>(way) << 1 |
                            static_cast<std::uint64_t>(from != rank_in_world());
  Row*& found = state().row_of[key];
  if (found == nullptr) found = &state().rows.emplace_back(Row{.flow = {.from = from, .to = to, .way = way}});
  return found;
}

/// Call with the mutex held.
RecordedPeer* peer(const RecordedGroup& group, Way way, int other, bool sends, int root = -1) {
  const std::uint64_t key = static_cast<std::uint64_t>(root + 1) << 34 | static_cast<std::uint64_t>(other) << 4 |
                            static_cast<std::uint64_t>(way) << 1 | std::uint64_t{sends};
  const auto [found, is_new] = group.peers.try_emplace(key, nullptr);
  if (!is_new) return found->second;
  const std::int64_t there = member(group.ranks, other);
  if (there < 0) return nullptr;
  const std::int64_t here = rank_in_world();
  RecordedPeer made{
      sends ? row(there, here, way) : row(here, there, way),
      &state().uses[{group.id, std::string(record::way_names[static_cast<std::size_t>(way)]), root, false}]};
  return found->second = &state().peers.emplace_back(made);
}

void add(RecordedPeer& peer, std::int64_t bytes) {
  ++peer.row->flow.messages;
  peer.row->flow.bytes += bytes;
  peer.row->in_window += bytes;
  ++peer.use->calls;
  peer.use->bytes += bytes;
}

}  // namespace

bool has_record() { return world() != nullptr && !world()->settings.record.file.empty(); }

RecordedPeer* recorded_peer(Way way, MPI_Comm comm, Peer other) {
  if (other.rank < 0) return nullptr;
  const RecordedGroup& group = other.in_own_group ? own_group_of(comm) : group_of(comm);
  const std::lock_guard lock(state().mutex);
  return peer(group, way, other.rank, other.sends, other.root);
}

void record_group(MPI_Comm comm) { group_of(comm); }

void record_message(RecordedPeer* peer, std::int64_t bytes) {
  if (peer == nullptr || !recording()) return;
  const std::lock_guard lock(state().mutex);
  add(*peer, bytes);
}

void record_collective(const char* kind, MPI_Comm comm, int root, std::int64_t bytes) try {
  if (!recording() || comm == MPI_COMM_NULL) return;
  const RecordedGroup& group = own_group_of(comm);
  const std::lock_guard lock(state().mutex);
  Use& use = state().uses[{group.id, kind, root, false}];
  ++use.calls;
  use.bytes += bytes;
} catch (const std::exception& error) {
  mpi::warn_once(base::as_error(error).what());
}

void record_by_tables(const char* kind, MPI_Comm comm, int root, std::int64_t bytes,
                      const std::vector<record::ModelSend>& sends) {
  const RecordedGroup& group = group_of(comm);
  const std::lock_guard lock(state().mutex);
  Use& use = state().uses[{group.id, kind, root, true}];
  ++use.calls;
  use.bytes += bytes;
  for (const record::ModelSend& send : sends) {
    record::Flow& flow = row(rank_in_world(), member(group.ranks, send.to), Way::by_tables)->flow;
    flow.messages += send.messages;
    flow.bytes += std::llround(send.bytes);
  }
}

void record_inside(std::int64_t to, std::int64_t bytes) noexcept try {
  const std::lock_guard lock(state().mutex);
  record::Flow& flow = row(rank_in_world(), to, Way::collectives)->flow;
  ++flow.messages;
  flow.bytes += bytes;
} catch (const std::exception& error) {
  mpi::warn_once(base::as_error(error).what());
}

void record_one_sided(MPI_Win window, int target, std::int64_t bytes, bool get) try {
  if (!recording() || target < 0 || window == MPI_WIN_NULL) return;
  static const int key = [] {
    int made = MPI_KEYVAL_INVALID;
    const auto forget = [](MPI_Win, int, void* kept, void*) -> int {
      delete static_cast<RecordedGroup*>(kept);
      return MPI_SUCCESS;
    };
    PMPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, forget, &made, nullptr);
    return made;
  }();
  void* kept = nullptr;
  int exists = 0;
  PMPI_Win_get_attr(window, key, static_cast<void*>(&kept), &exists);
  if (!exists) {
    MPI_Group members = MPI_GROUP_NULL;
    PMPI_Win_get_group(window, &members);
    std::unique_ptr<RecordedGroup> made = describe(members, false);
    PMPI_Win_set_attr(window, key, made.get());
    kept = made.release();
  }
  const std::lock_guard lock(state().mutex);
  if (RecordedPeer* const found = peer(*static_cast<RecordedGroup*>(kept), Way::one_sided, target, get))
    add(*found, bytes);
} catch (const std::exception& error) {
  mpi::warn_once(base::as_error(error).what());
}

void record_type(MPI_Datatype type, std::int64_t count) try {
  if (!recording() || count <= 0 || !mpi::extents_of(type) || mpi::is_predefined(type)) return;
  static const int key = [] {
    int made = MPI_KEYVAL_INVALID;
    PMPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &made, nullptr);
    return made;
  }();
  void* kept = nullptr;
  int exists = 0;
  PMPI_Type_get_attr(type, key, static_cast<void*>(&kept), &exists);
  if (!exists) {
    std::string text = datatype::notation(*mpi::decode(type));
    {
      const std::lock_guard lock(state().mutex);
      kept = &state().types[std::move(text)];
    }
    PMPI_Type_set_attr(type, key, kept);
  }
  const std::lock_guard lock(state().mutex);
  auto& use = *static_cast<TypeUse*>(kept);
  use.items += count;
  ++use.uses;
} catch (const std::exception&) {
  // A type that cannot be decoded is not recorded.
}

void next_window() {
  const std::lock_guard lock(state().mutex);
  if (++state().windows_waiting < state().windows_merged) return;
  state().windows_waiting = 0;
  double now = 0;
  double before = 0;
  for (const Row& row : state().rows) {
    now += static_cast<double>(row.in_window);
    before += static_cast<double>(row.in_window_before);
  }
  record::Window window{.bytes = static_cast<std::int64_t>(now)};
  if (now > 0 && before > 0) {
    window.same = 0;
    for (const Row& row : state().rows)
      window.same +=
          std::min(static_cast<double>(row.in_window) / now, static_cast<double>(row.in_window_before) / before);
    window.same = std::min(window.same, 1.0);
  }
  for (Row& row : state().rows) row.in_window_before = std::exchange(row.in_window, 0);
  std::vector<record::Window>& windows = state().windows;
  windows.push_back(window);
  constexpr std::size_t max_windows = 16;
  if (windows.size() < max_windows) return;
  for (std::size_t i = 0; i < max_windows / 2; ++i)
    windows[i] = {windows[2 * i].bytes + windows[2 * i + 1].bytes,
                  std::min(windows[2 * i].same, windows[2 * i + 1].same)};
  windows.resize(max_windows / 2);
  state().windows_merged *= 2;
}

record::RankRecord recorded() {
  const std::lock_guard lock(state().mutex);
  record::RankRecord made;
  made.rank = rank_in_world();
  for (const Row& row : state().rows) made.flows.push_back(row.flow);
  std::ranges::sort(made.flows, {}, [](const record::Flow& flow) { return std::tuple(flow.way, flow.from, flow.to); });
  for (const auto& [id, members] : state().groups) made.groups.push_back({id, members});
  for (const auto& [key, use] : state().uses)
    made.collectives.push_back(
        {std::get<0>(key), std::get<1>(key), std::get<2>(key), use.calls, use.bytes, std::get<3>(key)});
  for (const auto& [text, use] : state().types) made.types.push_back({text, use.items, use.uses});
  made.windows = state().windows;
  made.window_seconds = static_cast<double>(state().windows_merged);
  return made;
}

}  // namespace cartwright::preload
