// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/format_bytes.hpp"
#include "report/drawing.hpp"
#include "report/traffic_report.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace cartwright::report {

namespace {

// ColorBrewer's "Blues" with nine classes, from https://colorbrewer2.org (Apache-2.0), without the lightest.
constexpr std::array<std::string_view, 8> blues = {"#deebf7", "#c6dbef", "#9ecae1", "#6baed6",
                                                   "#4292c6", "#2171b5", "#08519c", "#08306b"};
constexpr std::int64_t max_cells = 192;  ///< along one side

/// Logarithmic: each shade is half of the next.
std::size_t blue_of(double bytes, double most) {
  const double steps = std::floor(std::log2(most / bytes));
  return blues.size() - 1 - static_cast<std::size_t>(std::min(steps, static_cast<double>(blues.size() - 1)));
}

}  // namespace

std::string matrix_svg(std::string_view title, const record::Pairs& pairs) {
  constexpr double side = 576;
  constexpr double left = 72;
  constexpr double top = 84;
  const std::int64_t cells = std::min(pairs.ranks, max_cells);
  const auto bin = [&](std::int64_t rank) { return rank * cells / pairs.ranks; };
  std::vector<double> bytes(static_cast<std::size_t>(cells * cells));
  for (const record::Pair& pair : pairs.pairs) bytes[bin(pair.from) * cells + bin(pair.to)] += pair.bytes;
  const double most = *std::ranges::max_element(bytes);
  const double size = side / static_cast<double>(cells);

  Drawing drawing(left + side + 150, top + side + 40, title, "Bytes from a process (row) to another (column)");
  for (std::int64_t from = 0; from < cells; ++from)
    for (std::int64_t to = 0; to < cells; ++to) {
      const double amount = bytes[from * cells + to];
      if (amount == 0) continue;
      std::string tip;
      if (cells == pairs.ranks) tip = fmt::format("{} to {}: {}", from, to, base::format_bytes(amount));
      drawing.rectangle(left + static_cast<double>(to) * size, top + static_cast<double>(from) * size, size, size,
                        fmt::format("fill=\"{}\"", blues[blue_of(amount, most)]), tip);
    }
  drawing.path(fmt::format("stroke=\"{}\"", gray),
               fmt::format("M{:g} {:g}h{:g}v{:g}h{:g}z", left, top, side, side, -side));
  for (const std::int64_t rank : {std::int64_t{0}, pairs.ranks - 1}) {
    const double at = (static_cast<double>(bin(rank)) + 0.5) * size;
    drawing.write(left - 8, top + at + 4, std::to_string(rank), "text-anchor=\"end\" font-size=\"11\"");
    drawing.write(left + at, top - 8, std::to_string(rank), "text-anchor=\"middle\" font-size=\"11\"");
  }
  double y = top + 12;
  for (std::size_t i = blues.size(); i-- > 0 && most > 0; y += 20)
    drawing.legend(
        left + side + 20, y, blues[i],
        fmt::format("to {}", base::format_bytes(most / std::pow(2.0, static_cast<double>(blues.size() - 1 - i)))));
  return std::move(drawing).finish();
}

}  // namespace cartwright::report
