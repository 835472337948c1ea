// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/base/own_type.hpp"
#include "preload/packing/blocks.hpp"

#include <memory>
#include <vector>

namespace cartwright::preload {

/// The processes that have a block in a buffer. MPI_PROC_NULL marks a block that is neither sent nor received.
using Ranks = std::vector<int>;
using RanksOf = Ranks (*)(MPI_Comm);
Ranks everyone(MPI_Comm comm);
Ranks sources(MPI_Comm comm);       ///< of a neighborhood
Ranks destinations(MPI_Comm comm);  ///< of a neighborhood
Ranks only_one(MPI_Comm comm);

/// The data that a collective sends or receives with one datatype: buffer, displacements and type, the user's or
/// packed. The type of packed data is as many contiguous bytes as one element of the user's type has, and all counts
/// stay the same: MPIs divide a message into segments by the count and the size of the type, and the other processes
/// may not pack theirs.
class CollectiveBuffer {
 public:
  /// The user's arguments, for example where MPI ignores them on this process.
  CollectiveBuffer(const void* buffer, MPI_Datatype type) : buffer_(const_cast<void*>(buffer)), type_(type) {}
  CollectiveBuffer(const void* buffer, const int displacements[], MPI_Datatype type) : CollectiveBuffer(buffer, type) {
    displacements_ = displacements;
  }
  /// A block of `count` elements for each peer, in sequence.
  CollectiveBuffer(Role role, Use use, const void* buffer, int count, MPI_Datatype type, MPI_Comm comm,
                   RanksOf peers) noexcept;
  /// A block of counts[i] elements for each peer, displacements[i] extents after the buffer.
  CollectiveBuffer(Role role, Use use, const void* buffer, const int counts[], const int displacements[],
                   MPI_Datatype type, MPI_Comm comm, RanksOf peers) noexcept;

  /// An MPI may handle the data of one side by the type of the other, since both are mostly the same: Open MPI does in
  /// some algorithms. So two sides of equal blocks with gaps are both packed, or neither is.
  static void agree(CollectiveBuffer& from, CollectiveBuffer& to) noexcept;
  /// Packs the data to send.
  void pack() noexcept;

  bool packed() const {
    return packed_ != nullptr && packed_->blocks.packed() && packed_->type.get() != MPI_DATATYPE_NULL;
  }
  void* buffer() const { return packed() ? packed_->blocks.data() : buffer_; }
  const int* displacements() const { return packed() ? packed_->displacements.data() : displacements_; }
  MPI_Datatype type() const { return packed() ? packed_->type.get() : type_; }

  int deliver(int error) noexcept { return packed() ? packed_->blocks.deliver(error) : error; }

 private:
  /// Heap-allocated, because most sides are never packed.
  struct Packed {
    Blocks blocks;
    std::int64_t size;  ///< of one element
    OwnType type;
    std::vector<int> displacements;
  };
  void reserve(std::unique_ptr<Packed> packed);
  void make_type();

  void* buffer_;
  const int* displacements_ = nullptr;
  MPI_Datatype type_;
  bool gaps_ = false;  ///< in equal blocks in host memory
  std::unique_ptr<Packed> packed_;
};

/// The same with a datatype for each process. When packed, all blocks are bytes. MPI packs the blocks of types that
/// Cartwright does not pack. `Displacement`, in bytes, is int or MPI_Aint, and `Count` int or MPI_Count.
template <typename Displacement, typename Count = int>
class TypedCollectiveBuffer {
 public:
  /// The user's arguments.
  TypedCollectiveBuffer(const void* buffer, const Count counts[], const Displacement displacements[],
                        const MPI_Datatype types[])
      : buffer_(const_cast<void*>(buffer)), counts_(counts), displacements_(displacements), types_(types) {}
  TypedCollectiveBuffer(Role role, Use use, const void* buffer, const Count counts[],
                        const Displacement displacements[], const MPI_Datatype types[], MPI_Comm comm,
                        RanksOf peers) noexcept;

  void pack() noexcept;
  bool packed() const { return blocks_.packed(); }
  void* buffer() const { return packed() ? blocks_.data() : buffer_; }
  const Count* counts() const { return packed() ? packed_counts_.data() : counts_; }
  const Displacement* displacements() const { return packed() ? packed_displacements_.data() : displacements_; }
  const MPI_Datatype* types() const { return packed() ? packed_types_.data() : types_; }

  int deliver(int error) noexcept { return blocks_.deliver(error); }

 private:
  void reserve(const Ranks& peers);

  void* buffer_;
  const Count* counts_;
  const Displacement* displacements_;
  const MPI_Datatype* types_;
  Blocks blocks_{Role::send, Use::message};
  std::vector<Count> packed_counts_;
  std::vector<Displacement> packed_displacements_;
  std::vector<MPI_Datatype> packed_types_;
};

extern template class TypedCollectiveBuffer<int>;
extern template class TypedCollectiveBuffer<MPI_Aint>;
extern template class TypedCollectiveBuffer<MPI_Aint, MPI_Count>;

}  // namespace cartwright::preload
