// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/traffic/mpich_choices.hpp"

#ifndef MPICH_VERSION

namespace cartwright::preload {

void find_mpich_choices() {}

Selected kept(Selected selected) { return selected; }

std::optional<std::vector<record::ModelSend>> selected_sends(MPI_Comm, const Selected&, record::MpichCall) {
  return std::nullopt;
}

}  // namespace cartwright::preload

#else

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "mpi/base/comm.hpp"
#include "mpi/base/comm_attribute.hpp"
#include "mpi/base/library_version.hpp"
#include "mpi/base/program_world.hpp"
#include "mpi/base/report.hpp"
#include "mpi/base/threads.hpp"
#include "preload/traffic/calibrated.hpp"

#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace cartwright::preload {

namespace {

constexpr std::string_view begin_of_table = "{\"collective=";

/// Set once, before anything is recorded.
const record::MpichTables* mpich_tables = nullptr;
std::vector<int> node_of_rank;  ///< by rank in program_world()

/// The tables in the memory of a library.
struct Found {
  std::uintptr_t inside = 0;  ///< an address in this library
  record::MpichSettings settings;
};

void keep_tables(std::string_view memory, record::MpichSettings& settings) {
  for (std::size_t at = 0; (at = memory.find(begin_of_table, at)) != std::string_view::npos; ++at) {
    const std::string_view text = memory.substr(at, memory.find('\0', at) - at);
    if (text.find("MPIDI_POSIX") != std::string_view::npos) continue;  // only within nodes
    (text.find("composition=") == std::string_view::npos ? settings.general_table : settings.device_table) = text;
  }
}

int look_into(dl_phdr_info* library, std::size_t, void* data) {
  auto& found = *static_cast<Found*>(data);
  const auto is_readable = [](const ElfW(Phdr) & part) {
    return part.p_type == PT_LOAD && (part.p_flags & PF_R) != 0 && (part.p_flags & PF_W) == 0;
  };
  const std::vector<ElfW(Phdr)> parts(library->dlpi_phdr, library->dlpi_phdr + library->dlpi_phnum);
  const bool is_mpi = std::ranges::any_of(parts, [&](const ElfW(Phdr) & part) {
    const std::uintptr_t begin = library->dlpi_addr + part.p_vaddr;
    return part.p_type == PT_LOAD && found.inside >= begin && found.inside < begin + part.p_memsz;
  });
  if (!is_mpi) return 0;
  for (const ElfW(Phdr) & part : parts)
    if (is_readable(part))
      keep_tables({reinterpret_cast<const char*>(library->dlpi_addr + part.p_vaddr), part.p_filesz}, found.settings);
  return 1;
}

/// The bytes of a parameter; empty if the MPI does not have it.
std::vector<char> parameter(const std::string& name) {
  int index = 0;
  int count = 0;
  MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
  if (MPI_T_cvar_get_index(name.c_str(), &index) != MPI_SUCCESS ||
      MPI_T_cvar_handle_alloc(index, nullptr, &handle, &count) != MPI_SUCCESS)
    return {};
  std::vector<char> value(static_cast<std::size_t>(count) * sizeof(std::int64_t));  // no type of a parameter is larger
  if (MPI_T_cvar_read(handle, value.data()) != MPI_SUCCESS) value.clear();
  MPI_T_cvar_handle_free(&handle);
  return value;
}

int number(const std::string& name, int otherwise) {
  const std::vector<char> value = parameter(name);
  int read = otherwise;
  if (!value.empty()) std::memcpy(&read, value.data(), sizeof read);
  return read;
}

/// The file in place of a built-in table, if the user has set one.
void replace(std::string& table, const std::string& name) {
  const std::vector<char> path = parameter(name);
  if (!path.empty() && path[0] != '\0') table = base::read_file(path.data());
}

std::string upper(std::string_view kind) {
  std::string name(kind);
  std::ranges::transform(name, name.begin(), [](char letter) { return letter >= 'a' ? letter - 'a' + 'A' : letter; });
  return name;
}

/// MPI_T has the number of an algorithm, where 0 is "auto". Its name is in the variable that set it.
std::string algorithm_of(std::string_view kind) {
  const std::string name = "MPIR_CVAR_" + upper(kind) + "_INTRA_ALGORITHM";
  if (number(name, -1) == 0) return "auto";
  const char* const set = std::getenv(name.c_str());
  return set == nullptr ? "" : set;
}

bool by_device(std::string_view kind) {
  enum { all = 0, none = 1 };
  const int device = number("MPIR_CVAR_DEVICE_COLLECTIVES", none);
  return device == all || (device != none && number("MPIR_CVAR_" + upper(kind) + "_DEVICE_COLLECTIVE", 0) != 0);
}

/// The value for each kind, read once.
template <typename Value>
std::function<Value(std::string_view)> remembered(Value (*read)(std::string_view)) {
  std::vector<std::pair<std::string, Value>> values;
  for (const std::string_view kind : record::checked_functions)
    for (const char* prefix : {"", "i"})
      values.emplace_back(prefix + std::string(kind), read(prefix + std::string(kind)));
  return [values = std::move(values)](std::string_view kind) {
    const auto found = std::ranges::find(values, kind, &std::pair<std::string, Value>::first);
    return found == values.end() ? Value() : found->second;
  };
}

/// Whether the MPI has a way of its own within nodes. Over UCX it has none, unless it was built with one.
bool has_shared_memory() {
  const std::string text = mpi::library_version();
  return text.find("ch4:ucx") == std::string_view::npos || text.find("--with-ch4-shmmods=") != std::string_view::npos;
}

record::MpichSettings read_settings() {
  Found found{.inside = reinterpret_cast<std::uintptr_t>(&PMPI_Get_library_version), .settings = {}};
  dl_iterate_phdr(look_into, &found);
  record::MpichSettings& settings = found.settings;
  int level = 0;
  if (settings.general_table.empty() || MPI_T_init_thread(MPI_THREAD_SERIALIZED, &level) != MPI_SUCCESS) return {};
  replace(settings.general_table, "MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE");
  replace(settings.device_table, "MPIR_CVAR_CH4_COLL_SELECTION_TUNING_JSON_FILE");
  settings.algorithm = remembered(algorithm_of);
  settings.by_device = remembered(by_device);
  MPI_T_finalize();
  settings.multithreaded = mpi::calls_overlap();
  settings.shared_memory = has_shared_memory();
  return std::move(settings);
}

/// The nodes by the lowest rank on each. Collective.
std::vector<int> find_nodes() {
  const MPI_Comm world = mpi::program_world();
  MPI_Comm node = MPI_COMM_NULL;
  const int rank = mpi::rank_in(world);
  const int size = mpi::size_of(world);
  mpi::real().Comm_split_type(world, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);
  int lowest = rank;
  mpi::real().Bcast(&lowest, 1, MPI_INT, 0, node);
  PMPI_Comm_free(&node);
  std::vector<int> nodes(static_cast<std::size_t>(size));
  mpi::real().Allgather(&lowest, 1, MPI_INT, nodes.data(), 1, MPI_INT, world);
  return nodes;
}

/// A communicator on the nodes of its members; none if some are outside of program_world().
struct PlacedGroup {
  std::optional<record::MpichGroup> group;
};

std::unique_ptr<PlacedGroup> place_group(MPI_Comm comm) {
  MPI_Group mine = MPI_GROUP_NULL;
  MPI_Group world = MPI_GROUP_NULL;
  int rank = 0;
  int size = 0;
  PMPI_Comm_group(comm, &mine);
  PMPI_Comm_group(mpi::program_world(), &world);
  PMPI_Group_rank(mine, &rank);
  PMPI_Group_size(mine, &size);
  std::vector<int> ranks(static_cast<std::size_t>(size));
  std::vector<int> in_world(ranks.size());
  for (int i = 0; i < size; ++i) ranks[i] = i;
  PMPI_Group_translate_ranks(mine, size, ranks.data(), world, in_world.data());
  PMPI_Group_free(&mine);
  PMPI_Group_free(&world);
  auto made = std::make_unique<PlacedGroup>();
  if (std::ranges::find(in_world, MPI_UNDEFINED) != in_world.end()) return made;
  std::ranges::transform(in_world, in_world.begin(), [](int member) { return node_of_rank[member]; });
  made->group.emplace(rank, in_world);
  return made;
}

/// The predefined operations of MPICH have handles of one kind.
bool is_built_in(MPI_Op op) {
  constexpr unsigned kind = 24;
  return static_cast<unsigned>(op) >> kind == static_cast<unsigned>(MPI_MAX) >> kind;
}

bool is_commutative(MPI_Op op) {
  int commutative = 1;
  if (!is_built_in(op)) PMPI_Op_commutative(op, &commutative);
  return commutative != 0;
}

}  // namespace

