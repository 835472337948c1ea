// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "grid/parse.hpp"

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "base/json_input.hpp"
#include "base/text.hpp"
#include "grid/lines.hpp"

namespace cartwright::grid {

namespace {

/// More than moore in 10 dimensions has. Without a limit, a hostile file could take all memory.
constexpr std::size_t max_offsets = 65536;
/// Larger than any realistic weight, and still small enough that no sum in a mapping overflows.
constexpr double max_weight = 1e100;

/// Collects offsets from text. Hostile text needs limits that Stencil does not have.
class Offsets {
 public:
  explicit Offsets(std::size_t ndims) : ndims_(ndims) {}

  void add(const Offset& offset) {
    if (offsets_.size() == max_offsets)
      base::fail(base::Status::unsupported, "the stencil has more than {} offsets", max_offsets);
    if (offset.weight > max_weight)
      base::fail(base::Status::overflow, "stencil weight {} is larger than {}", offset.weight, max_weight);
    offsets_.push_back(offset);
  }

  /// "0,1:2.5"
  void add(std::string_view text) {
    const std::size_t colon = text.find(':');
    Offset offset;
    for (const std::string_view entry : base::split(text.substr(0, colon), ','))
      offset.delta.push_back(base::parse_int(base::trim(entry), "stencil offset"));
    if (colon != std::string_view::npos)
      offset.weight = base::parse_number(base::trim(text.substr(colon + 1)), "stencil weight");
    add(offset);
  }

  Stencil stencil() && {
    if (offsets_.empty()) base::fail(base::Status::parse, "the stencil has no offsets: give at least one, or nn");
    return {ndims_, std::move(offsets_)};
  }

 private:
  std::size_t ndims_;
  std::vector<Offset> offsets_;
};

Stencil stencil_from_json(std::string_view contents, std::size_t ndims) {
  const auto root = base::parse_json(contents, "stencil");
  base::expect_members(root, "the stencil", {"offsets"});
  Offsets offsets(ndims);
  for (const auto& item : base::expect_array(base::member(root, "the stencil", "offsets"), "offsets")) {
    base::expect_members(item, "an offset", {"delta", "weight"});
    Offset offset;
    for (const auto& entry : base::expect_array(base::member(item, "an offset", "delta"), "delta"))
      offset.delta.push_back(base::expect_int(entry, "an entry of delta"));
    if (const auto weight = item.find("weight"); weight != item.end())
      offset.weight = base::expect_number(*weight, "weight");
    offsets.add(offset);
  }
  return std::move(offsets).stencil();
}

}  // namespace

Coords parse_dims(std::string_view text) {
  Coords dims;
  for (const std::string_view entry : base::split(base::trim(text), 'x')) {
    const std::int64_t dim = base::parse_int(entry, "dim");
    if (dim < 0)
      base::fail(base::Status::invalid_argument, "dim {} is negative: give 1 or more, or 0 to have it chosen", dim);
    dims.push_back(dim);
  }
  return dims;
}

base::FixedVector<bool, max_dims> parse_periods(std::string_view text, std::size_t ndims) {
  base::FixedVector<bool, max_dims> periods;
  text = base::trim(text);
  if (text.empty()) return base::FixedVector<bool, max_dims>(ndims, false);
  for (const std::string_view entry : base::split(text, ',')) {
    if (entry != "0" && entry != "1")
      base::fail(base::Status::parse, "period {} is neither 1 (periodic) nor 0 (not periodic)", base::quote(entry));
    periods.push_back(entry == "1");
  }
  if (periods.size() != ndims)
    base::fail(base::Status::invalid_argument, "{} periods given for {} dimensions: give one per dimension",
               periods.size(), ndims);
  return periods;
}

Stencil parse_stencil(std::string_view text, std::size_t ndims) {
  text = base::trim(text);
  if (text == "nn") return Stencil::nearest_neighbor(ndims);
  if (text == "component") return Stencil::component(ndims);
  if (text == "hops") return Stencil::hops(ndims);
  if (text == "moore") return Stencil::moore(ndims);
  if (text.empty())
    base::fail(base::Status::parse, "the stencil is empty: give nn, component, hops, moore, offsets or a file");
  if (line_dims(text, ndims))
    base::fail(base::Status::unsupported,
               "stencil {} needs the dims of the grid, which are not known here: give offsets", base::quote(text));
  if (!base::is_digit(text.front()) && text.front() != '-' && text.front() != '+') {
    std::string contents;
    try {
      contents = base::read_file(std::string(text));
    } catch (const base::Error& error) {
      base::fail(
          error.status(),
          "stencil {} is not one of nn, component, hops, moore, rows, columns, transposes, not offsets (1,0;-1,0) "
          "and not a file: {}",
          base::quote(text), error.what());
    }
    return parse_stencil_file(contents, ndims);
  }
  Offsets offsets(ndims);
  for (const std::string_view offset : base::split(text, ';')) offsets.add(base::trim(offset));
  return std::move(offsets).stencil();
}

Stencil parse_stencil(std::string_view text, const Grid& grid) {
  if (const auto dims = line_dims(base::trim(text), grid.ndims())) return line_stencil(grid, *dims, max_line_edges);
  return parse_stencil(text, grid.ndims());
}

Stencil parse_stencil_file(std::string_view contents, std::size_t ndims) {
  if (base::trim(contents).starts_with('{')) return stencil_from_json(contents, ndims);
  Offsets offsets(ndims);
  base::read_lines(contents, "stencil", [&](std::string_view line) { offsets.add(line); });
  return std::move(offsets).stencil();
}

}  // namespace cartwright::grid
