// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "jit/flat_nest.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace cartwright::jit {

/// A nest as data, for the kernels of batch_ptx(): they run any number of jobs, of different programs and addresses, in
/// one launch. The blocks of the jobs lie one after the other, and a block finds its job by bisection. The kernels read
/// this struct by the offsets of its members.
struct BatchJob {
  static constexpr std::size_t max_dims = 8;
  enum class Table : std::uint32_t { none, narrow, wide };
  struct Dim {
    std::uint32_t count = 1;
    std::uint32_t factor = 0;
    std::uint32_t shift = 0;
    Table table = Table::none;
    std::int64_t from = 0;
    std::int64_t to = 0;
    std::uint64_t list = 0;
  };

  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::uint64_t starts = 0;   ///< of a ragged list: the words before each block
  std::uint64_t offsets = 0;  ///< its displacements
  std::uint32_t first_block = 0;
  std::uint32_t indices = 0;  ///< that are moved
  std::uint32_t dims = 0;
  std::uint32_t word = 0;    ///< in bytes
  std::uint32_t ragged = 0;  ///< blocks of the ragged list; 0: none
  std::uint32_t wide_offsets = 0;
  std::uint32_t data_is_from = 0;
  std::uint32_t ragged_words = 0;
  std::uint32_t ragged_factor = 0;
  std::uint32_t ragged_shift = 0;
  std::uint32_t begin = 0;  ///< the first index that is moved
  std::uint32_t unused = 0;
  std::array<Dim, max_dims> dim;
};
static_assert(sizeof(BatchJob) == 80 + 40 * BatchJob::max_dims);

/// A program as jobs for any addresses and any number of turns.
class BatchProgram {
 public:
  /// None if a nest has too many loops. A job has at most `most` indices.
  static std::optional<BatchProgram> of(const Program& program, std::int64_t most = max_indices - 1);

  /// Appends the jobs for addresses on the GPU, where `tables` has the index lists of the program.
  void append(std::uint64_t to, std::uint64_t from, std::int64_t turns, std::uint64_t tables,
              std::vector<BatchJob>& jobs) const;

  const Tables& tables() const { return tables_; }

 private:
  struct Variant {
    std::int64_t word = 16;
    std::vector<BatchJob> jobs;  ///< one turn at address 0
  };
  std::vector<Variant> variants_;  ///< for addresses of every alignment, the largest word first
  Tables tables_;
  std::int64_t from_stride_ = 0;
  std::int64_t to_stride_ = 0;
  std::int64_t most_ = 0;
};

/// The part of a job that packs or unpacks the words in the bytes [first, last) of the packed stream. The job was made
/// for a stream at address 0; `first` of it is now at `at`. Both are multiples of 16, and so is `last`, unless the
/// stream ends there. None if no word is in this range.
std::optional<BatchJob> part_of(const BatchJob& job, std::int64_t first, std::int64_t last, std::uint64_t at);

/// The blocks of a launch: gives every job its first block.
std::int64_t place_blocks(std::span<BatchJob> jobs);

/// Kernel parameters may have 4 KiB: so many jobs need no memory on the device. The entry `cw_jobs` takes the number of
/// jobs and an array of them, `cw_batch` their number and their address.
constexpr std::size_t max_jobs_in_parameters = 10;

}  // namespace cartwright::jit
