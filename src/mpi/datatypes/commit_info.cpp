// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "base/text.hpp"
#include "cartwright/mpix.h"
#include "mpi/base/info.hpp"
#include "mpi/base/real.hpp"
#include "mpi/base/refused.hpp"
#include "mpi/datatypes/datatypes.hpp"

#include <string_view>

using namespace cartwright;

namespace {

/// Sets a hint from one key of an info object. Returns the class of the error.
int apply(const mpi::NamedValue& key, jit::Hints& hints) try {
  constexpr std::string_view prefix = "cartwright_";
  if (!key.name.starts_with(prefix)) return MPI_SUCCESS;
  const std::string_view name = std::string_view(key.name).substr(prefix.size());
  std::int64_t jit::Hints::* hint = nullptr;
  if (name == "expected_uses") hint = &jit::Hints::expected_uses;
  if (name == "count") hint = &jit::Hints::count;
  if (hint == nullptr)
    return mpi::refused(MPI_ERR_INFO_KEY, "unknown info key {}: use cartwright_expected_uses or cartwright_count",
                        key.name);
  const std::int64_t value = base::parse_int(key.value, key.name);
  if (value < 0) return mpi::refused(MPI_ERR_INFO_VALUE, "info key {}={}: give 0 or more", key.name, key.value);
  hints.*hint = value;
  return MPI_SUCCESS;
} catch (const base::Error& error) {
  return mpi::refused(MPI_ERR_INFO_VALUE, "info key {}={}: {}", key.name, key.value, error.what());
}

}  // namespace

extern "C" int MPIX_Type_commit_info(MPI_Datatype* type, MPI_Info info) {
  return mpi::with_reason([&]() -> int {
    jit::Hints hints;
    for (const mpi::NamedValue& key : mpi::keys_of(info))
      if (const int error = apply(key, hints)) {
        PMPI_Comm_call_errhandler(MPI_COMM_SELF, error);
        return error;
      }
    // MPI reports the error for a missing datatype.
    if (type == nullptr || *type == MPI_DATATYPE_NULL) return mpi::real().Type_commit(type);
    return mpi::commit_with_hints(type, hints);
  });
}
