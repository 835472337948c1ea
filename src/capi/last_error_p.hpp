// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/error.hpp"
#include "cartwright/status.h"

#include <string>

namespace cartwright::capi {

/// The message of the last call that failed on this thread. Each library has one, because libcartwright need not be
/// there.
inline std::string& last_error() {
  thread_local std::string message;
  return message;
}

/// Keeps the message for cw_last_error() or its like, and returns the status. Never throws.
inline cw_status remember(base::Status status, const char* message) noexcept {
  try {
    last_error() = message;
  } catch (...) {
    last_error().clear();  // no memory left for the message
  }
  return static_cast<cw_status>(status);
}

}  // namespace cartwright::capi
