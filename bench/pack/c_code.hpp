// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/error.hpp"
#include "base/output_file.hpp"
#include "datatype/layout.hpp"
#include "pack/layouts.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cctype>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <numeric>

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

/// Cuts the blocks of a ragged list into blocks of equal size, as large as possible. Returns the size and the offsets.
inline std::pair<std::int64_t, datatype::Integers> equal_blocks(const datatype::Node& node) {
  std::int64_t unit = 0;
  for (std::size_t i = 0; i < node.lengths.size(); ++i) unit = std::gcd(unit, node.lengths[i]);
  std::vector<std::int64_t> offsets;
  for (std::size_t i = 0; i < node.lengths.size(); ++i)
    for (std::int64_t at = 0; at < node.lengths[i]; at += unit) offsets.push_back(node.offsets[i] + at);
  return {unit, datatype::Integers::fitted(std::move(offsets))};
}

/// Writes the loops of a node.
class Writer {
 public:
  Writer(CCode& code, Knowledge knowledge, bool pack, std::int64_t element)
      : code_(code), constants_(knowledge == Knowledge::constants), pack_(pack), element_(element) {}

  /// `data` and `packed` are C expressions of offsets.
  void write(const datatype::Node& node, const std::string& data, const std::string& packed, int depth) {
    switch (node.kind) {
      case datatype::Node::Kind::block: block(data, packed, number(node.size), node.size, depth); return;
      case datatype::Node::Kind::loop:
        open(depth, number(node.count));
        write(*node.bodies[0], product(data, depth, number(node.stride)),
              product(packed, depth, number(node.bodies[0]->size)), depth + 1);
        return close(depth);
      case datatype::Node::Kind::list:
        open(depth, number(static_cast<std::int64_t>(node.offsets.size())));
        write(*node.bodies[0], fmt::format("{} + {}[i{}]", data, list(node.offsets), depth),
              product(packed, depth, number(node.bodies[0]->size)), depth + 1);
        return close(depth);
      case datatype::Node::Kind::ragged: {
        // Blocks of one size, as copies of varying lengths would be slower.
        const auto [unit, offsets] = equal_blocks(node);
        open(depth, number(static_cast<std::int64_t>(offsets.size())));
        block(fmt::format("{} + {}[i{}]", data, list(offsets), depth), product(packed, depth, number(unit)),
              number(unit), unit, depth + 1);
        return close(depth);
      }
      case datatype::Node::Kind::sequence:
        for (std::size_t i = 0; i < node.bodies.size(); ++i)
          write(*node.bodies[i], data + " + " + number(node.offsets[i]), packed + " + " + number(node.starts[i]),
                depth);
        return;
    }
  }

 private:
  void line(int depth, const std::string& text) {
    fmt::format_to(std::back_inserter(code_.text), "{:{}}{}\n", "", 2 * depth + 2, text);
  }
  void open(int depth, const std::string& count) {
    line(depth, fmt::format("for (long i{0} = 0; i{0} < {1}; ++i{0}) {{", depth, count));
  }
  void close(int depth) { line(depth, "}"); }

  /// Writes a copy of `size` bytes, which is the C expression `bytes`.
  void block(const std::string& data, const std::string& packed, const std::string& bytes, std::int64_t size,
             int depth) {
    const std::string to = "to + " + (pack_ ? packed : data), from = "from + " + (pack_ ? data : packed);
    if (!constants_) {
      const std::string type = element_ == 4 ? "four" : "eight";
      open(depth, fmt::format("{} / {}", bytes, element_));
      line(depth + 1, fmt::format("(({0}*)({1}))[i{3}] = ((const {0}*)({2}))[i{3}];", type, to, from, depth));
      close(depth);
    } else if (size == 4 || size == 8) {
      line(depth, fmt::format("*({0}*)({1}) = *(const {0}*)({2});", size == 4 ? "four" : "eight", to, from));
    } else {
      line(depth, fmt::format("__builtin_memcpy({}, {}, {});", to, from, bytes));
    }
  }

