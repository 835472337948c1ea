// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/datatypes/basic_types.hpp"

#include "mpi/base/quiet_errors.hpp"

#include <algorithm>
#include <unordered_map>

namespace cartwright::mpi {

namespace {

using datatype::TypePtr;

struct Named {
  MPI_Datatype type;
  const char* name;
};

struct Pair {
  MPI_Datatype type;
  const char* value;
  const char* index;
};

std::vector<Named> named() {
  return {{MPI_CHAR, "char"},
          {MPI_SIGNED_CHAR, "signed char"},
          {MPI_UNSIGNED_CHAR, "unsigned char"},
          {MPI_BYTE, "byte"},
          {MPI_PACKED, "byte"},
          {MPI_WCHAR, "wchar_t"},
          {MPI_SHORT, "short"},
          {MPI_UNSIGNED_SHORT, "unsigned short"},
          {MPI_INT, "int"},
          {MPI_UNSIGNED, "unsigned"},
          {MPI_LONG, "long"},
          {MPI_UNSIGNED_LONG, "unsigned long"},
          {MPI_LONG_LONG, "long long"},
          {MPI_UNSIGNED_LONG_LONG, "unsigned long long"},
          {MPI_FLOAT, "float"},
          {MPI_DOUBLE, "double"},
          {MPI_LONG_DOUBLE, "long double"},
          {MPI_INT8_T, "int8_t"},
          {MPI_INT16_T, "int16_t"},
          {MPI_INT32_T, "int32_t"},
          {MPI_INT64_T, "int64_t"},
          {MPI_UINT8_T, "uint8_t"},
          {MPI_UINT16_T, "uint16_t"},
          {MPI_UINT32_T, "uint32_t"},
          {MPI_UINT64_T, "uint64_t"},
          {MPI_C_BOOL, "bool"},
          {MPI_C_FLOAT_COMPLEX, "float _Complex"},
          {MPI_C_DOUBLE_COMPLEX, "double _Complex"},
          {MPI_C_LONG_DOUBLE_COMPLEX, "long double _Complex"},
          {MPI_AINT, "int64_t"},
          {MPI_OFFSET, "int64_t"},
          {MPI_COUNT, "int64_t"},
          {MPI_CXX_BOOL, "bool"},
          {MPI_CXX_FLOAT_COMPLEX, "float _Complex"},
          {MPI_CXX_DOUBLE_COMPLEX, "double _Complex"},
          {MPI_CXX_LONG_DOUBLE_COMPLEX, "long double _Complex"},
          // Fortran types have the names of the C types that they equal under default compiler options.
          {MPI_INTEGER, "int"},
          {MPI_REAL, "float"},
          {MPI_DOUBLE_PRECISION, "double"},
          {MPI_COMPLEX, "float _Complex"},
          {MPI_DOUBLE_COMPLEX, "double _Complex"},
          {MPI_LOGICAL, "int"},
          {MPI_CHARACTER, "char"},
          {MPI_INTEGER1, "int8_t"},
          {MPI_INTEGER2, "int16_t"},
          {MPI_INTEGER4, "int32_t"},
          {MPI_INTEGER8, "int64_t"},
          {MPI_REAL4, "float"},
          {MPI_REAL8, "double"},
          {MPI_COMPLEX8, "float _Complex"},
          {MPI_COMPLEX16, "double _Complex"}};
}

std::vector<Pair> pairs() {
  return {{MPI_FLOAT_INT, "float", "int"}, {MPI_DOUBLE_INT, "double", "int"},
          {MPI_LONG_INT, "long", "int"},   {MPI_SHORT_INT, "short", "int"},
          {MPI_2INT, "int", "int"},        {MPI_LONG_DOUBLE_INT, "long double", "int"}};
}

struct Measured {
  MPI_Count size = 0;
  MPI_Count lb = 0;
  MPI_Count extent = 0;
};

Measured measure(MPI_Datatype type) {
  Measured found;
  PMPI_Type_size_x(type, &found.size);
  PMPI_Type_get_extent_x(type, &found.lb, &found.extent);
  return found;
}

bool fits(const Measured& measured, const datatype::Type& tree) {
  return tree.size == measured.size && tree.lb == measured.lb && tree.extent() == measured.extent;
}

using Table = std::unordered_map<MPI_Datatype, TypePtr>;

/// Whether this MPI has a type. It may have been built without Fortran, or before the type was defined: then the type
/// is MPI_DATATYPE_NULL, or it is refused if mpi.h is that of another build.
bool exists(MPI_Datatype type) {
  MPI_Count size = 0;
  return type != MPI_DATATYPE_NULL && PMPI_Type_size_x(type, &size) == MPI_SUCCESS;
}

/// Types whose size and extent are as expected.
Table make_table() {
  const QuietErrors quiet;
  Table table;
  for (const Named& one : named()) {
    if (!exists(one.type)) continue;
    TypePtr tree = datatype::basic_named(one.name);
    table.emplace(one.type, fits(measure(one.type), *tree) ? tree : basic_of_size(one.type));
  }
  for (const Pair& pair : pairs()) {
    if (!exists(pair.type)) continue;
    TypePtr tree = value_and_index(datatype::basic_named(pair.value), datatype::basic_named(pair.index));
    const Measured measured = measure(pair.type);
    if (!fits(measured, *tree)) tree = datatype::resized(measured.lb, measured.extent, tree);
    if (tree->size == measured.size) table.emplace(pair.type, std::move(tree));
  }
  return table;
}

}  // namespace

const TypePtr* find_basic(MPI_Datatype type) {
  static const Table table = make_table();
  const auto found = table.find(type);
  return found == table.end() ? nullptr : &found->second;
}

TypePtr basic_of_size(MPI_Datatype type) {
  const Measured measured = measure(type);
  const std::int64_t size = measured.size;
  const std::int64_t alignment = size > 0 ? std::min<std::int64_t>(size & -size, alignof(std::max_align_t)) : 1;
  char name[MPI_MAX_OBJECT_NAME] = {};
  int length = 0;
  PMPI_Type_get_name(type, name, &length);
  TypePtr tree = datatype::basic(length > 0 ? name : "unnamed", size, alignment);
  return fits(measured, *tree) ? tree : datatype::resized(measured.lb, measured.extent, tree);
}

TypePtr value_and_index(TypePtr value, TypePtr index) {
  const std::int64_t at = (value->size + index->alignment - 1) / index->alignment * index->alignment;
  return datatype::structure({1, 1}, {0, at}, {std::move(value), std::move(index)});
}

}  // namespace cartwright::mpi
