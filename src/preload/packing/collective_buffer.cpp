// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/packing/collective_buffer.hpp"

#include "mpi/base/comm.hpp"
#include "preload/base/interpose.hpp"
#include "preload/base/neighbors.hpp"
#include "preload/packing/gpu_data.hpp"
#include "preload/traffic/traffic.hpp"

#include <unistd.h>

#include <algorithm>
#include <exception>
#include <limits>
#include <optional>
#include <string_view>

namespace cartwright::preload {

Ranks everyone(MPI_Comm comm) {
  const int size = mpi::size_of(comm);
  return Ranks(size, 0);
}
Ranks sources(MPI_Comm comm) { return neighbors_of(comm).sources; }
Ranks destinations(MPI_Comm comm) { return neighbors_of(comm).destinations; }
Ranks only_one(MPI_Comm) { return {0}; }

namespace {

/// Elements of one buffer that may be packed in a collective.
struct Concerned {
  std::int64_t size = 0;  ///< of one
  std::int64_t extent = 0;
  bool on_gpu = false;
  bool gaps = false;  ///< and in host memory
};

/// Whether a user chose the algorithms of MPICH. Some of them, which run only then, send the gaps of a datatype along:
/// its extent must be the same on all processes, and packed data has another one.
bool algorithms_are_chosen() {
  static const bool chosen = [] {
    for (char* const* variable = environ; *variable != nullptr; ++variable) {
      const std::string_view text = *variable;
      const auto has = [text](std::string_view part) { return text.find(part) != std::string_view::npos; };
      if (text.starts_with("MPIR_CVAR_") && (has("_ALGORITHM=") || has("_COMPOSITION=") || has("_COLL_SELECTION_")))
        return true;
    }
    return false;
  }();
  return chosen;
}

/// Whether some elements may be worth packing, or lie in memory of a GPU. Collectives on intercommunicators are left to
/// MPI: their arguments have another meaning in each group.
std::optional<Concerned> concerned(Role role, const void* buffer, MPI_Datatype type, MPI_Comm comm) {
  if (datatypes() == mpi::Datatypes::off || buffer == MPI_IN_PLACE || type == MPI_DATATYPE_NULL) return std::nullopt;
  const bool on_gpu = is_on_gpu({const_cast<void*>(buffer), 1, type, nullptr});
  const auto derived = mpi::compiled(type);
  if ((!on_gpu && (!derived || role == Role::both || algorithms_are_chosen())) || !is_intracommunicator(comm))
    return std::nullopt;
  const std::optional<mpi::Extents> extents = mpi::extents_of(type);
  if (!extents || extents->size > std::numeric_limits<int>::max()) return std::nullopt;
  return Concerned{extents->size, extents->extent, on_gpu, !on_gpu && !derived->packer->contiguous()};
}

/// Adding to a pointer must not leave the object before its first byte, so this adds integers.
const void* at(const void* buffer, std::int64_t displacement) {
  return reinterpret_cast<const void*>(reinterpret_cast<std::intptr_t>(buffer) + displacement);
}

/// Blocks that are too small to gain anything: where packed data needs a datatype, and where it is bytes.
bool tiny(std::int64_t bytes) { return bytes < 8192 && datatypes() != mpi::Datatypes::always; }
bool tiny_as_bytes(std::int64_t bytes) { return bytes < 1024 && datatypes() != mpi::Datatypes::always; }

bool present(int rank) { return rank != MPI_PROC_NULL; }

/// MPI gets more elements than that. Their bytes could have no number.
constexpr std::int64_t most_elements = std::numeric_limits<int>::max();

template <typename Count>
bool valid(const EqualBlocks<Count>& user) {
  return user.count > 0 && user.count <= most_elements;
}
template <typename Count, typename At>
bool valid(const BlocksAt<Count, At>& user) {
  return user.counts != nullptr && user.displacements != nullptr;
}

/// Adds the blocks of the peers. False if MPI must get them.
template <typename Count, typename At>
bool add(Blocks& blocks, const EqualBlocks<Count>& user, const Concerned& datatype, const Ranks& peers,
         std::vector<At>&) {
  if (std::ranges::all_of(peers, present)) {
    blocks.add(user.buffer, static_cast<MPI_Count>(peers.size()) * user.count, user.type, 0);
    return true;
  }
  for (std::size_t i = 0; i < peers.size(); ++i) {
    const std::int64_t before = static_cast<std::int64_t>(i) * user.count;
    if (present(peers[i]))
      blocks.add(at(user.buffer, before * datatype.extent), user.count, user.type, before * datatype.size);
  }
  return true;
}
template <typename Count, typename At>
bool add(Blocks& blocks, const BlocksAt<Count, At>& user, const Concerned& datatype, const Ranks& peers,
         std::vector<At>& displacements) {
  std::int64_t before = 0;
  for (std::size_t i = 0; i < peers.size(); ++i) {
    const std::int64_t count = user.counts[i];
    if (count < 0 || count > most_elements || before > most_elements) return false;
    displacements.push_back(static_cast<At>(before));
    if (present(peers[i]) && count > 0)
      blocks.add(at(user.buffer, user.displacements[i] * datatype.extent), count, user.type, before * datatype.size);
    before += count;
  }
  return true;
}

}  // namespace

template <typename Arguments>
CollectiveBuffer<Arguments>::CollectiveBuffer(Role role, CallKind kind, const Arguments& user, MPI_Comm comm,
                                              RanksOf peers) noexcept
    : user_(user) {
  try {
    const auto datatype = concerned(role, user.buffer, user.type, comm);
    if (!datatype || !valid(user)) return;
    if constexpr (requires { user.count; }) {
      gaps_ = datatype->gaps;
      if (!datatype->on_gpu && tiny(user.count * datatype->size)) return;
    }
    auto packed = std::make_unique<Packed>(Packed{Blocks(role, kind), datatype->size, {}, {}});
    if (!add(packed->blocks, user, *datatype, peers(comm), packed->displacements)) return;
    if (!packed->blocks.all_compiled()) return;
    packed->blocks.reserve();
    packed_ = std::move(packed);
    make_type();
  } catch (const std::exception&) {
    packed_.reset();  // MPI gets the user's arguments
  }
}

template <typename Arguments>
void CollectiveBuffer<Arguments>::make_type() {
  if (packed_->blocks.packed()) packed_->type = adjacent_bytes(packed_->size);
}

template <typename Count>
void agree_to_pack(CollectiveBuffer<EqualBlocks<Count>>& from, CollectiveBuffer<EqualBlocks<Count>>& to) noexcept try {
  if (!from.gaps_ || !to.gaps_ || from.packed() == to.packed()) return;
  auto& packed = from.packed() ? from : to;
  auto& other = from.packed() ? to : from;
  if (other.packed_ != nullptr) {
    Blocks& blocks = other.packed_->blocks;
    if (packed.packed_->blocks.measured() || packed.packed_->blocks.gain() + blocks.gain() > 0) blocks.reserve_anyway();
    other.make_type();
  }
  if (!other.packed()) packed.packed_.reset();
} catch (const std::exception&) {
  from.packed_.reset();
  to.packed_.reset();
}

namespace {

/// Open MPI 4.1 reads a type for each neighbor of a topology in MPI_Ialltoallw, too.
std::size_t types_read([[maybe_unused]] MPI_Comm comm, const Ranks& peers) {
#ifdef OPEN_MPI
  const Neighbors neighbors = neighbors_of(comm);
  return std::max({peers.size(), neighbors.sources.size(), neighbors.destinations.size()});
#else
  return peers.size();
#endif
}

}  // namespace

template <typename Count, typename At>
CollectiveBuffer<TypedBlocks<Count, At>>::CollectiveBuffer(Role role, CallKind kind, const Arguments& user,
                                                           MPI_Comm comm, RanksOf peers_of) noexcept
    : user_(user) {
  try {
    if (datatypes() == mpi::Datatypes::off || user.buffer == MPI_IN_PLACE || !is_intracommunicator(comm)) return;
    if (user.counts == nullptr || user.displacements == nullptr || user.types == nullptr) return;
    blocks_ = Blocks(role, kind, Blocks::gain_of_bytes);
    const Ranks peers = peers_of(comm);
    bool worthwhile = false;
    for (std::size_t i = 0; i < peers.size(); ++i) {
      const std::int64_t count = user.counts[i];
      if (count > most_elements) return;
      if (worthwhile || count <= 0) continue;
      if (const auto datatype = concerned(role, at(user.buffer, user.displacements[i]), user.types[i], comm))
        worthwhile = datatype->on_gpu || !tiny_as_bytes(count * datatype->size);
    }
    if (!worthwhile) return;
    reserve(peers);
    types_.assign(types_read(comm, peers), MPI_BYTE);
  } catch (const std::exception&) {
    blocks_ = Blocks(role, kind);  // MPI gets the user's arguments
  }
}

template <typename Count, typename At>
void CollectiveBuffer<TypedBlocks<Count, At>>::reserve(const Ranks& peers) {
  std::int64_t before = 0;
  counts_.reserve(peers.size());
  displacements_.reserve(peers.size());
  for (std::size_t i = 0; i < peers.size(); ++i) {
    const std::int64_t bytes = present(peers[i]) ? user_.bytes(static_cast<int>(i)) : 0;
    if (bytes < 0 || before + bytes > std::numeric_limits<int>::max()) return;
    counts_.push_back(static_cast<Count>(bytes));
    displacements_.push_back(static_cast<At>(before));
    if (bytes > 0) blocks_.add(at(user_.buffer, user_.displacements[i]), user_.counts[i], user_.types[i], before);
    before += bytes;
  }
  blocks_.reserve();
}

template class CollectiveBuffer<EqualBlocks<int>>;
template class CollectiveBuffer<EqualBlocks<MPI_Count>>;
template class CollectiveBuffer<BlocksAt<int, int>>;
template class CollectiveBuffer<BlocksAt<MPI_Count, MPI_Aint>>;
template class CollectiveBuffer<TypedBlocks<int, int>>;
template class CollectiveBuffer<TypedBlocks<int, MPI_Aint>>;
template class CollectiveBuffer<TypedBlocks<MPI_Count, MPI_Aint>>;
template void agree_to_pack(CollectiveBuffer<EqualBlocks<int>>&, CollectiveBuffer<EqualBlocks<int>>&) noexcept;
template void agree_to_pack(CollectiveBuffer<EqualBlocks<MPI_Count>>&,
                            CollectiveBuffer<EqualBlocks<MPI_Count>>&) noexcept;

}  // namespace cartwright::preload
