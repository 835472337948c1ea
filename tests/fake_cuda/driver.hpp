// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stream.hpp"

#include <cstdint>

/// Begins the definition of a function of the driver.
#define FAKE_CUDA extern "C" __attribute__((visibility("default"))) int

namespace fake_cuda {

/// Values of CUresult.
enum Result : int {
  success = 0,
  invalid_value = 1,
  out_of_memory = 2,
  not_initialized = 3,
  invalid_context = 201,
  invalid_ptx = 218,
  not_found = 500,
  not_ready = 600,
  illegal_address = 700,
  not_supported = 801,
  capture_unsupported = 900,
  capture_invalidated = 901,
};

struct Context {
  std::uint64_t id;
};
const Context* current_context();

struct StreamHandle;
Stream& stream_of(StreamHandle* handle);

/// For other pretended libraries: starts a task on a stream, finds where the task reaches memory, and says that it
/// failed. They are exported as fake_cuda_enqueue, fake_cuda_reach and fake_cuda_fail.
using ForeignTask = void(void* data);

/// A kernel or a copy failed: from then on every call that waits says so.
void report_fault();
int result_of_device();

}  // namespace fake_cuda
