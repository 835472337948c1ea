// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "pack/mpi_type.hpp"

#include "base/error.hpp"

#include <limits>

namespace cartwright::bench {

namespace {

using datatype::Integers;
using datatype::Type;

int narrowed(std::int64_t value) {
  if (value > std::numeric_limits<int>::max() || value < std::numeric_limits<int>::min())
    base::fail(base::Status::overflow, "{} is too large for an int of MPI", value);
  return static_cast<int>(value);
}

std::vector<int> ints(const Integers& values) {
  std::vector<int> made(values.size());
  for (std::size_t i = 0; i < made.size(); ++i) made[i] = narrowed(values[i]);
  return made;
}

std::vector<MPI_Aint> addresses(const Integers& values) {
  std::vector<MPI_Aint> made(values.size());
  for (std::size_t i = 0; i < made.size(); ++i) made[i] = static_cast<MPI_Aint>(values[i]);
  return made;
}

MPI_Datatype basic_of(const Type& type) {
  if (type.name == "float") return MPI_FLOAT;
  if (type.name == "double") return MPI_DOUBLE;
  base::fail(base::Status::unsupported, "no basic type '{}' in benchmarks: add it to basic_of", type.name);
}

MPI_Datatype structure_of(const Type& type) {
  std::vector<MPI_Datatype> children;
  for (const datatype::TypePtr& child : type.children) children.push_back(mpi_type(*child));
  MPI_Datatype made = MPI_DATATYPE_NULL;
  MPI_Type_create_struct(narrowed(std::ssize(children)), ints(type.blocklengths).data(),
                         addresses(type.displacements).data(), children.data(), &made);
  for (std::size_t i = 0; i < children.size(); ++i)
    if (type.children[i]->kind != Type::Kind::basic) MPI_Type_free(&children[i]);
  return made;
}

}  // namespace

MPI_Datatype mpi_type(const Type& type) {
  if (type.kind == Type::Kind::basic) return basic_of(type);
  if (type.kind == Type::Kind::structure) return structure_of(type);

  MPI_Datatype child = mpi_type(*type.children[0]);
  MPI_Datatype made = MPI_DATATYPE_NULL;
  const int count = narrowed(type.count), blocklength = narrowed(type.blocklength);
  const int listed = narrowed(static_cast<std::int64_t>(type.displacements.size()));
  switch (type.kind) {
    case Type::Kind::contiguous: MPI_Type_contiguous(count, child, &made); break;
    case Type::Kind::vector: MPI_Type_vector(count, blocklength, narrowed(type.stride), child, &made); break;
    case Type::Kind::hvector: MPI_Type_create_hvector(count, blocklength, type.stride, child, &made); break;
    case Type::Kind::indexed:
      MPI_Type_indexed(listed, ints(type.blocklengths).data(), ints(type.displacements).data(), child, &made);
      break;
    case Type::Kind::hindexed:
      MPI_Type_create_hindexed(listed, ints(type.blocklengths).data(), addresses(type.displacements).data(), child,
                               &made);
      break;
    case Type::Kind::indexed_block:
      MPI_Type_create_indexed_block(listed, blocklength, ints(type.displacements).data(), child, &made);
      break;
    case Type::Kind::hindexed_block:
      MPI_Type_create_hindexed_block(listed, blocklength, addresses(type.displacements).data(), child, &made);
      break;
    case Type::Kind::resized: MPI_Type_create_resized(child, type.lb, type.extent(), &made); break;
    case Type::Kind::basic:
    case Type::Kind::structure: break;  // above
  }
  if (type.children[0]->kind != Type::Kind::basic) MPI_Type_free(&child);
  return made;
}

}  // namespace cartwright::bench
