// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/checked.hpp"
#include "datatype/type.hpp"

#include <algorithm>

// MPI-4.1, section 5.1.4: a distributed array consists of one cyclic type per dimension, the fastest innermost.

namespace cartwright::datatype {

namespace {

void check(const std::vector<Distribution>& dims, std::int64_t rank) {
  if (dims.empty())
    base::fail(base::Status::invalid_argument, "a distributed array has no dimensions: give at least one");
  std::int64_t processes = 1;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    const Distribution& dim = dims[i];
    if (dim.global_size < 1 || dim.processes < 1 || dim.blocksize < 0)
      base::fail(base::Status::invalid_argument,
                 "dimension {} of a distributed array has {} elements in blocks of {} on {} processes: give 1 or more "
                 "elements "
                 "and processes, and a blocksize of 0 or more",
                 i, dim.global_size, dim.blocksize, dim.processes);
    processes = base::checked_mul(processes, dim.processes, "processes of a distributed array");
  }
  if (rank < 0 || rank >= processes)
    base::fail(base::Status::invalid_argument, "process {} is not one of the {} processes of the distributed array",
               rank, processes);
}

std::int64_t block_of(const Distribution& dim) {
  switch (dim.kind) {
    case Distribution::Kind::none: return dim.global_size;
    case Distribution::Kind::cyclic: return std::max<std::int64_t>(1, dim.blocksize);
    case Distribution::Kind::block: break;
  }
  return dim.blocksize > 0 ? dim.blocksize : (dim.global_size - 1) / dim.processes + 1;
}

/// The part of process `part` along a dimension: blocks part, part + processes, ... of the array, the last of which may
/// be shorter.
TypePtr cyclic(const Distribution& dim, std::int64_t part, const TypePtr& child) {
  const std::int64_t block = block_of(dim);
  const std::int64_t blocks = (dim.global_size - 1) / block + 1;
  const std::int64_t mine = part < blocks ? (blocks - 1 - part) / dim.processes + 1 : 0;
  const std::int64_t last = part + (mine - 1) * dim.processes;
  const std::int64_t cut = mine > 0 ? std::min(block, dim.global_size - last * block) : 0;

  const TypePtr whole = vector(cut == block ? mine : mine - (mine > 0), block,
                               base::checked_mul(block, dim.processes, "a distributed array"), child);
  const auto at = [&](std::int64_t index) {
    return base::checked_mul(base::checked_mul(index, block, "a distributed array"), child->extent(),
                             "a distributed array");
  };
  TypePtr elements;
  if (cut == block || mine == 0)
    elements = hindexed_block(1, {at(part)}, whole);
  else
    elements = structure({1, cut}, {at(part), at(last)}, {whole, child});
  return resized(0, base::checked_mul(dim.global_size, child->extent(), "a distributed array"), elements);
}

}  // namespace

TypePtr darray(std::int64_t rank, const std::vector<Distribution>& dims, bool fortran_order, TypePtr child) {
  check(dims, rank);
  if (!child) base::fail(base::Status::invalid_argument, "a datatype has a child that is null");
  std::vector<std::int64_t> parts(dims.size());
  for (std::size_t i = dims.size(); i-- > 0;) {  // the process grid is row-major
    parts[i] = rank % dims[i].processes;
    rank /= dims[i].processes;
  }
  TypePtr made = std::move(child);
  for (std::size_t k = 0; k < dims.size(); ++k) {
    const std::size_t i = fortran_order ? k : dims.size() - 1 - k;
    made = cyclic(dims[i], parts[i], made);
  }
  auto type = std::make_shared<Type>(*made);
  type->name = "darray";
  return type;
}

}  // namespace cartwright::datatype
