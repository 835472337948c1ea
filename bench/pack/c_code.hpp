// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "datatype/layout.hpp"
#include "pack/layouts.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace cartwright::bench {

/// The kinds of C code for a layout: loops whose numbers are parameters, as in a library or in a program that reads its
/// sizes, or loops with all numbers of the layout as constants.
enum class Knowledge { parameters, constants };

/// A C function. It is called with the numbers and the lists of the layout, and ignores those that are constants.
struct CCode {
  std::string text;
  std::vector<long> numbers;
  std::vector<datatype::Integers> lists;
};
using CFunction = void (*)(std::byte* to, const std::byte* from, const long* numbers, const void* const* lists);

/// A function that packs the data at `from` or unpacks to `to`.
CCode c_code(const Case& what, Knowledge knowledge, bool pack);

/// Writes functions that pack and unpack some cases to `folder`, and compiles them into a library with `compiler` and
/// -O3 -march=native. Returns its path. Throws Error{unsupported} if the compiler fails.
std::string compile_c(const std::vector<Case>& cases, const std::vector<Knowledge>& knowledge,
                      const std::string& compiler, const std::string& folder);

/// The functions of such a library.
class CompiledC {
 public:
  /// Throws Error{io} if it cannot be loaded.
  explicit CompiledC(const std::string& library);
  ~CompiledC();
  CompiledC(const CompiledC&) = delete;
  CompiledC& operator=(const CompiledC&) = delete;

  /// A function with its arguments. Not copied, as it holds addresses of its lists.
  class Loaded {
   public:
    Loaded(CFunction function, CCode code);
    Loaded(const Loaded&) = delete;
    Loaded& operator=(const Loaded&) = delete;

    void operator()(std::byte* to, const std::byte* from) const {
      function_(to, from, numbers_.data(), list_addresses_.data());
    }

   private:
    CFunction function_;
    std::vector<long> numbers_;
    std::vector<datatype::Integers> lists_;
    std::vector<const void*> list_addresses_;
  };
  /// Throws Error{invalid_argument} if the library was made without this case. The library outlives the result.
  std::unique_ptr<Loaded> of(const Case& what, Knowledge knowledge, bool pack) const;

 private:
  void* library_ = nullptr;
};

}  // namespace cartwright::bench
