// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"

#include <filesystem>
#include <new>
#include <system_error>

namespace cartwright::base {

Error as_error(const std::exception& error) {
  if (const auto* ours = dynamic_cast<const Error*>(&error)) return *ours;
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr ||
      dynamic_cast<const std::length_error*>(&error) != nullptr)
    return {Status::no_memory, "out of memory: use a smaller problem"};
  if (const auto* file = dynamic_cast<const std::filesystem::filesystem_error*>(&error))
    return {Status::io, fmt::format("cannot use '{}': {}", file->path1().string(), file->code().message())};
  if (const auto* system = dynamic_cast<const std::system_error*>(&error))
    return {Status::io, system->code().message()};
  return {Status::internal, "internal error: report what was called, and with which input"};
}

}  // namespace cartwright::base