void find_mpich_choices() try {
  record::MpichSettings settings = read_settings();
  if (settings.general_table.empty()) return;
  node_of_rank = find_nodes();
  mpich_tables = new record::MpichTables(std::move(settings));
} catch (const std::exception& error) {
  mpi::warn_once(base::as_error(error).what());
}

Selected kept(Selected selected) {
  if (mpich_tables == nullptr || selected.op == MPI_OP_NULL) return selected;
  selected.commutative = is_commutative(selected.op);
  selected.built_in = is_built_in(selected.op);
  selected.op = MPI_OP_NULL;
  return selected;
}

std::optional<std::vector<record::ModelSend>> selected_sends(MPI_Comm comm, const Selected& selected,
                                                             record::MpichCall call) {
  if (mpich_tables == nullptr || call.items < 0) return std::nullopt;
  if (calibrated() && calibrated()->refutes_tables(selected.kind, selected.nonblocking)) return std::nullopt;
  const PlacedGroup& placed = mpi::attached_to<PlacedGroup>(comm, [comm] { return place_group(comm); });
  if (!placed.group) return std::nullopt;
  call.kind = selected.kind;
  const Selected now = kept(selected);
  call.commutative = now.commutative;
  call.built_in = now.built_in;
  call.in_place = now.buffer == MPI_IN_PLACE;
  call.nonblocking = now.nonblocking;
  return mpich_tables->sends(call, *placed.group);
}

}  // namespace cartwright::preload

#endif
