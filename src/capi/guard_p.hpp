// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/error.hpp"
#include "cartwright/cartwright.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace cartwright::capi {

/// Keeps the sentence for cw_last_error() and hands the status back. Never throws.
cw_status remember(base::Status status, const char* message) noexcept;

/// Runs the body of a C function: nothing that is thrown gets past it.
template <typename Body>
cw_status guarded(Body body) noexcept {
  try {
    body();
    return CW_OK;
  } catch (const base::Error& error) {
    return remember(error.status(), error.what());
  } catch (const std::bad_alloc&) {
    return remember(base::Status::no_memory, "out of memory");
  } catch (const std::exception& error) {
    return remember(base::Status::internal, error.what());
  } catch (...) {
    return remember(base::Status::internal, "unknown exception");
  }
}

/// Throws Error when a pointer that is needed is NULL.
template <typename T>
T& required(T* pointer, const char* name) {
  if (pointer == nullptr) base::fail(base::Status::invalid_argument, "{} is NULL", name);
  return *pointer;
}

/// The members that the caller's version of a struct of options has; `defaults` for those it does not know, and for all
/// when it is NULL. Throws Error when the struct does not say its size.
template <typename Options>
Options known(const Options* given, Options defaults, const char* name) {
  if (given == nullptr) return defaults;
  if (given->size < sizeof(std::size_t))
    base::fail(base::Status::invalid_argument, "{}.size is {}: set it to sizeof the struct", name, given->size);
  std::memcpy(&defaults, given, std::min(given->size, sizeof defaults));
  return defaults;
}

}  // namespace cartwright::capi
