// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "jit/flat_nest.hpp"

#include <optional>
#include <string>

namespace cartwright::jit {

/// Threads of a block, in all kernels.
constexpr std::int64_t block_threads = 256;

/// A kernel for one program as PTX, the assembly language of CUDA, which the driver translates for its GPU: .version
/// 6.4 .target sm_70, for drivers since 2019 and GPUs since Volta. The arguments of the entry `cw_move` are `to`,
/// `from`, the number of turns in 32 bits, the table of the program, and the address of `tables` on the device.
struct PtxKernel {
  std::string text;
  std::int64_t word = 1;                ///< bytes that a thread moves at once; both addresses are multiples of it
  std::int64_t max_turns = 1;           ///< of one launch
  std::vector<std::byte> tables;        ///< the index lists
  std::vector<std::int64_t> per_turn;   ///< for each nest, the indices of a turn
  std::vector<std::int64_t> per_block;  ///< for each nest, the indices of a block

  /// The number of blocks to launch.
  std::int64_t blocks(std::int64_t turns) const;
};

/// Writes the kernel of a program for addresses, and entries of its table, that are multiples of `alignment`, a power
/// of two. Nests of more than `most` words are split. None if the program moves nothing, or is too long: then the
/// kernel of batches runs it.
std::optional<PtxKernel> emit_ptx(const Program& program, std::int64_t alignment, std::int64_t most = max_indices - 1);

/// The kernels for any programs: see batch.hpp.
std::string batch_ptx();

}  // namespace cartwright::jit
