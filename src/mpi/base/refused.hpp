// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/error.hpp"
#include "cartwright/status.h"

#include <fmt/format.h>
#include <mpi.h>

#include <exception>
#include <string>
#include <utility>

namespace cartwright::mpi {

/// Whether the call on this thread has a reason for its error.
inline bool& has_reason() {
  thread_local bool one = false;
  return one;
}

/// Keeps the reason of an error for cw_last_error(), and returns the class of the error.
template <typename... Args>
int refused(int error_class, fmt::format_string<Args...> reason, Args&&... args) {
  cw_set_last_error(fmt::format(reason, std::forward<Args>(args)...).c_str());
  has_reason() = true;
  return error_class;
}

/// refused() by the error handler of a communicator, too.
template <typename... Args>
int refused_by(MPI_Comm comm, int error_class, fmt::format_string<Args...> reason, Args&&... args) {
  refused(error_class, reason, std::forward<Args>(args)...);
  PMPI_Comm_call_errhandler(comm, error_class);
  return error_class;
}

/// Runs the body of a function that returns an error of MPI. Nothing is thrown, and each error gets a reason: that of
/// refused(), or the text of MPI.
template <typename Body>
int with_reason(Body body) noexcept try {
  has_reason() = false;
  const int error = body();
  if (error == MPI_SUCCESS || has_reason()) return error;
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  PMPI_Error_string(error, text, &length);
  return refused(error, "{}", std::string(text));
} catch (const std::exception& error) {
  cw_set_last_error(base::as_error(error).what());
  return MPI_ERR_INTERN;
} catch (...) {
  cw_set_last_error("unknown exception");
  return MPI_ERR_INTERN;
}

}  // namespace cartwright::mpi
