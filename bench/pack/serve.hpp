// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/error.hpp"
#include "lib/mpi_program.hpp"
#include "pack/layouts.hpp"
#include "pack/measure.hpp"

#include <iostream>
#include <limits>

namespace cartwright::bench {

MPI_Datatype mpi_type(const datatype::Type& type);

inline int narrowed(std::int64_t value) {
  if (value > std::numeric_limits<int>::max() || value < std::numeric_limits<int>::min())
    base::fail(base::Status::overflow, "{} is too large for an int of MPI", value);
  return static_cast<int>(value);
}

inline std::vector<int> ints(const datatype::Integers& values) {
  std::vector<int> made(values.size());
  for (std::size_t i = 0; i < made.size(); ++i) made[i] = narrowed(values[i]);
  return made;
}

inline std::vector<MPI_Aint> addresses(const datatype::Integers& values) {
  std::vector<MPI_Aint> made(values.size());
  for (std::size_t i = 0; i < made.size(); ++i) made[i] = static_cast<MPI_Aint>(values[i]);
  return made;
}

inline MPI_Datatype basic_of(const datatype::Type& type) {
  if (type.name == "float") return MPI_FLOAT;
  if (type.name == "double") return MPI_DOUBLE;
  base::fail(base::Status::unsupported, "no basic type '{}' in benchmarks: add it to basic_of", type.name);
}

inline MPI_Datatype structure_of(const datatype::Type& type) {
  std::vector<MPI_Datatype> children;
  for (const datatype::TypePtr& child : type.children) children.push_back(mpi_type(*child));
  MPI_Datatype made = MPI_DATATYPE_NULL;
  MPI_Type_create_struct(narrowed(std::ssize(children)), ints(type.blocklengths).data(),
                         addresses(type.displacements).data(), children.data(), &made);
  for (std::size_t i = 0; i < children.size(); ++i)
    if (type.children[i]->kind != datatype::Type::Kind::basic) MPI_Type_free(&children[i]);
  return made;
}

/// MPI's datatype for a tree, not committed; the caller frees it. Throws Error{overflow} for counts that exceed an int,
/// and Error{unsupported} for basic types that benchmarks do not use.
inline MPI_Datatype mpi_type(const datatype::Type& type) {
  using Kind = datatype::Type::Kind;
  if (type.kind == Kind::basic) return basic_of(type);
  if (type.kind == Kind::structure) return structure_of(type);

  MPI_Datatype child = mpi_type(*type.children[0]);
  MPI_Datatype made = MPI_DATATYPE_NULL;
  const int count = narrowed(type.count), blocklength = narrowed(type.blocklength);
  const int listed = narrowed(static_cast<std::int64_t>(type.displacements.size()));
  switch (type.kind) {
    case Kind::contiguous: MPI_Type_contiguous(count, child, &made); break;
    case Kind::vector: MPI_Type_vector(count, blocklength, narrowed(type.stride), child, &made); break;
    case Kind::hvector: MPI_Type_create_hvector(count, blocklength, type.stride, child, &made); break;
    case Kind::indexed:
      MPI_Type_indexed(listed, ints(type.blocklengths).data(), ints(type.displacements).data(), child, &made);
      break;
    case Kind::hindexed:
      MPI_Type_create_hindexed(listed, ints(type.blocklengths).data(), addresses(type.displacements).data(), child,
                               &made);
      break;
    case Kind::indexed_block:
      MPI_Type_create_indexed_block(listed, blocklength, ints(type.displacements).data(), child, &made);
      break;
    case Kind::hindexed_block:
      MPI_Type_create_hindexed_block(listed, blocklength, addresses(type.displacements).data(), child, &made);
      break;
    case Kind::resized: MPI_Type_create_resized(child, type.lb, type.extent(), &made); break;
    case Kind::basic:
    case Kind::structure: break;  // above
  }
  if (type.children[0]->kind != Kind::basic) MPI_Type_free(&child);
  return made;
}

/// A case in a buffer, with MPI's committed datatype.
class Committed {
 public:
  Committed() = default;
  ~Committed() {
    if (type != MPI_DATATYPE_NULL) MPI_Type_free(&type);
  }
  Committed(const Committed&) = delete;
  Committed& operator=(const Committed&) = delete;

  void choose(Case chosen, std::byte* data) {
    if (type != MPI_DATATYPE_NULL) MPI_Type_free(&type);
    what = std::move(chosen);
    type = mpi_type(*what.type);
    MPI_Type_commit(&type);
    base = data + what.at;
    bytes = static_cast<int>(what.bytes());
  }

  Case what;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  std::byte* base = nullptr;
  int bytes = 0;
};

/// The answer of a worker to "choose NAME", or to another command with a number, whose seconds it is.
template <typename Worker>
std::string obey(Worker& worker, const std::string& line) {
  const std::size_t space = line.find(' ');
  const std::string command = line.substr(0, space), argument = line.substr(space + 1);
  if (command != "choose") return fmt::format("{:.9e}", worker.run(command, std::stoll(argument)));
  worker.choose(argument);
  return "chosen";
}

/// Says the name and version of the MPI, then answers each line of standard input with a line, until "quit".
template <typename Answer>
void serve(const Answer& answer) {
  std::cout << mpi_name() << std::endl;  // flushed, as a process waits for it
  std::string line;
  while (std::getline(std::cin, line) && line != "quit") std::cout << answer(line) << std::endl;
}

}  // namespace cartwright::bench
