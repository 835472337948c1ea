// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/packing/collective_buffer.hpp"

#include "mpi/comm.hpp"
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
  MPI_Count lb = 0;
  MPI_Count size = 0;
  MPI_Count extent = 0;
  if (PMPI_Type_size_x(type, &size) != MPI_SUCCESS || PMPI_Type_get_extent_x(type, &lb, &extent) != MPI_SUCCESS ||
      size > std::numeric_limits<int>::max())
    return std::nullopt;
  return Concerned{size, extent, on_gpu, !on_gpu && !derived->packer->contiguous()};
}

/// Adding to a pointer must not leave the object before its first byte, so this adds integers.
const void* at(const void* buffer, std::int64_t displacement) {
  return reinterpret_cast<const void*>(reinterpret_cast<std::intptr_t>(buffer) + displacement);
}

/// Blocks that are too small to gain anything: where packed data needs a datatype, and where it is bytes.
bool tiny(std::int64_t bytes) { return bytes < 8192 && datatypes() != mpi::Datatypes::always; }
bool tiny_as_bytes(std::int64_t bytes) { return bytes < 1024 && datatypes() != mpi::Datatypes::always; }

bool present(int rank) { return rank != MPI_PROC_NULL; }

}  // namespace

CollectiveBuffer::CollectiveBuffer(Role role, Use use, const void* buffer, int count, MPI_Datatype type, MPI_Comm comm,
                                   RanksOf peers_of) noexcept
    : CollectiveBuffer(buffer, type) {
  try {
    const auto datatype = concerned(role, buffer, type, comm);
    if (!datatype || count <= 0) return;
    gaps_ = datatype->gaps;
    if (!datatype->on_gpu && tiny(count * datatype->size)) return;
    auto packed = std::make_unique<Packed>(Packed{Blocks(role, use), datatype->size, {}, {}});
    const Ranks peers = peers_of(comm);
    if (std::ranges::all_of(peers, present)) {
      packed->blocks.add(buffer, static_cast<MPI_Count>(peers.size()) * count, type, 0);
    } else {
      const std::int64_t extent = datatype->extent;
      for (std::size_t i = 0; i < peers.size(); ++i) {
        const std::int64_t before = static_cast<std::int64_t>(i) * count;
        if (present(peers[i])) packed->blocks.add(at(buffer, before * extent), count, type, before * datatype->size);
      }
    }
    reserve(std::move(packed));
  } catch (const std::exception&) {
    // Keep the user's arguments.
  }
}

CollectiveBuffer::CollectiveBuffer(Role role, Use use, const void* buffer, const int counts[],
                                   const int displacements[], MPI_Datatype type, MPI_Comm comm,
                                   RanksOf peers_of) noexcept
    : CollectiveBuffer(buffer, displacements, type) {
  try {
    const auto datatype = concerned(role, buffer, type, comm);
    if (!datatype || counts == nullptr || displacements == nullptr) return;
    auto packed = std::make_unique<Packed>(Packed{Blocks(role, use), datatype->size, {}, {}});
    const Ranks peers = peers_of(comm);
    const std::int64_t extent = datatype->extent;
    std::int64_t before = 0;
    for (std::size_t i = 0; i < peers.size(); ++i) {
      if (counts[i] < 0 || before > std::numeric_limits<int>::max()) return;
      packed->displacements.push_back(static_cast<int>(before));
      if (present(peers[i]))
        packed->blocks.add(at(buffer, displacements[i] * extent), counts[i], type, before * datatype->size);
      before += counts[i];
    }
    reserve(std::move(packed));
  } catch (const std::exception&) {
    // As above.
  }
}

void CollectiveBuffer::reserve(std::unique_ptr<Packed> packed) {
  if (!packed->blocks.all_compiled()) return;
  packed->blocks.reserve();
  packed_ = std::move(packed);
  make_type();
}

void CollectiveBuffer::make_type() {
  if (packed_->blocks.packed()) packed_->type = adjacent_bytes(packed_->size);
}

void CollectiveBuffer::agree(CollectiveBuffer& from, CollectiveBuffer& to) noexcept try {
  if (!from.gaps_ || !to.gaps_ || from.packed() == to.packed()) return;
  CollectiveBuffer& packed = from.packed() ? from : to;
  CollectiveBuffer& other = from.packed() ? to : from;
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

void CollectiveBuffer::pack() noexcept try {
  if (packed()) packed_->blocks.pack();
} catch (const std::exception&) {
  packed_.reset();
}

template <typename Displacement, typename Count>
TypedCollectiveBuffer<Displacement, Count>::TypedCollectiveBuffer(Role role, Use use, const void* buffer,
                                                                  const Count counts[],
                                                                  const Displacement displacements[],
                                                                  const MPI_Datatype types[], MPI_Comm comm,
                                                                  RanksOf peers_of) noexcept
    : TypedCollectiveBuffer(buffer, counts, displacements, types) {
  try {
    if (datatypes() == mpi::Datatypes::off || buffer == MPI_IN_PLACE || !is_intracommunicator(comm)) return;
    if (counts == nullptr || displacements == nullptr || types == nullptr) return;
    blocks_ = Blocks(role, use, Blocks::gain_of_bytes);
    const Ranks peers = peers_of(comm);
    bool worthwhile = false;
    for (std::size_t i = 0; i < peers.size() && !worthwhile; ++i)
      if (const auto datatype = concerned(role, at(buffer, displacements[i]), types[i], comm))
        worthwhile = counts[i] > 0 && (datatype->on_gpu || !tiny_as_bytes(counts[i] * datatype->size));
    if (worthwhile) reserve(peers);
  } catch (const std::exception&) {
    blocks_ = Blocks(role, use);  // keep the user's arguments
  }
}

template <typename Displacement, typename Count>
void TypedCollectiveBuffer<Displacement, Count>::reserve(const Ranks& peers) {
  std::int64_t before = 0;
  packed_counts_.reserve(peers.size());
  packed_displacements_.reserve(peers.size());
  for (std::size_t i = 0; i < peers.size(); ++i) {
    const std::int64_t bytes = present(peers[i]) ? bytes_of(counts_[i], types_[i]) : 0;
    if (bytes < 0 || before + bytes > std::numeric_limits<int>::max()) return;
    packed_counts_.push_back(static_cast<Count>(bytes));
    packed_displacements_.push_back(static_cast<Displacement>(before));
    if (bytes > 0) blocks_.add(at(buffer_, displacements_[i]), counts_[i], types_[i], before);
    before += bytes;
  }
  packed_types_.assign(peers.size(), MPI_BYTE);
  blocks_.reserve();
}

template <typename Displacement, typename Count>
void TypedCollectiveBuffer<Displacement, Count>::pack() noexcept try {
  blocks_.pack();
} catch (const std::exception&) {
  blocks_.release();
}

template class TypedCollectiveBuffer<int>;
template class TypedCollectiveBuffer<MPI_Aint>;
template class TypedCollectiveBuffer<MPI_Aint, MPI_Count>;

}  // namespace cartwright::preload
