// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/unpack.hpp"

#include "fuzz.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t most = std::size_t{1} << 20;
  return cartwright::fuzz(data, size, [](std::string_view bytes) {
    cartwright::require(cartwright::base::unpack(bytes, most).size() <= most && cartwright::base::is_packed(bytes));
  });
}
