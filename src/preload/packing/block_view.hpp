// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/base/own_type.hpp"
#include "preload/packing/choice.hpp"
#include "transport/arena.hpp"

#include <cstddef>
#include <cstdint>

namespace cartwright::preload {

/// A type, as pieces of it need it. One of these serves all pieces of a call, most of which have one type.
struct TypeInfo {
  MPI_Datatype type{};  ///< none at first
  MPI_Count size = 0;
  MPI_Count extent = 0;
  MPI_Count true_lb = 0;
  bool predefined = false;
  bool one_block = false;  ///< an element is one block of bytes in the order of the stream
  bool accepted = false;   ///< by MPI

  void learn(MPI_Datatype of);
  /// Whether elements there are one block in memory of the host. False where it takes long to find out.
  bool plain_at(const void* buffer) const;

 private:
  void ask_mpi();
};

/// Elements in memory that are copied, packed or unpacked here, whatever their type: by memcpy, by a kernel, or by MPI
/// where there is none.
class BlockView {
 public:
  BlockView() = default;  // not valid
  BlockView(const void* buffer, MPI_Count count, MPI_Datatype type, TypeInfo& facts) noexcept;

  std::int64_t bytes() const { return bytes_; }
  const Elements& elements() const { return elements_; }
  /// False for arguments that MPI refuses, and for memory that it could not read.
  bool valid() const { return bytes_ >= 0; }

  /// All bytes. False if MPI failed.
  bool pack(std::byte* to) const noexcept;
  /// Packs into an offered slot of this process. The receiver may unpack meanwhile.
  bool pack_into(const transport::Arena& arena, std::uint32_t slot) const noexcept;
  /// Unpacks the first `bytes` of the stream. False if MPI failed.
  bool unpack(const std::byte* from, std::int64_t bytes) const noexcept;
  /// Unpacks a slot of another process. False if that ended before it had packed everything.
  bool unpack_from(const transport::Arena& arena, std::uint32_t slot) const;

  /// Moves the bytes to another block in this process, as many as it holds. False if MPI failed.
  bool move_to(const BlockView& other) const;

  /// Whether it is in memory of a GPU, and only MPI can move it.
  bool on_device() const { return on_device_; }

  /// Keeps the type if it will be needed, because the user may free it before the data is unpacked, or received by MPI.
  void outlive_type(bool by_message) noexcept;

 private:
  jit::Packer& packer() const { return *elements_.compiled->packer; }
  std::byte* buffer() const { return static_cast<std::byte*>(elements_.buffer); }

  Elements elements_;
  std::int64_t bytes_ = -1;
  bool on_device_ = false;
  std::byte* dense_ = nullptr;  ///< the address, if the data is one block in the order of the stream
  OwnType own_type_;
};

}  // namespace cartwright::preload
