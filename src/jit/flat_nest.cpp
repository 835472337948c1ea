// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "jit/flat_nest.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

namespace cartwright::jit {

namespace {

using datatype::Integers;

/// Nests of a program that was split: only layouts larger than any memory have more.
constexpr std::int64_t max_flat_nests = 1 << 12;

/// Goes down a program: `outer` has the loops on the way, outermost first.
class Flattener {
 public:
  explicit Flattener(FlatProgram& result) : result_(result) {}

  void copy(const Copy& one, std::int64_t from, std::int64_t to, Direction direction) {
    if (one.bytes == 0) return;
    switch (one.kind) {
      case Copy::Kind::block: return add({from, to, one.bytes, nullptr, direction == Direction::pack, {}});
      case Copy::Kind::ragged:
        divides(one.node->offsets);
        divides(one.node->lengths);
        return add({from, to, one.bytes, one.node, direction == Direction::pack, {}});
      case Copy::Kind::loop:
        return inside({one.count, one.from_stride, one.to_stride, nullptr, 0}, one.parts[0].body, from, to, direction);
      case Copy::Kind::list: {
        const Copy& body = one.parts[0].body;
        const bool packs = direction == Direction::pack;
        divides(one.node->offsets);
        return inside({one.count, packs ? 0 : body.bytes, packs ? body.bytes : 0, &one.node->offsets, 0}, body, from,
                      to, direction);
      }
      case Copy::Kind::sequence:
        for (const Copy::Part& part : one.parts) copy(part.body, from + part.from, to + part.to, direction);
        return;
    }
  }

  void divides(std::int64_t value) { result_.word = std::gcd(result_.word, value); }

 private:
  void inside(const FlatNest::Dim& dim, const Copy& body, std::int64_t from, std::int64_t to, Direction direction) {
    outer_.push_back(dim);
    copy(body, from, to, direction);
    outer_.pop_back();
  }

  void add(FlatNest nest) {
    nest.dims.assign(outer_.rbegin(), outer_.rend());
    for (const std::int64_t value : {nest.from, nest.to, nest.bytes}) divides(value);
    for (const FlatNest::Dim& dim : nest.dims) {
      if (dim.count == 1 && dim.table == nullptr) continue;
      divides(dim.from);
      divides(dim.to);
    }
    result_.nests.push_back(std::move(nest));
  }

  void divides(const Integers& values) {
    values.visit([&](const auto& all) {
      for (const auto value : all) divides(std::int64_t{value});
    });
  }

  FlatProgram& result_;
  std::vector<FlatNest::Dim> outer_;
};

}  // namespace

FlatProgram flatten(const Program& program) {
  FlatProgram flat;
  Flattener flattener(flat);
  flattener.copy(program.body, 0, 0, program.direction);
  flattener.divides(program.from_stride);
  flattener.divides(program.to_stride);
  return flat;
}

std::int64_t indices(const FlatNest& nest, std::int64_t word) {
  std::int64_t all = nest.ragged != nullptr ? nest.bytes / word : 1;
  for (const FlatNest::Dim& dim : nest.dims)
    if (__builtin_mul_overflow(all, dim.count, &all))
      base::fail(base::Status::overflow, "a layout of more than 2^63 words: pack parts of it");
  return all;
}

void with_words(const FlatNest& nest, std::int64_t word, std::int64_t most, std::vector<FlatNest>& nests) {
  FlatNest made = nest;
  if (nest.ragged == nullptr && nest.bytes > word)
    made.dims.insert(made.dims.begin(), {nest.bytes / word, word, word, nullptr, 0});
  if (nest.ragged == nullptr) made.bytes = word;
  for (const FlatNest::Dim& dim : made.dims)
    if (dim.count == 1 && dim.table != nullptr) (made.data_is_from ? made.from : made.to) += (*dim.table)[dim.first];
  std::erase_if(made.dims, [](const FlatNest::Dim& dim) { return dim.count == 1; });
  if (indices(made, word) <= most) {
    nests.push_back(std::move(made));
    return;
  }
  if (std::ssize(nests) > max_flat_nests)
    base::fail(base::Status::overflow, "a layout of more than {} words is too large for a GPU: pack parts of it",
               max_flat_nests * most);
  const auto halved = std::ranges::max_element(made.dims, {}, &FlatNest::Dim::count);
  if (halved == made.dims.end() || halved->count < 2)
    base::fail(base::Status::overflow, "an index list of {} bytes is too long for a GPU: split it", nest.bytes);
  const std::int64_t half = halved->count / 2;
  FlatNest rest = made;
  FlatNest::Dim& second = rest.dims[static_cast<std::size_t>(halved - made.dims.begin())];
  rest.from += half * second.from;
  rest.to += half * second.to;
  second.first += half;
  second.count -= half;
  halved->count = half;
  with_words(made, word, most, nests);
  with_words(rest, word, most, nests);
}

Reciprocal::Reciprocal(std::int64_t count) {
  const auto bits = static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(count - 1)));
  const std::uint64_t scale = std::uint64_t{1} << (31 + bits);
  const auto divisor = static_cast<std::uint64_t>(count);
  factor = static_cast<std::uint32_t>((scale + divisor - 1) / divisor);
  shift = bits - 1;
}

std::int64_t Tables::append(const void* data, std::size_t size) {
  bytes_.resize((bytes_.size() + 7) / 8 * 8);
  const std::size_t at = bytes_.size();
  bytes_.resize(at + size);
  std::memcpy(bytes_.data() + at, data, size);
  return static_cast<std::int64_t>(at);
}

std::int64_t Tables::add(const Integers& values) {
  for (const auto& [known, at] : known_)
    if (known == &values) return at;
  const std::int64_t at = append(values.data(), values.size() * (values.narrow() ? 4 : 8));
  known_.emplace_back(&values, at);
  return at;
}

std::int64_t Tables::add_starts(const Node& ragged, std::int64_t word) {
  std::vector<std::uint32_t> starts;
  std::int64_t before = 0;
  ragged.lengths.visit([&](const auto& lengths) {
    for (const auto length : lengths) {
      starts.push_back(static_cast<std::uint32_t>(before / word));
      before += length;
    }
  });
  return append(starts.data(), starts.size() * sizeof(std::uint32_t));
}

}  // namespace cartwright::jit
