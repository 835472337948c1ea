// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string_view>

namespace cartwright::base {

/// How a statement was obtained (docs/glossary.md): printed beside it, and `obtained` in JSON.
enum class Obtained : std::uint8_t {
  tried,     ///< it was loaded and run
  counted,   ///< event by event
  measured,  ///< with a clock
  read,      ///< from a file
  given,     ///< by the user, on the command line or in the environment
  queried,   ///< the system or a library says so, and nothing was run
  modeled,   ///< computed from a model of what happens
  assumed,   ///< a default, because nothing is known
};

constexpr std::string_view to_string(Obtained obtained) {
  switch (obtained) {
    case Obtained::tried: return "tried";
    case Obtained::counted: return "counted";
    case Obtained::measured: return "measured";
    case Obtained::read: return "read";
    case Obtained::given: return "given";
    case Obtained::queried: return "queried";
    case Obtained::modeled: return "modeled";
    case Obtained::assumed: return "assumed";
  }
  return "";
}

}  // namespace cartwright::base
