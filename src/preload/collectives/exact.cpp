// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/collectives/exact.hpp"

#include "preload/base/agreed.hpp"

#include <algorithm>
#include <initializer_list>
#include <vector>

namespace cartwright::preload {

namespace {

/// Types and the operations that MPI defines for them (MPI 4.0, 6.9.2 and 6.9.4).
struct Kind {
  std::vector<MPI_Datatype> types;
  std::vector<MPI_Op> operations;
  bool rounds = false;  ///< floating-point numbers

  bool has(MPI_Op op, MPI_Datatype type) const {
    return std::ranges::count(types, type) > 0 && std::ranges::count(operations, op) > 0;
  }
};

std::vector<Kind> find_kinds() {
  return {
      {{MPI_INT, MPI_UNSIGNED, MPI_LONG, MPI_UNSIGNED_LONG, MPI_LONG_LONG, MPI_UNSIGNED_LONG_LONG, MPI_INT64_T,
        MPI_UINT64_T, MPI_INT32_T, MPI_UINT32_T},
       {MPI_SUM, MPI_MAX, MPI_MIN, MPI_PROD, MPI_LAND, MPI_LOR, MPI_LXOR, MPI_BAND, MPI_BOR, MPI_BXOR}},
      // Sums of these saturate in some elements of a vector in Open MPI, and wrap around in others.
      {{MPI_SHORT, MPI_UNSIGNED_SHORT, MPI_INT16_T, MPI_UINT16_T, MPI_INT8_T, MPI_UINT8_T, MPI_SIGNED_CHAR,
        MPI_UNSIGNED_CHAR},
       {MPI_MAX, MPI_MIN, MPI_PROD, MPI_LAND, MPI_LOR, MPI_LXOR, MPI_BAND, MPI_BOR, MPI_BXOR}},
      {{MPI_INTEGER, MPI_INTEGER4, MPI_INTEGER8, MPI_AINT, MPI_OFFSET, MPI_COUNT},
       {MPI_SUM, MPI_MAX, MPI_MIN, MPI_PROD, MPI_BAND, MPI_BOR, MPI_BXOR}},
      {{MPI_C_BOOL, MPI_LOGICAL}, {MPI_LAND, MPI_LOR, MPI_LXOR}},
      {{MPI_BYTE}, {MPI_BAND, MPI_BOR, MPI_BXOR}},
      {{MPI_2INT, MPI_2INTEGER}, {MPI_MAXLOC, MPI_MINLOC}},
      {{MPI_DOUBLE, MPI_FLOAT, MPI_DOUBLE_PRECISION, MPI_REAL, MPI_REAL4, MPI_REAL8},
       {MPI_SUM, MPI_MAX, MPI_MIN, MPI_PROD},
       true},
      {{MPI_C_DOUBLE_COMPLEX, MPI_C_FLOAT_COMPLEX, MPI_COMPLEX, MPI_DOUBLE_COMPLEX}, {MPI_SUM, MPI_PROD}, true},
  };
}

bool look_up(MPI_Op op, MPI_Datatype type) {
  static const std::vector<Kind> kinds = find_kinds();
  if (type == MPI_DATATYPE_NULL) return false;
  return std::ranges::any_of(
      kinds, [&](const Kind& kind) { return (!kind.rounds || agreed().reassociates) && kind.has(op, type); });
}

}  // namespace

bool any_order(MPI_Op op, MPI_Datatype type) {
  struct Last {
    MPI_Op op{};
    MPI_Datatype type{};
    bool any = false;
  };
  static constinit thread_local Last last;
  if (last.op != op || last.type != type) last = {op, type, look_up(op, type)};
  return last.any;
}

}  // namespace cartwright::preload
