// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "record/rank_order.hpp"

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "base/text.hpp"

#include <fmt/ranges.h>

#include <optional>
#include <vector>

namespace cartwright::record {

namespace {

using base::Status;

constexpr std::string_view title = "new_rank";
constexpr std::size_t max_file_bytes = std::size_t{1} << 28;

}  // namespace

std::string rank_order_text(std::span<const int> new_rank) {
  return fmt::format("# The new rank of each process, in the order of the launcher\n{}\n{}\n", title,
                     fmt::join(new_rank, "\n"));
}

bool is_rank_order(const std::string& path) try {
  const std::string text = base::read_file(path, max_file_bytes);
  const std::optional<base::Line> first = base::Lines(text).next();
  return first && first->text == title;
} catch (const base::Error&) {
  return false;
}

base::IndexVector<base::Rank, int> parse_rank_order(std::string_view text, std::int64_t processes) {
  base::Lines lines(text);
  const std::optional<base::Line> first = lines.next();
  if (!first || first->text != title)
    base::fail(Status::parse,
               "it is not an order of ranks, which begins with a line '{}': write one with 'cartwright order --write "
               "ranks=FILE'",
               title);
  base::IndexVector<base::Rank, int> new_rank;
  std::vector<bool> taken(static_cast<std::size_t>(processes));
  while (const std::optional<base::Line> line = lines.next()) {
    const std::string what = fmt::format("line {}: the rank", line->number);
    const std::int64_t rank = base::parse_int(line->text, what);
    if (rank < 0 || rank >= processes)
      base::fail(Status::invalid_argument, "{} {} is not from 0 to {}: the order must be of {} processes", what, rank,
                 processes - 1, processes);
    if (taken[static_cast<std::size_t>(rank)])
      base::fail(Status::invalid_argument, "{} {} is in the order twice: give each process another rank", what, rank);
    taken[static_cast<std::size_t>(rank)] = true;
    new_rank.push_back(static_cast<int>(rank));
  }
  if (static_cast<std::int64_t>(new_rank.size()) != processes)
    base::fail(Status::invalid_argument, "the order is of {} processes, and there are {}: make one for {}",
               new_rank.size(), processes, processes);
  return new_rank;
}

base::IndexVector<base::Rank, int> read_rank_order(const std::string& path, std::int64_t processes) {
  const std::string text = base::read_file(path, max_file_bytes);
  try {
    return parse_rank_order(text, processes);
  } catch (const base::Error& error) {
    base::fail(error.status(), "{}: {}", path, error.what());
  }
}

}  // namespace cartwright::record
