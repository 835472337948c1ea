// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "jit/backend.hpp"
#include "jit/tuning.hpp"

namespace cartwright::jit {

const Tuning& tuning() {
  static const Tuning chosen = native_backend() ? native_backend()->default_tuning() : Tuning{};
  return chosen;
}

}  // namespace cartwright::jit
