// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "jit/kernel.hpp"

#include "jit/backend.hpp"
#include "jit/kernels.hpp"

#include <chrono>

namespace cartwright::jit {

namespace {

/// From this size on, the first use pays for generating code: a few microseconds are little compared with packing.
constexpr std::int64_t worth_at_once = 32 * 1024;

}  // namespace

bool Kernel::worth_generating(std::int64_t bytes) {
  const std::int64_t uses = uses_.fetch_add(1, std::memory_order_relaxed) + 1;
  return uses >= 2 || bytes >= worth_at_once;
}

Function Kernel::generate() {
  if (const Function done = function_.load(std::memory_order_acquire)) return done;
  const std::lock_guard lock(generating_);
  if (tried_) return function_.load(std::memory_order_relaxed);
  tried_ = true;
  const Backend* backend = native_backend();
  if (!backend) return nullptr;
  const auto start = std::chrono::steady_clock::now();
  std::vector<std::byte> code;
  if (!backend->emit(program_, tuning(program_.body.bytes), code)) return nullptr;
  code_ = map_code(code);
  if (!code_) return nullptr;
  seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  function_.store(code_->entry(), std::memory_order_release);
  return code_->entry();
}

void Kernel::run(std::byte* to, const std::byte* from, std::int64_t n) {
  if (const Function compiled = function_.load(std::memory_order_acquire))
    compiled(to, from, n, nullptr);
  else
    run_precompiled(program_, to, from, n, nullptr);
}

std::string disassembly(const Program& program) {
  const Backend* backend = native_backend();
  std::vector<std::byte> code;
  std::string listing;
  if (!backend || !backend->emit(program, tuning(program.body.bytes), code, &listing)) return "";
  return listing;
}

}  // namespace cartwright::jit
