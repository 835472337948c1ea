// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "bind_p.hpp"
#include "grid.hpp"
#include "grid/parse.hpp"

#include <fmt/ranges.h>

#include <optional>
#include <tuple>

namespace cartwright::python {

namespace {

using Weights = std::optional<std::vector<double>>;

/// "1,0;-1,0:2.5", as parse_stencil reads it.
std::string text_of(const grid::Stencil& stencil) {
  std::vector<std::string> offsets;
  for (const grid::Offset& offset : stencil.offsets()) {
    offsets.push_back(fmt::format("{}", fmt::join(offset.delta.begin(), offset.delta.end(), ",")));
    if (offset.weight != 1) offsets.back() += fmt::format(":{}", offset.weight);
  }
  return fmt::format("{}", fmt::join(offsets, ";"));
}

NamedStencil from_offsets(const std::vector<Integers>& offsets, const Weights& weights, std::size_t ndims) {
  if (weights && weights->size() != offsets.size())
    base::fail(base::Status::invalid_argument, "{} weights given for {} offsets: give one per offset", weights->size(),
               offsets.size());
  std::vector<grid::Offset> list;
  for (std::size_t i = 0; i < offsets.size(); ++i)
    list.push_back({coords_of(offsets[i]), weights ? (*weights)[i] : 1.0});
  grid::Stencil stencil(ndims, std::move(list));
  std::string text = text_of(stencil);
  return {std::move(stencil), std::move(text)};
}

NamedStencil make(const std::variant<std::string, std::vector<Integers>>& what, const Weights& weights,
                  std::optional<std::size_t> ndims) {
  if (const auto* offsets = std::get_if<std::vector<Integers>>(&what)) {
    if (!ndims && offsets->empty())
      base::fail(base::Status::invalid_argument, "a stencil without offsets needs ndims, the number of dimensions");
    return from_offsets(*offsets, weights, ndims.value_or(offsets->empty() ? 0 : offsets->front().size()));
  }
  const auto& text = std::get<std::string>(what);
  if (weights)
    base::fail(base::Status::invalid_argument, "weights go with offsets as numbers: in the text '{}' write '1,0:2.5'",
               text);
  if (!ndims)
    base::fail(base::Status::invalid_argument, "the stencil '{}' needs ndims, the number of dimensions", text);
  return {grid::parse_stencil(text, *ndims), text};
}

std::vector<double> weights_of(const grid::Stencil& stencil) {
  std::vector<double> weights;
  for (const grid::Offset& offset : stencil.offsets()) weights.push_back(offset.weight);
  return weights;
}

Array<std::int64_t> offsets_of(const grid::Stencil& stencil) {
  std::vector<std::int64_t> values;
  for (const grid::Offset& offset : stencil.offsets())
    values.insert(values.end(), offset.delta.begin(), offset.delta.end());
  return array_of<Array<std::int64_t>>(std::move(values), {stencil.size(), stencil.ndims()});
}

bool equal(const NamedStencil& a, const NamedStencil& b) {
  return a.stencil.ndims() == b.stencil.ndims() &&
         std::ranges::equal(a.stencil.offsets(), b.stencil.offsets(), [](const grid::Offset& x, const grid::Offset& y) {
           return x.delta == y.delta && x.weight == y.weight;
         });
}

std::string repr(const NamedStencil& self) {
  return fmt::format("Stencil('{}', ndims={})", self.text, self.stencil.ndims());
}

/// For pickle: offsets, weights, ndims, text.
using State = std::tuple<std::vector<Integers>, std::vector<double>, std::size_t, std::string>;

State state(const NamedStencil& self) {
  std::vector<Integers> offsets;
  for (const grid::Offset& offset : self.stencil.offsets())
    offsets.emplace_back(offset.delta.begin(), offset.delta.end());
  return {std::move(offsets), weights_of(self.stencil), self.stencil.ndims(), self.text};
}

NamedStencil restored(const State& kept) {
  const auto& [offsets, weights, ndims, text] = kept;
  return {from_offsets(offsets, weights, ndims).stencil, text};
}

constexpr const char* doc =
    R"(A communication stencil: weighted offsets from a process of a grid to its neighbors.

Args:
    stencil: 'nn' (+-1 along every dimension), 'component' (the same without the last), 'hops' (nn, and +-2 and +-3
        along dimension 0) or 'moore' (all 3**d - 1 around); offsets as text, '1,0;-1,0;0,1:2.5', where ':2.5' is a
        weight; the name of a file; or offsets as numbers, of shape (k, ndims).
    weights: one for each offset given as numbers, 0 or more, in any unit (bytes, messages); 1 when not given.
    ndims: number of dimensions; needed with a name or text.

Raises:
    ParseError: neither a name nor offsets nor a file.
    InvalidArgumentError: an offset with another number of dimensions, a weight that is negative, infinite or NaN.

>>> cartwright.Stencil('nn', ndims=2).offsets.tolist()
[[1, 0], [-1, 0], [0, 1], [0, -1]]
>>> cartwright.Stencil([(1, 0), (-1, 0), (0, 1)], weights=[1, 1, 2.5])
Stencil('1,0;-1,0;0,1:2.5', ndims=2)
)";

}  // namespace

NamedStencil stencil_from(const StencilArgument& stencil, std::size_t ndims) {
  if (const auto* whole = std::get_if<NamedStencil>(&stencil)) return *whole;
  if (const auto* text = std::get_if<std::string>(&stencil)) return {grid::parse_stencil(*text, ndims), *text};
  return from_offsets(std::get<std::vector<Integers>>(stencil), {}, ndims);
}

void bind_stencil(nb::module_& module) {
  nb::class_<NamedStencil>(module, "Stencil", doc)
      .def(
          "__init__",
          [](NamedStencil* self, const std::variant<std::string, std::vector<Integers>>& stencil,
             const Weights& weights,
             std::optional<std::size_t> ndims) { new (self) NamedStencil(make(stencil, weights, ndims)); },
          "stencil"_a, "weights"_a = nb::none(), nb::kw_only(), "ndims"_a = nb::none())
      .def_prop_ro(
          "offsets", [](const NamedStencil& self) { return offsets_of(self.stencil); }, nb::rv_policy::automatic,
          "int64 of shape (k, ndims): the offsets to the neighbors.")
      .def_prop_ro(
          "weights", [](const NamedStencil& self) { return array_of(weights_of(self.stencil)); },
          nb::rv_policy::automatic, "float64 of shape (k,): the weight of each offset.")
      .def_prop_ro(
          "ndims", [](const NamedStencil& self) { return self.stencil.ndims(); }, "Number of dimensions.")
      .def("__len__", [](const NamedStencil& self) { return self.stencil.size(); })
      .def("__repr__", repr)
      .def("__eq__", equal, nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const NamedStencil& self) { return nb::hash(nb::str(text_of(self.stencil).c_str())); })
      .def("__getstate__", state)
      .def("__setstate__", [](NamedStencil* self, const State& kept) { new (self) NamedStencil(restored(kept)); });
}

}  // namespace cartwright::python
