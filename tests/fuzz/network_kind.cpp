// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fuzz_network.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return cartwright::fuzz(data, size, [](std::string_view text) {
    for (const cartwright::network::NetworkKind& kind : cartwright::network::network_kinds()) {
      if (!text.starts_with(kind.name) || !text.substr(kind.name.size()).starts_with(':')) continue;
      // Very large sizes are refused. Some allowed sizes take gigabytes, and would only slow the search down.
      std::size_t digits = 0;
      for (const char c : text) digits += c >= '0' && c <= '9' ? 1U : 0U;
      if (digits > 6) return;
      cartwright::network::Parameters parameters(text.substr(kind.name.size() + 1), kind.name);
      cartwright::check_network(*kind.make(parameters));
    }
  });
}
