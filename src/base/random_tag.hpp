// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/error.hpp"

#include <sys/random.h>

#include <cstdint>

namespace cartwright::base {

/// 64 random bits of the system: a tag that no other process draws. std::random_device would need a newer C library
/// than the rest of Cartwright.
inline std::int64_t random_tag() {
  std::int64_t tag = 0;
  // getrandom never returns fewer bytes than these.
  if (getrandom(&tag, sizeof tag, 0) != static_cast<ssize_t>(sizeof tag))
    fail(Status::io, "the system gives no random bits: getrandom(2) failed");
  return tag;
}

}  // namespace cartwright::base
