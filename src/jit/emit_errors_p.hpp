// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <asmjit/core.h>

namespace cartwright::jit {

/// Remembers whether AsmJit refused an instruction.
class EmitErrors final : public asmjit::ErrorHandler {
 public:
  void handleError(asmjit::Error, const char*, asmjit::BaseEmitter*) override { any = true; }
  bool any = false;
};

}  // namespace cartwright::jit
