// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/order/world_order.hpp"

#include "base/hash.hpp"
#include "choose/keep_first.hpp"
#include "mpi/base/agreement.hpp"
#include "mpi/base/comm.hpp"
#include "mpi/base/program_world.hpp"
#include "mpi/base/real.hpp"
#include "mpi/base/report.hpp"
#include "placement/running_job.hpp"
#include "preload/base/agreed.hpp"
#include "preload/base/world.hpp"
#include "preload/traffic/record_writer.hpp"
#include "record/order.hpp"
#include "record/pairs.hpp"
#include "record/parts.hpp"
#include "record/rank_order.hpp"
#include "record/record_file.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

namespace cartwright::preload {

namespace {

using NumberExchange = void(std::uint64_t mask, std::uint64_t from, std::uint64_t to);

/// For more pairs of processes, the search in MPI_Init is the fast one, unless a budget is set: 250,000 pairs then take
/// a second, and three in tier `balanced`.
constexpr std::size_t max_pairs = 60'000;

/// Programs of more processes are not divided into parts in MPI_Init: that takes seconds.
constexpr std::int64_t max_divided = 1024;

constexpr std::string_view rank_0_note =
    "rank 0 stays on its process, which has the standard input: --move-rank-0 lets it move";

int world_key = MPI_KEYVAL_INVALID;  ///< an attribute of program_world() and its duplicates

/// A handle as it looks in an argument.
std::uint64_t bits(MPI_Comm comm) {
  std::uint64_t made = 0;
  std::memcpy(&made, &comm, sizeof(MPI_Comm));
  return made;
}

/// The function of the front that exchanges communicators. Only libcartwright_in_order has it.
NumberExchange* find_exchange() { return reinterpret_cast<NumberExchange*>(dlsym(RTLD_DEFAULT, "cw_exchange")); }

void exchange_for(NumberExchange& exchange, MPI_Comm comm) {
  mpi::set_program_world(comm);
  exchange(sizeof(MPI_Comm) == 8 ? ~std::uint64_t{0} : 0xffffffff, bits(MPI_COMM_WORLD), bits(comm));
}

/// MPI_Finalize deletes the attributes of MPI_COMM_SELF first, the oldest last. At that time MPI still works.
void free_at_the_end() {
  const auto free = [](MPI_Comm, int, void*, void*) {
    MPI_Comm made = mpi::program_world();  // callbacks of its attributes still know it as MPI_COMM_WORLD
    const int error = PMPI_Comm_free(&made);
    exchange_for(*find_exchange(), MPI_COMM_WORLD);
    return error;
  };
  int key = MPI_KEYVAL_INVALID;
  mpi::real().Comm_create_keyval(MPI_COMM_NULL_COPY_FN, free, &key, nullptr);
  PMPI_Comm_set_attr(MPI_COMM_SELF, key, nullptr);
}

/// A communicator that has the properties of MPI_COMM_WORLD, in another order. MPI_COMM_NULL if MPI fails.
MPI_Comm make_world(int new_rank) {
  MPI_Comm made = MPI_COMM_NULL;
  if (mpi::real().Comm_split(MPI_COMM_WORLD, 0, new_rank, &made) != MPI_SUCCESS) return MPI_COMM_NULL;
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  PMPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler);
  mpi::real().Comm_set_errhandler(made, handler);
  PMPI_Errhandler_free(&handler);
  PMPI_Comm_set_name(made, "MPI_COMM_WORLD");
  mpi::real().Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &world_key, nullptr);
  PMPI_Comm_set_attr(made, world_key, nullptr);
  return made;
}

std::string name_of(const std::string& program) { return std::filesystem::path(program).filename().string(); }

/// An order in which process 0 has rank 0: equal nodes are exchanged, and then processes of a node.
base::IndexVector<choose::Rank, int> with_rank_0_kept(const base::IndexVector<choose::Rank, int>& new_rank,
                                                      const choose::RankLocations& standing) {
  mapping::Order order = standing.original_order();
  for (const machine::Slot slot : order.ids()) order[slot] = grid::Cell(new_rank[standing.rank_of_slot()[slot]]);
  const mapping::Graph unknown(order.size(), {});
  return choose::new_ranks(standing, choose::keep_first(unknown, standing.machine(), order).order);
}

