// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <string>
#include <vector>

struct NamedDatatype {
  MPI_Datatype type;
  std::string name;
};

/// The predefined datatypes of this MPI for C, C++ and Fortran, pair types, and types selected by precision.
inline std::vector<NamedDatatype> basic_datatypes() {
#define CW_TYPE(type) {MPI_##type, #type}
  std::vector<NamedDatatype> types = {
      CW_TYPE(CHAR), CW_TYPE(SIGNED_CHAR), CW_TYPE(UNSIGNED_CHAR), CW_TYPE(BYTE), CW_TYPE(WCHAR), CW_TYPE(SHORT),
      CW_TYPE(UNSIGNED_SHORT), CW_TYPE(INT), CW_TYPE(UNSIGNED), CW_TYPE(LONG), CW_TYPE(UNSIGNED_LONG),
      CW_TYPE(LONG_LONG), CW_TYPE(UNSIGNED_LONG_LONG), CW_TYPE(FLOAT), CW_TYPE(DOUBLE), CW_TYPE(LONG_DOUBLE),
      CW_TYPE(INT8_T), CW_TYPE(INT16_T), CW_TYPE(INT32_T), CW_TYPE(INT64_T), CW_TYPE(UINT8_T), CW_TYPE(UINT16_T),
      CW_TYPE(UINT32_T), CW_TYPE(UINT64_T), CW_TYPE(C_BOOL), CW_TYPE(C_FLOAT_COMPLEX), CW_TYPE(C_DOUBLE_COMPLEX),
      CW_TYPE(C_LONG_DOUBLE_COMPLEX), CW_TYPE(AINT), CW_TYPE(OFFSET), CW_TYPE(COUNT), CW_TYPE(PACKED),
      // Pairs, some with gaps.
      CW_TYPE(FLOAT_INT), CW_TYPE(DOUBLE_INT), CW_TYPE(LONG_INT), CW_TYPE(SHORT_INT), CW_TYPE(2INT),
      CW_TYPE(LONG_DOUBLE_INT),
      // C++
      CW_TYPE(CXX_BOOL), CW_TYPE(CXX_FLOAT_COMPLEX), CW_TYPE(CXX_DOUBLE_COMPLEX), CW_TYPE(CXX_LONG_DOUBLE_COMPLEX),
      // Fortran
      CW_TYPE(INTEGER), CW_TYPE(REAL), CW_TYPE(DOUBLE_PRECISION), CW_TYPE(COMPLEX), CW_TYPE(DOUBLE_COMPLEX),
      CW_TYPE(LOGICAL), CW_TYPE(CHARACTER), CW_TYPE(2INTEGER), CW_TYPE(2REAL), CW_TYPE(2DOUBLE_PRECISION),
      CW_TYPE(INTEGER1), CW_TYPE(INTEGER2), CW_TYPE(INTEGER4), CW_TYPE(INTEGER8), CW_TYPE(REAL4), CW_TYPE(REAL8),
      CW_TYPE(COMPLEX8), CW_TYPE(COMPLEX16)};
#undef CW_TYPE
  NamedDatatype by_precision = {MPI_DATATYPE_NULL, "f90_real(6 MPI_UNDEFINED)"};
  MPI_Type_create_f90_real(6, MPI_UNDEFINED, &by_precision.type);
  types.push_back(by_precision);
  by_precision.name = "f90_complex(15 MPI_UNDEFINED)";
  MPI_Type_create_f90_complex(15, MPI_UNDEFINED, &by_precision.type);
  types.push_back(by_precision);
  by_precision.name = "f90_integer(9)";
  MPI_Type_create_f90_integer(9, &by_precision.type);
  types.push_back(by_precision);
  std::erase_if(types, [](const NamedDatatype& one) { return one.type == MPI_DATATYPE_NULL; });
  return types;
}
