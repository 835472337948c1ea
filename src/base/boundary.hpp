// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/error.hpp"
#include "base/struct_size.hpp"
#include "base/version.hpp"
#include "cartwright/status.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <new>

namespace cartwright::boundary {

/// Keeps the message for cw_last_error(), and returns the status.
inline cw_status remember(base::Status status, const char* message) noexcept {
  cw_set_last_error(message);
  return static_cast<cw_status>(status);
}

/// Runs the body of a C function and turns every exception into a status.
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
    const base::Error ours = base::as_error(error);
    return remember(ours.status(), ours.what());
  } catch (...) {
    return remember(base::Status::internal, "unknown exception");
  }
}

/// Runs the body of a C function that returns a text, a std::string which belongs to a handle. NULL after an exception.
template <typename Body>
const char* guarded_text(Body body) noexcept {
  const char* text = nullptr;
  guarded([&] { text = body().c_str(); });
  return text;
}

/// Throws Error when a required pointer is NULL.
template <typename T>
T& required(T* pointer, const char* name) {
  if (pointer == nullptr) base::fail(base::Status::invalid_argument, "{} is NULL", name);
  return *pointer;
}

/// Throws Error that names the value and the range, unless 0 <= index < count.
inline void check_index(std::int64_t index, std::int64_t count, const char* name) {
  if (index < 0 || index >= count)
    base::fail(base::Status::invalid_argument, "{} {} is outside 0 to {}", name, index, count - 1);
}

/// The size that the caller gave a struct. Throws Error when it was not set.
template <typename Struct>
std::size_t size_of(const Struct& given, const char* name) {
  if (given.size < sizeof(std::size_t) || given.size > base::max_struct_size)
    base::fail(base::Status::invalid_argument, "{}.size is {}: set it to sizeof the struct", name, given.size);
  return given.size;
}

/// The options of a caller of any version (status.h): `defaults` for the members that its struct lacks, and for all
/// when it is NULL. Throws Error when a member that is unknown here is set.
template <typename Options>
Options known(const Options* given, Options defaults, const char* name) {
  if (given == nullptr) return defaults;
  const std::size_t size = size_of(*given, name);
  const auto* const bytes = reinterpret_cast<const unsigned char*>(given);
  for (std::size_t i = sizeof defaults; i < size; ++i)
    if (bytes[i] != 0)
      base::fail(base::Status::unsupported,
                 "{0} has {1} bytes and sets a member after byte {2}, the last that this library (version {3}) knows: "
                 "leave it 0, or use the library that belongs to the header",
                 name, size, sizeof defaults, base::version_string);
  std::memcpy(&defaults, given, std::min(size, sizeof defaults));
  defaults.size = sizeof defaults;
  return defaults;
}

/// Fills the struct of results of a caller of any version (status.h).
template <typename Results>
void write_results(Results* to, Results made, const char* name) {
  made.size = size_of(required(to, name), name);
  std::memcpy(to, &made, std::min(made.size, sizeof made));
}

}  // namespace cartwright::boundary
