// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "jit/backend.hpp"

namespace cartwright::jit {

const Backend& x86_64_backend();
const Backend& aarch64_backend();

}  // namespace cartwright::jit
