// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "datatype/layout.hpp"
#include "base/checked.hpp"
#include "bind_p.hpp"
#include "datatype/notation.hpp"
#include "jit/packer.hpp"

#include <functional>

namespace cartwright::python {

namespace {

using Source = nb::ndarray<nb::ro, nb::c_contig, nb::device::cpu>;
using Target = nb::ndarray<nb::c_contig, nb::device::cpu>;
using Bytes = nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>, nb::c_contig>;

struct Layout {
  explicit Layout(const std::string& notation)
      : type(datatype::parse_type(notation)), packer(jit::Packer::of(datatype::normalize(*type))) {}
  datatype::TypePtr type;
  std::shared_ptr<jit::Packer> packer;
};

/// The address of displacement 0 of the first element. Throws Error when `count` elements from there exceed the array.
template <typename Pointer>
Pointer base_in(const Layout& layout, Pointer array, std::size_t bytes, std::int64_t count, std::int64_t at) {
  const datatype::Layout all = datatype::repeated(layout.packer->layout(), count);
  const std::int64_t first = base::checked_add(at, all.true_lb, "bytes of the array");
  const std::int64_t last = base::checked_add(at, all.true_ub, "bytes of the array");
  if (all.size > 0 && (first < 0 || last > static_cast<std::int64_t>(bytes)))
    base::fail(base::Status::invalid_argument,
               "{} elements lie in bytes {} to {} of an array of {}: pass a larger one, or set at", count, first, last,
               bytes);
  return array + at;
}

Bytes pack(const Layout& self, const Source& array, std::int64_t count, std::int64_t at) {
  const auto* const base = base_in(self, static_cast<const std::byte*>(array.data()), array.nbytes(), count, at);
  const std::int64_t size = base::checked_mul(count, self.type->size, "bytes to pack");
  auto* const packed = new std::byte[size];
  const nb::capsule owner(packed, [](void* pointer) noexcept { delete[] static_cast<std::byte*>(pointer); });
  {
    const nb::gil_scoped_release unlocked;
    if (size > 0) self.packer->pack(packed, base, count);
  }
  return Bytes(packed, {static_cast<std::size_t>(size)}, owner);
}

void unpack(const Layout& self, const Source& packed, const Target& array, std::int64_t count, std::int64_t at) {
  auto* const base = base_in(self, static_cast<std::byte*>(array.data()), array.nbytes(), count, at);
  const std::int64_t size = base::checked_mul(count, self.type->size, "bytes to unpack");
  if (static_cast<std::int64_t>(packed.nbytes()) != size)
    base::fail(base::Status::invalid_argument, "{} packed bytes for {} elements of {}: pass {}", packed.nbytes(), count,
               self.type->size, size);
  const auto* const from = static_cast<const std::byte*>(packed.data());
  const auto* const to = static_cast<const std::byte*>(array.data());
  const std::less<> before;
  if (size > 0 && before(from, to + array.nbytes()) && before(to, from + size))
    base::fail(base::Status::invalid_argument, "the packed bytes lie inside the array: pass a copy of them");
  const nb::gil_scoped_release unlocked;
  if (size > 0) self.packer->unpack(base, from, count);
}

constexpr const char* doc = R"(The bytes of an array that are packed together: an MPI datatype, without MPI.

Equal layouts share one kernel, which becomes machine code at the second use.

Args:
    notation: nested constructors with the arguments of MPI: 'vec(count blocklength stride)[double]',
        'sub(sizes; subsizes; starts)[float]', ... (docs/datatypes.md).

Raises:
    ParseError: a malformed notation, with the position of the error.

>>> import numpy
>>> face = cartwright.Layout('sub(4 4; 4 1; 0 3)[double]')
>>> face.size, face.extent, face.normal_form
(32, 128, '4 x 32 B [8 B]')
>>> face.pack(numpy.arange(16.0).reshape(4, 4)).view('float64')
array([ 3.,  7., 11., 15.])
)";

constexpr const char* pack_doc = R"(Packs elements, and returns their bytes.

Args:
    array: a contiguous array of any type.
    count: number of elements, which are `extent` bytes apart.
    at: the byte of the array with displacement 0.

Raises:
    InvalidArgumentError: the elements exceed the array.
)";

constexpr const char* unpack_doc =
    R"(Unpacks elements: the inverse of `pack`. Bytes outside the layout are not written.

Args:
    packed: count * size bytes, outside the array.
    array: a contiguous array of any type.
    count: number of elements, which are `extent` bytes apart.
    at: the byte of the array with displacement 0.

Raises:
    InvalidArgumentError: the elements exceed the array, or `packed` has another number of bytes.
)";

}  // namespace

void bind_layout(nb::module_& module) {
  nb::class_<Layout>(module, "Layout", doc)
      .def(nb::init<const std::string&>(), "notation"_a)
      .def_prop_ro(
          "size", [](const Layout& self) { return self.type->size; }, "Bytes of data in one element.")
      .def_prop_ro(
          "lower_bound", [](const Layout& self) { return self.type->lb; }, "The lower bound of an element, in bytes.")
      .def_prop_ro(
          "extent", [](const Layout& self) { return self.type->extent(); },
          "The distance from one element to the next, in bytes.")
      .def_prop_ro(
          "normal_form", [](const Layout& self) { return datatype::describe(self.packer->layout()); },
          "The normal form in words.")
      .def("pack", pack, "array"_a, "count"_a = 1, "at"_a = 0,
           nb::sig("def pack(self, array: numpy.typing.NDArray[typing.Any], count: int = 1, at: int = 0) "
                   "-> numpy.typing.NDArray[numpy.uint8]"),
           pack_doc)
      .def("unpack", unpack, "packed"_a, "array"_a, "count"_a = 1, "at"_a = 0,
           nb::sig("def unpack(self, packed: numpy.typing.NDArray[typing.Any], "
                   "array: numpy.typing.NDArray[typing.Any], count: int = 1, at: int = 0) -> None"),
           unpack_doc)
      .def("__repr__", [](const Layout& self) { return fmt::format("Layout('{}')", datatype::notation(*self.type)); })
      .def(
          "__eq__", [](const Layout& a, const Layout& b) { return a.packer->layout() == b.packer->layout(); },
          nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const Layout& self) { return static_cast<std::size_t>(self.packer->layout().hash); })
      .def("__getstate__", [](const Layout& self) { return datatype::notation(*self.type); })
      .def("__setstate__", [](Layout* self, const std::string& notation) { new (self) Layout(notation); });
}

}  // namespace cartwright::python
