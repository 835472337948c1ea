// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "transport/descriptor.hpp"

#include <cstring>

namespace cartwright::transport {

std::optional<Descriptor> read_descriptor(const void* bytes, std::int64_t size, const Nonce& nonce) {
  if (size != descriptor_bytes) return std::nullopt;
  Descriptor read;
  std::memcpy(static_cast<void*>(&read), bytes, descriptor_bytes);
  if (read.nonce != nonce) return std::nullopt;
  return read;
}

}  // namespace cartwright::transport
