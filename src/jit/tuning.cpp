// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "jit/tuning.hpp"

namespace cartwright::jit {

const Tuning& tuning() {
  static const Tuning the_tuning;
  return the_tuning;
}

}  // namespace cartwright::jit