  std::string number(std::int64_t value) {
    if (constants_) return fmt::format("{}L", value);
    code_.numbers.push_back(value);
    return fmt::format("numbers[{}]", code_.numbers.size() - 1);
  }
  std::string list(const datatype::Integers& values) {
    code_.lists.push_back(values);
    return fmt::format("((const {}*)lists[{}])", values.narrow() ? "int" : "long", code_.lists.size() - 1);
  }
  static std::string product(const std::string& offset, int depth, const std::string& stride) {
    return fmt::format("{} + i{} * {}", offset, depth, stride);
  }

  CCode& code_;
  const bool constants_, pack_;
  const std::int64_t element_;  ///< bytes of an element of the arrays
};

/// "pack_loop_WRF_x_vec_2x2".
inline std::string function_name(const Case& what, Knowledge knowledge, bool pack) {
  std::string name = what.name;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return fmt::format("{}_{}_{}", pack ? "pack" : "unpack", knowledge == Knowledge::constants ? "constants" : "loop",
                     name);
}

/// A function that packs the data at `from` or unpacks to `to`.
inline CCode c_code(const Case& what, Knowledge knowledge, bool pack) {
  const datatype::Layout layout = datatype::normalize(*what.type);
  CCode code;
  code.text = fmt::format(
      "void {}(char* restrict to, const char* restrict from, const long* restrict numbers, const void* const* restrict "
      "lists) {{\n  (void)numbers;\n  (void)lists;\n",
      function_name(what, knowledge, pack));
  Writer writer(code, knowledge, pack, what.type->alignment);
  writer.write(*layout.root, fmt::format("{}L", layout.origin), "0L", 0);
  code.text += "}\n";
  return code;
}

/// Writes functions that pack and unpack some cases to `folder`, and compiles them into a library with `compiler` and
/// -O3 -march=native. Returns its path. Throws Error{unsupported} if the compiler fails.
inline std::string compile_c(const std::vector<Case>& cases, const std::vector<Knowledge>& knowledge,
                             const std::string& compiler, const std::string& folder) {
  std::string source =
      "typedef unsigned int __attribute__((may_alias)) four;\ntypedef unsigned long __attribute__((may_alias)) "
      "eight;\n";
  for (const Case& each : cases)
    for (const Knowledge known : knowledge)
      for (const bool pack : {true, false}) source += c_code(each, known, pack).text;
  base::write_file(folder + "/kernels.c", source, base::Existing::replace);
  const std::string library = folder + "/kernels.so";
  const std::string command =
      fmt::format("{} -O3 -march=native -fPIC -shared -o {} {}/kernels.c", compiler, library, folder);
  if (std::system(command.c_str()) != 0)
    base::fail(base::Status::unsupported, "failed: {}: give another compiler with --cc", command);
  return library;
}

/// The functions of such a library.
class CompiledC {
 public:
  /// Throws Error{io} if it cannot be loaded.
  explicit CompiledC(const std::string& library) : library_(dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (library_ == nullptr) base::fail(base::Status::io, "{}", dlerror());
  }
  ~CompiledC() { dlclose(library_); }
  CompiledC(const CompiledC&) = delete;
  CompiledC& operator=(const CompiledC&) = delete;

  /// A function with its arguments. Not copied, as it holds addresses of its lists.
  class Loaded {
   public:
    Loaded(CFunction function, CCode code)
        : function_(function), numbers_(std::move(code.numbers)), lists_(std::move(code.lists)) {
      for (const datatype::Integers& list : lists_) list_addresses_.push_back(list.data());
    }
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
  std::unique_ptr<Loaded> of(const Case& what, Knowledge knowledge, bool pack) const {
    const auto function = reinterpret_cast<CFunction>(dlsym(library_, function_name(what, knowledge, pack).c_str()));
    if (function == nullptr) base::fail(base::Status::invalid_argument, "no C code was compiled for {}", what.name);
    return std::make_unique<Loaded>(function, c_code(what, knowledge, pack));
  }

 private:
  void* library_ = nullptr;
};

}  // namespace cartwright::bench
