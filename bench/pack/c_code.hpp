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

/// Writes all functions for some cases to `folder`, and has `compiler` make a library of them with -O3 -march=native.
/// Returns its path. Throws Error{unsupported} when the compiler fails.
std::string compile_c(const std::vector<Case>& cases, const std::string& compiler, const std::string& folder);

/// The functions of such a library.
class CompiledC {
 public:
  /// `cases` are those that it was made for.
  CompiledC(const std::vector<Case>& cases, const std::string& library);
  ~CompiledC();
  CompiledC(const CompiledC&) = delete;
  CompiledC& operator=(const CompiledC&) = delete;

  /// One of them, with what it is called with.
  struct Loaded {
    CFunction function = nullptr;
    std::vector<long> numbers;
    std::vector<datatype::Integers> lists;
    std::vector<const void*> list_addresses;

    void operator()(std::byte* to, const std::byte* from) const {
      function(to, from, numbers.data(), list_addresses.data());
    }
  };
  const Loaded& of(std::size_t index, Knowledge knowledge, bool pack) const;

 private:
  void* library_ = nullptr;
  std::vector<Loaded> loaded_;
};

}  // namespace cartwright::bench