/// Finds the order for these nodes. Throws Error.
mpi::WorldOrderReport order_of(const std::string& file, const World& now) {
  mpi::WorldOrderReport made;
  made.file = file;
  const auto size = now.ranks.size();
  const std::vector<choose::RankLevel> levels = now.ranks.levels();
  const choose::RankLocations standing(levels);
  if (record::is_rank_order(file)) {
    base::IndexVector<choose::Rank, int> given = record::read_rank_order(file, size);
    if (now.settings.keep_first && given[choose::Rank(0)] != 0) {
      given = with_rank_0_kept(given, standing);
      made.notes.emplace_back(rank_0_note);
    }
    made.new_rank.assign(given.begin(), given.end());
    return made;
  }
  const record::Record record = record::read_record(file);
  if (record.header.ranks != size)
    base::fail(base::Status::invalid_argument,
               "{} has {} processes, and MPI_COMM_WORLD has {}: record the program again", file, record.header.ranks,
               size);
  if (!now.settings.partial) record::expect_complete(record, file);
  const std::string program = name_of(std::filesystem::read_symlink("/proc/self/exe").string());
  if (name_of(record.header.program) != program)
    base::fail(base::Status::invalid_argument, "{} is a record of {}, and this is {}: record this program", file,
               name_of(record.header.program), program);
  const record::Pairs pairs = record::pairs_of(record);
  choose::PlaceOptions effort = now.settings.place;
  effort.keep_rank_0 = now.settings.keep_first;
  if (pairs.pairs.size() > max_pairs)
    effort.tier = effort.tier == choose::Tier::best ? effort.tier : choose::Tier::fast;
  const std::optional<record::Structure> structure = record::find_structure(pairs);
  std::vector<record::Part> parts;
  if (size <= max_divided) parts = record::find_parts(record, pairs, structure);
  const record::MessageTime time = record::message_time(now.location.speeds);
  constexpr bool thorough = false;  // all processes wait, and the bound is only for the report
  record::RankOrder found = record::order_ranks(pairs, structure, standing, effort, parts, time, thorough);
  const placement::LinkTimes links =
      placement::fit_to_network({levels, now.location.node_level, now.location.job.get()}, standing,
                                record::graph_of(pairs), effort, found.placement);
  made.busiest_link = links.after;
  made.busiest_link_before = links.before;
  made.notes = found.placement.notes;
  if (effort.keep_rank_0) made.notes.emplace_back(rank_0_note);
  for (const int rank : found.placement.new_rank) made.new_rank.push_back(rank);
  made.mapping = found.placement.mapping;
  made.bytes_before = found.placement.nodes_before().j_sum;
  made.bytes = found.placement.nodes_after().j_sum;
  made.bounds = found.bounds;
  made.amounts = record::between_nodes(record, standing.machine(), found.placement.order);
  const record::NodeTraffic after = record::between_nodes(pairs, standing.machine(), found.placement.order);
  made.messages_before = found.before.messages;
  made.messages = after.messages;
  made.seconds_before = found.before.seconds(time);
  made.seconds = after.seconds(time);
  return made;
}

/// Whether the launcher started one program with the same arguments everywhere. Otherwise it ties ranks to programs.
/// Collective.
bool is_one_program() {
  const record::Header header = header_of_this_process();
  int* number = nullptr;  // of the program on the command line of the launcher
  int exists = 0;
  mpi::real().Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, static_cast<void*>(&number), &exists);
  base::Hash hash;
  hash.add(header.program);
  hash.add(header.arguments);
  hash.add(static_cast<std::uint64_t>(exists != 0 ? *number : 0));
  return mpi::agree(MPI_COMM_WORLD, MPI_SUCCESS, 0, hash.value()).same_settings;
}

/// Why this program keeps the order of the launcher; empty if it need not. Collective.
std::string why_not_ordered() {
  if (!agreed().may_order)
    return "CARTWRIGHT_ORDER needs libcartwright_in_order in place of libcartwright_preload, in all processes: use "
           "cartwright run --order. The ranks stay as they are";
  if (mpi::is_spawned()) return "processes that MPI_Comm_spawn started keep their ranks";
  if (!is_one_program())
    return "the launcher gives ranks to several programs, or to one with several command lines. The ranks stay as they "
           "are";
  return "";
}

/// Process 0 finds the order, and all get it. Empty if the ranks stay.
std::vector<int> agree_on_order(const World& now) {
  const int rank = mpi::rank_in(MPI_COMM_WORLD);
  std::vector<int> new_rank;
  if (rank == 0) try {
      const mpi::WorldOrderReport found = order_of(now.settings.order, now);
      mpi::report_world_order(found, now.settings);
      new_rank = found.new_rank;
    } catch (const std::exception& error) {
      mpi::say(fmt::format("{}. The ranks stay as they are", base::as_error(error).what()));
    }
  if (std::ranges::is_sorted(new_rank)) new_rank.clear();
  int length = static_cast<int>(new_rank.size());
  mpi::real().Bcast(&length, 1, MPI_INT, 0, MPI_COMM_WORLD);
  new_rank.resize(length);
  mpi::real().Bcast(new_rank.data(), length, MPI_INT, 0, MPI_COMM_WORLD);
  return new_rank;
}

}  // namespace

bool may_order_world() { return find_exchange() != nullptr; }

void order_world() {
  const World* const now = world();
  if (now == nullptr || now->settings.order.empty()) return;
  const int rank = mpi::rank_in(MPI_COMM_WORLD);
  if (const std::string why = why_not_ordered(); !why.empty()) {
    if (rank == 0) mpi::say(why);
    return;
  }
  const std::vector<int> new_rank = agree_on_order(*now);
  if (new_rank.empty()) return;
  const MPI_Comm made = make_world(new_rank[rank]);
  if (made == MPI_COMM_NULL) return;
  free_at_the_end();
  exchange_for(*find_exchange(), made);
  renumber_world(new_rank);
}

bool stands_for_world(MPI_Comm comm) {
  if (world_key == MPI_KEYVAL_INVALID) return false;
  void* value = nullptr;
  int exists = 0;
  return mpi::real().Comm_get_attr(comm, world_key, static_cast<void*>(&value), &exists) == MPI_SUCCESS && exists != 0;
}

}  // namespace cartwright::preload
