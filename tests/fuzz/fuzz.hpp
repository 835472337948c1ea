// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/error.hpp"
#include "machine/readers_p.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace cartwright {

/// Aborts unless the condition holds. libFuzzer then reports the input.
inline void require(bool condition) {
  if (!condition) std::abort();
}

/// Runs `parse` on the input. Hostile input may throw Error; any other failure is a finding.
template <typename Parse>
int fuzz(const std::uint8_t* data, std::size_t size, Parse parse) {
  try {
    parse(std::string_view(reinterpret_cast<const char*>(data), size));
  } catch (const base::Error& error) {
    require(error.status() != base::Status::internal && error.what()[0] != '\0');
  }
  return 0;
}

/// Checks a machine from any reader: written and read again, it is the same.
inline void check_machine(const machine::Machine& machine) {
  require(machine.size() > 0);
  // Millions of lines of JSON would only slow the search down.
  constexpr std::size_t enough = 1000;
  if (machine.hosts().size() > enough) return;
  for (const machine::Level& level : machine.levels())
    if (level.sizes.runs().size() > enough) return;
  const machine::Machine again = machine::read_json(machine::machine_to_json(machine));
  require(again.levels().size() == machine.levels().size() && again.hosts() == machine.hosts());
  for (std::size_t i = 0; i < machine.levels().size(); ++i)
    require(again.levels()[i].sizes == machine.levels()[i].sizes && again.levels()[i].name == machine.levels()[i].name);
}

/// A machine reader under test.
template <typename Read>
int fuzz_reader(const std::uint8_t* data, std::size_t size, Read read) {
  return fuzz(data, size, [&](std::string_view text) { check_machine(read(text)); });
}

}  // namespace cartwright

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
