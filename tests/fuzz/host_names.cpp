// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fuzz.hpp"
#include "machine/hosts.hpp"

/// Expanding and compressing a list gives a list of the same names in the same order.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace cartwright;
  return fuzz(data, size, [](std::string_view text) {
    const std::vector<std::string> names = machine::expand_host_list(text);
    require(machine::expand_host_list(machine::compress_host_list(names)) == names);
    for (std::size_t i = 1; i < std::min<std::size_t>(names.size(), 100); ++i)
      require(!(machine::host_before(names[i], names[i - 1]) && machine::host_before(names[i - 1], names[i])));
  });
}
