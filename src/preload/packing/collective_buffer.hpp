// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/base/own_type.hpp"
#include "preload/packing/block_arguments.hpp"
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

/// The data that a collective sends or receives with one datatype: the user's arguments, EqualBlocks or BlocksAt, or
/// packed data. The type of packed data is as many contiguous bytes as one element of the user's type has, and all
/// counts stay the same: MPIs divide a message into segments by the count and the size of the type, and the other
/// processes may not pack theirs.
template <typename Arguments>
class CollectiveBuffer {
 public:
  /// The user's arguments, for example where MPI ignores them on this process.
  explicit CollectiveBuffer(const Arguments& user) : user_(user) {}
  /// Packed, if that is faster. The peers have a block each.
  CollectiveBuffer(Role role, CallKind kind, const Arguments& user, MPI_Comm comm, RanksOf peers) noexcept;

  /// Packs the data to send. MPI gets the user's if that fails.
  void pack() noexcept {
    if (packed() && !packed_->blocks.pack()) packed_.reset();
  }
  /// The same at a start of a persistent collective: MPI has the address of the packed data.
  void pack_again() noexcept {
    if (packed()) packed_->blocks.pack();
  }
  bool packed() const {
    return packed_ != nullptr && packed_->blocks.packed() && packed_->type.get() != MPI_DATATYPE_NULL;
  }
  /// What MPI gets.
  auto arguments() const {
    Arguments given = user_;
    if (packed()) {
      given.buffer = packed_->blocks.data();
      given.type = packed_->type.get();
      if constexpr (requires { given.displacements; }) given.displacements = packed_->displacements.data();
    }
    return given.arguments();
  }
  int deliver(int error) noexcept { return packed() ? packed_->blocks.deliver(error) : error; }

  template <typename Count>
  friend void agree_to_pack(CollectiveBuffer<EqualBlocks<Count>>& from,
                            CollectiveBuffer<EqualBlocks<Count>>& to) noexcept;

 private:
  /// Heap-allocated, because most buffers are never packed.
  struct Packed {
    Blocks blocks;
    std::int64_t size;  ///< of one element
    OwnType type;
    std::vector<typename Arguments::Displacement> displacements;
  };
  void make_type();

  Arguments user_;
  bool gaps_ = false;  ///< in equal blocks in host memory
  std::unique_ptr<Packed> packed_;
};

/// An MPI may handle the data of one side by the type of the other, since both are mostly the same: Open MPI does in
/// some algorithms. So two sides of equal blocks with gaps are both packed, or neither is.
template <typename Count>
void agree_to_pack(CollectiveBuffer<EqualBlocks<Count>>& from, CollectiveBuffer<EqualBlocks<Count>>& to) noexcept;
/// In other collectives each side decides alone.
template <typename... Buffers>
void agree_to_pack(Buffers&...) noexcept {}

/// The same with a datatype for each process. When packed, all blocks are bytes. MPI packs the blocks of types that
/// Cartwright does not pack.
template <typename Count, typename At>
class CollectiveBuffer<TypedBlocks<Count, At>> {
 public:
  using Arguments = TypedBlocks<Count, At>;
  explicit CollectiveBuffer(const Arguments& user) : user_(user) {}
  CollectiveBuffer(Role role, CallKind kind, const Arguments& user, MPI_Comm comm, RanksOf peers) noexcept;

  void pack() noexcept {
    if (!blocks_.pack()) blocks_.release();
  }
  void pack_again() noexcept { blocks_.pack(); }
  bool packed() const { return blocks_.packed(); }
  Arguments given() const {
    return packed() ? Arguments(blocks_.data(), counts_.data(), displacements_.data(), types_.data()) : user_;
  }
  auto arguments() const { return given().arguments(); }
  int deliver(int error) noexcept { return blocks_.deliver(error); }

 private:
  void reserve(const Ranks& peers);

  Arguments user_;
  Blocks blocks_{Role::send, CallKind::blocking};
  // The arguments for packed data:
  std::vector<Count> counts_;
  std::vector<At> displacements_;
  std::vector<MPI_Datatype> types_;
};

}  // namespace cartwright::preload
