// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "inventory/location.hpp"

#include "base/text.hpp"

#include <algorithm>

namespace cartwright::inventory {

namespace {

/// Parses names: a letter, a number, a letter, ...
class Cursor {
 public:
  explicit Cursor(std::string_view text) : rest_(text) {}

  /// Reads `mark` and the number after it, of at most six digits.
  bool take(char mark, std::int64_t& number) {
    if (rest_.empty() || rest_.front() != mark) return false;
    const std::size_t last = std::min(rest_.find_first_not_of("0123456789", 1), rest_.size());
    if (last < 2 || last > 7) return false;
    number = base::parse_int(rest_.substr(1, last - 1), "number in a location");
    rest_.remove_prefix(last);
    return true;
  }
  bool done() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

}  // namespace

std::optional<Location> parse_location(std::string_view name) {
  Cursor cursor(name);
  Location at;
  if (cursor.take('x', at.cabinet)) {
    at.kind = Location::Kind::xname;
    const bool whole = cursor.take('c', at.chassis) && cursor.take('s', at.slot) && cursor.take('b', at.board) &&
                       cursor.take('n', at.node) && cursor.done();
    return whole ? std::optional(at) : std::nullopt;
  }
  std::int64_t aries = 0;
  if (!cursor.take('c', at.cabinet) || !cursor.take('-', at.row) || !cursor.take('c', at.chassis) ||
      !cursor.take('s', at.slot))
    return std::nullopt;
  if (cursor.take('a', aries) && aries != 0) return std::nullopt;
  return cursor.take('n', at.node) && cursor.done() ? std::optional(at) : std::nullopt;
}

std::string to_string(const Location& at) {
  return at.kind == Location::Kind::cname
             ? fmt::format("c{}-{}c{}s{}n{}", at.cabinet, at.row, at.chassis, at.slot, at.node)
             : fmt::format("x{}c{}s{}b{}n{}", at.cabinet, at.chassis, at.slot, at.board, at.node);
}

std::int64_t nid_of(std::string_view name) {
  constexpr std::size_t max_digits = 9;
  if (!name.starts_with("nid")) return -1;
  name.remove_prefix(3);
  if (name.empty() || name.size() > max_digits || !std::ranges::all_of(name, base::is_digit)) return -1;
  return base::parse_int(name, "node number");
}

std::int64_t default_nid(const Location& at, std::int64_t columns) {
  constexpr std::int64_t chassis = 3, slots = 16, nodes = 4;
  if (at.kind != Location::Kind::cname || at.cabinet >= columns || at.chassis >= chassis || at.slot >= slots ||
      at.node >= nodes)
    return -1;
  return (((at.row * columns + at.cabinet) * chassis + at.chassis) * slots + at.slot) * nodes + at.node;
}

}  // namespace cartwright::inventory
