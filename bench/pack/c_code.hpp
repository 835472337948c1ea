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
CCode c_code(const Case& what, Knowledge knowledge, bool pack);

/// Writes the functions of some cases to `folder`, packing and unpacking, and has `compiler` make a library of them
/// with -O3 -march=native. Returns its path. Throws Error{unsupported} when the compiler fails.
std::string compile_c(const std::vector<Case>& cases, const std::vector<Knowledge>& knowledge,
                      const std::string& compiler, const std::string& folder);

/// The functions of such a library.
class CompiledC {
 public:
  /// Throws Error{io} when it cannot be loaded.
  explicit CompiledC(const std::string& library);
  ~CompiledC();
  CompiledC(const CompiledC&) = delete;
  CompiledC& operator=(const CompiledC&) = delete;

  /// One of them, with what it is called with. Not copied: it holds addresses of its own lists.
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
  /// Throws Error{invalid_argument} when the library was made without this case. Used as long as this lives.
  std::unique_ptr<Loaded> of(const Case& what, Knowledge knowledge, bool pack) const;

 private:
  void* library_ = nullptr;
};

}  // namespace cartwright::bench
