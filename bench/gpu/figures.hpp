// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>

namespace cartwright::bench {

/// A figure that is measured on a GPU.
struct Figure {
  enum class Target { none, at_least, at_most };
  std::string name;
  std::string unit;
  double value = 0;
  Target kind = Target::none;
  double target = 0;
};

/// Prints figures for tools/gpu-check.py, a line of JSON for each: on a pretended GPU without their values.
class Figures {
 public:
  explicit Figures(bool pretended) : pretended_(pretended) {}

  void add(const Figure& figure) const {
    std::string line = fmt::format(R"({{"figure": "{}", "unit": "{}")", figure.name, figure.unit);
    if (!pretended_) line += fmt::format(R"(, "value": {})", figure.value);
    if (figure.kind != Figure::Target::none)
      line +=
          fmt::format(R"(, "{}": {})", figure.kind == Figure::Target::at_least ? "at_least" : "at_most", figure.target);
    fmt::print("{}}}\n", line);
    std::fflush(stdout);
  }

 private:
  bool pretended_;
};

}  // namespace cartwright::bench
