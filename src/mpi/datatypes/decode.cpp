// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "mpi/datatypes/basic_types.hpp"
#include "mpi/datatypes/contents.hpp"
#include "mpi/datatypes/datatypes.hpp"

// The arguments of every constructor are listed in MPI-4.1, section 5.1.13.

namespace cartwright::mpi {

namespace {

using datatype::Distribution;
using datatype::Integers;
using datatype::TypePtr;

TypePtr decode_structure(Contents& contents) {
  const std::int64_t n = contents.number();
  Integers blocklengths = contents.numbers(n);
  Integers displacements = contents.displacements_in_bytes(n);
  const std::vector<MPI_Datatype>& types = contents.types();
  std::vector<TypePtr> children;
  children.reserve(types.size());
  // Structures with many fields mostly have fields of one type.
  for (std::size_t i = 0; i < types.size(); ++i)
    children.push_back(i > 0 && types[i] == types[i - 1] ? children.back() : decode(types[i]));
  return datatype::structure(std::move(blocklengths), std::move(displacements), std::move(children));
}

std::vector<std::int64_t> values_of(const Integers& integers) {
  return integers.visit([](const auto& values) { return std::vector<std::int64_t>(values.begin(), values.end()); });
}

TypePtr decode_subarray(Contents& contents, TypePtr child) {
  const std::int64_t ndims = contents.integer();
  const std::vector<std::int64_t> sizes = values_of(contents.numbers(ndims));
  const std::vector<std::int64_t> subsizes = values_of(contents.numbers(ndims));
  const std::vector<std::int64_t> starts = values_of(contents.numbers(ndims));
  const bool fortran_order = contents.integer() == MPI_ORDER_FORTRAN;
  return datatype::subarray(sizes, subsizes, starts, fortran_order, std::move(child));
}

Distribution::Kind distribution(std::int64_t kind) {
  if (kind == MPI_DISTRIBUTE_BLOCK) return Distribution::Kind::block;
  if (kind == MPI_DISTRIBUTE_CYCLIC) return Distribution::Kind::cyclic;
  return Distribution::Kind::none;
}

TypePtr decode_darray(Contents& contents, TypePtr child) {
  contents.integer();  // the number of processes, which is the product of their numbers along the dimensions
  const std::int64_t rank = contents.integer();
  const std::int64_t ndims = contents.integer();
  const Integers sizes = contents.numbers(ndims);
  const std::vector<std::int64_t> kinds = contents.integers(ndims);
  const std::vector<std::int64_t> blocks = contents.integers(ndims);
  const std::vector<std::int64_t> processes = contents.integers(ndims);
  const bool fortran_order = contents.integer() == MPI_ORDER_FORTRAN;
  std::vector<Distribution> dims;
  for (std::size_t i = 0; i < kinds.size(); ++i)
    dims.push_back(
        {distribution(kinds[i]), sizes[i], blocks[i] == MPI_DISTRIBUTE_DFLT_DARG ? 0 : blocks[i], processes[i]});
  return datatype::darray(rank, dims, fortran_order, std::move(child));
}

TypePtr decode_derived(Contents& contents) {
  if (contents.combiner() == MPI_COMBINER_STRUCT) return decode_structure(contents);
  if (contents.types().size() != 1)
    base::fail(base::Status::unsupported, "a datatype of combiner {} has {} types inside", contents.combiner(),
               contents.types().size());
  TypePtr child = decode(contents.types()[0]);
  // The evaluation order of arguments in a call is unspecified, so each is read in a separate statement.
  switch (contents.combiner()) {
    case MPI_COMBINER_DUP: return child;
    case MPI_COMBINER_CONTIGUOUS: return datatype::contiguous(contents.number(), std::move(child));
    case MPI_COMBINER_VECTOR: {
      const std::int64_t count = contents.number();
      const std::int64_t blocklength = contents.number();
      return datatype::vector(count, blocklength, contents.number(), std::move(child));
    }
    case MPI_COMBINER_HVECTOR: {
      const std::int64_t count = contents.number();
      const std::int64_t blocklength = contents.number();
      return datatype::hvector(count, blocklength, contents.bytes(), std::move(child));
    }
    case MPI_COMBINER_INDEXED: {
      const std::int64_t n = contents.number();
      Integers blocklengths = contents.numbers(n);
      return datatype::indexed(std::move(blocklengths), contents.numbers(n), std::move(child));
    }
    case MPI_COMBINER_HINDEXED: {
      const std::int64_t n = contents.number();
      Integers blocklengths = contents.numbers(n);
      return datatype::hindexed(std::move(blocklengths), contents.displacements_in_bytes(n), std::move(child));
    }
    case MPI_COMBINER_INDEXED_BLOCK: {
      const std::int64_t n = contents.number();
      const std::int64_t blocklength = contents.number();
      return datatype::indexed_block(blocklength, contents.numbers(n), std::move(child));
    }
    case MPI_COMBINER_HINDEXED_BLOCK: {
      const std::int64_t n = contents.number();
      const std::int64_t blocklength = contents.number();
      return datatype::hindexed_block(blocklength, contents.displacements_in_bytes(n), std::move(child));
    }
    case MPI_COMBINER_SUBARRAY: return decode_subarray(contents, std::move(child));
    case MPI_COMBINER_DARRAY: return decode_darray(contents, std::move(child));
    case MPI_COMBINER_RESIZED: {
      const std::int64_t lb = contents.bytes();
      return datatype::resized(lb, contents.bytes(), std::move(child));
    }
    default: base::fail(base::Status::unsupported, "datatypes of combiner {} cannot be decoded", contents.combiner());
  }
}

TypePtr decode_predefined(MPI_Datatype type, Contents& contents) {
#if MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION >= 1)
  if (contents.combiner() == MPI_COMBINER_VALUE_INDEX)
    return value_and_index(decode(contents.types().at(0)), decode(contents.types().at(1)));
#endif
  static_cast<void>(contents);
  return basic_of_size(type);
}

}  // namespace

TypePtr decode(MPI_Datatype type) {
  if (const TypePtr* known = find_basic(type)) return *known;
  Contents contents(type);
  TypePtr tree = contents.predefined() ? decode_predefined(type, contents) : decode_derived(contents);
  MPI_Count size = 0;
  MPI_Count lb = 0;
  MPI_Count extent = 0;
  PMPI_Type_size_x(type, &size);
  PMPI_Type_get_extent_x(type, &lb, &extent);
  if (tree->size != size)
    base::fail(base::Status::unsupported, "a datatype of {} bytes was decoded as one of {}",
               static_cast<std::int64_t>(size), tree->size);
  // MPIs differ in the padding of structures, and in the bounds of empty types.
  if (tree->lb != lb || tree->extent() != extent) tree = datatype::resized(lb, extent, std::move(tree));
  return tree;
}

}  // namespace cartwright::mpi
