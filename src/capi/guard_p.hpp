// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/error.hpp"
#include "cartwright/cartwright.h"

#include <new>

namespace cartwright::capi {

/// Keeps the sentence for cw_last_error() and hands the status back. Never throws.
cw_status remember(Status status, const char* message) noexcept;

/// Runs the body of a C function: nothing that is thrown gets past it.
template <typename Body>
cw_status guarded(Body body) noexcept {
  try {
    body();
    return CW_OK;
  } catch (const Error& error) {
    return remember(error.status(), error.what());
  } catch (const std::bad_alloc&) {
    return remember(Status::no_memory, "out of memory");
  } catch (const std::exception& error) {
    return remember(Status::internal, error.what());
  } catch (...) {
    return remember(Status::internal, "unknown exception");
  }
}

/// Throws Error when a pointer that is needed is NULL.
template <typename T>
T& required(T* pointer, const char* name) {
  if (pointer == nullptr) fail(Status::invalid_argument, "{} is NULL", name);
  return *pointer;
}

}  // namespace cartwright::capi
