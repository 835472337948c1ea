// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/printable.hpp"

#include <fmt/format.h>

#include <exception>
#include <stdexcept>
#include <string>
#include <utility>

namespace cartwright::base {

/// What kind of failure an Error reports. The C API returns the same values as cw_status.
enum class Status {
  ok = 0,
  invalid_argument = 1,  ///< a value the caller passed cannot be used
  overflow = 2,          ///< a size does not fit in 63 bits, or in the type that the receiver takes
  parse = 3,             ///< a text or file is malformed
  io = 4,                ///< the operating system refused a file
  unsupported = 5,       ///< valid, but not built in or not possible here
  no_memory = 6,
  internal = 7,     ///< a bug in Cartwright
  timeout = 8,      ///< another process did not come in time
  peer_failed = 9,  ///< another process has ended, or freed what it was to use
};

/// The one exception type of the core. `what()` says what failed, with the value, and what to do next: one printable
/// line (printable_message), whatever the value is.
/// It never crosses the C ABI: `src/capi`, `src/mpi` and `src/preload` turn it into a status.
class Error : public std::runtime_error {
 public:
  Error(Status status, const std::string& message) : std::runtime_error(printable_message(message)), status_(status) {}
  Status status() const noexcept { return status_; }

 private:
  Status status_;
};

/// Throws Error{status} with a formatted message.
template <typename... Args>
[[noreturn]] void fail(Status status, fmt::format_string<Args...> format, Args&&... args) {
  throw Error(status, fmt::format(format, std::forward<Args>(args)...));
}

/// Any exception as an Error. The messages of libraries name their types and functions, and never reach a user.
Error as_error(const std::exception& error);

}  // namespace cartwright::base
