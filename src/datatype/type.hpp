// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "datatype/integers.hpp"

#include <memory>
#include <string>
#include <vector>

namespace cartwright::datatype {

struct Type;
using TypePtr = std::shared_ptr<const Type>;

/// A datatype as the user built it: a tree whose inner nodes are MPI's constructors and whose leaves are basic types
/// (MPI-4.1, section 5.1). Immutable, so threads may share it. Counts, blocklengths and displacements have the same
/// meaning as in MPI; `stride` and `displacements` are in extents of the child, or in bytes for the h-constructors and
/// structures.
struct Type {
  enum class Kind : std::uint8_t {
    basic,
    contiguous,
    vector,
    hvector,
    indexed,
    hindexed,
    indexed_block,
    hindexed_block,
    structure,
    resized,
  };

  Kind kind = Kind::basic;
  std::string name;               ///< of a basic type; otherwise the constructor that made it ("subarray"), or ""
  std::int64_t count = 1;         ///< contiguous, vector, hvector
  std::int64_t blocklength = 1;   ///< vector, hvector, indexed_block, hindexed_block
  std::int64_t stride = 0;        ///< vector, hvector
  Integers blocklengths;          ///< indexed, hindexed, structure
  Integers displacements;         ///< all indexed kinds, structure
  std::vector<TypePtr> children;  ///< none for basic, one per block for structure, one for all others

  std::int64_t size = 0;       ///< bytes of data
  std::int64_t lb = 0;         ///< lower bound, relative to the address of the element
  std::int64_t ub = 0;         ///< upper bound
  std::int64_t true_lb = 0;    ///< the first byte of data
  std::int64_t true_ub = 0;    ///< past the last byte of data; equal to true_lb if there is none
  bool marked = false;         ///< bounds were set by a resized, here or below: they override all others
  std::int64_t alignment = 1;  ///< of the basic types; the extent of a structure is rounded up to it
  int depth = 0;               ///< constructors above the deepest leaf

  std::int64_t extent() const { return ub - lb; }
};

/// The constructors. They throw Error{invalid_argument} for negative counts and blocklengths, for lists of unequal
/// lengths and for null children, and Error{overflow} if a size does not fit into 63 bits or a bound is more than 2^61
/// bytes away. Zero counts and blocklengths, negative strides, displacements and extents are allowed, as in MPI.
TypePtr basic(std::string name, std::int64_t size, std::int64_t alignment);
TypePtr contiguous(std::int64_t count, TypePtr child);
TypePtr vector(std::int64_t count, std::int64_t blocklength, std::int64_t stride, TypePtr child);
TypePtr hvector(std::int64_t count, std::int64_t blocklength, std::int64_t stride_in_bytes, TypePtr child);
TypePtr indexed(Integers blocklengths, Integers displacements, TypePtr child);
TypePtr hindexed(Integers blocklengths, Integers displacements_in_bytes, TypePtr child);
TypePtr indexed_block(std::int64_t blocklength, Integers displacements, TypePtr child);
TypePtr hindexed_block(std::int64_t blocklength, Integers displacements_in_bytes, TypePtr child);
TypePtr structure(Integers blocklengths, Integers displacements_in_bytes, std::vector<TypePtr> children);
TypePtr resized(std::int64_t lb, std::int64_t extent, TypePtr child);
/// `sizes`, `subsizes`, `starts` have one value per dimension. The type consists of vectors and a resized, and is named
/// "subarray".
TypePtr subarray(const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& subsizes,
                 const std::vector<std::int64_t>& starts, bool fortran_order, TypePtr child);

/// One dimension of a distributed array. `blocksize` 0 stands for MPI_DISTRIBUTE_DFLT_DARG.
struct Distribution {
  enum class Kind : std::uint8_t { block, cyclic, none };
  Kind kind;
  std::int64_t global_size;
  std::int64_t blocksize;
  std::int64_t processes;
};
/// The part of process `rank` in a distributed array. The process grid is row-major, whatever the order of the array.
/// The type is named "darray".
TypePtr darray(std::int64_t rank, const std::vector<Distribution>& dims, bool fortran_order, TypePtr child);

/// A basic type by its name in C ("float", "double", "int64_t", "double _Complex", "char", "byte"...); null if unknown.
TypePtr basic_named(const std::string& name);

}  // namespace cartwright::datatype
