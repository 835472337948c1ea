// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "jit/backend.hpp"

namespace cartwright::jit {

std::span<const Backend* const> backends() { return {}; }

const Backend* native_backend() {
  for (const Backend* backend : backends())
    if (backend->native()) return backend;
  return nullptr;
}

}  // namespace cartwright::jit
