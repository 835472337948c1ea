// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace cartwright::jit {

template <char Kind>
struct PtxRegister {
  int number;
};

}  // namespace cartwright::jit

template <char Kind>
struct fmt::formatter<cartwright::jit::PtxRegister<Kind>> {
  constexpr auto parse(fmt::format_parse_context& context) { return context.begin(); }
  auto format(cartwright::jit::PtxRegister<Kind> one, fmt::format_context& context) const {
    return fmt::format_to(context.out(), "%{}{}", Kind, one.number);
  }
};

namespace cartwright::jit {

/// Writes PTX, instruction by instruction. Registers are %r (32 bits), %d (64 bits) and %p (predicates), by number.
class PtxText {
 public:
  using R = PtxRegister<'r'>;
  using D = PtxRegister<'d'>;
  using P = PtxRegister<'p'>;

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

  /// Divides x by a constant: returns the remainder, and leaves the quotient in x.
  R divide(R& x, std::int64_t count);
  /// address += index * stride
  void advance(D address, R index, std::int64_t stride);
  D plus(D address, std::int64_t displacement);
  /// address += list[index]; entries have 32 or 64 bits.
  void look_up(D address, D list, R index, bool narrow);

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
