// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "datatype/layout.hpp"
#include "pack/layouts.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace cartwright::bench {

/// What C code for a layout is like: a loop of which nothing is known when it is compiled, as in a library or in a
/// program that is told its sizes, or one with all numbers of the layout written in.
enum class Knowledge { parameters, constants };

/// A C function. It is called with the numbers and the lists of the layout; those that are written in are not used.
struct CCode {
  std::string text;
  std::vector<long> numbers;
  std::vector<datatype::Integers> lists;
};
using CFunction = void (*)(std::byte* to, const std::byte* from, const long* numbers, const void* const* lists);

/// A function that packs or unpacks what begins at its `from` or `to`.
CCode c_code(const std::string& name, const Case& what, Knowledge knowledge, bool pack);

/// All functions for some cases, compiled by `compiler` with -O3 -march=native and loaded. Throws Error{unsupported}
/// when the compiler fails. Its files are in a temporary folder that lives as long as this.
class CompiledC {
 public:
  CompiledC(const std::vector<Case>& cases, const std::string& compiler);
  ~CompiledC();
  CompiledC(const CompiledC&) = delete;
  CompiledC& operator=(const CompiledC&) = delete;

  struct Loaded {
    CFunction call = nullptr;
    std::vector<long> numbers;
    std::vector<datatype::Integers> lists;
    std::vector<const void*> list_addresses;
  };
  const Loaded& of(std::size_t index, Knowledge knowledge, bool pack) const;
  double compile_seconds() const { return compile_seconds_; }

 private:
  std::string folder_;
  void* library_ = nullptr;
  double compile_seconds_ = 0;
  std::vector<Loaded> loaded_;
};

}  // namespace cartwright::bench
