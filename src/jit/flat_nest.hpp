// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "jit/copy.hpp"

#include <cstddef>
#include <vector>

namespace cartwright::jit {

/// A part of a program without branches: loops around one block, so that one index says which bytes move. Threads of a
/// GPU each take an index.
struct FlatNest {
  struct Dim {
    std::int64_t count = 1;
    std::int64_t from = 0;  ///< strides
    std::int64_t to = 0;
    const datatype::Integers* table = nullptr;  ///< further displacements on the side of the data, one for each turn
    std::int64_t first = 0;                     ///< the entry of the first turn
  };

  std::int64_t from = 0;  ///< displacements
  std::int64_t to = 0;
  std::int64_t bytes = 0;        ///< of the block; of all blocks of a ragged list
  const Node* ragged = nullptr;  ///< blocks of unequal lengths, in place of one block
  bool data_is_from = false;     ///< the side of the tables
  std::vector<Dim> dims;  ///< the innermost first; a block of several words is the first of them after with_words()
};

/// Programs in nests. Nothing moves if there are none.
struct FlatProgram {
  std::vector<FlatNest> nests;
  /// The largest word, 1 to 16 bytes, that divides all blocks, strides and displacements.
  std::int64_t word = 16;
};
FlatProgram flatten(const Program& program);

/// Indices are smaller than this, so 32 bits hold them, and divisions are multiplications.
constexpr std::int64_t max_indices = std::int64_t{1} << 31;

/// The same nest in words: the words of the block are its innermost loop, and loops of one turn are gone. If there are
/// more than `most` words, appends several nests. Throws Error{overflow} if that is impossible.
void with_words(const FlatNest& nest, std::int64_t word, std::int64_t most, std::vector<FlatNest>& nests);

/// The number of words that a nest of with_words() moves.
std::int64_t indices(const FlatNest& nest, std::int64_t word);

/// x / count = (x * factor >> 32) >> shift for 2 <= count < 2^31 and x < 2^31 (Granlund and Montgomery 1994).
struct Reciprocal {
  explicit Reciprocal(std::int64_t count);
  std::uint32_t factor;
  std::uint32_t shift;
};

/// The index lists of a program as one block of memory, which is uploaded once.
class Tables {
 public:
  /// Appends a list, or finds it. Returns its position in bytes.
  std::int64_t add(const datatype::Integers& values);
  /// Appends for each block of a ragged list the number of words before it, in 32 bits.
  std::int64_t add_starts(const Node& ragged, std::int64_t word);
  const std::vector<std::byte>& bytes() const { return bytes_; }

 private:
  std::int64_t append(const void* data, std::size_t size);
  std::vector<std::byte> bytes_;
  std::vector<std::pair<const void*, std::int64_t>> known_;
};

}  // namespace cartwright::jit
