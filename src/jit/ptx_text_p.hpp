// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <string>

namespace cartwright::jit {

/// Writes PTX, instruction by instruction. Registers are %r (32 bits), %d (64 bits) and %p (predicates), by number.
class PtxText {
 public:
  struct R {
    int number;
  };
  struct D {
    int number;
  };
  struct P {
    int number;
  };

  R r() { return {r_++}; }
  D d() { return {d_++}; }
  P p() { return {p_++}; }
  std::string label() { return fmt::format("L{}", labels_++); }

  template <typename... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    body_ += "  ";
    fmt::format_to(std::back_inserter(body_), format, std::forward<Arguments>(arguments)...);
    body_ += ";\n";
  }
  void place(const std::string& label) { body_ += label + ":\n"; }

  /// The body with the declarations of its registers.
  std::string finish() const {
    return fmt::format("  .reg .pred %p<{}>;\n  .reg .b32 %r<{}>;\n  .reg .b64 %d<{}>;\n{}", p_ + 1, r_ + 1, d_ + 1,
                       body_);
  }

 private:
  std::string body_;
  int r_ = 0;
  int d_ = 0;
  int p_ = 0;
  int labels_ = 0;
};

/// The beginning of a module.
constexpr const char* ptx_header = ".version 6.4\n.target sm_70\n.address_size 64\n";

}  // namespace cartwright::jit

template <>
struct fmt::formatter<cartwright::jit::PtxText::R> : fmt::formatter<std::string_view> {
  auto format(cartwright::jit::PtxText::R reg, fmt::format_context& context) const {
    return fmt::format_to(context.out(), "%r{}", reg.number);
  }
};
template <>
struct fmt::formatter<cartwright::jit::PtxText::D> : fmt::formatter<std::string_view> {
  auto format(cartwright::jit::PtxText::D reg, fmt::format_context& context) const {
    return fmt::format_to(context.out(), "%d{}", reg.number);
  }
};
template <>
struct fmt::formatter<cartwright::jit::PtxText::P> : fmt::formatter<std::string_view> {
  auto format(cartwright::jit::PtxText::P reg, fmt::format_context& context) const {
    return fmt::format_to(context.out(), "%p{}", reg.number);
  }
};
