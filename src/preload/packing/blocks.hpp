// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/buffer.hpp"
#include "gpu/transfer.hpp"
#include "preload/packing/choice.hpp"

#include <vector>

namespace cartwright::preload {

/// `both`: data is sent and received in place. It is moved only in memory of a GPU.
enum class Role { send, receive, both };

/// The role of the buffer that receives, by the one that sends.
inline Role role_of(const void* send) { return send == MPI_IN_PLACE ? Role::both : Role::receive; }

/// The blocks of one buffer of a collective, each for or from another process, and the packed data that may replace
/// them.
class Blocks {
 public:
  /// The gain in nanoseconds that one side needs. It pays for buffers, for a datatype of packed data, and for the
  /// handshake that Open MPI uses from 4 KiB on for contiguous data, but not for other data.
  static constexpr float gain_with_type = 2000;
  /// The same where packed data needs no datatype.
  static constexpr float gain_of_bytes = 300;

  Blocks(Role role, CallKind kind, float least_gain = gain_with_type)
      : role_(role), kind_(kind), least_gain_(least_gain) {}

  /// Adds a block. Its packed data begins `offset` bytes after the start of the packed buffer.
  void add(const void* buffer, MPI_Count count, MPI_Datatype type, std::int64_t offset);
  /// Whether Cartwright can pack all of them, by the CPU or on a GPU.
  bool all_compiled() const { return other_bytes_ == 0; }

  /// Makes room for packed data if that is faster, or if the data is in memory of a GPU and MPI cannot have it there.
  /// Otherwise does nothing.
  void reserve() { packed_ = buffer(); }
  /// Makes room also if that is not faster. For data in host memory.
  void reserve_anyway();
  void release() { packed_ = {}; }
  /// Packs the data to send. False if MPI or the driver of a GPU refuses.
  bool pack() noexcept;
  bool measured() const { return measured_ != nullptr; }
  /// The nanoseconds that packing gains more than it must. Below 0 if that was never measured.
  float gain() const;
  bool packed() const { return packed_.data() != nullptr; }
  std::byte* data() const { return packed_.data(); }

  /// Unpacks the received data, unless the collective failed. Returns its error.
  int deliver(int error) noexcept;

 private:
  struct Block {
    Elements elements;
    std::int64_t bytes;
    std::int64_t offset;
  };

  bool can_pack() const;
  const Block& largest() const;
  bool worth_packing();
  base::Buffer buffer();
  /// All blocks, if all of them are in memory of a GPU; otherwise none.
  std::vector<gpu::Part> parts_on_gpu() const noexcept;
  bool pack(const Block& block, std::byte* to) noexcept;
  bool unpack(const Block& block, const std::byte* from) noexcept;

  Role role_;
  CallKind kind_;
  float least_gain_;
  std::vector<Block> blocks_;
  std::int64_t compiled_bytes_ = 0;
  std::int64_t other_bytes_ = 0;
  std::int64_t end_ = 0;
  bool on_device_ = false;           ///< MPI gets the user's data if any of it is in memory of a GPU and has no kernels
  const Block* measured_ = nullptr;  ///< the block to measure
  base::Buffer packed_;
};

}  // namespace cartwright::preload
