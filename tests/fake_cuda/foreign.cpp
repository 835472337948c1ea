// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// What other pretended libraries of CUDA need of the driver.
#include "driver.hpp"
#include "memory.hpp"

using namespace fake_cuda;

FAKE_CUDA fake_cuda_enqueue(StreamHandle* stream, ForeignTask* task, void* data) {
  if (current_context() == nullptr) return invalid_context;
  stream_of(stream).enqueue([=] { task(data); });
  return success;
}

FAKE_CUDA fake_cuda_reach(Address address, std::size_t bytes, std::byte** reached) {
  *reached = reach(address, bytes, false);
  return *reached == nullptr ? illegal_address : success;
}

FAKE_CUDA fake_cuda_fail() {
  report_fault();
  return success;
}
