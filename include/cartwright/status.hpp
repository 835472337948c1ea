// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CARTWRIGHT_STATUS_HPP
#define CARTWRIGHT_STATUS_HPP

/// \file
/// Errors of the C++20 headers, which are header only. A function that fails throws cw::Error; those of
/// mpix.hpp throw cw::mpi::Error, which is one, too.

#include <cartwright/status.h>

#if __cplusplus < 202002L
#error "The C++ headers of Cartwright need C++20: compile with -std=c++20, or include the headers for C (.h)"
#endif

#include <cstddef>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>

#if __cplusplus >= 202002L

/// The C++ interface of Cartwright.
namespace cw {

/// A call that failed: its status, and as what() the message of the library.
class Error : public std::runtime_error {
 public:
  /// \param status the status, not CW_OK
  /// \param what   the message
  Error(cw_status status, const std::string& what) : std::runtime_error(what), status_(status) {}
  /// \return the status of the call
  cw_status status() const noexcept { return status_; }

 private:
  cw_status status_;
};

namespace detail {

/// Throws the last error.
inline void check(cw_status status) {
  if (status != CW_OK) throw Error(status, cw_last_error());
}

/// The text of a function that returns NULL after an error.
inline const char* check(const char* text) {
  if (text == nullptr) throw Error(CW_INVALID_ARGUMENT, cw_last_error());
  return text;
}

/// Owns a handle of the C interface.
template <typename T, void (*destroy)(T*)>
struct Destroy {
  void operator()(T* handle) const noexcept { destroy(handle); }
};
template <typename T, void (*destroy)(T*)>
using Handle = std::unique_ptr<T, Destroy<T, destroy>>;

/// The array of a span that has `count` elements; NULL, the default, for an empty span.
template <typename T>
const T* array_or_null(std::span<const T> values, std::size_t count, const char* name) {
  if (values.empty()) return nullptr;
  if (values.size() != count)
    throw Error(CW_INVALID_ARGUMENT, std::string(name) + " has " + std::to_string(values.size()) +
                                         " entries, the grid has " + std::to_string(count) + " dimensions");
  return values.data();
}

}  // namespace detail

}  // namespace cw

#endif  // C++20

#endif
